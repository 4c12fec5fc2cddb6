/** Writes what the doors have collected (when keys were last used and how much, games that the database was too busy for) every few seconds. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access.js';

/** Milliseconds. */
const EVERY = 5_000;

/** What the database is too busy for is kept for the next time; whoever opened it does it a last time before it is closed. */
export function writeDown({ keys, games, use }: Access): void {
  keys.flush();
  games.flush();
  use.flush();
}

export function installBookkeeping(app: FastifyInstance, access: Access): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', (done) => {
    timer = setInterval(() => writeDown(access), EVERY).unref();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
