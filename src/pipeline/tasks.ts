/**
 * What worker threads are asked, and what they answer.
 *
 * Everything that crosses a thread is flat: bytes in, packed records out. Objects for each tactic would cost more to copy than the
 * tactics cost to find (`tactics/record.ts` has the layout, `packet.ts` that of a batch's answer).
 */
import type { PlyRange } from '../tactics/plies.js';
import type { Judgement, PuzzlePosition } from '../tactics/puzzle.js';
import type { Depth } from '../tactics/types.js';
import type { GamesResult, GamesTask, LinesResult, LinesTask } from './answers.js';
import type { GameBatch } from './batches.js';
import type { Spent } from './stages.js';

/** What a scan asks of every batch. */
export interface TaskTerms {
  depth: Depth;
  /** The plies to look at; all unless given. */
  plies?: PlyRange;
  /** Which games are wanted (`filterText`); all unless given. */
  filter?: string;
}

/** Consecutive games of one entry, in shared memory. */
export interface BatchTask extends TaskTerms, GameBatch {
  kind: 'batch';
  /** What the store says is to be done with each game (`Todo`); unless given, each is scanned. */
  todo?: Uint8Array;
}

/** The same games, of which only the digests are wanted: is there anything to do? */
export interface IdentifyTask extends GameBatch {
  kind: 'identify';
  /** As above: the moves of games that are not wanted are not read. */
  filter?: string;
}

export interface IdentifyResult {
  /** DIGEST_LENGTH bytes a game; all zero for one that is not wanted or cannot be read. */
  digests: Uint8Array;
}

/** The games' outcomes in their order; read it with `readPacket`. */
export interface BatchResult {
  heads: Int32Array;
  bytes: Uint8Array;
  /** JSON: one array of texts for each game. */
  texts: string;
}

/** Games that are stored, by their moves; answered as a batch is, without digests and tags. */
export interface RescanTask {
  kind: 'rescan';
  /** The games' moves one behind the other, u16 little-endian, and where each game begins, in bytes: one more than there are games. */
  moves: Uint8Array;
  bounds: Uint32Array;
  startFens: readonly (string | null)[];
  depths: readonly Depth[];
  /** From and to for each game; `to` below `from` for nowhere. */
  plies: Float64Array;
}

/** One position. Refused with an `InvalidFenError` where the FEN is malformed or illegal. */
export interface PositionTask {
  kind: 'position';
  fen: string;
  depth: Depth;
}

export interface PositionResult {
  /** Packed tactics of all ten patterns, in published order. */
  records: Uint8Array;
}

/** Positions of games with tactics: which of them are puzzles? */
export interface SolveTask {
  kind: 'solve';
  positions: readonly PuzzlePosition[];
}

export interface SolveResult {
  /** In the positions' order. */
  judgements: Judgement[];
}

export type Task = IdentifyTask | BatchTask | RescanTask | PositionTask | SolveTask | LinesTask | GamesTask;

export type ResultOf<T extends Task> = T extends IdentifyTask
  ? IdentifyResult
  : T extends BatchTask | RescanTask
    ? BatchResult
    : T extends PositionTask
      ? PositionResult
      : T extends SolveTask
        ? SolveResult
        : T extends LinesTask
          ? LinesResult
          : GamesResult;

/** An error on its way between threads: classes do not survive the journey. */
export interface CarriedError {
  name: string;
  message: string;
  /** Of an `InvalidFenError`, the one that a caller can cause. */
  detail?: string;
}

/** Main thread to worker. */
export interface Request {
  task: Task;
}

/** Worker to main thread: first `ready`, then one answer for each request, with the time that it took. */
export type Reply = { ready: true } | { result: ResultOf<Task>; spent: Spent } | { error: CarriedError };
