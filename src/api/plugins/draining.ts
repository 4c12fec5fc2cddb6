/**
 * Closing without waiting for clients to hang up, and without cutting off what they are owed.
 *
 * Whoever has asked is answered to the last byte, and then hung up on; everybody else at once. Node's own rule is another one: it waits for
 * connections on which nothing was ever asked, and for those whose answer began before the closing; and it drops answers that are
 * complete but lie in its memory still, because their client reads slowly.
 *
 * Requests that are still on their way get some time to arrive, and no more: a stranger who sends half of one must not hold up a restart.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** @param arrival milliseconds that a request which is under way when the closing begins has to arrive whole */
export function installDraining(app: FastifyInstance, arrival: number): void {
  const { server } = app;
  /** The open connections, each with its requests that are not answered whole. */
  const connections = new Map<Socket, Set<IncomingMessage>>();
  let closing = false;

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.on('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    connections.get(socket)?.add(request);
    response.on('close', () => {
      const requests = connections.get(socket);
      if (requests === undefined) return; // it has hung up
      requests.delete(request);
      if (closing && requests.size === 0) socket.destroySoon();
    });
  });
  server.closeIdleConnections = () => {
    for (const [socket, requests] of connections) if (requests.size === 0) socket.destroy();
  };

  const closeUnsent = (): void => {
    for (const [socket, requests] of connections) {
      if ([...requests].every((request) => !request.complete)) socket.destroy();
    }
  };
  app.addHook('preClose', (done) => {
    closing = true;
    setTimeout(closeUnsent, arrival).unref();
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
