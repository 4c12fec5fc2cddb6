/** When the service says that requests had better go elsewhere. */
import { copyFileSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StoredAnalyst, type PositionPool } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { whyNotReady } from '../../src/api/readiness.js';
import { openStore } from '../../src/store/open.js';
import { Database } from '../../src/store/sqlite.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { call } from './app.js';

const FENS = ['8/8/4k3/8/8/3K4/8/8 w - -', '8/8/4k3/8/8/3K4/8/8 b - -', '8/8/4k3/8/8/2K5/8/8 w - -'];
const READY = { status: 200, body: { status: 'ready' } };
const FULL = { status: 503, body: { error: 'Not ready: the queue is full' } };

async function service(file = ':memory:') {
  const ends: (() => void)[] = [];
  const pool: PositionPool = {
    size: 1,
    run: () => new Promise((resolve) => ends.push(() => resolve({ records: new Uint8Array(0) }))),
  };
  const store = openStore(file);
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

const MOVED = 'Not ready: the database was moved, deleted or replaced, or one of the two files beside it was';

it.skipIf(process.platform === 'win32').each([
  ['was deleted', (file: string) => rmSync(file), MOVED],
  ['was moved', (file: string) => renameSync(file, `${file}.away`), MOVED],
  [
    'was replaced by its copy',
    (file: string) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    MOVED,
  ],
  ['has lost its log', (file: string) => rmSync(`${file}-wal`), MOVED],
  ['has lost the index of its log', (file: string) => rmSync(`${file}-shm`), MOVED],
  [
    'was cut',
    (file: string) => truncateSync(file, statSync(file).size / 2),
    'Not ready: the database is damaged: it was cut short or written over',
  ],
  [
    'was written over',
    (file: string) => writeFileSync(file, 'x'.repeat(statSync(file).size)),
    'Not ready: the database was written over: it is no database any more',
  ],
])(
  'is not ready where its database %s after it was read and written, and lives all the same',
  async (_, harm, words) => {
    const folder = mkdtempSync(join(tmpdir(), 'motif-readiness-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'motif.db');
    openStore(file).close(); // what stands in it no longer stands in its log
    const { app, store } = await service(file);
    store.putPositions(ENGINE, new Map([[FENS[0]!, new Uint8Array(0)]]));
    expect(await call(app, 'GET', '/readyz')).toMatchObject(READY);
    harm(file);
    expect(await call(app, 'GET', '/readyz')).toMatchObject({ status: 503, body: { error: words } });
    for (const path of ['/livez', '/api/v1/health'])
      expect(await call(app, 'GET', path)).toMatchObject({ status: 200 });
    await app.close();
    store.close();
  },
);

it('stays ready while another process makes its database larger and smaller, in its log and in itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'motif-readiness-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'motif.db');
  const { app, store } = await service(file);
  const other = new Database(file);
  const sizes: number[] = [];
  for (const work of [
    'CREATE TABLE more (bytes BLOB); INSERT INTO more VALUES (randomblob(300000))',
    'PRAGMA wal_checkpoint(TRUNCATE)',
    'DELETE FROM more',
    'VACUUM',
    'PRAGMA wal_checkpoint(TRUNCATE)',
    'INSERT INTO more VALUES (randomblob(300000))',
  ]) {
    other.exec(work);
    expect(await call(app, 'GET', '/readyz'), work).toMatchObject(READY);
    sizes.push(statSync(file).size);
  }
  expect(sizes[1]).toBeGreaterThan(sizes[0]!); // what is in the log alone is not missing
  expect(sizes[4]).toBeLessThan(sizes[1]!);
  other.close();
  await app.close();
  store.close();
});
