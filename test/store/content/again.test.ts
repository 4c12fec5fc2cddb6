/** What the store holds of a game that is scanned again, by whatever engine, depth and patterns. */
import { describe, expect, test } from 'vitest';
import { FallsShortError } from '../../../src/store/batch-writer.js';
import { Todo } from '../../../src/store/games.js';
import type { GameRow } from '../../../src/store/rows.js';
import { ALL_PATTERNS, type Depth } from '../../../src/tactics/types.js';
import { batch, ENGINE_A, ENGINE_B, FEN_1, FEN_2, found, game, run, tactic } from '../fixture.js';
import { FORK, fresh, PIN, query } from './world.js';

describe('a game that is scanned again', () => {
  const known: { depth: Depth; patterns: number }[] = [
    { depth: 'l1', patterns: FORK },
    { depth: 'l1', patterns: ALL_PATTERNS },
    { depth: 'l2', patterns: FORK },
    { depth: 'l2', patterns: ALL_PATTERNS },
  ];
  const again: { depth: Depth; patterns: number; engine: typeof ENGINE_A }[] = [];
  for (const depth of ['l1', 'l2'] as const) {
    for (const patterns of [FORK, PIN, ALL_PATTERNS]) {
      for (const engine of [ENGINE_A, ENGINE_B]) again.push({ depth, patterns, engine });
    }
  }
  const full = [found(1, FEN_1, tactic('fork'), tactic('pin')), found(2, FEN_2, tactic('pin'))];
  const at = (depth: Depth): GameRow => game(1, depth === 'l2' ? full : []);

  test.each(known.flatMap((first) => again.map((second) => ({ first, second }))))(
    '$first.depth/$first.patterns then $second.depth/$second.patterns/$second.engine.signature',
    ({ first, second }) => {
      const store = fresh();
      store.writeBatch(batch([at(first.depth)], first));
      const before = store.digest();
      const shallower = first.depth === 'l2' && second.depth === 'l1';
      const wider = (second.patterns & ~first.patterns) !== 0;
      const upgraded = wider || (!shallower && (first.depth !== second.depth || second.engine === ENGINE_B));
      let again = at(second.depth);
      if (shallower && wider) {
        // neither says what the other does: only an analysis at l2 does
        expect(() => store.writeBatch(batch([again], second))).toThrow(FallsShortError);
        expect(store.digest()).toBe(before);
        expect([...store.knownGames(again.digest, 16, second)]).toEqual([Todo.Deep]);
        again = { ...at('l2'), depth: 'l2' };
      }
      const counts = store.writeBatch(batch([again], second));
      expect(counts).toMatchObject({ stored: upgraded ? 1 : 0, duplicate: upgraded ? 0 : 1 });

      const depth = upgraded ? (again.depth ?? second.depth) : first.depth;
      const patterns = upgraded ? first.patterns | second.patterns : first.patterns;
      const engine = upgraded ? second.engine : ENGINE_A;
      expect(
        query(store, 'SELECT g.depth, g.patterns, e.signature FROM games g JOIN engines e ON e.id = g.engine_id'),
      ).toEqual([[depth, patterns, engine.signature]]);
      const expected = depth === 'l1' ? [] : full.filter((row) => row.ply === 1 || (patterns & PIN) !== 0);
      expect(query(store, 'SELECT ply FROM occurrences ORDER BY ply').flat()).toEqual(expected.map((row) => row.ply));
      for (const row of expected) {
        expect(store.findPosition(row.fen, engine, patterns)).toEqual(
          row.ply === 1 && (patterns & PIN) === 0 ? run(tactic('fork')) : row.records,
        );
      }
      if (!upgraded && second.engine === ENGINE_A) expect(store.digest()).toBe(before);
      store.close();
    },
  );

  test('the store is then the same as if it had been scanned so at once', () => {
    const twice = fresh();
    const once = fresh();
    twice.writeBatch(batch([at('l1'), game(2)], { depth: 'l1', patterns: FORK }));
    twice.writeBatch(batch([at('l2'), game(2)]));
    once.writeBatch(batch([at('l2'), game(2)]));
    expect(twice.digest()).toBe(once.digest());
    twice.close();
    once.close();
  });

  test('by an engine that no longer finds a tactic, it loses it; other games keep theirs until they are scanned again', () => {
    const store = fresh();
    store.writeBatch(batch([game(1, full), game(2, [found(1, FEN_2, tactic('pin'))])]));
    const less = [found(1, FEN_1, tactic('fork'))];
    store.writeBatch(batch([game(1, less)], { engine: ENGINE_B }));
    expect(query(store, 'SELECT fen FROM positions ORDER BY fen').flat()).toEqual([FEN_2, FEN_1].sort());
    expect(store.tacticsByPattern()).toMatchObject({ fork: 1, pin: 1 });
    store.writeBatch(batch([game(2)], { engine: ENGINE_B }));
    expect(query(store, 'SELECT fen FROM positions').flat()).toEqual([FEN_1]);
    expect(store.tacticsByPattern()).toMatchObject({ fork: 1, pin: 0 });
    store.close();
  });
});
