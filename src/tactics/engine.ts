/**
 * One kernel instance and its calls, in TypeScript's terms. An engine is single-threaded state: one a thread.
 *
 * Nothing here allocates per node, knows of files or looks at a clock: text and bytes go in, flat records come out (`record.ts`).
 */
import type { Depth, PatternMask } from './types.js';

/** Why a game's movetext could not be followed to its end. */
export type FaultReason =
  | 'illegal_move' // a well-formed move that is not legal here
  | 'ambiguous_move' // two pieces could make it
  | 'bad_token' // neither move, number, result, comment nor glyph
  | 'unterminated_comment'
  | 'unterminated_variation'
  | 'too_many_plies'
  | 'bad_fen'; // the FEN tag holds no legal position

export interface GameFault {
  ok: false;
  reason: FaultReason;
  /** 1-based half-move that could not be read; 0 where the start position is at fault. */
  ply: number;
  /** Byte offset in the movetext that was given; 0 for a bad FEN. */
  offset: number;
  /** The text at fault, at most 32 characters. */
  token: string;
}

/** What a scan found in one game. */
export interface GameScan {
  ok: true;
  /** The main line, packed as in `record.ts`; 0 is a null move. */
  moves: Uint16Array;
  /** For the position before each ply: the patterns that l1 found there (same length as `moves`, plus one for the last position). */
  masks: Uint16Array;
  /** Number of l1 candidates (move, pattern) over all positions. */
  candidates: number;
  /** Positions that hold confirmed tactics, in game order; empty at l1. */
  found: FoundPosition[];
}

export interface FoundPosition {
  /** 1-based: the position stands before this ply. */
  ply: number;
  /** Canonical FEN: the first four fields, en passant only where a capture is legal. */
  fen: string;
  /** Packed tactics of all ten patterns, in published order. */
  records: Uint8Array;
}

export interface Engine {
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

  /** Reads one game's movetext (bytes behind the tag section) and scans the position before every ply and after the last. */
  scanGame(movetext: Uint8Array, startFen: string | null, depth: Depth): GameScan | GameFault;
}
