/** The playground: a position or a game, what tactics are in it, and everything that can be tried with them. */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { given } from '../../tactics/options.js';
import type { Depth, Pattern } from '../../tactics/types.js';
import { capitalised, inWords } from '../../tactics/words.js';
import { playgroundAddress, readView, type View } from '../address.js';
import { askLine } from '../engine/client.js';
import type { ShownTactic } from '../engine/messages.js';
import { Icon } from '../parts/Icon.js';
import { Notice } from '../parts/Notice.js';
import { PlayBoard } from '../parts/PlayBoard.js';
import { Button, Choice } from '../parts/controls.js';
import { START_FEN, readPlacement, sideToMove, turnWords, withPlacement, type Square } from '../position.js';
import { gainWords } from '../words.js';
import { useAnalysis, type Analysis } from './analysis.js';
import { chancesOf, filtered } from './chances.js';
import { FIRST } from './examples.js';
import { Filter } from './Filter.js';
import { useGame } from './game.js';
import { GameButtons, GameChoice, GamePanel, GameTitle } from './GamePanel.js';
import { useHovered, useKeys, useLine } from './hooks.js';
import { arrowsFor, marksFor, moveMarks } from './marks.js';
import { Promotion } from './Promotion.js';
import { SetUp, type Brush } from './SetUp.js';
import { Share } from './Share.js';
import { Source } from './Source.js';
import { Status } from './Status.js';
import { Strip } from './Strip.js';
import { TacticList } from './TacticList.js';

/** The view that the address asks for; without one, what there is to see first. */
function addressedView(): View {
  const view = { ...readView(location.search), ...readView(location.hash) };
  return view.fen === undefined && view.pgn === undefined ? { ...FIRST, ...view } : view;
}

