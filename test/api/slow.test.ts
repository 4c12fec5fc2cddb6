/** Clients that hold on to the service without asking it anything: each is told to go, and the others do not notice. */
import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { buildApp, TIMEOUTS } from '../../src/api/app.js';
import { loadEngine } from '../../src/tactics/kernel.js';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  const timeouts = { headers: 300, request: 600, connection: 1_000, check: 50 };
  app = buildApp({ analyst: new EngineAnalyst(await loadEngine()), timeouts });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends a beginning, then a byte of `drip` every so often, until the other side closes; gives back what came. */
function hold(beginning: string, drip = ''): Promise<{ answer: string; ms: number }> {
  const start = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(beginning);
      if (drip === '') return;
      timer = setInterval(() => {
        if (socket.writable) socket.write(drip.charAt(sent++ % drip.length));
      }, 40);
    });
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => (answer += data));
    socket.on('error', () => undefined); // a drop may meet a closed socket
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, ms: performance.now() - start });
    });
  });
}

describe('slow clients', () => {
  it('that never end their headers are told so', async () => {
    const { answer } = await hold('POST /api/v1/extract HTTP/1.1\r\nHost: x\r\nX: ', 'a');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/\{"error":"Request not received in time"\}$/);
  });

  it('that never end their body are told so', async () => {
    const head =
      'POST /api/v1/extract HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
    const { answer } = await hold(`${head}{"fen":"`, 'k');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each(['keep-alive', 'close'])(
    'that go on with a body that was refused are cut off (Connection: %s)',
    async (connection) => {
      const head =
        'POST /api/v1/extract HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Connection: ${connection}\r\nContent-Length: 9000000\r\n\r\n`;
      const { answer, ms } = await hold(head, 'k');
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(ms).toBeLessThan(10_000);
    },
  );

  it('that say nothing at all are cut off', async () => {
    expect((await hold('')).ms).toBeLessThan(10_000);
  });

  it('many of them keep nobody else from an answer', async () => {
    const held = Array.from({ length: 200 }, () => hold('POST /api/v1/extract HTTP/1.1\r\nHost: x\r\nX: ', 'a'));
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/health`);
    expect(response.status).toBe(200);
    for (const { answer } of await Promise.all(held)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

it('the times that the service sets by itself are none that wait for ever', () => {
  for (const milliseconds of Object.values(TIMEOUTS)) {
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(65_000);
  }
});
