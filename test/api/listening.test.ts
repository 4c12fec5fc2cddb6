/** A service at several addresses, as `localhost` mostly is: one service at all of them. */
import type * as Dns from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/api/app.js';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { addressesOf, listenAtAll } from '../../src/api/listening.js';
import { startServer } from '../../src/api/server.js';
import { loadEngine } from '../../src/tactics/kernel.js';

/** Both are this machine, and nobody else. macOS has no 127.0.0.2, and containers often no ::1. */
const FIRST = '127.0.0.1';
const SECOND = (await isOurs('127.0.0.2')) ? '127.0.0.2' : '::1';
/** An address for documentation (RFC 5737), which no machine has. */
const NOWHERE = '192.0.2.1';

const { named } = vi.hoisted(() => ({ named: { addresses: [] as string[] } }));
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof Dns>()),
  lookup: () => Promise.resolve(named.addresses.map((address) => ({ address, family: 4 }))),
}));

async function isOurs(address: string): Promise<boolean> {
  const server = createServer().listen(0, address);
  const had = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return had;
}

describe('addressesOf', () => {
  it('is all that localhost stands for, each once and in its order', async () => {
    named.addresses = ['::1', '127.0.0.1', '::1', '127.0.0.1'];
    expect(await addressesOf('localhost')).toEqual(['::1', '127.0.0.1']);
  });

  it('is the host itself otherwise', async () => {
    expect(await addressesOf('0.0.0.0')).toEqual(['0.0.0.0']);
    expect(await addressesOf('chess.example')).toEqual(['chess.example']);
  });
});

describe('listenAtAll', () => {
  let app: FastifyInstance;
  let goOn: () => void;
  let asked: Promise<void>;
  beforeEach(async () => {
    app = buildApp({ analyst: new EngineAnalyst(await loadEngine()) });
    const told = new Promise<void>((resolve) => (goOn = resolve));
    asked = new Promise<void>((resolve) => {
      app.get('/slow', async () => {
        resolve();
        await told;
        return 'done';
      });
    });
  });
  afterEach(() => app.close());

  const portOf = (): number => (app.server.address() as AddressInfo).port;

  async function ask(host: string, path: string, headers = {}): Promise<{ status: number | undefined; body: string }> {
    const sent = request({ host, port: portOf(), path, headers, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  }

  it('answers the same at each address', async () => {
    const url = await listenAtAll(app, [FIRST, SECOND], 0);
    expect(url).toBe(`http://${FIRST}:${portOf()}`);
    for (const host of [FIRST, SECOND]) {
      expect(await ask(host, '/livez'), host).toEqual({ status: 200, body: '{"status":"alive"}' });
      expect((await ask(host, '/livez', { expect: 'anything' })).status, host).toBe(200);
    }
  });

  it('answers what was asked at another address than the first before it closes', async () => {
    await listenAtAll(app, [FIRST, SECOND], 0);
    const answer = ask(SECOND, '/slow');
    await asked;
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(closed).toBe(false);
    goOn();
    expect(await answer).toEqual({ status: 200, body: 'done' });
    await closing;
    await expect(ask(SECOND, '/livez')).rejects.toThrow();
  });

  it('passes over an address that this machine does not have', async () => {
    await listenAtAll(app, [FIRST, NOWHERE], 0);
    expect((await ask(FIRST, '/livez')).status).toBe(200);
  });

  it('does without no address where somebody else listens', async () => {
    const other = createServer().listen(0, SECOND);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(listenAtAll(app, [FIRST, SECOND], port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
      syscall: 'listen',
    });
    other.close();
  });
});

describe('a service on localhost', () => {
  it('is one at all its addresses', async () => {
    named.addresses = [FIRST, SECOND];
    const folder = mkdtempSync(join(tmpdir(), 'motif-listening-'));
    const server = await startServer({
      host: 'localhost',
      port: 0,
      db: join(folder, 'motif.db'),
      workers: 1,
      logLevel: 'silent',
    });
    try {
      for (const host of [FIRST, SECOND]) {
        const answer = await fetch(
          `http://${host.includes(':') ? `[${host}]` : host}:${new URL(server.url).port}/livez`,
        );
        expect(answer.status, host).toBe(200);
      }
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });
});
