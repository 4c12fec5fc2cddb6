/** The board, with what the tactic puts on it, and the row of buttons below it. */
import { Icon } from '../parts/Icon.js';
import { PlayBoard } from '../parts/PlayBoard.js';
import { Button } from '../parts/controls.js';
import { readPlacement, sideToMove, turnWords, type Square } from '../position.js';
import type { Findings } from './findings.js';
import { GameButtons } from './GamePanel.js';
import type { Hands } from './hands.js';
import type { Held } from './hooks.js';
import { arrowsFor, marksFor, moveMarks } from './marks.js';
import { Promotion } from './Promotion.js';
import type { Scene } from './scene.js';
import type { ViewState } from './view.js';

interface BoardPanelProps {
  state: ViewState;
  scene: Scene;
  findings: Findings;
  hands: Hands;
  onHover: (held: Held | null) => void;
  onPly: (ply: number) => void;
}

export function BoardPanel({ state, scene, findings, hands, onHover, onPly }: BoardPanelProps) {
  const { trail, editing, change, setEditing, takeBack } = state;
  const { game, ply, shown, flipped } = scene;
  return (
    <>
      <PlayBoard
        fen={shown}
        flipped={flipped}
        {...drawn(scene, findings)}
        label={`Board. ${turnWords(shown)}. Arrow keys move between squares, Enter picks up and puts down a piece.`}
        {...waysOf(scene, hands, editing)}
        onMove={hands.drop}
        onHover={onHover}
        onChoose={hands.paint}
        {...(editing && { onDropOutside: (from: Square) => hands.drop(from, null) })}
      />
      {hands.promotion !== null && <Promotion onPick={hands.promote} />}
      <div class="board-bar">
        <p class="turn">
          {sideToMove(shown) !== null && <span class={`turn-${sideToMove(shown)}`} aria-hidden="true" />}
          {turnWords(shown)}
        </p>
        {game !== null && <GameButtons ply={ply} count={game.fens.length} onPly={onPly} />}
        <div class="row board-tools" ref={hands.tools}>
          {trail !== null && (
            <Button look="quiet" label="Take back" disabled={trail.length === 0} onClick={takeBack}>
              <Icon name="undo" /> {trail.at(-1)?.pgn === undefined ? 'Take back' : 'Back to the game'}
            </Button>
          )}
          <Button look="quiet" label="Flip the board" onClick={() => change({ flip: !flipped })}>
            <Icon name="flip" />
          </Button>
          <Button pressed={editing} onClick={() => (editing ? setEditing(false) : hands.startEditing())}>
            Set up
          </Button>
        </div>
      </div>
    </>
  );
}

/** Of a piece that is held, what is best where it is held; else the chosen tactic, and the game's last move. */
function drawn({ game, ply, tactic, line, step }: Scene, { over, tactics }: Findings) {
  if (over !== null) return { arrows: arrowsFor(tactics[0], null, 0), marks: [] };
  const marks = marksFor(tactic, line, step);
  if (game !== null && step === 0 && ply > 1) marks.unshift(...moveMarks(game.moves[ply - 2]));
  return { arrows: arrowsFor(tactic, line, step), marks };
}

/** Which pieces may be taken up, and where they may go. */
function waysOf({ shown, legal }: Scene, { brush }: Hands, editing: boolean) {
  if (editing)
    return { movable: (square: Square) => readPlacement(shown).has(square) && brush === null, targets: () => null };
  const from = (square: Square): string[] => legal.filter((move) => move.startsWith(square));
  return {
    movable: (square: Square) => from(square).length > 0,
    targets: (square: Square) => [...new Set(from(square).map((move) => move.slice(2, 4)))],
  };
}
