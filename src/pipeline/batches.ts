/**
 * Games -> batches: enough of them to be worth a trip to another thread, few enough that work spreads evenly, memory stays small and a
 * request to stop is answered soon.
 *
 * A batch never spans two entries, so that the end of its last game is a place in one of them: where a checkpoint belongs.
 */
import type { RawGame } from '../pgn/splitter.js';
import type { Depth } from '../tactics/types.js';
import type { BatchTask } from './tasks.js';

export interface BatchLimits {
  /** A batch is closed when it holds this many bytes of PGN ... */
  bytes: number;
  /** ... or this many games. */
  games: number;
}

/** A tenth of a second of work at l1 and about one second at l2, where a game costs a hundred times more. */
export const BATCH_LIMITS: Readonly<Record<Depth, BatchLimits>> = {
  l1: { bytes: 512 * 1024, games: 1000 },
  l2: { bytes: 16 * 1024, games: 16 },
};

/** Consecutive games of one entry. */
export class GameBatch {
  readonly games: readonly RawGame[];
  readonly bytes: number;

  /** Byte offset in the entry behind the last game. */
  readonly end: number;

  constructor(games: readonly RawGame[]) {
    this.games = games;
    this.bytes = games.reduce((sum, game) => sum + game.bytes.length, 0);
    const last = games.at(-1);
    this.end = last === undefined ? 0 : last.offset + last.bytes.length;
  }

  task(depth: Depth): BatchTask {
    const bytes = new Uint8Array(this.bytes);
    const bounds = new Uint32Array(this.games.length + 1);
    let at = 0;
    this.games.forEach((game, index) => {
      bytes.set(game.bytes, at);
      at += game.bytes.length;
      bounds[index + 1] = at;
    });
    return {
      kind: 'batch',
      depth,
      bytes,
      bounds,
      offsets: Float64Array.from(this.games, (game) => game.offset),
      lines: Float64Array.from(this.games, (game) => game.line),
      tooLarge: Uint8Array.from(this.games, (game) => (game.fault === 'too_large' ? 1 : 0)),
    };
  }
}

/** The games of a batch task, as the splitter gave them; `bytes` are views. */
export function gamesOf(task: BatchTask): RawGame[] {
  return Array.from(task.offsets, (offset, index) => {
    const game = {
      bytes: task.bytes.subarray(task.bounds[index], task.bounds[index + 1]),
      offset,
      line: task.lines[index] ?? 1,
    };
    return task.tooLarge[index] === 1 ? { ...game, fault: 'too_large' as const } : game;
  });
}

/**
 * Cuts a stream of games into batches; at most one batch is held back at any time.
 * Where the stream fails, the games that came before are handed out first, then the failure is passed on.
 */
export async function* batchGames(games: AsyncIterable<RawGame>, limits: BatchLimits): AsyncGenerator<GameBatch> {
  let held: RawGame[] = [];
  let bytes = 0;
  try {
    for await (const game of games) {
      held.push(game);
      bytes += game.bytes.length;
      if (bytes < limits.bytes && held.length < limits.games) continue;
      const full = new GameBatch(held);
      held = [];
      bytes = 0;
      yield full;
    }
  } catch (error) {
    if (held.length > 0) yield new GameBatch(held);
    throw error;
  }
  if (held.length > 0) yield new GameBatch(held);
}
