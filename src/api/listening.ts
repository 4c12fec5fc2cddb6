/**
 * Listens at every address that a name stands for: `localhost` mostly is two, 127.0.0.1 and ::1, and which one a client takes is its own matter.
 *
 * The framework would open a second HTTP server for the second address, on which nothing is installed that the first one has: it would
 * drop requests under way when the service closes (`plugins/draining.ts`). Here the sockets of all addresses go to the one server.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What says that this machine has no such address, whatever its table of names says: IPv6 is switched off, as in many containers. */
const NO_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** The addresses to listen at for `--host`, none twice. @throws an `ENOTFOUND` error: `localhost` stands for nothing here */
export async function addressesOf(host: string): Promise<[string, ...string[]]> {
  if (host !== 'localhost') return [host];
  const [first, ...others] = await lookup(host, { all: true });
  if (first === undefined) return [host];
  return [first.address, ...new Set(others.map(({ address }) => address).filter((other) => other !== first.address))];
}

/**
 * Listens at all of them, on one port. The app's closing ends it.
 * @param addresses of the others, those that this machine does not have are passed over
 * @param port 0 for any that is free
 * @returns the first one: `http://127.0.0.1:3000`
 * @throws an `EADDRINUSE` or `EACCES` error, also where it is another address than the first
 */
export async function listenAtAll(
  app: FastifyInstance,
  addresses: [string, ...string[]],
  port: number,
): Promise<string> {
  const [first, ...others] = addresses;
  const further: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', (done) => {
    closed = Promise.all(further.map((server) => once(server.close(), 'close')));
    done();
  });
  app.addHook('onClose', () => closed.then(() => undefined));
  const url = await app.listen({ host: first, port });
  for (const host of others) {
    const server = await passTo(app.server, host, (app.server.address() as AddressInfo).port);
    if (server !== null) further.push(server);
  }
  return url;
}

/** Hands the sockets of another address to an HTTP server; null where this machine does not have the address. */
async function passTo(target: FastifyInstance['server'], host: string, port: number): Promise<Server | null> {
  // as HTTP servers have their sockets
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => target.emit('connection', socket));
  server.listen({ host, port });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (NO_ADDRESS.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
