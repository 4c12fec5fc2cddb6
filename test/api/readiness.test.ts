/** When the service says that requests had better go elsewhere. */
import { expect, it, vi } from 'vitest';
import { StoredAnalyst, type PositionPool } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { whyNotReady } from '../../src/api/readiness.js';
import { openStore } from '../../src/store/open.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { call } from './app.js';

const FENS = ['8/8/4k3/8/8/3K4/8/8 w - -', '8/8/4k3/8/8/3K4/8/8 b - -', '8/8/4k3/8/8/2K5/8/8 w - -'];
const READY = { status: 200, body: { status: 'ready' } };
const FULL = { status: 503, body: { error: 'Not ready: the queue is full' } };

async function service() {
  const ends: (() => void)[] = [];
  const pool: PositionPool = {
    size: 1,
    run: () => new Promise((resolve) => ends.push(() => resolve({ records: new Uint8Array(0) }))),
  };
  const store = openStore(':memory:');
  const engine = await loadEngine();
  const analyst = new StoredAnalyst({ store, pool, engine, id: ENGINE, onStoreError: vi.fn(), queueLimit: 2 });
  const app = buildApp({ analyst, ready: () => whyNotReady(store, analyst.queue) });
  return { app, analyst, store, ends };
}

it('is not ready while its queue is full, lives all the same, and is ready once there is room', async () => {
  const { app, analyst, store, ends } = await service();
  const asked = [analyst.position(FENS[0]!, 'l1')];
  expect(await call(app, 'GET', '/readyz')).toMatchObject(READY);
  asked.push(analyst.position(FENS[1]!, 'l1'));
  expect(await call(app, 'GET', '/readyz')).toMatchObject(FULL);
  expect(await call(app, 'GET', '/livez')).toMatchObject({ status: 200 });
  expect(await call(app, 'POST', '/api/v1/extract', { fen: FENS[2] })).toMatchObject({ status: 503 });
  ends[0]?.();
  await asked[0];
  expect(await call(app, 'GET', '/readyz')).toMatchObject(READY);
  ends[1]?.();
  await Promise.all(asked);
  // one request may have more than there is room for: nobody else has any then
  const batch = await analyst.batch([...FENS, ...FENS], 'l1');
  expect(await call(app, 'GET', '/readyz')).toMatchObject(FULL);
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await Promise.all(batch);
  expect(await call(app, 'GET', '/readyz')).toMatchObject(READY);
  await app.close();
  store.close();
});

it('is not ready where its database cannot be read', async () => {
  const { app, store } = await service();
  store.close();
  const unreadable = { status: 503, body: { error: 'Not ready: the database cannot be read' } };
  expect(await call(app, 'GET', '/readyz')).toMatchObject(unreadable);
  await app.close();
});
