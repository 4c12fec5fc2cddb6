/** The test checkout behind a proxy that leaves no trace: it is for whoever is at this machine, and for nobody else. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type Browser, type World } from './world.js';

let world: World;
let ann: Browser;
beforeEach(async () => {
  world = await openWorld();
  ann = world.browser();
  await ann.signIn(world);
});
afterEach(() => world.close());

describe('the test checkout', () => {
  it('sells to no page of another name, though the proxy before it names this machine', async () => {
    const away = { origin: 'https://motif.example' };
    expect((await ann.post('/checkout', { plan: 'builder' }, away)).status).toBe(403);
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:5173', 'null'])
      expect((await ann.post('/checkout', { plan: 'builder' }, { origin })).status, origin).toBe(200);
  });

  it('is hidden from who comes through a proxy that speaks HTTP/1.0 and adds nothing, as nginx does untold', async () => {
    const url = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
    const checkoutBy = async (version: string): Promise<unknown> => {
      const socket = connect(Number(url.port), url.hostname);
      socket.end(`GET /pages/account/plans HTTP/${version}\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
      const body = (await text(socket)).split('\r\n\r\n')[1] ?? '';
      return (JSON.parse(body) as { checkout: unknown }).checkout;
    };
    expect(await checkoutBy('1.0')).toBe('none');
    expect(await checkoutBy('1.1')).toBe('test');
  });
});
