/** What a batch costs that is not answered: where the service has no room, and where its client's minute has none. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoredAnalyst } from '../../src/api/analyst.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { PUZZLE_000PW } from './app.js';
import { addKey, doorApp } from './doors.js';

const NOON = Date.UTC(2024, 1, 29, 12);
/** A minute of the plan. */
const MOST = 120;

let store: Store;
let app: FastifyInstance;
let analyst: StoredAnalyst;
let key: { id: string; key: string };
/** Gives the service its room back. */
let finish: () => void;

/** A service whose queue somebody else has filled up to the last place. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  store = openStore(':memory:');
  const engine = await loadEngine();
  const busy = new Promise<void>((resolve) => (finish = resolve));
  analyst = new StoredAnalyst({
    engine,
    id: ENGINE,
    store,
    pool: { size: 1, run: ({ fen, depth }) => busy.then(() => ({ records: engine.analyze(fen, depth) })) },
    onStoreError: (error) => {
      throw error;
    },
    queueLimit: 500,
  });
  expect(await analyst.batch(Array<string>(500).fill('8/8/4k3/8/8/3K4/8/8 w - - 0 1'), 'l1')).toHaveLength(500);
  app = await doorApp({ store, analyst });
  key = addKey(store, 'builder');
});
afterEach(async () => {
  await app.close();
  store.close();
  vi.useRealTimers();
});

async function ask(fens: string[]) {
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/v1/extract_batch',
    headers: { authorization: `Bearer ${key.key}` },
    payload: { fens, depth: 'l1' },
  });
  return [statusCode, headers['ratelimit-remaining'], headers['retry-after']];
}

const batch = (size: number): string[] => Array<string>(size).fill(PUZZLE_000PW);

it('a batch that finds no room costs one request, and is let in when it comes again as told', async () => {
  expect(await ask(batch(100))).toEqual([503, '119', '1']);
  finish();
  vi.setSystemTime(NOON + 1_000);
  expect(await ask(batch(100))).toEqual([200, '19', undefined]);
});

it('is told to wait for another minute where this one has no room for it any more', async () => {
  expect(await ask(batch(MOST))).toEqual([503, '119', '60']);
  finish();
  vi.setSystemTime(NOON + 60_000);
  expect(await ask(batch(MOST))).toEqual([200, '0', undefined]);
});

it('of one position is told so, too', async () => {
  for (let used = 1; used < MOST; used++) await ask([]); // refused for what it is, and counted all the same
  expect(await ask(batch(1))).toEqual([503, '0', '60']);
});

it('is refused before its first line where that has nothing to wait for', async () => {
  expect(await ask(['no position', ...batch(1)])).toEqual([503, '119', '1']);
});

it('takes no room where the minute has none', async () => {
  finish();
  await ask(batch(100));
  expect(await ask(batch(30))).toEqual([429, '19', '60']);
  expect(await ask(batch(19))).toEqual([200, '0', undefined]);
});

it('is told what is left beside another batch that was counted while it was read', async () => {
  finish();
  const body = new PassThrough();
  const slow = app.inject({
    method: 'POST',
    url: '/v1/extract_batch',
    headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
    payload: body,
  });
  await new Promise((resolve) => setImmediate(resolve)); // the door has let it in
  expect(await ask(batch(100))).toEqual([200, '19', undefined]);
  body.end(JSON.stringify({ fens: batch(30), depth: 'l1' }));
  const { statusCode, headers } = await slow;
  expect([statusCode, headers['ratelimit-remaining'], headers['retry-after']]).toEqual([429, '19', '60']);
});

it('is noted once: as let in, or as refused', async () => {
  const add = vi.spyOn(store.keyDays, 'add');
  finish();
  await ask(batch(100));
  await ask(batch(30));
  await app.close();
  expect([...add.mock.calls[0]![0]]).toEqual([
    { key: key.id, day: '2024-02-29', requests: 100, refused: 1, peak: 101 },
  ]);
});

it('is refused, and noted so, where another that was seen to fit beside it is counted first', async () => {
  const add = vi.spyOn(store.keyDays, 'add');
  finish();
  const take = analyst.batch.bind(analyst);
  let first: ReturnType<typeof take> | undefined;
  let arrive = (): void => undefined;
  const second = new Promise<void>((resolve) => (arrive = resolve));
  vi.spyOn(analyst, 'batch').mockImplementation((...asked) => {
    if (first === undefined) return (first = second.then(() => take(...asked)));
    arrive();
    return first.then(() => take(...asked));
  });
  const replies = await Promise.all([ask(batch(100)), ask(batch(100))]);
  expect(replies).toEqual([
    [200, '19', undefined],
    [429, '0', '60'],
  ]);
  await app.close();
  expect([...add.mock.calls[0]![0]]).toMatchObject([{ key: key.id, requests: 100, refused: 1 }]);
});

it('is noted in full where the plan has no limit', async () => {
  const add = vi.spyOn(store.keyDays, 'add');
  finish();
  key = addKey(store, 'custom');
  await ask(batch(100));
  await app.close();
  expect([...add.mock.calls[0]![0]]).toMatchObject([{ key: key.id, requests: 100, refused: 0 }]);
});
