/**
 * Positions of real games, chosen without asking our engine what it thinks of them: what was judged once stays of use when the engine
 * changes.
 *
 * They come in the order of a hash of theirs. So every beginning of the list is a fair sample, the order of the archives does not
 * matter, no position comes twice, and a longer list begins with the shorter one.
 */
import { createHash } from 'node:crypto';
import type { Engine } from '../../../src/tactics/engine.js';
import { readCorpus } from '../corpus.js';

/** Plies: what comes before is opening theory, the same in many games. */
const FIRST = 8;
/** Odd, so that both sides have their turn; far enough that two positions of a game seldom hold the same tactic. */
const STEP = 7;

export interface Sample {
  /** Games read, and the positions in question in all of them. */
  games: number;
  positions: number;
  /** Six fields, the counters those of a new game: Motif does not look at them, and so must not the referee. */
  fens: string[];
}

/** At most `count` positions in which a move was played. */
export async function samplePositions(engine: Engine, archives: readonly string[], count: number): Promise<Sample> {
  const sample: Sample = { games: 0, positions: 0, fens: [] };
  let kept = new Map<string, string>();
  for await (const { fens, moves } of readCorpus(engine, archives)) {
    sample.games++;
    for (let ply = FIRST; ply < moves.length; ply += STEP) {
      const fen = `${engine.canonicalFen(fens[ply] ?? '')} 0 1`;
      sample.positions++;
      kept.set(createHash('sha1').update(fen).digest('hex'), fen);
    }
    if (kept.size > 2 * count + 1000) kept = firstOf(kept, count);
  }
  sample.fens = [...firstOf(kept, count).values()];
  return sample;
}

function firstOf(kept: ReadonlyMap<string, string>, count: number): Map<string, string> {
  const inOrder = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(inOrder.slice(0, count));
}
