/** The running service on a real socket: what injected requests cannot show. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chess } from 'chess.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startServer, type RunningServer } from '../../src/api/server.js';
import { makeRandom } from '../../jobs/sample/random.js';
import { openStore } from '../../src/store/open.js';
import { Database } from '../../src/store/sqlite.js';
import type { PositionAnalysis } from '../../src/tactics/types.js';
import { FORK_GAME, PUZZLE_000PW } from './app.js';
import { SQLITE } from '../store/fixture.js';
import { addKey } from './doors.js';

/** A database of games, sent by mistake: more than a socket takes in before anybody reads. */
const TOO_LARGE = JSON.stringify({ pgn: 'x'.repeat(8_000_000) });

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'motif-server-'));
  server = await start();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function start(): Promise<RunningServer> {
  return startServer({ host: '127.0.0.1', port: 0, db: join(folder, 'motif.db'), workers: 2, logLevel: 'silent' });
}

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** Sends bytes as they are, and gives back all that comes until the other side closes. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => (answer += data));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Moves of a game that goes on for so long, the same with every run: pieces hang everywhere, and no position comes twice. */
function randomGame(plies: number): string[] {
  for (let seed = 1; ; seed++) {
    const random = makeRandom(seed, 0);
    const chess = new Chess();
    const played: string[] = [];
    while (played.length < plies) {
      const moves = chess.moves();
      const move = moves[random.below(moves.length)];
      if (move === undefined) break;
      chess.move(move);
      played.push(move);
    }
    if (played.length === plies) return played;
  }
}

describe('a service that cannot start', () => {
  it('lets go of its database', async () => {
    const db = join(folder, 'locked.db');
    openStore(db).close();
    const writer = new Database(db);
    writer.exec('BEGIN IMMEDIATE');
    await expect(startServer({ host: '127.0.0.1', port: 0, db, logLevel: 'silent' })).rejects.toMatchObject({
      code: 'locked',
    });
    writer.exec('ROLLBACK');
    writer.close();
    // whoever closes a database last puts its log away
    expect(existsSync(`${db}-wal`)).toBe(false);
  });
});

