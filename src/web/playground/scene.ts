/** What is on the board: the position of the view, or of its game, and the line of one of its tactics as far as it was stepped into. */
import { useMemo } from 'preact/hooks';
import type { Depth, Pattern } from '../../tactics/types.js';
import type { View } from '../address.js';
import type { LineReply, ShownTactic } from '../engine/messages.js';
import { START_FEN, sideToMove } from '../position.js';
import { isOf, useAnalysis, type Analysis } from './analysis.js';
import { filtered } from './chances.js';
import { useGame, type Game, type GameState, type GameText } from './game.js';
import { useLine } from './hooks.js';
import type { Allowance } from './server.js';

export interface Scene {
  depth: Depth;
  /** Patterns that are shown; none for all ten. */
  wanted: readonly Pattern[];
  text: GameText | null;
  /** null where the view has none, and until it is read. */
  game: Game | null;
  /** Why the view's game cannot be read. */
  gameFault: GameState['fault'];
  /** Whether the view has a game that is not read, not yet or not at all: what stands on the board meanwhile is none of the visitor's. */
  unread: boolean;
  replaceTactics: GameState['replaceTactics'];
  /** The position before this half-move of the game, 1-based. */
  ply: number;
  /** Whether Black's side is below. */
  flipped: boolean;
  /** The position before the line of a tactic; null until it is known. */
  analysis: Analysis | null;
  /** Its tactics, before the filter. */
  there: readonly ShownTactic[];
  /** Milliseconds that the service took for the game; null where it is not what told them. */
  serverMs: number | null;
  /** Of the tactics behind the filter, the one that counts as chosen. */
  picked: number | null;
  /** The one on the board. */
  tactic: ShownTactic | undefined;
  line: LineReply | null;
  /** Moves of the line that are played on the board. */
  step: number;
  /** FEN on the board. */
  shown: string;
  /** Legal moves there, UCI. */
  legal: readonly string[];
  allowance: Allowance | null;
  setAllowance: (told: Allowance) => void;
}

export function useScene(view: View, editing: boolean): Scene {
  const depth = view.depth ?? 'l2';
  const wanted = view.patterns ?? NONE;
  const { text, game, fault, replaceTactics } = useGame(view.pgn, depth, (view.game ?? 1) - 1);
  const ply = game === null ? 1 : Math.min(view.ply ?? 1, game.fens.length);
  const base = view.pgn === undefined ? (view.fen ?? START_FEN) : (game?.fens[ply - 1] ?? START_FEN);

  const { analysis: latest, allowance, setAllowance } = useAnalysis(base, depth, !editing && view.pgn === undefined);
  const analysis = isOf(latest, base, depth) ? latest : null;
  const fromGame = game?.tactics[ply - 1];
  const there = fromGame ?? analysis?.tactics ?? NO_TACTICS;
  const ofGame = fromGame !== undefined && ply <= (game?.moves.length ?? 0);

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
  return {
    depth,
    wanted,
    text,
    game,
    gameFault: view.pgn === undefined ? null : fault,
    unread: view.pgn !== undefined && game === null,
    replaceTactics,
    ply,
    flipped: view.flip ?? (view.pgn === undefined && sideToMove(base) === 'black'),
    analysis,
    there,
    serverMs: ofGame ? (game?.serverMs ?? null) : null,
    picked,
    tactic,
    line,
    step,
    shown,
    legal: isOf(here, shown, depth) ? here.moves : NO_MOVES,
    allowance,
    setAllowance,
  };
}

const NONE: readonly Pattern[] = [];
const NO_TACTICS: readonly ShownTactic[] = [];
const NO_MOVES: readonly string[] = [];
