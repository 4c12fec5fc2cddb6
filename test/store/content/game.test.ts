/** What the store holds of a game and of its archive, and what it says was new. */
import { describe, expect, test } from 'vitest';
import { filterMasks } from '../../../src/store/games.js';
import { ALL_PATTERNS, maskOf } from '../../../src/tactics/types.js';
import { batch, entry, FEN_1, FEN_2, found, game, tactic } from '../fixture.js';
import { fresh, query } from './world.js';

describe('a game', () => {
  test('comes back as it went in', () => {
    const store = fresh();
    const rows = [
      found(1, FEN_1, tactic('fork', 300), tactic('pin', 100)),
      found(3, FEN_2, tactic('back_rank_mate', -200, true)),
    ];
    const counts = store.writeBatch(batch([game(5, rows, { startFen: FEN_2 + ' 0 1' })], { entry: entry(2, 3) }));
    expect(counts).toMatchObject({ stored: 1, duplicate: 0, positions: 5, candidates: 7, tactics: 3 });
    expect(counts.tacticsByPattern).toEqual([1, 1, 0, 0, 0, 1, 0, 0, 0, 0]);

    expect(query(store, 'SELECT * FROM games')).toEqual([
      [
        ...[1, Buffer.alloc(16, 5), 1, 5000, 900],
        ...['White 5', 'Black', null, null, '1851.06.21', '?', '1-0', 2100, null, null, null],
        ...[FEN_2 + ' 0 1', 4, Buffer.alloc(8, 5), Buffer.from([1, 0, 2, 0, 0, 2, 0, 0, 255, 3]), 7, 'l2', 1023, 1],
      ],
    ]);
    expect(
      query(store, 'SELECT a.path, a.size, e.ordinal, e.name FROM archives a JOIN entries e ON e.archive_id = a.id'),
    ).toEqual([['a2.zip', 200, 3, 'e3.pgn']]);
    expect(
      query(
        store,
        'SELECT pattern, gain, mate, trigger_move, fen, ply, white, archive, byte_offset FROM found ORDER BY ply, gain DESC',
      ),
    ).toEqual([
      ['fork', 300, 0, 'e2e4', FEN_1, 1, 'White 5', 'a2.zip', 5000],
      ['pin', 100, 0, 'e2e4', FEN_1, 1, 'White 5', 'a2.zip', 5000],
      ['back_rank_mate', -200, 1, 'e2e4', FEN_2, 3, 'White 5', 'a2.zip', 5000],
    ]);
    expect(store.counts()).toEqual({ archives: 1, games: 1, positions: 2, tactics: 3, occurrences: 2, quarantine: 0 });
    expect(store.tacticsByPattern()).toMatchObject({ fork: 1, pin: 1, back_rank_mate: 1, skewer: 0 });
    store.close();
  });

  test('is one row whatever archive it comes from, and keeps the place where it was first seen', () => {
    const store = fresh();
    store.writeBatch(batch([game(1)]));
    const counts = store.writeBatch(batch([game(1, [], { offset: 77 }), game(2)], { entry: entry(9) }));
    expect(counts).toMatchObject({ stored: 1, duplicate: 1, positions: 5 });
    expect(query(store, 'SELECT byte_offset, entry_id FROM games ORDER BY id')).toEqual([
      [1000, 1],
      [2000, 2],
    ]);
    store.close();
  });

  test('may occur twice in one batch', () => {
    const store = fresh();
    expect(store.writeBatch(batch([game(1), game(1)]))).toMatchObject({ stored: 1, duplicate: 1 });
    store.close();
  });

  test('has what its watcher noted taken back where it cannot be committed', () => {
    const store = fresh();
    const noted: number[] = [];
    const note = (count: number): (() => void) => {
      noted.push(count);
      return () => noted.pop();
    };
    store.watchScans((_batch, { stored }) => note(stored));
    store.writeBatch(batch([game(1)]));
    store.watchScans((_batch, { stored }) => {
      // without its connection, the transaction comes to no end
      store.close();
      return note(stored);
    });
    expect(() => store.writeBatch(batch([game(2), game(3)]))).toThrow('closed already');
    expect(noted).toEqual([1]);
  });

  test('shares positions with other games', () => {
    const store = fresh();
    const rows = [found(1, FEN_1, tactic('fork'))];
    store.writeBatch(batch([game(1, rows), game(2, [found(3, FEN_1, tactic('fork'))])]));
    expect(store.counts()).toMatchObject({ games: 2, positions: 1, tactics: 1, occurrences: 2 });
    store.close();
  });
});

test('an archive that moved is the same archive, found where it was last read', () => {
  const store = fresh();
  store.writeBatch(batch([game(1)]));
  const before = store.digest();
  const moved = entry();
  moved.archive.path = 'elsewhere/copy.zip';
  store.writeBatch(batch([game(1)], { entry: moved }));
  expect(query(store, 'SELECT path FROM archives').flat()).toEqual(['elsewhere/copy.zip']);
  expect(store.digest()).toBe(before);
  store.close();
});

test('masks are cut to the patterns of the filter, two bytes a position', () => {
  const masks = Uint8Array.from([0xff, 0x03, 0x01, 0x00]);
  expect(filterMasks(masks, ALL_PATTERNS)).toBe(masks);
  expect(filterMasks(masks, maskOf(['fork', 'trapped_piece']))).toEqual(Uint8Array.from([0x01, 0x02, 0x01, 0x00]));
});
