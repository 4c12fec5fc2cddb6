/** The playground: a position or a game, what tactics are in it, and everything that can be tried with them. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Depth, Pattern } from '../../tactics/types.js';
import { capitalised } from '../../tactics/words.js';
import { askLine } from '../engine/client.js';
import type { ShownTactic } from '../engine/messages.js';
import { Icon } from '../parts/Icon.js';
import { Notice } from '../parts/Notice.js';
import { PlayBoard } from '../parts/PlayBoard.js';
import { Button } from '../parts/controls.js';
import { START_FEN, readPlacement, sideToMove, turnWords, withPlacement, type Square } from '../position.js';
import { useAnalysis, type Analysis } from './analysis.js';
import { chancesOf, filtered } from './chances.js';
import { Found } from './Found.js';
import { useGame } from './game.js';
import { GameButtons, GameChoice, GamePanel, GameTitle } from './GamePanel.js';
import { useHovered, useKeys, useLine } from './hooks.js';
import { arrowsFor, marksFor, moveMarks } from './marks.js';
import { Promotion } from './Promotion.js';
import { countWords, useSaid } from './said.js';
import { SetUp, type Brush } from './SetUp.js';
import { Share } from './Share.js';
import { Source } from './Source.js';
import { Status } from './Status.js';
import { Strip } from './Strip.js';
import { TacticList } from './TacticList.js';
import { useView } from './view.js';

export function Playground() {
  const { view, own, trail, editing, change, leave, load, setEditing, remember, takeBack } = useView();
  const [brush, setBrush] = useState<Brush>(null);
  const tools = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<{ from: Square; to: Square } | null>(null);
  const [promotion, setPromotion] = useState<{ from: Square; to: Square } | null>(null);

  const depth = view.depth ?? 'l2';
  const wanted = view.patterns ?? NONE;
  const { text, game, fault: gameFault, replaceTactics } = useGame(view.pgn, depth, (view.game ?? 1) - 1);
  const ply = game === null ? 1 : Math.min(view.ply ?? 1, game.fens.length);
  const base = view.pgn === undefined ? (view.fen ?? START_FEN) : (game?.fens[ply - 1] ?? START_FEN);
  const flipped = view.flip ?? (view.pgn === undefined && sideToMove(base) === 'black');

  // the position of the view, and on the board the line of one of its tactics, as far as it was stepped into
  const { analysis, allowance, setAllowance } = useAnalysis(base, depth, !editing && view.pgn === undefined);
  const standing = isOf(analysis, base, depth) ? analysis : null;
  const fromGame = game?.tactics[ply - 1];
  const there = fromGame ?? standing?.tactics ?? NO_TACTICS;
  const listed = useMemo(() => filtered(there, wanted), [there, wanted]);
  const named = listed.findIndex(
    ({ pattern, trigger_move }) => pattern === view.show?.pattern && trigger_move === view.show.move,
  );
  const picked = listed.length === 0 ? null : Math.min(view.pick ?? Math.max(0, named), listed.length - 1);
  const tactic = picked === null || view.pick === -1 ? undefined : listed[picked];
  const line = useLine(tactic);
  const step = line === null ? 0 : Math.min(view.step ?? 0, line.sans.length);
  const shown = line?.fens[step] ?? base;
  const here = useAnalysis(shown, depth, false).analysis;
  // the pawn that was asked about is gone from the board
  useEffect(() => setPromotion(null), [shown]);
  const legal = isOf(here, shown, depth) ? here.moves : NO_MOVES;

  // what is held over a square is looked at as if it had been let go there
  const hovered = useHovered(hover, shown, editing);
  const held = useAnalysis(hovered ?? shown, depth, false).analysis;
  const current = hovered === null ? standing : isOf(held, hovered, depth) ? held : null;
  const found = hovered === null ? there : (current?.tactics ?? NO_TACTICS);
  const tactics = useMemo(() => filtered(found, wanted), [found, wanted]);
  // what stands on the board meanwhile, and where the game cannot be read, is none of the visitor's
  const unread = view.pgn !== undefined && game === null && hovered === null;
  const fault = unread ? null : (current?.fault ?? null);
  const waiting = unread ? gameFault === null : current === null;
  const nothing = fault !== null || (unread && gameFault !== null);
  const answered = hovered === null && fromGame !== undefined && ply <= (game?.moves.length ?? 0);
  const byServer = answered ? (game?.serverMs ?? null) : null;
  const origin = byServer === null ? current?.origin : { by: 'server' as const, ms: byServer };
  const candidates = useMemo(() => filtered(current?.candidates ?? NO_TACTICS, wanted), [current, wanted]);

  const chances = useMemo(() => (game === null ? [] : chancesOf(game.tactics, game.moves, wanted)), [game, wanted]);

  const goTo = useCallback((next: number) => {
    change({ ply: Math.max(1, next) }, 'show', 'pick', 'step');
  }, []);

  const { said, say } = useSaid({
    game,
    ply,
    line,
    step,
    tactics: hovered !== null || current === null ? null : tactics,
    silent: nothing || waiting,
  });

  /** From a position that the visitor has made, the same side below. */
  const goOn = (fen: string): void => leave(fen, flipped);

  const playMove = (from: Square, to: Square, piece = ''): void => {
    const uci = from + to + piece;
    if (piece === '' && !legal.includes(uci) && legal.includes(`${uci}q`)) {
      setPromotion({ from, to });
      return;
    }
    setPromotion(null);
    if (game !== null && step === 0 && game.moves[ply - 1] === uci) {
      goTo(ply + 1);
      return;
    }
    void askLine(shown, [uci]).then((reply) => {
      if (reply.kind !== 'line') return;
      remember();
      say(`${reply.sans[0] ?? ''}. `);
      goOn(reply.fens[1] ?? shown);
    });
  };

  const put = (from: Square, to: Square | null): void => {
    const placement = new Map(readPlacement(shown));
    const piece = placement.get(from);
    placement.delete(from);
    if (to !== null && piece !== undefined) placement.set(to, piece);
    goOn(withPlacement(shown, placement));
  };

  const paint = (square: Square): boolean => {
    if (!editing || brush === null) return false;
    const placement = new Map(readPlacement(shown));
    if (brush === 'bin' || placement.get(square) === brush) placement.delete(square);
    else placement.set(square, brush);
    goOn(withPlacement(shown, placement));
    return true;
  };

  const startEditing = (): void => {
    remember();
    goOn(shown);
    setEditing(true);
  };

  const stopEditing = (): void => {
    setEditing(false);
    // what was pressed goes with the form; the button that opens it stays
    tools.current?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  };

  useKeys((key) => {
    if (editing) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[key];
    if (by === undefined) return;
    if (game !== null && step === 0) goTo(Math.min(Math.max(ply + by, 1), game.fens.length));
    else if (line !== null)
      change({ pick: picked ?? 0, step: Math.min(Math.max(step + by, 0), line.sans.length) }, 'show');
  });

  const arrows = hovered === null ? arrowsFor(tactic, line, step) : arrowsFor(tactics[0], null, 0);
  const marks = marksFor(hovered === null ? tactic : undefined, line, step);
  if (game !== null && step === 0 && ply > 1 && hovered === null) marks.unshift(...moveMarks(game.moves[ply - 2]));

  const words = waiting && tactics.length === 0 ? 'Looking …' : countWords(tactics);
  const title =
    hovered === null
      ? nothing
        ? 'Tactics'
        : words
      : `If dropped on ${hover?.to ?? ''}: ${nothing ? 'no position' : words.toLowerCase()}`;

  return (
    <div class="playground">
      <h1 class="hidden-but-read">Playground: tactics in positions and games</h1>
      <div class="play-left">
        <PlayBoard
          fen={shown}
          flipped={flipped}
          arrows={arrows}
          marks={marks}
          label={`Board. ${turnWords(shown)}. Arrow keys move between squares, Enter picks up and puts down a piece.`}
          movable={(square) =>
            editing ? readPlacement(shown).has(square) && brush === null : legal.some((move) => move.startsWith(square))
          }
          targets={(from) =>
            editing ? null : [...new Set(legal.filter((move) => move.startsWith(from)).map((move) => move.slice(2, 4)))]
          }
          onMove={(from, to) => (editing ? put(from, to) : playMove(from, to))}
          onHover={setHover}
          onChoose={paint}
          {...(editing && { onDropOutside: (from: Square) => put(from, null) })}
        />
        {promotion !== null && (
          <Promotion
            onPick={(piece) => (piece === null ? setPromotion(null) : playMove(promotion.from, promotion.to, piece))}
          />
        )}
        <div class="board-bar">
          <p class="turn">
            {sideToMove(shown) !== null && <span class={`turn-${sideToMove(shown)}`} aria-hidden="true" />}
            {turnWords(shown)}
          </p>
          {game !== null && <GameButtons ply={ply} count={game.fens.length} onPly={goTo} />}
          <div class="row board-tools" ref={tools}>
            {trail !== null && (
              <Button look="quiet" label="Take back" disabled={trail.length === 0} onClick={takeBack}>
                <Icon name="undo" /> {trail.at(-1)?.pgn === undefined ? 'Take back' : 'Back to the game'}
              </Button>
            )}
            <Button look="quiet" label="Flip the board" onClick={() => change({ flip: !flipped })}>
              <Icon name="flip" />
            </Button>
            <Button pressed={editing} onClick={() => (editing ? setEditing(false) : startEditing())}>
              Set up
            </Button>
          </div>
        </div>
        {text !== null && (
          <GameChoice
            titles={text.titles}
            games={text.games}
            chosen={view.game ?? 1}
            onChoose={(chosen) => change({ game: chosen }, 'ply', 'show', 'pick', 'step')}
          />
        )}
        {game !== null && (
          <>
            <GameTitle game={game} />
            <Strip chances={chances} sans={game.sans} fens={game.fens} ply={ply} onPly={goTo} />
          </>
        )}
      </div>

      <div class="play-right">
        {editing ? (
          <SetUp fen={shown} brush={brush} onBrush={setBrush} onFen={goOn} onDone={stopEditing} />
        ) : (
          <Source view={view} shown={shown} onView={load} />
        )}
        {gameFault !== null && view.pgn !== undefined && (
          <Notice kind="error" title={gameFault.kind === 'fault' ? 'This game cannot be read' : 'No analysis'}>
            {capitalised(place(gameFault) + gameFault.detail)}.
            {gameFault.kind === 'fault' && ' Correct it in the box above and analyse again.'}
          </Notice>
        )}
        <Found
          title={title}
          depth={depth}
          found={found}
          wanted={wanted}
          fault={fault}
          trying={editing || hovered !== null}
          onDepth={(value) => change({ depth: value }, 'pick', 'step')}
          onWanted={(patterns) => change({ patterns, pick: 0, step: 0 }, 'show')}
        >
          <TacticList
            tactics={tactics}
            candidates={hovered === null ? candidates : NO_TACTICS}
            picked={hovered === null && tactic !== undefined ? picked : null}
            step={step}
            played={game !== null && hovered === null ? game.moves[ply - 1] : undefined}
            onPick={(index) => change({ pick: index ?? -1, step: 0 }, 'show')}
            onStep={(to) => change({ pick: picked ?? 0, step: to }, 'show')}
          />
        </Found>
        {game !== null && text !== null && (
          <GamePanel
            game={game}
            pgn={text.own}
            chances={chances}
            ply={ply}
            depth={depth}
            onPly={goTo}
            onServer={replaceTactics}
            onAllowance={setAllowance}
          />
        )}
        <Status origin={nothing ? undefined : origin} inGame={view.pgn !== undefined} allowance={allowance} />
        <Share view={own ? view : { ...view, ply }} pgn={text?.own ?? view.pgn} fen={shown} />
      </div>
      <div class="hidden-but-read" aria-live="polite" role="status">
        {said}
      </div>
    </div>
  );
}

const NONE: readonly Pattern[] = [];
const NO_TACTICS: readonly ShownTactic[] = [];
const NO_MOVES: readonly string[] = [];

/** What is asked for comes later, and what is known may be of the position before. */
function isOf(analysis: Analysis | null, fen: string, depth: Depth): analysis is Analysis {
  return analysis?.fen === fen && analysis.depth === depth;
}

function place({ line, column }: { line?: number; column?: number }): string {
  return line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}: `;
}
