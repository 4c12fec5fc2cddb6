import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineAnalyst, StoredAnalyst, type PositionPool, type PositionStore } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { openStore, type Store } from '../../src/store/store.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import type { GameAnalysis } from '../../src/tactics/types.js';
import { ENGINE } from '../../src/tactics/version.js';
import { call, IMMORTAL_GAME, PUZZLE_000PW } from './app.js';

let engine: Engine;
let store: Store;
beforeAll(async () => {
  engine = await loadEngine();
});
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

/** A pool of one that remembers what it was asked. */
function countingPool() {
  const run = vi.fn<PositionPool['run']>(({ fen, depth }) => Promise.resolve({ records: engine.analyze(fen, depth) }));
  return { size: 1, run };
}

function analystOver(pool: PositionPool, positions: PositionStore = store, onStoreError = vi.fn()) {
  return new StoredAnalyst({ store: positions, pool, engine, id: ENGINE, onStoreError });
}

/** Buffers and plain arrays alike. */
function bytesOf(records: Uint8Array | null): number[] | null {
  return records && [...records];
}

const OTHER_COUNTERS = PUZZLE_000PW.replace('3 37', '0 1');

describe('StoredAnalyst.position', () => {
  it('computes an l2 answer once, whatever the counters, and keeps it', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const live = await analyst.position(PUZZLE_000PW, 'l2');
    expect(bytesOf(store.findPosition(engine.canonicalFen(PUZZLE_000PW), ENGINE))).toEqual(bytesOf(live));
    for (const fen of [PUZZLE_000PW, OTHER_COUNTERS]) {
      expect(bytesOf(await analyst.position(fen, 'l2'))).toEqual(bytesOf(live));
    }
    expect(pool.run).toHaveBeenCalledTimes(1);
  });

  it('remembers that there is nothing, too', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    for (let i = 0; i < 2; i++) expect(await analyst.position('8/8/4k3/8/8/3K4/8/8 w - -', 'l2')).toHaveLength(0);
    expect(pool.run).toHaveBeenCalledTimes(1);
  });

  it('computes l1 answers each time, and keeps l1 and l2 apart', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const confirmed = await analyst.position(PUZZLE_000PW, 'l2');
    const scanned = await analyst.position(PUZZLE_000PW, 'l1');
    expect(scanned).not.toEqual(confirmed);
    expect(bytesOf(await analyst.position(PUZZLE_000PW, 'l2'))).toEqual(bytesOf(confirmed));
    expect(pool.run).toHaveBeenCalledTimes(2);
  });

  it("does not answer with another engine's results", async () => {
    store.putPosition(
      engine.canonicalFen(PUZZLE_000PW),
      { ...ENGINE, signature: 'ffffffffffffffff' },
      new Uint8Array(0),
    );
    expect(await analystOver(countingPool()).position(PUZZLE_000PW, 'l2')).not.toHaveLength(0);
  });

  it('answers without a store that fails, and tells of it', async () => {
    const fail = (): never => {
      throw new Error('database is locked');
    };
    const onStoreError = vi.fn();
    const analyst = analystOver(countingPool(), { findPosition: fail, putPosition: fail }, onStoreError);
    expect(await analyst.position(PUZZLE_000PW, 'l2')).toEqual(engine.analyze(PUZZLE_000PW, 'l2'));
    expect(onStoreError).toHaveBeenCalledTimes(2);
  });

  it('refuses what is no position before any thread hears of it', async () => {
    const pool = countingPool();
    await expect(analystOver(pool).position('8/8/8/8/8/8/8/8 w - -', 'l2')).rejects.toThrow(/^Invalid FEN: /);
    await expect(analystOver(pool).position('k'.repeat(1e6), 'l2')).rejects.toThrow(/^Invalid FEN: /);
    expect(pool.run).not.toHaveBeenCalled();
  });
});

describe('StoredAnalyst.game', () => {
  it('equals what one engine finds alone, fresh and from the store', async () => {
    const alone = await new EngineAnalyst(engine).game(IMMORTAL_GAME, 'l2');
    const pool = countingPool();
    const analyst = analystOver(pool);
    for (let i = 0; i < 2; i++) {
      const game = await analyst.game(IMMORTAL_GAME, 'l2');
      expect(game.positions.map(bytesOf)).toEqual(alone.positions.map(bytesOf));
      expect({ ...game, positions: [] }).toEqual({ ...alone, positions: [] });
    }
    expect(pool.run).toHaveBeenCalledTimes(alone.moves.length);
  });

  it('shares its positions with single requests, both ways', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const { fens } = await analyst.game('1. e4 e5 2. Nf3 *', 'l2');
    expect(pool.run).toHaveBeenCalledTimes(3);
    for (const fen of fens.slice(0, 3)) await analyst.position(fen, 'l2');
    await analyst.game('1. e4 e5 2. Nc3 *', 'l2');
    expect(pool.run).toHaveBeenCalledTimes(3);
  });

  it('keeps few tasks in flight, so that others get their turn', async () => {
    let inFlight = 0;
    let most = 0;
    const pool: PositionPool = {
      size: 2,
      async run({ fen, depth }) {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight--;
        return { records: engine.analyze(fen, depth) };
      },
    };
    await analystOver(pool).game(IMMORTAL_GAME, 'l1');
    expect(most).toBe(4);
  });
});

describe('the service over it', () => {
  it('answers the same from the store as live, performance_ms aside', async () => {
    const app = buildApp({ analyst: analystOver(countingPool()) });
    const requests = [
      ['/api/v1/extract', { fen: PUZZLE_000PW }],
      ['/api/v1/extract', { fen: OTHER_COUNTERS, with_sequence: true }],
      ['/api/v1/extract', { fen: PUZZLE_000PW, patterns: ['fork'] }],
      ['/api/v1/extract_game', { pgn: IMMORTAL_GAME }],
      ['/api/v1/extract_game', { pgn: IMMORTAL_GAME, mode: 'available', with_sequence: true }],
    ] as const;
    const answers = async () => {
      const bodies = [];
      for (const [url, body] of requests) {
        const { performance_ms: _, ...rest } = (await call(app, 'POST', url, body)).body as GameAnalysis;
        bodies.push(rest);
      }
      return bodies;
    };
    const live = await answers();
    expect(await answers()).toEqual(live);
    expect(live[1]?.fen).toBe(OTHER_COUNTERS);
    await app.close();
  });
});
