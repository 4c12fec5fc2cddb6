/**
 * The behaviour of the engine as sixteen letters: a hash over what it finds in fixed positions of the sample's games.
 *
 * It changes when, and only when, a result on them changes. Hashed is every fifth position of every game, from where on says the seed; at l2
 * also one of the last plies, where games are decided and the mates are. Both have a few more, on which rules turn that so few games come upon.
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

const RARE = [
  '4k3/3pn3/4p2R/2B1P1p1/3P3p/7P/6PK/3r4 w - - 0 40', // the last man of a line is taken at the price of a mate
  '2r3k1/pQ3pp1/2N4p/3n4/3B4/5qPb/P4P2/4R1K1 w - - 1 29', // the same, and another line stands in for it
  'r5k1/5pp1/7p/n7/8/7P/1P3PP1/R5K1 w - - 0 1', // a knight that is pinned to a rook is attacked again
  '6k1/5ppp/8/8/8/3B4/5PPP/R5K1 w - - 0 1', // a bishop looks at the men before the king that is mated
  'r4rk1/pp3ppp/2npp3/1N1p4/3P3q/P2QPPP1/1PP5/R3K1NR b KQ - 0 15', // a pin that a capture makes by the way
  '7r/1p2kpqp/3Np3/8/1Q6/8/1r3P1P/5K2 w - - 0 1', // who has to answer the check of another piece cannot take
  '6k1/5pp1/2pb1n1p/1p6/1PPB4/5P2/b1B2QPP/1q4K1 w - - 0 27', // what wins by its own exchange needs no other name
];

export async function computeSignature(engine: Engine): Promise<Signature> {
  const hash = createHash('sha256');
  const l1: Part = { positions: 0, bytes: 0 };
  const l2: Part = { positions: 0, bytes: 0 };
  const addBoth = (fen: string): void => {
    add(hash, l1, engine.analyze(fen, 'l1'));
    add(hash, l2, engine.analyze(fen, 'l2'));
  };
  let games = 0;
  for await (const { fens } of readCorpus(engine, [SAMPLE])) {
    const random = makeRandom(SEED, games++);
    const late = Math.max(0, fens.length - 1 - random.below(END));
    for (let i = random.below(STEP); i < fens.length; i += STEP) addBoth(fens[i] ?? '');
    add(hash, l2, engine.analyze(fens[late] ?? '', 'l2'));
  }
  for (const fen of RARE) addBoth(fen);
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
