/**
 * One kernel instance and its calls, in TypeScript's terms. An engine is single-threaded state: one a thread.
 *
 * Nothing here allocates per node, knows of files or looks at a clock: text and bytes go in, flat records come out (`record.ts`).
 */
import type { PlyRange } from './plies.js';
import type { Depth, PatternMask } from './types.js';

/** Why a game's movetext could not be followed to its end. */
export type FaultReason =
  | 'illegal_move' // a well-formed move that is not legal here
  | 'ambiguous_move' // two pieces could make it
  | 'bad_token' // neither move, number, result, comment nor glyph
  | 'unterminated_comment'
  | 'unterminated_variation'
  | 'too_many_plies'
  | 'too_large' // more bytes than the kernel's buffer holds
  | 'bad_fen'; // the FEN tag holds no legal position, or the game leads from it to one that cannot be read

export interface GameFault {
  ok: false;
  reason: FaultReason;
  /** 1-based half-move that could not be read; 0 where the start position or the size is at fault. */
  ply: number;
  /** Byte offset in the movetext that was given; 0 for a bad FEN. */
  offset: number;
  /** The text at fault, at most 32 characters. */
  token: string;
  /** `bad_fen` only: what is wrong with it, in words. */
  detail?: string;
  /** The legal moves before the fault, packed; absent where none was looked for. */
  moves?: Uint16Array;
  /** FEN of the position behind them; absent where they are. */
  position?: string;
}

/** A game replayed. */
export interface GameReplay {
  ok: true;
  /** The main line, packed as in `record.ts`; 0 is a null move. */
  moves: Uint16Array;
  /** Full six-field FEN before each ply and, as the last item, behind the last one. */
  fens: string[];
}

/** What a scan found in one game. */
export interface GameScan {
  ok: true;
  /** The main line, packed as in `record.ts`; 0 is a null move. */
  moves: Uint16Array;
  /**
   * For the position before each ply: the patterns that l1 found there, or UNSEEN (`plies.ts`) where it was not looked at. As long as
   * `moves`, plus one for the last position.
   */
  masks: Uint16Array;
  /** Number of l1 candidates over all positions: where a move starts one pattern twice, both. */
  candidates: number;
  /** Positions that hold confirmed tactics, in game order; empty at l1. */
  found: FoundPosition[];
}

export interface MovePlaces {
  ok: true;
  /**
   * The movetext as it was read. That is the one given, unless its words stood apart by blanks other than ASCII's (then by plain ones, as
   * many bytes), or its pieces had letters of another language (then the standard's, in UTF-8).
   */
  text: Uint8Array;
  /** Bytes of `text` up to the end of each move, glyphs that touch it included. */
  ends: Uint32Array;
}

export interface FoundPosition {
  /** 1-based: the position stands before this ply. */
  ply: number;
  /** Canonical FEN: the first four fields, en passant only where a capture is legal. */
  fen: string;
  /** Packed tactics of all ten patterns, in published order. */
  records: Uint8Array;
}

/** What the solver found in a position; scores are centipawns for the solver, the whole position weighed. */
export interface Solution {
  /** Index in `VERDICTS` (`puzzle.ts`); unless it is 0, the rest is as far as the solver came. */
  verdict: number;
  /** Packed, the solver's move first. */
  line: Uint16Array;
  mate: boolean;
  /** Centipawns of material that the line wins. */
  gain: number;
  score: number;
  /** Of the second-best first move. */
  second: number;
  /** Equal for mirrored positions. */
  identity: bigint;
}

/** What `Engine.worth` says where it cannot tell. */
export const UNKNOWN_WORTH = -32_000;

export interface Engine {
  /** Reads one game's main line and nothing else: packed moves as in `GameReplay`. */
  mainLine(movetext: Uint8Array, startFen: string | null): Uint16Array | GameFault;

  /**
   * Analyses one position.
   * @throws {InvalidFenError} with the reason in words.
   */
  analyze(fen: string, depth: Depth, mask?: PatternMask): Uint8Array;

  /**
   * The canonical FEN (four fields), the key under which results are stored.
   * @throws {InvalidFenError}
   */
  canonicalFen(fen: string): string;

  /**
   * Reads one game's movetext (bytes behind the tag section) and scans the position before every ply and after the last.
   * @param plies only these positions; all unless given
   * @param decoded called when the moves are read, before the first position is looked at; for clocks
   */
  scanGame(
    movetext: Uint8Array,
    startFen: string | null,
    depth: Depth,
    plies?: PlyRange,
    decoded?: () => void,
  ): GameScan | GameFault;

  /**
   * The same for moves that were read before, packed as in `GameReplay`.
   * @throws {Error} where one of them is not legal
   */
  scanMoves(moves: Uint16Array, startFen: string | null, depth: Depth, plies?: PlyRange): GameScan;

  /**
   * Looks for the only move that wins, and follows it until the gain is in hand (`kernel/solve.ts`).
   * @throws {InvalidFenError}
   */
  solve(fen: string): Solution;

  /**
   * What the side to move can get at best, in centipawns, the whole position weighed; beyond 29,800 either way a mate. UNKNOWN_WORTH where
   * nodes ran out before anything was known, or there is no legal move.
   * @param attacking whether its own checks are looked into deeper, or the other side's
   * @throws {InvalidFenError}
   */
  worth(fen: string, attacking: boolean): number;

  /**
   * Material of the side to move less the other side's, in centipawns.
   * @throws {InvalidFenError}
   */
  material(fen: string): number;

  /**
   * Full FEN of the position that moves lead to.
   * @param moves packed as in `GameReplay`
   * @throws {InvalidFenError} @throws {Error} where one of them is not legal
   */
  positionAfter(startFen: string | null, moves: Uint16Array): string;

  /** Forgets the positions that scans have come through: the next one analyses all of them, as a new engine would. */
  forget(): void;

  /** Reads one game's movetext and gives the position before every ply and after the last. */
  replay(movetext: Uint8Array, startFen: string | null): GameReplay | GameFault;

  /** Reads one game's movetext and says where in it each move of the main line ends. */
  locate(movetext: Uint8Array, startFen: string | null): MovePlaces | GameFault;

  /**
   * The legal moves, in UCI.
   * @throws {InvalidFenError}
   */
  legalMoves(fen: string): string[];

  /**
   * SAN of a move given in UCI, with its check sign; `--` for the null move `0000`; null where it is not legal.
   * @throws {InvalidFenError}
   */
  san(fen: string, uci: string): string | null;

  /**
   * SAN of a line of legal moves given in UCI.
   * @throws {InvalidFenError}
   * @throws {IllegalMoveError} where one of them is not legal
   */
  sanLine(fen: string, line: readonly string[]): string[];

  /**
   * How many legal replies there are to each move of a line of legal moves given in UCI; 0 to one that mates.
   * @throws {InvalidFenError}
   * @throws {IllegalMoveError} where one of them is not legal
   */
  replyCounts(fen: string, line: readonly string[]): number[];

  /**
   * The number of legal lines of `depth` plies, the last ply counted, not made.
   * @throws {InvalidFenError}
   * @throws {RangeError} a depth beyond 12
   */
  perft(fen: string, depth: number): number;

  /**
   * Walks all lines of `depth` plies, null moves included, and counts positions whose key, material or boards differ from what the
   * board says afresh, or are not restored when a move is taken back. Anything but 0 is a fault of the kernel.
   * @throws {InvalidFenError}
   * @throws {RangeError} a depth beyond 6
   */
  selfCheck(fen: string, depth: number): number;
}
