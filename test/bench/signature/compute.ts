/**
 * The behaviour of the engine as sixteen letters: a hash over what it finds in fixed positions of the sample's games.
 *
 * It changes when, and only when, a result on them changes. l1 is cheap, and every fifth position of every game is hashed; l2 has two
 * positions of each game, by seed: one from anywhere, and one of the last plies, where games are decided and the mates are.
 */
import { createHash, type Hash } from 'node:crypto';
import { makeRandom } from '../../../jobs/sample/random.js';
import type { Engine } from '../../../src/tactics/engine.js';
import { readCorpus, SAMPLE } from '../corpus.js';

export interface Signature {
  /** The beginning of a SHA-256, 16 hexadecimal digits. */
  hash: string;
  games: number;
  /** Positions and bytes of packed records, at each depth. */
  l1: Part;
  l2: Part;
}

export interface Part {
  positions: number;
  bytes: number;
}

const SEED = 2026;
const STEP = 5;
/** The decisive plies: this many positions at the end of a game. */
const END = 6;

export async function computeSignature(engine: Engine): Promise<Signature> {
  const hash = createHash('sha256');
  const l1: Part = { positions: 0, bytes: 0 };
  const l2: Part = { positions: 0, bytes: 0 };
  let games = 0;
  for await (const { fens } of readCorpus(engine, [SAMPLE])) {
    const random = makeRandom(SEED, games++);
    const anywhere = random.below(fens.length);
    const late = Math.max(0, fens.length - 1 - random.below(END));
    for (let i = random.below(STEP); i < fens.length; i += STEP) add(hash, l1, engine.analyze(fens[i] ?? '', 'l1'));
    for (const index of [anywhere, late]) add(hash, l2, engine.analyze(fens[index] ?? '', 'l2'));
  }
  return { hash: hash.digest('hex').slice(0, 16), games, l1, l2 };
}

/** Adds one position's records, with their length before them: or records could move to the next position unseen. */
function add(hash: Hash, part: Part, records: Uint8Array): void {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(records.length);
  hash.update(length).update(records);
  part.positions++;
  part.bytes += records.length;
}
