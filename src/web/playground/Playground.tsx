/** The playground: a position or a game, what tactics are in it, and everything that can be tried with them. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { PATTERNS, type Pattern } from '../../tactics/types.js';
import { playgroundAddress, readView, type View } from '../address.js';
import { askLine } from '../engine/client.js';
import type { LineReply, ShownTactic } from '../engine/messages.js';
import { Icon } from '../parts/Icon.js';
import { Notice } from '../parts/Notice.js';
import { PlayBoard } from '../parts/PlayBoard.js';
import type { Arrow, Mark } from '../parts/Board.js';
import { Button, Chip, Choice } from '../parts/controls.js';
import { START_FEN, readPlacement, sideToMove, withPlacement, type Square } from '../position.js';
import { PATTERN_NAMES, gainWords } from '../words.js';
import { useAnalysis } from './analysis.js';
import { chancesOf, filtered, type Chance } from './chances.js';
import { FIRST } from './examples.js';
import { useGame, type Game } from './game.js';
import { MoveList } from './MoveList.js';
import { askServerGame, type Allowance } from './server.js';
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
  const [gameIndex, setGameIndex] = useState(0);
  const [editing, setEditing] = useState(false);
  const [brush, setBrush] = useState<Brush>(null);
  const [hover, setHover] = useState<{ from: Square; to: Square } | null>(null);
  const [promotion, setPromotion] = useState<{ from: Square; to: Square } | null>(null);
  const [trail, setTrail] = useState<View[]>([]);
  const [said, setSaid] = useState('');

  const depth = view.depth ?? 'l2';
  const wanted = view.patterns ?? NONE;
  const { game, fault: gameFault, replaceTactics } = useGame(view.pgn, depth, gameIndex);
  const ply = game === null ? 1 : Math.min(view.ply ?? 1, game.fens.length);
  const base = view.pgn === undefined ? (view.fen ?? START_FEN) : (game?.fens[ply - 1] ?? START_FEN);
  const flipped = view.flip ?? (view.pgn === undefined && sideToMove(base) === 'black');

  const change = useCallback((part: Partial<View>) => {
    setOwn(true);
    setView((now) => ({ ...now, ...part }));
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
    setGameIndex(0);
    setEditing(false);
    setView((now) => ({ ...kept(now), ...next }));
  }, []);

  useEffect(() => {
    const back = (): void => {
      setTrail([]);
      setView(addressedView());
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(() => {
    if (own) history.replaceState(null, '', playgroundAddress(view));
  }, [view, own]);

  // what is held over a square is looked at as if it had been let go there
  const hovered = useHovered(hover, base, editing);
  const looked = hovered ?? base;
  const { analysis, allowance } = useAnalysis(looked, depth, hovered === null && !editing && view.pgn === undefined);
  const current = analysis !== null && analysis.fen === looked && analysis.depth === depth ? analysis : null;
  const fromGame = hovered === null && game !== null ? game.tactics[ply - 1] : undefined;
  const found = fromGame ?? current?.tactics ?? NO_TACTICS;
  const tactics = useMemo(() => filtered(found, wanted), [found, wanted]);
  const candidates = useMemo(() => filtered(current?.candidates ?? NO_TACTICS, wanted), [current, wanted]);

  const picked = tactics.length === 0 ? null : Math.min(view.pick ?? 0, tactics.length - 1);
  const tactic = picked === null || view.pick === -1 ? undefined : tactics[picked];
  const line = useLine(hovered === null ? tactic : undefined);
  const step = line === null ? 0 : Math.min(view.step ?? 0, line.sans.length);
  const shown = line?.fens[step] ?? base;
  const here = useAnalysis(shown, depth, false).analysis;
  const legal = here !== null && here.fen === shown ? here.moves : NO_MOVES;

  const chances = useMemo(() => (game === null ? [] : chancesOf(game.tactics, game.moves, wanted)), [game, wanted]);

  const goTo = useCallback((next: number) => {
    setOwn(true);
    setView((now) => ({ ...without(now, 'pick', 'step'), ply: Math.max(1, next) }));
  }, []);

  useEffect(() => {
    if (game !== null && ply > 1) setSaid(`${game.sans[ply - 2] ?? ''}. `);
  }, [game, ply]);
  useEffect(() => {
    if (line !== null && step > 0) setSaid(`${line.sans[step - 1] ?? ''}, move ${step} of ${line.sans.length}`);
  }, [line, step]);
  useEffect(() => {
    if (current === null || hovered !== null) return;
    setSaid((now) => (view.pgn === undefined ? '' : `${now.split('. ', 1)[0] ?? ''}. `) + summary(tactics));
  }, [tactics, current, hovered, view.pgn]);

  const playMove = (from: Square, to: Square, piece = ''): void => {
    const uci = from + to + piece;
    if (piece === '' && !legal.includes(uci) && legal.includes(`${uci}q`)) {
      setPromotion({ from, to });
      return;
    }
    setPromotion(null);
    setHover(null);
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
    const placement = new Map(readPlacement(base));
    const piece = placement.get(from);
    placement.delete(from);
    if (to !== null && piece !== undefined) placement.set(to, piece);
    setHover(null);
    leave(withPlacement(base, placement));
  };

  const paint = (square: Square): boolean => {
    if (!editing || brush === null) return false;
    const placement = new Map(readPlacement(base));
    if (brush === 'bin' || placement.get(square) === brush) placement.delete(square);
    else placement.set(square, brush);
    leave(withPlacement(base, placement));
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

  const arrows = arrowsFor(hovered === null ? tactic : tactics[0], line, step);
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
          label={`Board, ${sideToMove(shown)} to move. Arrow keys go over the squares, Enter takes up and puts down a piece.`}
          movable={(square) =>
            editing ? readPlacement(base).has(square) && brush === null : legal.some((move) => move.startsWith(square))
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
          <div class="promotion row" role="group" aria-label="The pawn becomes">
            {(['q', 'r', 'b', 'n'] as const).map((piece) => (
              <Button key={piece} onClick={() => playMove(promotion.from, promotion.to, piece)}>
                {{ q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }[piece]}
              </Button>
            ))}
            <Button look="quiet" onClick={() => setPromotion(null)}>
              Not at all
            </Button>
          </div>
        )}
        <div class="board-bar">
          <p class="turn">
            <span class={`turn-${sideToMove(shown)}`} aria-hidden="true" />
            {sideToMove(shown) === 'white' ? 'White' : 'Black'} to move
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
        {game !== null && (
          <>
            <GameTitle game={game} onIndex={setGameIndex} />
            <Strip chances={chances} sans={game.sans} fens={game.fens} ply={ply} onPly={goTo} />
          </>
        )}
      </div>

      <div class="play-right">
        {editing ? (
          <SetUp fen={base} brush={brush} onBrush={setBrush} onFen={leave} onDone={() => setEditing(false)} />
        ) : (
          <Source view={view} shown={shown} onView={load} />
        )}
        {gameFault !== null && view.pgn !== undefined && (
          <Notice kind="error" title="This game cannot be read">
            {place(gameFault)}
            {gameFault.detail}. Mend it in the box above and analyse again.
          </Notice>
        )}
        <section class="found" aria-labelledby="found-title">
          <div class="found-head">
            <h2 id="found-title" class="panel-title">
              {hovered === null
                ? title(tactics, current?.fault ?? null, current === null)
                : `If you let go on ${hover?.to ?? ''}: ${title(tactics, current?.fault ?? null, current === null).toLowerCase()}`}
            </h2>
            <Choice
              label="Depth"
              value={depth}
              options={[
                { value: 'l2', text: 'Proven', title: 'l2: borne out by the forcing tree' },
                { value: 'l1', text: 'Candidates', title: 'l1: the structural scan' },
              ]}
              onChange={(value) => change({ ...without(view, 'pick', 'step'), depth: value })}
            />
          </div>
          <Filter found={found} wanted={wanted} onWanted={(patterns) => change({ patterns, pick: 0, step: 0 })} />
          {current?.fault != null && gameFault === null && (
            <Notice kind={editing || hovered !== null ? 'warning' : 'error'} title="No position to analyse">
              {upper(current.fault)}.
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
        {game !== null && (
          <GamePanel game={game} chances={chances} ply={ply} depth={depth} onPly={goTo} onServer={replaceTactics} />
        )}
        <Status
          origin={current?.fault == null ? current?.origin : undefined}
          inGame={view.pgn !== undefined}
          allowance={allowance}
        />
        <Share view={own ? view : { ...view, ply }} fen={shown} />
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

/** What another position keeps of the view before. */
function kept({ depth, patterns }: View): View {
  return { ...(depth !== undefined && { depth }), ...(patterns !== undefined && { patterns }) };
}