export function Playground() {
  const [view, setView] = useState(addressedView);
  const [own, setOwn] = useState(location.hash !== '' || location.search !== '');
  const [editing, setEditing] = useState(false);
  const [brush, setBrush] = useState<Brush>(null);
  const [hover, setHover] = useState<{ from: Square; to: Square } | null>(null);
  const [promotion, setPromotion] = useState<{ from: Square; to: Square } | null>(null);
  const [trail, setTrail] = useState<View[]>([]);
  const [said, setSaid] = useState('');

  const depth = view.depth ?? 'l2';
  const wanted = view.patterns ?? NONE;
  const { text, game, fault: gameFault, replaceTactics } = useGame(view.pgn, depth, (view.game ?? 1) - 1);
  const ply = game === null ? 1 : Math.min(view.ply ?? 1, game.fens.length);
  const base = view.pgn === undefined ? (view.fen ?? START_FEN) : (game?.fens[ply - 1] ?? START_FEN);
  const flipped = view.flip ?? (view.pgn === undefined && sideToMove(base) === 'black');

  const change = useCallback((part: Partial<View>, ...gone: (keyof View)[]) => {
    setOwn(true);
    setView((now) => ({ ...without(now, ...gone), ...part }));
  }, []);

  /** Another position, which is none of the game's. */
  const leave = (fen: string): void => {
    setOwn(true);
    setView((now) => ({ ...kept(now), fen, flip: flipped }));
  };

  /** Another position or game, which the browser's way back leads away from. */
  const load = useCallback((next: View) => {
    history.pushState(null, '', playgroundAddress(next));
    setOwn(true);
    setTrail([]);
    setEditing(false);
    setView((now) => ({ ...kept(now), ...next }));
  }, []);

  useEffect(() => {
    const back = (): void => {
      setTrail([]);
      setEditing(false);
      setView(addressedView());
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(() => {
    if (own) history.replaceState(null, '', playgroundAddress(view));
  }, [view, own]);

  // the position of the view, and on the board the line of one of its tactics, as far as it was stepped into
  const { analysis, allowance } = useAnalysis(base, depth, !editing && view.pgn === undefined);
  const standing = isOf(analysis, base, depth) ? analysis : null;
  const fromGame = game?.tactics[ply - 1];
  const there = fromGame ?? standing?.tactics ?? NO_TACTICS;
  const listed = useMemo(() => filtered(there, wanted), [there, wanted]);
  const picked = listed.length === 0 ? null : Math.min(view.pick ?? 0, listed.length - 1);
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
    change({ ply: Math.max(1, next) }, 'pick', 'step');
  }, []);

  useEffect(() => {
    if (game !== null && ply > 1) setSaid(`${game.sans[ply - 2] ?? ''}. `);
  }, [game, ply]);
  useEffect(() => {
    if (line !== null && step > 0) setSaid(`${line.sans[step - 1] ?? ''}, move ${step} of ${line.sans.length}`);
  }, [line, step]);
  useEffect(() => {
    if (current === null || hovered !== null) return;
    if (nothing || waiting) {
      setSaid(''); // the notice speaks for itself
      return;
    }
    setSaid((now) => (view.pgn === undefined ? '' : `${now.split('. ', 1)[0] ?? ''}. `) + summary(tactics));
  }, [tactics, current, hovered, view.pgn, nothing, waiting]);

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
      setTrail((now) => [...now, view]);
      setSaid(`${reply.sans[0] ?? ''}. `);
      leave(reply.fens[1] ?? shown);
    });
  };

  const put = (from: Square, to: Square | null): void => {
    const placement = new Map(readPlacement(shown));
    const piece = placement.get(from);
    placement.delete(from);
    if (to !== null && piece !== undefined) placement.set(to, piece);
    leave(withPlacement(shown, placement));
  };

  const paint = (square: Square): boolean => {
    if (!editing || brush === null) return false;
    const placement = new Map(readPlacement(shown));
    if (brush === 'bin' || placement.get(square) === brush) placement.delete(square);
    else placement.set(square, brush);
    leave(withPlacement(shown, placement));
    return true;
  };

  const startEditing = (): void => {
    setTrail((now) => [...now, view]);
    leave(shown);
    setEditing(true);
  };

  const takeBack = (): void => {
    const last = trail.at(-1);
    if (last === undefined) return;
    setTrail(trail.slice(0, -1));
    setEditing(false);
    setView(last);
  };

  useKeys((key) => {
    if (editing) return;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[key];
    if (by === undefined) return;
    if (game !== null && step === 0) goTo(Math.min(Math.max(ply + by, 1), game.fens.length));
    else if (line !== null) change({ pick: picked ?? 0, step: Math.min(Math.max(step + by, 0), line.sans.length) });
  });

  const arrows = hovered === null ? arrowsFor(tactic, line, step) : arrowsFor(tactics[0], null, 0);
  const marks = marksFor(hovered === null ? tactic : undefined, line, step);
  if (game !== null && step === 0 && ply > 1 && hovered === null) marks.unshift(...moveMarks(game.moves[ply - 2]));

  return (
    <div class="playground">
      <h1 class="hidden-but-read">Playground: tactics in positions and games</h1>
      <div class="play-left">
        <PlayBoard
          fen={shown}
          flipped={flipped}
          arrows={arrows}
          marks={marks}
          label={`Board. ${turnWords(shown)}. Arrow keys go over the squares, Enter takes up and puts down a piece.`}
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
          <div class="row board-tools">
            {trail.length > 0 && (
              <Button look="quiet" label="Take back" onClick={takeBack}>
                <Icon name="undo" /> {trail.at(-1)?.pgn === undefined ? 'Take back' : 'Back to the game'}
              </Button>
            )}
            <Button look="quiet" label="Turn the board" onClick={() => change({ flip: !flipped })}>
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
            onChoose={(chosen) => change({ game: chosen }, 'ply', 'pick', 'step')}
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
          <SetUp fen={shown} brush={brush} onBrush={setBrush} onFen={leave} onDone={() => setEditing(false)} />
        ) : (
          <Source view={view} shown={shown} onView={load} />
        )}
        {gameFault !== null && view.pgn !== undefined && (
          <Notice kind="error" title={gameFault.kind === 'fault' ? 'This game cannot be read' : 'No analysis'}>
            {capitalised(place(gameFault) + gameFault.detail)}.
            {gameFault.kind === 'fault' && ' Mend it in the box above and analyse again.'}
          </Notice>
        )}
        <section class="found" aria-labelledby="found-title">
          <div class="found-head">
            <h2 id="found-title" class="panel-title">
              {hovered === null
                ? nothing
                  ? 'Tactics'
                  : title(tactics, waiting)
                : `If you let go on ${hover?.to ?? ''}: ${nothing ? 'no position' : title(tactics, waiting).toLowerCase()}`}
            </h2>
            <Choice
              label="Depth"
              value={depth}
              options={[
                { value: 'l2', text: 'Proven', title: 'l2: borne out by the forcing tree' },
                { value: 'l1', text: 'Candidates', title: 'l1: the structural scan' },
              ]}
              onChange={(value) => change({ depth: value }, 'pick', 'step')}
            />
          </div>
          <Filter found={found} wanted={wanted} onWanted={(patterns) => change({ patterns, pick: 0, step: 0 })} />
          {fault !== null && (
            <Notice
              kind={editing || hovered !== null ? 'warning' : 'error'}
              title={fault.kind === 'fault' ? 'No position to analyse' : 'No analysis'}
            >
              {capitalised(fault.detail)}.
            </Notice>
          )}
          <TacticList
            tactics={tactics}
            candidates={hovered === null ? candidates : NO_TACTICS}
            picked={hovered === null && tactic !== undefined ? picked : null}
            step={step}
            played={game !== null && hovered === null ? game.moves[ply - 1] : undefined}
            onPick={(index) => change({ pick: index ?? -1, step: 0 })}
            onStep={(to) => change({ pick: picked ?? 0, step: to })}
          />
        </section>
        {game !== null && text !== null && (
          <GamePanel
            game={game}
            pgn={text.own}
            chances={chances}
            ply={ply}
            depth={depth}
            onPly={goTo}
            onServer={replaceTactics}
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

/** What another position keeps of the view before. */
function kept({ depth, patterns }: View): View {
  return given({ depth, patterns });
}

function without(view: View, ...fields: (keyof View)[]): View {
  return Object.fromEntries(Object.entries(view).filter(([field]) => !fields.includes(field as keyof View)));
}

function title(tactics: readonly ShownTactic[], waiting: boolean): string {
  if (tactics.length === 0) return waiting ? 'Looking …' : 'No tactics here';
  return tactics.length === 1 ? 'One tactic' : `${tactics.length} tactics`;
}

function summary(tactics: readonly ShownTactic[]): string {
  const [best] = tactics;
  if (best === undefined) return 'No tactics here.';
  const first = `${capitalised(inWords(best.pattern))}, ${best.trigger_san ?? best.trigger_move}, ${gainWords(best)}`;
  return `${tactics.length === 1 ? 'One tactic' : `${tactics.length} tactics`}: ${first}.`;
}

function place({ line, column }: { line?: number; column?: number }): string {
  return line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}: `;
}
