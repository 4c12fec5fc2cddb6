/** Puzzles in the store: what comes back, which positions are asked, and for whom the answers hold. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open.js';
import type { PuzzleFinding } from '../../src/store/puzzles.js';
import type { GameRow } from '../../src/store/rows.js';
import { Database } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { batch, ENGINE_A, ENGINE_B, entry, FEN_1, FEN_2, found, game, run, tactic, tempFolder } from './fixture.js';

const TRIGGER = 12 | (28 << 6); // e2e4, with which each `tactic` begins

function holding(...games: GameRow[]): Store {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  store.writeBatch(batch(games, { entry: entry(2, 3) }));
  return store;
}

function through(seed: number, ply = 3, records = tactic('fork'), changes: Partial<GameRow> = {}): GameRow {
  return game(seed, [found(ply, FEN_1, records)], { moves: Uint8Array.of(1, 1, 2, 2, 3, 3, 4, seed), ...changes });
}

/** Says of the first candidate that it is a puzzle. */
function solved(store: Store, solution: Partial<PuzzleFinding['solution']> = {}): void {
  const [candidate] = store.nextPuzzleCandidates(ENGINE_A, 0, 1);
  const whole = {
    ...{ id: 'abcdefghijk', before: `${FEN_2} 0 1`, mistake: 52 | (36 << 6), fen: `${FEN_1} 0 2` },
    ...{ line: Uint8Array.of(TRIGGER & 255, TRIGGER >> 8), gain: 310, mate: false, margin: 250 },
  };
  const finding = {
    candidate: candidate!,
    of: candidate!.last,
    verdict: 'puzzle',
    solution: { ...whole, ...solution },
  };
  store.putPuzzles(ENGINE_A, [finding]);
}

test('a puzzle comes back as it went in, with every tag of its game', () => {
  const tags = ['Tal', 'Smyslov', 'Candidates', 'Bled', '1959.09.08', '2', '1-0', '2600', '2500', 'B10', '300+3'];
  const other = tactic('pin');
  other[2] = 13 | ((28 & 3) << 6); // another move begins it
  const store = holding(through(7, 3, run(tactic('fork'), other), { tags }));
  solved(store);
  expect([...store.puzzles(ENGINE_A)]).toEqual([
    {
      ...{ id: 'abcdefghijk', before: `${FEN_2} 0 1`, mistake: 'e7e5', fen: `${FEN_1} 0 2`, line: ['e2e4'] },
      ...{ gain: 310, mate: false, margin: 250, ply: 3, records: Buffer.from(tactic('fork')) },
      game: {
        ...{ digest: '07'.repeat(16), white: 'Tal', black: 'Smyslov', event: 'Candidates', site: 'Bled' },
        ...{ date: '1959.09.08', round: '2', result: '1-0', eco: 'B10', timeControl: '300+3' },
        ...{ whiteElo: 2600, blackElo: 2500, plies: 4, archive: 'a2.zip', entry: 'e3.pgn', offset: 7000 },
      },
    },
  ]);
});

test('a mate comes back as one', () => {
  const store = holding(through(7));
  solved(store, { mate: true });
  expect([...store.puzzles(ENGINE_A)]).toMatchObject([{ mate: true }]);
});

test.each([
  ['wins two pawns', tactic('fork', 200), 1],
  ['wins less', run(tactic('fork', 199), tactic('pin', 100)), 0],
  ['mates, whatever it wins', tactic('back_rank_mate', 0, true), 1],
])('a position is asked where a tactic %s', (_, records, count) => {
  const store = holding(through(1, 3, records));
  expect(store.countPuzzleCandidates(ENGINE_A)).toBe(count);
  expect(store.nextPuzzleCandidates(ENGINE_A, 0, 9)).toHaveLength(count);
});

test('a position that no game comes through is not asked, nor counted', () => {
  const store = holding();
  store.putPositions(ENGINE_A, new Map([[FEN_1, tactic('fork')]]));
  expect(store.countPuzzleCandidates(ENGINE_A)).toBe(0);
});

test('a candidate has the moves before it, and its other ways once each, in the order of the games', () => {
  const same = { startFen: `${FEN_2} 0 1` };
  const [first, second] = [Uint8Array.of(1, 1, 2, 2, 0, 0, 0, 0), Uint8Array.of(1, 1, 5, 5, 0, 0, 0, 0)];
  const store = holding(
    ...[through(1, 3, tactic('fork'), { moves: first }), through(2, 3, tactic('fork'), { moves: first })],
    ...[through(3, 3, tactic('fork'), { moves: second }), through(4, 3, tactic('fork'), { moves: first, ...same })],
    ...[through(5, 3, tactic('fork'), { moves: second })],
  );
  const [candidate] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  const before = { gameId: 1, ply: 3, startFen: null, moves: Buffer.of(1, 1, 2, 2) };
  expect(candidate).toMatchObject({ ways: [before], asked: null, last: { gameId: 1, ply: 3 } });
  const more = store.furtherWays(candidate!, 'no_mistake')!;
  expect(more).toMatchObject({ asked: { ways: [before], verdict: 'no_mistake' }, last: { gameId: 5, ply: 3 } });
  expect(more.ways).toEqual([
    { gameId: 3, ply: 3, startFen: null, moves: Buffer.of(1, 1, 5, 5) },
    { gameId: 4, ply: 3, ...same, moves: Buffer.of(1, 1, 2, 2) },
  ]);
  expect(store.furtherWays(more, 'no_mistake')).toBeNull();
});

