/** Writes what the doors have collected (when keys were last used and how much, games that the database was too busy for) every few seconds. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access.js';

/** Milliseconds. */
const EVERY = 5_000;

export function installBookkeeping(app: FastifyInstance, { keys, games, use }: Access): void {
  const flush = (): void => {
    keys.flush();
    games.flush();
    use.flush();
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', (done) => {
    timer = setInterval(flush, EVERY).unref();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    flush();
    done();
  });
}