describe('the running service', () => {
  it('answers on worker threads, and the same again from its database after a restart', async () => {
    const first = await post<PositionAnalysis>('/api/v1/extract', { fen: PUZZLE_000PW, with_sequence: true });
    expect(first.tactics[0]).toMatchObject({ pattern: 'fork', trigger_move: 'd4e2' });
    await server.close();
    server = await start();
    const second = await post<PositionAnalysis>('/api/v1/extract', { fen: PUZZLE_000PW, with_sequence: true });
    expect(second.tactics).toEqual(first.tactics);
  });

  it('answers a game, and positions beside it', async () => {
    const [game, ...positions] = await Promise.all([
      post<PositionAnalysis>('/api/v1/extract_game', { pgn: FORK_GAME }),
      ...Array.from({ length: 5 }, () => post<PositionAnalysis>('/api/v1/extract', { fen: PUZZLE_000PW })),
    ]);
    expect(game.count).toBeGreaterThan(0);
    for (const { tactics } of positions) expect(tactics).toEqual(positions[0]?.tactics);
  });

  it('answers bytes that are no HTTP, and headers beyond measure, in its own form', async () => {
    const noHttp = await raw('hello\r\n\r\n');
    expect(noHttp).toMatch(/^HTTP\/1\.1 400 /);
    expect(noHttp).toMatch(/\r\n\r\n\{"error":"Bad request"\}$/);
    const nameless = await raw('GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(nameless).toMatch(/^HTTP\/1\.1 400 /);
    expect(nameless).toMatch(/\{"error":"Bad request"\}$/);
    const twice = await raw('GET /api/v1/health HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n');
    expect(twice).toMatch(/^HTTP\/1\.1 400 [^]*\{"error":"Bad request"\}$/);
    // whoever asks for one answer alone is told that there will be no other, of refusals too
    expect(nameless).toMatch(/^connection: close\r$/im);
    const expecting = await raw(
      'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    );
    expect(expecting).toMatch(/^HTTP\/1\.1 200 /);
    const headers = await raw(`GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(10_000)}\r\n\r\n`);
    expect(headers).toMatch(/^HTTP\/1\.1 431 /);
    expect(headers).toMatch(/\{"error":"Request headers are too large"\}$/);
    expect(headers).toMatch(/^access-control-allow-origin: \*\r$/m);
  });

  it.each([
    ['whose length is told', { 'content-length': String(TOO_LARGE.length) }],
    ['whose length is not told', { 'transfer-encoding': 'chunked' }],
    ['and wants no second answer', { 'content-length': String(TOO_LARGE.length), connection: 'close' }],
    ['whose length is not told, and wants no second answer', { 'transfer-encoding': 'chunked', connection: 'close' }],
  ])('is heard by a client that is still sending a body that is too large, %s', async (_, headers) => {
    for (let round = 0; round < 5; round++) {
      const sending = request(`${server.url}/api/v1/extract_game`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      const faults: Error[] = [];
      sending.on('error', (fault) => faults.push(fault));
      const sent = once(sending, 'close');
      sending.end(TOO_LARGE);
      const [response] = (await once(sending, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      expect(response.headers.connection).toBe('connection' in headers ? 'close' : undefined);
      expect(JSON.parse(await text(response))).toEqual({ error: 'Request body is too large' });
      await sent;
      expect(faults).toEqual([]);
    }
  });

  it('hangs up on a client that wants no second answer once its refused body has come', async () => {
    const body = 'x'.repeat(2_000_000);
    const head = `POST /v1/extract_game HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    const answer = await raw(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/\{"error":"Missing or invalid API key"\}$/);
  });

  it('tells operators that it lives, is ready, and how it is', async () => {
    const get = async (path: string) => {
      const response = await fetch(server.url + path);
      return { status: response.status, text: await response.text() };
    };
    expect(await get('/livez')).toEqual({ status: 200, text: '{"status":"alive"}' });
    expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
    await get('/nowhere/at/all');
    await post('/api/v1/extract', { fen: PUZZLE_000PW });
    const { text } = await get('/metrics');
    expect(text).toMatch(/^motif_http_requests_total\{route="\/api\/v1\/extract",status="200"\} \d+$/m);
    expect(text).toMatch(/^motif_http_requests_total\{route="none",status="404"\} 1$/m);
    expect(text).not.toContain('nowhere');
    for (const name of ['motif_queue_positions', 'motif_positions_total', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(text).toContain(`\n${name}`);
    }
  });

  const windows = process.platform === 'win32'; // there nobody moves a file that is open
  it.skipIf(windows)(
    'is not ready where its database was replaced under it, and is once it lies there again',
    async () => {
      const file = join(folder, 'motif.db');
      const ready = async () => {
        const response = await fetch(`${server.url}/readyz`);
        return [response.status, await response.text()];
      };
      renameSync(file, `${file}.away`);
      const words = 'the database was moved, deleted or replaced, or one of the two files beside it was';
      const not = [503, `{"error":"Not ready: ${words}"}`];
      expect(await ready()).toEqual(not);
      copyFileSync(`${file}.away`, file); // a backup, put in its place
      expect(await ready()).toEqual(not);
      renameSync(`${file}.away`, file);
      expect(await ready()).toEqual([200, '{"status":"ready"}']);
    },
  );

  // a busy machine may be slow once
  it('a game of five hundred plies at l2 with sequences takes no two seconds', { retry: 2 }, async () => {
    const pgn = `${randomGame(500).join(' ')} *`;
    const start = performance.now();
    const answer = await post<{ positions_analyzed: number }>('/api/v1/extract_game', {
      pgn,
      mode: 'available',
      with_sequence: true,
    });
    expect(answer.positions_analyzed).toBe(500);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('refuses to start where the port is taken, and lets go of everything', async () => {
    const port = Number(new URL(server.url).port);
    const db = join(folder, 'other.db');
    await expect(startServer({ host: '127.0.0.1', port, db })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('a service that is closed', () => {
  /** One of its own, and who has a key to it: uses are written down every five seconds. */
  async function open() {
    const db = join(folder, `closing-${performance.now()}.db`);
    const store = openStore(db);
    const { id, key } = addKey(store);
    store.close();
    const running = await startServer({ host: '127.0.0.1', port: 0, db, workers: 1, logLevel: 'silent' });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const found = () => {
      const after = new Database(db, { readonly: true });
      const sql = `SELECT last_used AS lastUsed, (SELECT sum(requests) FROM key_days WHERE key = k.id) AS requests,
        (SELECT count(*) FROM positions) AS positions FROM keys k WHERE id = ?`;
      const row = after.prepare(sql).get(id);
      after.close();
      return row;
    };
    return { db, running, headers, found };
  }

  /** Holds the lock for writing until some time after its input has ended: longer than requests may be held up. */
  const HOLD = `
    const [, module, file] = process.argv;
    const { Database } = await import(module);
    const db = new Database(file);
    db.exec('BEGIN IMMEDIATE');
    console.log('held');
    process.stdin.resume().on('end', () => setTimeout(() => db.exec('ROLLBACK'), 700));
  `;
  const POSITIONS = [PUZZLE_000PW, '8/8/4k3/8/8/3K4/8/8 w - - 0 1', '8/8/4k3/8/8/2K5/8/8 b - - 0 1'];

  it('leaves nothing unwritten that it has counted and computed, also where its database was busy until then', async () => {
    const { db, running, headers, found } = await open();
    const before = Date.now();
    const writer = new Database(db);
    writer.exec('BEGIN IMMEDIATE');
    for (const fen of POSITIONS) {
      const body = JSON.stringify({ fen });
      expect((await fetch(`${running.url}/v1/extract`, { method: 'POST', headers, body })).status).toBe(200);
    }
    await sleep(1_000); // it tries again and again, and less and less often
    writer.exec('ROLLBACK');
    writer.close();
    await running.close();
    expect(found()).toEqual({ requests: 3, lastUsed: expect.toSatisfy((at) => at >= before) as number, positions: 3 });
  });

  it('waits a while for whoever writes to its database just then', async () => {
    const { db, running, headers, found } = await open();
    const writer = spawn(process.execPath, ['--input-type=module', '-e', HOLD, SQLITE, db]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    await once(writer.stdout, 'data');
    const body = JSON.stringify({ fen: PUZZLE_000PW });
    expect((await fetch(`${running.url}/v1/extract`, { method: 'POST', headers, body })).status).toBe(200);
    const ended = once(writer, 'close');
    writer.stdin.end();
    await running.close();
    expect(await ended).toEqual([0, null]);
    expect(found()).toMatchObject({ requests: 1, lastUsed: expect.any(Number) as number, positions: 1 });
  });

  it('writes down what it is asked to the end while it closes, too', async () => {
    const { running, headers, found } = await open();
    const body = JSON.stringify({ fens: POSITIONS });
    const sending = request(`${running.url}/v1/extract_batch`, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length, expect: '100-continue' },
    });
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.flushHeaders();
    await once(sending, 'continue'); // the head of the request has come
    const closed = running.close();
    sending.end(body);
    const [response] = await answer;
    expect((await text(response)).match(/"count":/g)).toHaveLength(3);
    await closed;
    expect(found()).toMatchObject({ requests: 3, positions: 3 });
  });
});
