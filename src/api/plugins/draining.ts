/**
 * Closing without waiting for clients to hang up, and without cutting off what they are owed.
 *
 * Whoever has asked is answered to the last byte, and then hung up on; everybody else at once. Node's own rule is another one: it waits for
 * connections on which nothing was ever asked, and for those whose answer began before the closing; and it drops answers that are
 * complete but lie in its memory still, because their client reads slowly.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function installDraining(app: FastifyInstance): void {
  const { server } = app;
  /** The open connections, each with its requests that are not answered whole. */
  const connections = new Map<Socket, number>();
  let closing = false;

  server.on('connection', (socket) => {
    connections.set(socket, 0);
    socket.on('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const count = (by: 1 | -1): void => {
      const before = connections.get(socket);
      if (before === undefined) return; // it has hung up
      connections.set(socket, before + by);
      if (closing && before + by === 0) socket.destroySoon();
    };
    count(1);
    response.on('close', () => count(-1));
  });
  server.closeIdleConnections = () => {
    for (const [socket, requests] of connections) if (requests === 0) socket.destroy();
  };

  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
