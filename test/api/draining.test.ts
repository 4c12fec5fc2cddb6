/** A service that is told to stop: whoever has asked is answered to the end, and nobody else holds it up. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineAnalyst, type Outcomes } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { PUZZLE_000PW } from './app.js';

/** Bytes: more than both ends of a socket take in. */
const LARGE = 30_000_000;
/** Milliseconds: far below those after which idle connections are closed anyhow. */
const SOON = 3_000;

/** Goes on with each position when it is told to, or has been told before. */
class SteppedAnalyst extends EngineAnalyst {
  #told = 0;
  readonly #waiting: (() => void)[] = [];

  goOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#told++;
    else next();
  }

  #step(): Promise<void> {
    if (this.#told === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#told--;
    return Promise.resolve();
  }

  override batch(fens: readonly string[]): Promise<Outcomes> {
    let told = Promise.resolve();
    const outcomes = fens.map((fen) => {
      const outcome = told.then(() => this.position(fen, 'l1'));
      told = outcome.then(() => this.#step());
      return outcome;
    });
    return Promise.resolve(outcomes);
  }
}

let engine: Engine;
let analyst: SteppedAnalyst;
let app: FastifyInstance;
beforeAll(async () => {
  engine = await loadEngine();
});
beforeEach(() => open(1_000));

async function open(arrival: number): Promise<void> {
  analyst = new SteppedAnalyst(engine);
  app = buildApp({ analyst, timeouts: { arrival } });
  app.get('/large', () => 'x'.repeat(LARGE));
  await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Sends it, and waits until it has come; what is made of it begins a moment later. */
async function send(request: string): Promise<Socket> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1');
  const [other] = await accepted;
  socket.write(request);
  await expect.poll(() => other.bytesRead).toBe(request.length);
  await sleep(100);
  return socket;
}

/** All that is still to come, until the other side closes. */
async function rest(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text;
}

async function closeSoon(): Promise<void> {
  const start = performance.now();
  await app.close();
  expect(performance.now() - start).toBeLessThan(SOON);
}

describe('closing', () => {
  it.each([
    ['was never asked anything', ''],
    ['was not asked to the end', 'GET /livez HTTP/1.1\r\nHost'],
    ['was answered', 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['was refused', 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('waits for no connection on which it %s', async (_, request) => {
    const socket = await send(request);
    await closeSoon();
    await rest(socket);
  });

  it('waits a while, and no longer, for a request that does not come', async () => {
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
    const socket = await send(`POST /api/v1/extract HTTP/1.1\r\n${head}{`);
    await closeSoon();
    expect(await rest(socket)).toBe('');
  });

  it('answers a request that comes while it closes', async () => {
    const body = JSON.stringify({ fen: PUZZLE_000PW });
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await send(`POST /api/v1/extract HTTP/1.1\r\n${head}${body.slice(0, 9)}`);
    const answer = rest(socket);
    const closed = closeSoon();
    socket.write(body.slice(9));
    await closed;
    expect(await answer).toMatch(/connection: close[^]*"tactics"/i);
  });

  it.each([
    ['and hangs up then, not only when requests have had their time', 30_000, 50],
    ['though it takes longer than requests have to arrive', 200, 400],
  ])('answers a batch whose first lines are out, %s', async (_, arrival, step) => {
    await app.close();
    await open(arrival);
    const body = JSON.stringify({ fens: [PUZZLE_000PW, PUZZLE_000PW] });
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await send(`POST /api/v1/extract_batch HTTP/1.1\r\n${head}${body}`);
    const answer = rest(socket);
    const closed = closeSoon();
    for (let line = 0; line < 2; line++) {
      await sleep(step);
      analyst.goOn();
    }
    await closed;
    expect((await answer).match(/"count":/g)).toHaveLength(2);
  });

  it('answers a request that was sent before its client could know', async () => {
    const socket = await send('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = rest(socket);
    const closed = closeSoon();
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed;
    expect((await answers).match(/"alive"/g)).toHaveLength(2);
  });

  it('answers a request that it has no time to read before the connection was idle for long enough', async () => {
    const socket = await send('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = rest(socket);
    const closed = closeSoon();
    await sleep(50);
    await nextTurn(); // timers come before anything is read in the turn after this one
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'); // in the machine's buffers at once
    for (const start = performance.now(); performance.now() - start < 200;);
    await closed;
    expect((await answers).match(/"alive"/g)).toHaveLength(2);
  });

  it('answers requests on connections that wait to be taken', async () => {
    let taken = 0;
    app.server.on('connection', () => taken++);
    const { port } = app.server.address() as AddressInfo;
    const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
    const connected = sockets.map((socket) => once(socket, 'connect'));
    for (const socket of sockets) socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = sockets.map(rest);
    await Promise.all(connected);
    expect(taken).toBeLessThan(100);
    await closeSoon();
    expect((await Promise.all(answers)).join('').match(/"alive"/g)).toHaveLength(100);
  });

  it('stops though new connections never cease to come', async () => {
    const { port } = app.server.address() as AddressInfo;
    const closed = app.close();
    let made = 0;
    while (app.server.listening) {
      connect(port, '127.0.0.1').on('error', () => undefined);
      made++;
      await nextTurn();
    }
    await closed;
    expect(made).toBeGreaterThan(1_000); // it has not met a turn without one
  });

  it('answers a request that comes behind one that is being answered', async () => {
    const body = JSON.stringify({ fens: [PUZZLE_000PW] });
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await send(`POST /api/v1/extract_batch HTTP/1.1\r\n${head}${body}`);
    const answers = rest(socket);
    const closed = closeSoon();
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await sleep(50);
    analyst.goOn();
    await closed;
    expect(await answers).toMatch(/"count":[^]*"alive"/);
  });

  it('cuts no answer short that its client reads slowly', async () => {
    const socket = await send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    const closed = closeSoon();
    await sleep(100);
    expect(/x+$/.exec(await rest(socket))?.[0]).toHaveLength(LARGE);
    await closed;
  });
});

describe('bytes that are no request', () => {
  const garbage = 'garbage\r\n\r\n';
  const batch = JSON.stringify({ fens: [PUZZLE_000PW, PUZZLE_000PW] });
  const head = 'POST /api/v1/extract_batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const request = `${head}Content-Length: ${batch.length}\r\n\r\n${batch}`;
  afterEach(() => app.close());

  it.each([
    ['behind a request that is not answered yet', request + garbage, ''],
    ['behind an answer that has begun', request, garbage],
    ['in the next request', `${request}${head}Transfer-Encoding: chunked\r\n\r\n`, garbage],
  ])('%s leave the answer whole, and end the connection', async (_, first, then) => {
    const socket = await send(first);
    const answer = rest(socket);
    socket.write(then);
    for (let step = 0; step < 2; step++) {
      await sleep(50);
      analyst.goOn();
    }
    const text = await answer;
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(text.match(/"count":/g)).toHaveLength(2);
    expect(text).toMatch(/\r\n0\r\n\r\n$/);
  });
});
