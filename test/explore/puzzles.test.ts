/** The puzzles of a wish: what it asks of a tactic is asked of the puzzle itself, the rest of its own game. */
import { expect, test } from 'vitest';
import { puzzlesOf } from '../../src/explore/puzzles.js';
import type { Wish } from '../../src/store/search/wish.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { ENGINE } from '../../src/tactics/version.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { maskOf, type Pattern } from '../../src/tactics/types.js';
import { parseUci } from '../../src/tactics/uci.js';
import { batch, found, game, tactic } from '../store/fixture.js';

const engine = await loadEngine();
/** Of rook and king against king; the solution is a rook's move. */
const BEFORE = '4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1';
const FEN = '3k4/8/8/8/8/8/4P3/R3K3 w - - 1 2';
const OTHER = '3k4/8/8/8/8/8/4P3/R3K3 w - -';

/** `tactic` begins with e2e4. */
function starting(move: string, of: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(of);
  const word = parseUci(move) ?? 0;
  bytes.set([word & 255, word >> 8], 2);
  return bytes;
}

/** One puzzle, a fork that wins five pawns by a1a8; in its position the move e2e4 starts a pin that wins nine. */
function storeOf(more: { outcome?: boolean; gain?: number; mate?: boolean } = {}): Store {
  const store = openStore(':memory:');
  const records = [starting('a1a8', tactic('fork', 900)), tactic('pin', 900)];
  const moves = Buffer.alloc(8);
  if (more.outcome) moves.writeUInt16LE(parseUci('a1a8') ?? 0, 2);
  store.writeBatch(batch([game(1, [found(2, OTHER, ...records)], { moves })], { engine: ENGINE }));
  const [candidate] = store.nextPuzzleCandidates(ENGINE, 0, 1);
  if (candidate === undefined) throw new Error('no candidate');
  const line = Buffer.alloc(2);
  line.writeUInt16LE(parseUci('a1a8') ?? 0);
  const solution = { id: 'A'.repeat(11), before: BEFORE, mistake: parseUci('e8d8') ?? 0, fen: FEN, line, margin: 600 };
  const { gain = 500, mate = false } = more;
  store.putPuzzles(ENGINE, [
    { candidate, of: candidate.last, verdict: 'puzzle', solution: { ...solution, gain, mate } },
  ]);
  return store;
}

async function count(store: Store, wish: Wish): Promise<number> {
  return (await puzzlesOf(store, engine, { kind: 'puzzles', wish, format: 'jsonl' })).puzzles;
}

const of = (...patterns: Pattern[]): Wish => ({ patterns: maskOf(patterns) });

test.each<[string, Wish, number]>([
  ['nothing is asked', {}, 1],
  ['its first move starts the pattern', of('fork'), 1],
  ['another move starts the pattern', of('pin'), 0],
  ['it wins enough', { minGain: 500 }, 1],
  ['only its tactic wins so much', { minGain: 600 }, 0],
  ['it wins no more', { maxGain: 500 }, 1],
  ['it is no mate', { mate: true }, 0],
  ['its solver is White', { side: 'white' }, 1],
  ['its solver is not Black', { side: 'black' }, 0],
  ['its game is one of the player', { player: 'white 1' }, 1],
  ['its game is another', { player: 'white 2' }, 0],
  ['its solution was not played, but the game went on', { outcome: 'missed' }, 1],
  ['its solution was not played', { outcome: 'played' }, 0],
  ['all of it holds', { ...of('fork'), minGain: 300, side: 'white', since: 18510101, white: 'white' }, 1],
])('%s', async (_, wish, puzzles) => {
  const store = storeOf();
  expect(await count(store, wish)).toBe(puzzles);
  store.close();
});

test('a mate meets every gain', async () => {
  const store = storeOf({ gain: 0, mate: true });
  expect(await count(store, { minGain: 900 })).toBe(1);
  expect(await count(store, { maxGain: 900 })).toBe(0);
  store.close();
});

test('a solution that was played was', async () => {
  const store = storeOf({ outcome: true });
  expect(await count(store, { outcome: 'played' })).toBe(1);
  store.close();
});