function without(view: View, ...fields: (keyof View)[]): View {
  return Object.fromEntries(Object.entries(view).filter(([field]) => !fields.includes(field as keyof View)));
}

/** The position as it would be after letting go; null where nothing is held over a square. */
function useHovered(hover: { from: Square; to: Square } | null, base: string, editing: boolean): string | null {
  const [after, setAfter] = useState<string | null>(null);
  useEffect(() => {
    setAfter(null);
    if (hover === null) return;
    const { from, to } = hover;
    if (editing) {
      const placement = new Map(readPlacement(base));
      const piece = placement.get(from);
      placement.delete(from);
      if (piece !== undefined) placement.set(to, piece);
      setAfter(withPlacement(base, placement));
      return;
    }
    let wanted = true;
    const take = (uci: string): void => {
      void askLine(base, [uci]).then((reply) => {
        if (!wanted) return;
        if (reply.kind === 'line') setAfter(reply.fens[1] ?? null);
        else if (uci.length === 4) take(`${uci}q`); // a pawn that promotes
      });
    };
    take(from + to);
    return () => {
      wanted = false;
    };
  }, [hover, base, editing]);
  return after;
}

/** The positions of a tactic's line; null until they are known. */
function useLine(tactic: ShownTactic | undefined): LineReply | null {
  const [line, setLine] = useState<{ tactic: ShownTactic; reply: LineReply } | null>(null);
  useEffect(() => {
    if (tactic === undefined) return;
    let wanted = true;
    void askLine(tactic.fen, tactic.sequence ?? [tactic.trigger_move]).then((reply) => {
      if (wanted && reply.kind === 'line') setLine({ tactic, reply });
    });
    return () => {
      wanted = false;
    };
  }, [tactic]);
  return line !== null && line.tactic === tactic ? line.reply : null;
}

