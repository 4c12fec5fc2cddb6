/** Clients that go before their answer has come: what was kept for them is given back. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StoredAnalyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { exploreRoutes } from '../../src/api/pages/explore.js';
import { Metrics } from '../../src/api/metrics.js';
import type { Explorer } from '../../src/explore/explorer.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { PUZZLE_000PW } from './app.js';

let engine: Engine;
let app: FastifyInstance;
beforeAll(async () => {
  engine = await loadEngine();
});
afterEach(() => app.close());

async function listen(): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Sends a request, and leaves the connection as it is. */
async function send(method: string, path: string, body?: object): Promise<Socket> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined); // the other side may have closed
  await once(socket, 'connect');
  const type = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\n${text}`);
  return socket;
}

/** `count` positions in which there is nothing, each unlike those that were asked for before. */
let asked = 0;
function kings(count: number): string[] {
  const squares = [...'abcdefgh'].flatMap((_, file) => [0, 1, 2].map((rank) => ({ file, rank })));
  const row = (file: number, piece: string): string => `${file || ''}${piece}${7 - file || ''}`;
  return Array.from({ length: count }, () => {
    const at = asked++;
    const white = squares[at % 24]!;
    const black = squares[Math.floor(at / 24) % 24]!;
    const rows = Array<string>(8).fill('8');
    rows[7 - white.rank] = row(white.file, 'K');
    rows[black.rank] = row(black.file, 'k');
    return `${rows.join('/')} w - - 0 1`;
  });
}

describe('a batch whose client', () => {
  let analyst: StoredAnalyst;
  beforeEach(async () => {
    analyst = new StoredAnalyst({
      engine,
      id: ENGINE,
      store: { findPosition: () => null, putPositions: () => undefined },
      // a breath of the event loop for each, as from a thread
      pool: {
        size: 2,
        run: ({ fen, depth }) =>
          new Promise((resolve) => setImmediate(() => resolve({ records: engine.analyze(fen, depth) }))),
      },
      onStoreError: (error) => {
        throw error;
      },
    });
    app = buildApp({ analyst });
    await listen();
  });

  const cached = Array<string>(500).fill(PUZZLE_000PW);
  it.each([
    ['one position', () => kings(1)],
    ['some positions', () => kings(20)],
    ['many positions', () => kings(300)],
    ['one position that is known', () => cached.slice(0, 1)],
    ['some positions that are known', () => cached.slice(0, 20)],
    ['many positions that are known', () => cached],
  ])('hangs up keeps no places: %s', async (_, fens) => {
    await analyst.position(PUZZLE_000PW, 'l1');
    for (let attempt = 0; attempt < 40; attempt++) {
      const socket = await send('POST', '/api/v1/extract_batch', { fens: fens(), depth: 'l1' });
      // from before the first line to after some
      await sleep(attempt % 8);
      socket.destroy();
    }
    await expect.poll(() => analyst.queue.taken).toBe(0);
  });
});

describe('a file of findings whose client', () => {
  it('hangs up keeps nobody from another one', async () => {
    let pieces = 0;
    const ask = async () => {
      pieces++;
      await sleep(2);
      return { text: 'x'.repeat(100_000), next: 'more', rows: 1_000 };
    };
    app = buildApp({
      analyst: new StoredAnalyst({
        engine,
        id: ENGINE,
        store: { findPosition: () => null, putPositions: () => undefined },
        pool: { size: 1, run: () => Promise.reject(new Error('nobody asks')) },
        onStoreError: () => undefined,
      }),
      pages: { routes: [exploreRoutes({ ask } as unknown as Pick<Explorer, 'ask'>)] },
    });
    await listen();
    for (let attempt = 0; attempt < 20; attempt++) {
      const socket = await send('GET', '/pages/explore/file');
      await sleep(attempt % 6);
      socket.destroy();
    }
    // those that have gone are noticed a moment later
    let before = 0;
    await expect
      .poll(async () => {
        before = pieces;
        const socket = await send('GET', '/pages/explore/file');
        const [head] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        return head.toString('latin1');
      })
      .toMatch(/^HTTP\/1\.1 200 /);
    expect(pieces).toBeGreaterThan(before);
  });
});

describe('a request whose client', () => {
  it('hangs up is counted as such, and once, whether anything of its answer was sent or not', async () => {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const analyst = new StoredAnalyst({
      engine,
      id: ENGINE,
      store: { findPosition: () => null, putPositions: () => undefined },
      pool: { size: 1, run: ({ fen, depth }) => done.then(() => ({ records: engine.analyze(fen, depth) })) },
      onStoreError: () => undefined,
    });
    const metrics = new Metrics(analyst);
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
    app = buildApp({ analyst, metrics, logger });
    await listen();
    const hungUp = () => lines.filter((line) => line.includes('the connection ended')).length;

    const waiting = await send('POST', '/api/v1/extract_game', { pgn: '1. e4 e5 *' });
    await expect.poll(() => analyst.queue.taken).toBeGreaterThan(0);
    waiting.destroy();
    await expect.poll(hungUp).toBe(1);
    // the first line is there at once, the second waits
    const reading = await send('POST', '/api/v1/extract_batch', { fens: ['none', PUZZLE_000PW] });
    await once(reading, 'data');
    reading.destroy();
    await expect.poll(hungUp).toBe(2);
    finish();
    const answered = await send('POST', '/api/v1/extract', { fen: PUZZLE_000PW });
    await once(answered, 'data');
    answered.destroy();

    await expect.poll(() => metrics.text()).toContain('{route="/api/v1/extract",status="200"} 1\n');
    const counted = [...(await metrics.text()).matchAll(/^motif_http_requests_total\{(.*)\} (\d+)$/gm)];
    expect(counted.map(([, which, count]) => `${which} ${count}`).sort()).toEqual([
      'route="/api/v1/extract",status="200" 1',
      'route="/api/v1/extract_batch",status="499" 1',
      'route="/api/v1/extract_game",status="499" 1',
    ]);
    expect(hungUp()).toBe(2);
  });
});
