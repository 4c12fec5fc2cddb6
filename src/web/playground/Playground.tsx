/** The playground: a position or a game, what tactics are in it, and everything that can be tried with them. */
import { useCallback, useMemo, useState } from 'preact/hooks';
import { BoardPanel } from './BoardPanel.js';
import { chancesOf } from './chances.js';
import { useFindings } from './findings.js';
import { Found } from './Found.js';
import { GameChoice, GameFault, GamePanel, GameTitle } from './GamePanel.js';
import { useHands } from './hands.js';
import { useKeys, type Held } from './hooks.js';
import { titleWords, useSaid } from './said.js';
import { useScene } from './scene.js';
import { SetUp } from './SetUp.js';
import { Share } from './Share.js';
import { Source } from './Source.js';
import { Status } from './Status.js';
import { Strip } from './Strip.js';
import { TacticList } from './TacticList.js';
import { useView } from './view.js';

export function Playground() {
  const state = useView();
  const { view, own, editing, change } = state;
  const [held, setHeld] = useState<Held | null>(null);
  const scene = useScene(view, editing);
  const { depth, wanted, text, game, ply, line, step, shown, picked, tactic } = scene;
  const findings = useFindings(scene, held, editing);
  const { over, tactics } = findings;
  const chances = useMemo(() => (game === null ? [] : chancesOf(game.tactics, game.moves, wanted)), [game, wanted]);

  const goTo = useCallback((next: number) => {
    change({ ply: Math.max(1, next) }, 'show', 'pick', 'step');
  }, []);
  const stepTo = (to: number): void => change({ pick: picked ?? 0, step: to }, 'show');

  const { said, say } = useSaid({
    game,
    ply,
    line,
    step,
    tactics: findings.settled ? tactics : null,
    silent: findings.nothing || findings.waiting,
  });
  const hands = useHands(state, scene, goTo, say);

  useKeys((key) => {
    if (editing) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[key];
    if (by === undefined) return;
    if (game !== null && step === 0) goTo(Math.min(Math.max(ply + by, 1), game.fens.length));
    else if (line !== null) stepTo(Math.min(Math.max(step + by, 0), line.sans.length));
  });

  return (
    <div class="playground">
      <h1 class="hidden-but-read">Playground: tactics in positions and games</h1>
      <div class="play-left">
        <BoardPanel state={state} scene={scene} findings={findings} hands={hands} onHover={setHeld} onPly={goTo} />
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
          <SetUp
            fen={shown}
            brush={hands.brush}
            onBrush={hands.setBrush}
            onFen={hands.goOn}
            onDone={hands.stopEditing}
          />
        ) : (
          <Source view={view} shown={shown} onView={state.load} />
        )}
        {scene.gameFault !== null && <GameFault fault={scene.gameFault} />}
        <Found
          title={titleWords(findings)}
          depth={depth}
          found={findings.found}
          wanted={wanted}
          fault={findings.fault}
          trying={editing || over !== null}
          onDepth={(value) => change({ depth: value }, 'pick', 'step')}
          onWanted={(patterns) => change({ patterns, pick: 0, step: 0 }, 'show')}
        >
          <TacticList
            tactics={tactics}
            candidates={findings.candidates}
            picked={over === null && tactic !== undefined ? picked : null}
            step={step}
            played={over === null ? game?.moves[ply - 1] : undefined}
            onPick={(index) => change({ pick: index ?? -1, step: 0 }, 'show')}
            onStep={stepTo}
          />
        </Found>
        {game !== null && text !== null && (
          <GamePanel
            game={game}
            pgn={text.own}
            chances={chances}
            ply={ply}
            depth={depth}
            wanted={wanted}
            onPly={goTo}
            onServer={scene.replaceTactics}
            onAllowance={scene.setAllowance}
          />
        )}
        <Status
          origin={findings.origin}
          nothing={findings.nothing}
          inGame={view.pgn !== undefined}
          allowance={scene.allowance}
        />
        <Share view={own ? view : { ...view, ply }} pgn={text?.own ?? view.pgn} fen={shown} />
      </div>
      <div class="hidden-but-read" aria-live="polite" role="status">
        {said}
      </div>
    </div>
  );
}