/** Keys that are meant for no control. */
function useKeys(onKey: (key: string) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target?.closest('input, textarea, select, [role=grid]') != null) return;
      latest.current(event.key);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** At the position: the whole line, the trigger foremost. Within the line: the move that comes next. */
function arrowsFor(tactic: ShownTactic | undefined, line: LineReply | null, step: number): Arrow[] {
  if (tactic === undefined) return [];
  const moves = tactic.sequence ?? [tactic.trigger_move];
  if (line !== null && step > 0) {
    const next = moves[step];
    return next === undefined ? [] : [arrow(next, step)];
  }
  // more than these is a tangle
  return moves.slice(0, 3).map(arrow).reverse();
}

function arrow(move: string, index: number): Arrow {
  const kind = index === 0 ? 'trigger' : index % 2 === 0 ? 'line' : 'reply';
  return { from: move.slice(0, 2), to: move.slice(2, 4), kind };
}

function marksFor(tactic: ShownTactic | undefined, line: LineReply | null, step: number): Mark[] {
  if (tactic === undefined) return [];
  const marks = step > 0 ? moveMarks((tactic.sequence ?? [tactic.trigger_move])[step - 1]) : [];
  const stands = (tactic.pattern_ply ?? 0) + 1;
  if (line !== null && step > 0 && step !== stands) return marks;
  for (const square of tactic.key_squares) marks.push({ square, kind: 'key' });
  for (const square of tactic.target_squares) marks.push({ square, kind: 'target' });
  return marks;
}

function moveMarks(move: string | undefined): Mark[] {
  if (move === undefined || move === '0000') return [];
  return [
    { square: move.slice(0, 2), kind: 'from' },
    { square: move.slice(2, 4), kind: 'to' },
  ];
}

function title(tactics: readonly ShownTactic[], fault: string | null, waiting: boolean): string {
  if (fault !== null) return 'No tactics';
  if (tactics.length === 0) return waiting ? 'Looking …' : 'No tactics here';
  return tactics.length === 1 ? 'One tactic' : `${tactics.length} tactics`;
}

