/**
 * Closing without waiting for clients to hang up.
 *
 * A closing server drops the connections that are idle, but one that is answering at that moment would become idle later and be kept
 * alive for its whole time. So answers given while closing end their connection.
 */
import type { FastifyInstance } from 'fastify';

export function installDraining(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
