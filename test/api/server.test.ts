/** The running service on a real socket: what injected requests cannot show. */
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/api/server.js';
import type { PositionAnalysis } from '../../src/tactics/types.js';
import { FORK_GAME, PUZZLE_000PW } from './app.js';

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
    const headers = await raw(`GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(10_000)}\r\n\r\n`);
    expect(headers).toMatch(/^HTTP\/1\.1 431 /);
    expect(headers).toMatch(/\{"error":"Request headers are too large"\}$/);
  });

  it('refuses to start where the port is taken, and lets go of everything', async () => {
    const port = Number(new URL(server.url).port);
    const db = join(folder, 'other.db');
    await expect(startServer({ host: '127.0.0.1', port, db })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
