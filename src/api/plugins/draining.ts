/**
 * Closing without waiting for clients to hang up, and without cutting off what they are owed: all connections, or one on which nothing
 * more can be understood.
 *
 * Whoever has asked is answered to the last byte, and then hung up on; everybody else soon. Node's own rule is another one: it waits for
 * connections on which nothing was ever asked, and for those whose answer began before the closing; and it drops answers that are
 * complete but lie in its memory still, because their client reads slowly.
 *
 * Requests that are still on their way get some time to arrive, and no more: a stranger who sends half of one must not hold up a restart.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Hangs up once the requests that have come whole over a connection are answered; false, and does nothing, where none is waiting. */
    hangUpWhenAnswered: (socket: Socket) => boolean;
  }
}

/**
 * Milliseconds in which a connection that was idle when the closing began may still bring a request: one that its client sent before it could
 * know, most of them already in the machine's buffers.
 */
const CROSSING = 100;

/** Connections that may wait in the system until node takes them: 511 and one, its own number, at each of the two addresses of `localhost`. */
const MOST_WAITING = 1_024;

/** @param arrival milliseconds that a request which is under way when the closing begins has to arrive whole */
export function installDraining(app: FastifyInstance, arrival: number): void {
  const { server } = app;
  /** The open connections, each with its requests that are not answered whole. */
  const connections = new Map<Socket, Set<IncomingMessage>>();
  /** Those that are hung up on once they are owed nothing. */
  const leaving = new WeakSet<Socket>();
  let taken = 0;
  let closing = false;

  const isOwed = (socket: Socket): boolean => [...(connections.get(socket) ?? [])].some((request) => request.complete);

  server.on('connection', (socket) => {
    taken++;
    connections.set(socket, new Set());
    socket.on('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    connections.get(socket)?.add(request);
    // before node's own listener, which hangs up
    response.prependListener('finish', () => {
      if (!request.complete && !response.shouldKeepAlive) hearOut(socket, request);
    });
    response.on('close', () => {
      const requests = connections.get(socket);
      if (requests === undefined) return; // it has hung up
      requests.delete(request);
      if ((closing && requests.size === 0) || (leaving.has(socket) && !isOwed(socket))) socket.destroySoon();
    });
  });
  app.decorate('hangUpWhenAnswered', (socket: Socket): boolean => {
    if (!isOwed(socket)) return false;
    leaving.add(socket);
    return true;
  });
  const closeIdle = (): void => {
    for (const [socket, requests] of connections) if (requests.size === 0) socket.destroy();
  };
  // where the time is up, a request may be there that this turn of the event loop has yet to read
  const closeIdleNext = (): void => void setImmediate().then(closeIdle);
  server.closeIdleConnections = () => void setTimeout(closeIdleNext, CROSSING).unref();

  /**
   * Takes what waits in the system: to close a listening socket resets these connections, whose requests may have come long ago. Node takes
   * one a turn of the event loop, which takes its time when there is much to do.
   */
  const takeWaiting = async (): Promise<void> => {
    await setImmediate(); // this turn may have looked already
    const most = taken + MOST_WAITING;
    let before: number;
    do {
      before = taken;
      await setImmediate();
    } while (taken > before && taken < most);
  };

  const closeUnsent = (): void => {
    for (const socket of connections.keys()) {
      if (!isOwed(socket)) socket.destroy();
    }
  };
  // The hooks of whatever else listens come later.
  app.addHook('preClose', async () => {
    closing = true;
    await takeWaiting();
    setTimeout(closeUnsent, arrival).unref();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}

/**
 * Has the next hanging up wait until a request that was answered before all of it had come has come. A client that asks for `Connection:
 * close`, as many do, and proxies for them, would be told of a broken pipe while it sends, and never read why it was refused. How long the
 * rest may take, the request's own limit says.
 */
function hearOut(socket: Socket, request: IncomingMessage): void {
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon'); // what calls it again has waited long enough
    request.once('close', () => socket.destroySoon());
    request.resume();
  };
}