function summary(tactics: readonly ShownTactic[]): string {
  const [best] = tactics;
  if (best === undefined) return 'No tactics here.';
  const first = `${PATTERN_NAMES[best.pattern]}, ${best.trigger_san ?? best.trigger_move}, ${gainWords(best)}`;
  return `${tactics.length === 1 ? 'One tactic' : `${tactics.length} tactics`}: ${first}.`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function place({ line, column }: { line?: number; column?: number }): string {
  return line === undefined ? '' : `Line ${line}${column === undefined ? '' : `, column ${column}`}: `;
}

function GameButtons({ ply, count, onPly }: { ply: number; count: number; onPly: (ply: number) => void }) {
  return (
    <div class="row game-buttons" role="group" aria-label="Through the game">
      <Button look="quiet" label="To the beginning" disabled={ply === 1} onClick={() => onPly(1)}>
        <Icon name="first" />
      </Button>
      <Button look="quiet" label="Previous move" disabled={ply === 1} onClick={() => onPly(ply - 1)}>
        <Icon name="back" />
      </Button>
      <Button look="quiet" label="Next move" disabled={ply === count} onClick={() => onPly(ply + 1)}>
        <Icon name="forward" />
      </Button>
      <Button look="quiet" label="To the end" disabled={ply === count} onClick={() => onPly(count)}>
        <Icon name="last" />
      </Button>
    </div>
  );
}

function GameTitle({ game, onIndex }: { game: Game; onIndex: (index: number) => void }) {
  const tag = (name: string): string => {
    const value = game.tags.get(name) ?? '';
    return /^[?.*]*$/.test(value) ? '' : value;
  };
  const about = [tag('Event'), tag('Site'), tag('Date').replaceAll('.??', '')].filter((part) => part !== '').join(', ');
  return (
    <div class="game-title">
      <p>
        <strong>{tag('White') || 'White'}</strong> – <strong>{tag('Black') || 'Black'}</strong> {tag('Result')}
      </p>
      {about !== '' && <p class="small muted">{about}</p>}
      {game.titles.length > 1 && (
        <select
          aria-label="Game of the text"
          value={game.index}
          onChange={({ currentTarget }) => onIndex(Number(currentTarget.value))}
        >
          {game.titles.map((text, index) => (
            <option key={index} value={index}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Filter({
  found,
  wanted,
  onWanted,
}: {
  found: readonly ShownTactic[];
  wanted: readonly Pattern[];
  onWanted: (wanted: Pattern[]) => void;
}) {
  return (
    <details class="filter" open={wanted.length > 0}>
      <summary>
        {wanted.length === 0
          ? 'All ten patterns'
          : `Only ${wanted.map((pattern) => PATTERN_NAMES[pattern].toLowerCase()).join(', ')}`}
      </summary>
      <div class="chips">
        {PATTERNS.map((pattern) => {
          const count = found.filter((tactic) => tactic.pattern === pattern).length;
          return (
            <Chip
              key={pattern}
              on={wanted.includes(pattern)}
              onChange={(on) =>
                onWanted(
                  on
                    ? PATTERNS.filter((other) => other === pattern || wanted.includes(other))
                    : wanted.filter((other) => other !== pattern),
                )
              }
            >
              {PATTERN_NAMES[pattern]}
              {count > 0 && <span class="count"> {count}</span>}
            </Chip>
          );
        })}
        {wanted.length > 0 && (
          <Button look="quiet" onClick={() => onWanted([])}>
            All
          </Button>
        )}
      </div>
    </details>
  );
}

interface GamePanelProps {
  game: Game;
  chances: readonly (Chance | null)[];
  ply: number;
  depth: string;
  onPly: (ply: number) => void;
  onServer: (tactics: Parameters<ReturnType<typeof useGame>['replaceTactics']>[0]) => void;
}

function GamePanel({ game, chances, ply, depth, onPly, onServer }: GamePanelProps) {
  const [told, setTold] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [, setAllowance] = useState<Allowance | null>(null);
  useEffect(() => setTold(null), [game.pgn, depth]);
  const count = (white: boolean, became: Chance['became']): number =>
    chances.filter(
      (chance) =>
        chance !== null && chance.became === became && (game.fens[chance.index]?.split(' ')[1] === 'w') === white,
    ).length;
  const ask = async (): Promise<void> => {
    setAsking(true);
    const answer = await askServerGame(game.pgn, depth);
    setAsking(false);
    setAllowance(answer.allowance);
    if ('refused' in answer)
      setTold(`The server does not answer: ${answer.refused}. What you see was computed in this page.`);
    else {
      onServer(answer.tactics);
      setTold(`The server says so too: ${answer.tactics.length} tactics in ${answer.ms} ms.`);
    }
  };
  return (
    <section class="game-panel" aria-labelledby="game-panel-title">
      <h2 id="game-panel-title" class="panel-title">
        The game
      </h2>
      <table class="tally">
        <thead>
          <tr>
            <td />
            <th scope="col">played</th>
            <th scope="col">missed</th>
          </tr>
        </thead>
        <tbody>
          {[true, false].map((white) => (
            <tr key={String(white)}>
              <th scope="row">{white ? 'White' : 'Black'}</th>
              <td>{count(white, 'played')}</td>
              <td>{count(white, 'missed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoveList chances={chances} sans={game.sans} fens={game.fens} ply={ply} onPly={onPly} />
      <p class="small muted">
        {game.ms === null
          ? 'Being analysed in this page …'
          : `${game.fens.length} positions, analysed in this page in ${Math.max(1, Math.round(game.ms))} ms.`}{' '}
        <button type="button" class="link" disabled={asking || game.ms === null} onClick={() => void ask()}>
          Ask the server too
        </button>{' '}
        (it counts as one of your games of the day).
      </p>
      {told !== null && (
        <p class="small" role="status">
          {told}
        </p>
      )}
    </section>
  );
}