test('ways that are all known already move on the last game that is spoken for, also behind what was asked before', () => {
  const moves = (last: number): Partial<GameRow> => ({ moves: Uint8Array.of(1, 1, last, 2, 0, 0, 0, 0) });
  const store = holding(through(1, 3, tactic('fork'), moves(1)));
  const [candidate] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  store.putPuzzles(ENGINE_A, [{ candidate: candidate!, of: candidate!.last, verdict: 'no_mistake' }]);
  store.writeBatch(batch([2, 1, 2].map((last, index) => through(2 + index, 3, tactic('fork'), moves(last)))));
  const [again] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  const further = store.furtherWays(again!, 'no_mistake');
  expect(further).toMatchObject({ ways: [], last: { gameId: 4, ply: 3 } });
  expect(further?.asked?.ways.map(({ gameId }) => gameId)).toEqual([1, 2]);
});

test('an answer that is one of the way is asked again for games behind it only, with the way that was asked', () => {
  const store = holding(through(1));
  const [candidate] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  store.putPuzzles(ENGINE_A, [{ candidate: candidate!, of: candidate!.last, verdict: 'no_mistake' }]);
  expect(store.countPuzzleCandidates(ENGINE_A)).toBe(0);
  store.writeBatch(batch([through(2)]));
  const [again] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  expect(again).toMatchObject({
    ...{ ways: [{ gameId: 2 }], last: { gameId: 2, ply: 3 } },
    asked: { ways: [{ gameId: 1, ply: 3 }], verdict: 'no_mistake' },
  });
  store.putPuzzles(ENGINE_A, [{ candidate: again!, of: again!.last, verdict: 'failed' }]);
  store.writeBatch(batch([through(3)]));
  expect(store.countPuzzleCandidates(ENGINE_A)).toBe(0);
});

test('of equal puzzles the one that arose first is told, in the order of the ids', () => {
  const store = holding(through(1), game(2, [found(2, FEN_2, tactic('pin'))]), through(3));
  const [one, two] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  const solution = {
    ...{ before: '', mistake: 0, fen: FEN_1, line: Uint8Array.of(0, 7), gain: 300, mate: false, margin: 200 },
    id: 'b',
  };
  const verdict = 'puzzle';
  // the position that comes first stands in the later game
  store.putPuzzles(ENGINE_A, [
    { candidate: one!, of: { gameId: 3, ply: 3 }, verdict, solution },
    { candidate: two!, of: { gameId: 2, ply: 2 }, verdict, solution },
  ]);
  expect([...store.puzzles(ENGINE_A)].map(({ game: { white } }) => white)).toEqual(['White 2']);
  store.putPuzzles(ENGINE_A, [{ candidate: two!, of: two!.last, verdict, solution: { ...solution, id: 'a' } }]);
  expect([...store.puzzles(ENGINE_A)].map(({ id }) => id)).toEqual(['a', 'b']);
});

test('an answer holds for its engine alone', () => {
  const store = holding(through(1));
  const [candidate] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  solved(store);
  store.writeBatch(batch([through(1)], { engine: ENGINE_B }));
  expect([...store.puzzles(ENGINE_A)]).toEqual([]);
  expect([...store.puzzles(ENGINE_B)]).toEqual([]);
  expect(store.puzzleVerdicts(ENGINE_B)).toEqual(new Map());
  expect(store.countPuzzleCandidates(ENGINE_B)).toBe(1);
  // what the older one comes to say late is not taken in
  store.putPuzzles(ENGINE_A, [{ candidate: candidate!, of: candidate!.last, verdict: 'failed' }]);
  expect(store.puzzleVerdicts(ENGINE_A)).toEqual(new Map());
  const [now] = store.nextPuzzleCandidates(ENGINE_B, 0, 9);
  store.putPuzzles(ENGINE_B, [{ candidate: now!, of: now!.last, verdict: 'failed' }]);
  expect(store.puzzleVerdicts(ENGINE_B)).toEqual(new Map([['failed', 1]]));
  expect(store.puzzleVerdicts(ENGINE_A)).toEqual(new Map());
});

test('a game of which more is looked at has those asked again that the way made none, and no others', () => {
  const rows = [found(2, FEN_2, tactic('pin')), found(3, FEN_1, tactic('fork'))];
  const masks = Uint8Array.of(0, 0x80, 2, 0, 0, 2, 0, 0, 255, 3); // not from its first position on
  const store = holding(game(1, rows, { masks }));
  const [one, two] = store.nextPuzzleCandidates(ENGINE_A, 0, 9);
  store.putPuzzles(ENGINE_A, [
    { candidate: one!, of: one!.last, verdict: 'no_mistake' },
    { candidate: two!, of: two!.last, verdict: 'failed' },
  ]);
  expect(store.writeBatch(batch([game(1, rows)]))).toMatchObject({ renewed: 1 });
  expect(store.puzzleVerdicts(ENGINE_A)).toEqual(new Map([['failed', 1]]));
});

test('puzzles are counted for their engine, and for as long as there is time', () => {
  const file = join(tempFolder(), 'motif.db');
  const store = openStore(file);
  store.writeBatch(batch([through(1)]));
  solved(store);
  expect(store.countPuzzles(ENGINE_A, 1_000)).toEqual({ puzzles: 1, all: true });
  expect(store.countPuzzles(ENGINE_B, 1_000)).toEqual({ puzzles: 0, all: true });
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
    INSERT INTO puzzles (position_id, engine_id, game_id, ply, verdict, identity) SELECT i, 1, 1, 1, 'puzzle', 'x' || i FROM n`);
  db.close();
  expect(store.countPuzzles(ENGINE_A, 60_000)).toEqual({ puzzles: 5_001, all: true });
  expect(store.countPuzzles(ENGINE_A, -1)).toEqual({ puzzles: 1_000, all: false });
  expect(store.countPuzzles(ENGINE_B, -1)).toEqual({ puzzles: 0, all: false });
  store.close();
});
