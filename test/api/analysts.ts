/** Analysts over one engine and, for each test, an empty store in memory: both are made, and closed, for whatever file imports this. */
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import {
  StoredAnalyst,
  type PositionPool,
  type PositionStore,
  type StoredAnalystOptions,
} from '../../src/api/analyst.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';

export let engine: Engine;
export let store: Store;
beforeAll(async () => {
  engine = await loadEngine();
});
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

/** A pool of one that remembers what it was asked. */
export function countingPool() {
  const run = vi.fn<PositionPool['run']>(({ fen, depth }) => Promise.resolve({ records: engine.analyze(fen, depth) }));
  return { size: 1, run };
}

export function analystOver(
  pool: PositionPool,
  positions: PositionStore = store,
  onStoreError = vi.fn(),
  more: Pick<StoredAnalystOptions, 'queueLimit' | 'positionsPerRequest' | 'onRetry'> = {},
) {
  return new StoredAnalyst({ store: positions, pool, engine, id: ENGINE, onStoreError, ...more });
}
