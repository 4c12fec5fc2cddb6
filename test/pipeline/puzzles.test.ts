/** Stored tactics become puzzles: each position is asked once, whatever ends a run, and however many threads there are. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { minePuzzles } from '../../src/pipeline/puzzles.js';
import { Database } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { maskOf } from '../../src/tactics/types.js';
import { colours } from '../properties/mirror.js';
import {
  BAD_WORKER,
  ENGINE,
  pgn,
  pgns,
  scan,
  sharedPool,
  tempFile,
  tempFolder,
  testPool,
  testStore,
} from './fixture.js';

const one = sharedPool(1);
const two = sharedPool(2);

const FORK = '6k1/pbp5/1p6/8/3n4/2N5/PP3PPP/2R3K1 w - - 2 29';
const MATE = '1b1r1rk1/p4ppp/8/8/2Pq4/1P3Q1P/P5P1/3R1R1K b - - 2 29';

function from(n: number, fen: string, moves: string): string {
  return pgn(n, { tags: `[SetUp "1"]\n[FEN "${fen}"]\n`, moves });
}

const GAMES = [
  from(50, FORK, '29. Ne2 Kf7'),
  from(51, MATE, '29... Qe5 30. g3'),
  from(52, FORK, '29. Ne2 Kg7'), // the same position once more
  from(53, colours.fen(FORK), '29... Ne7'), // and in the mirror
].join('');

async function scanned(text = GAMES + pgns(20), file = ':memory:'): Promise<Store> {
  const store = testStore(file);
  await scan([tempFile('a.pgn', text)], { pool: two, store, depth: 'l2' });
  return store;
}

describe('mining', () => {
  test('asks every position with a tactic worth it, and keeps every answer', async () => {
    const store = await scanned();
    const total = store.countPuzzleCandidates(ENGINE);
    const report = await minePuzzles({ store, pool: two, engine: ENGINE });
    expect(report).toMatchObject({ asked: total, total, interrupted: false });
    expect(Object.values(report.verdicts).reduce((sum, count) => sum + count)).toBe(total);
    const kept = Object.fromEntries(store.puzzleVerdicts(ENGINE));
    expect(Object.fromEntries(Object.entries(report.verdicts).filter(([, count]) => count > 0))).toEqual(kept);
    expect(store.countPuzzleCandidates(ENGINE)).toBe(0);
  });

  test('finds a puzzle once, with the game in which it arose first', async () => {
    const store = await scanned();
    const { puzzles } = await minePuzzles({ store, pool: two, engine: ENGINE });
    expect(puzzles).toBe(3); // rows: the mirror is a position of its own
    const found = [...store.puzzles(ENGINE)];
    expect(found).toHaveLength(2);
    const fork = found.find(({ before }) => before === FORK);
    expect(fork).toMatchObject({ mistake: 'c3e2', ply: 2, mate: false, gain: 800, game: { white: 'White 50' } });
    expect(fork?.records.length).toBeGreaterThan(0);
    const mate = found.find(({ before }) => before === MATE);
    expect(mate).toMatchObject({ mistake: 'd4e5', ply: 2, mate: true });
    expect(mate?.line.length).toBe(7);
  });

  test('keeps no answer about tactics that are others by now: the position is asked again', async () => {
    const text = GAMES;
    const file = join(tempFolder(), 'x.db');
    const path = tempFile('a.pgn', text);
    const store = testStore(file);
    await scan([path], { pool: two, store, depth: 'l2', patterns: maskOf(['fork']) });
    const [first] = store.nextPuzzleCandidates(ENGINE, 0, 1);
    // another process commits a scan of all patterns meanwhile
    await scan([path], { pool: two, store: testStore(file), depth: 'l2' });
    const all = store.countPuzzleCandidates(ENGINE);
    const stale = { ...first!, records: first!.records.slice(1) };
    store.putPuzzles(ENGINE, [{ candidate: stale, of: stale.last, verdict: 'failed' }]);
    expect(store.countPuzzleCandidates(ENGINE)).toBe(all);
    const now = store.nextPuzzleCandidates(ENGINE, 0, 1)[0]!;
    store.putPuzzles(ENGINE, [{ candidate: now, of: now.last, verdict: 'failed' }]);
    expect(store.countPuzzleCandidates(ENGINE)).toBe(all - 1);
  });

  test('asks nothing twice', async () => {
    const store = await scanned();
    await minePuzzles({ store, pool: two, engine: ENGINE });
    expect(await minePuzzles({ store, pool: two, engine: ENGINE })).toMatchObject({ asked: 0, total: 0, puzzles: 0 });
  });

  test('asks again what another engine left, and lists only its own', async () => {
    const store = await scanned(GAMES);
    await minePuzzles({ store, pool: two, engine: ENGINE });
    const next = { version: 'next', signature: 'next' };
    expect([...store.puzzles(next)]).toEqual([]);
    await scan([tempFile('b.pgn', GAMES)], { pool: two, store, depth: 'l2', engine: next });
    expect([...store.puzzles(ENGINE)]).toEqual([]);
    expect((await minePuzzles({ store, pool: two, engine: next })).puzzles).toBe(3);
  });

  test('leaves the same puzzles whatever the number of threads and the size of tasks', async () => {
    const stores = [await scanned(), await scanned(), await scanned()];
    const [first, second, third] = stores;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three stores');
    await minePuzzles({ store: first, pool: one, engine: ENGINE });
    await minePuzzles({ store: second, pool: two, engine: ENGINE, batch: 1 });
    await minePuzzles({ store: third, pool: two, engine: ENGINE, batch: 7 });
    // paths differ, for each store had its archive in a folder of its own
    const lists = stores.map((store) =>
      [...store.puzzles(ENGINE)].map(({ game: { archive: _, ...game }, ...puzzle }) => ({ ...puzzle, game })),
    );
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
  });

  test('that was stopped goes on where it was', async () => {
    const store = await scanned();
    const stop = new AbortController();
    const first = await minePuzzles({
      ...{ store, pool: one, engine: ENGINE, batch: 1, signal: stop.signal },
      onProgress: () => stop.abort(),
    });
    expect(first.interrupted).toBe(true);
    expect(first.asked).toBeLessThan(first.total);
    const second = await minePuzzles({ store, pool: one, engine: ENGINE });
    expect(second.total).toBe(first.total - first.asked);
    expect([...store.puzzles(ENGINE)]).toHaveLength(2);
  });

  test.each(['THROW', 'EXIT', 'HANG'])('survives a position that the engine fails on (%s)', async (word) => {
    const file = tempFile('games.db', '');
    const store = await scanned(GAMES, file);
    const db = new Database(file);
    db.prepare("UPDATE games SET start_fen = ? WHERE white = 'White 51'").run(word);
    db.close();
    // what hangs is waited for as long; what solves a position on a busy machine must not be taken for it
    const pool = testPool({ script: BAD_WORKER, timeLimit: word === 'HANG' ? 6_000 : 60_000 });
    const report = await minePuzzles({ store, pool, engine: ENGINE });
    expect(report.asked).toBe(report.total);
    expect(report.verdicts).toMatchObject({ puzzle: 2 });
    expect(report.verdicts.failed).toBeGreaterThan(0);
  });
});

describe('a position that stands in several games', () => {
  const AT_FORK = '6k1/pbp5/1p6/8/3n4/8/PP2NPPP/2R3K1 b - - 3 29';
  const GAME = from(60, FORK, '29. Ne2 Kf7');
  const STUDY = from(61, AT_FORK, '29... Nxe2+');
  const NULL_MOVE = from(63, '6k1/pbp5/1p6/8/3n4/8/PP2NPPP/2R3K1 w - - 3 29', '29. -- Nxe2+');

  // Black's king steps back, and nothing else would be better; in the other game the rook takes what is protected
  const ROOK = from(70, '2kr3r/pp3Rpp/3B4/8/1n6/5P2/1PP3PP/1K1R4 b - - 0 21', '21... Rd7 22. Rxd7');
  const FORCED = from(71, '1k5r/pp1r1Rpp/3B4/8/1n6/5P2/1PP3PP/1K1R4 b - - 1 21', '21... Kc8 22. Rxd7');

  async function store(...archives: string[]): Promise<Store> {
    const into = testStore(':memory:');
    for (const text of archives) {
      await scan([tempFile('a.pgn', text)], { pool: one, store: into, depth: 'l2' });
      await minePuzzles({ store: into, pool: one, engine: ENGINE });
    }
    return into;
  }

  const found = (of: Store): string[] => [...of.puzzles(ENGINE)].map(({ mistake, game }) => `${mistake} ${game.white}`);

  test.each([
    ['the games begin at it', [STUDY + GAME]],
    ['a study of it was asked before', [STUDY, GAME]],
    ['a null move led to it', [NULL_MOVE, STUDY, GAME]],
    ['its game comes first', [GAME, STUDY, NULL_MOVE]],
  ])('is a puzzle where one of them makes a mistake: %s', async (_, archives) => {
    const into = await store(...archives);
    expect(found(into)).toEqual(['c3e2 White 60']);
    expect(into.countPuzzleCandidates(ENGINE)).toBe(0);
  });

  test.each([
    ['in one scan', [FORCED + ROOK]],
    ['in two nights', [FORCED, ROOK]],
    ['the other way round', [ROOK, FORCED]],
  ])('is a puzzle where one of them had a better move: %s', async (_, archives) => {
    const into = await store(...archives);
    expect(found(into)).toEqual(['d8d7 White 70']);
    expect(into.countPuzzleCandidates(ENGINE)).toBe(0);
  });

  test('is asked again where an earlier game is looked at deeper', async () => {
    const into = testStore(':memory:');
    await scan([tempFile('a.pgn', ROOK)], { pool: one, store: into, depth: 'l1' });
    await scan([tempFile('b.pgn', FORCED)], { pool: one, store: into, depth: 'l2' });
    await minePuzzles({ store: into, pool: one, engine: ENGINE });
    expect(found(into)).toEqual([]);
    await scan([tempFile('a.pgn', ROOK)], { pool: one, store: into, depth: 'l2' });
    await minePuzzles({ store: into, pool: one, engine: ENGINE });
    expect(found(into)).toEqual(['d8d7 White 70']);
  });

  test('is asked again where its own game is looked at from earlier on, and came to it before', async () => {
    const twice = '21... Rd7 22. Bc5 Kb8 23. Bd6+ Kc8 24. Rxd7';
    const path = tempFile('a.pgn', from(70, '2kr3r/pp3Rpp/3B4/8/1n6/5P2/1PP3PP/1K1R4 b - - 0 21', twice));
    const into = testStore(':memory:');
    await scan([path], { pool: one, store: into, depth: 'l2', plies: { from: 4, to: 9 } });
    await minePuzzles({ store: into, pool: one, engine: ENGINE });
    expect(found(into)).toEqual([]);
    await scan([path], { pool: one, store: into, depth: 'l2' });
    await minePuzzles({ store: into, pool: one, engine: ENGINE });
    expect(found(into)).toEqual(['d8d7 White 70']);
  });

  test('is not asked again by games that come to it in the same way', async () => {
    const into = await store(STUDY, from(64, AT_FORK, '29... Kf7'));
    await scan([tempFile('b.pgn', from(65, AT_FORK, '29... Kf7'))], { pool: one, store: into, depth: 'l2' });
    expect(into.countPuzzleCandidates(ENGINE)).toBe(1);
    const report = await minePuzzles({ store: into, pool: one, engine: ENGINE });
    expect(report).toMatchObject({ asked: 1, verdicts: { no_move_before: 1 } });
    expect(into.countPuzzleCandidates(ENGINE)).toBe(0);
  });
});
