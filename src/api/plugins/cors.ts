/**
 * Pages of any origin may ask: the doors' answers depend on nothing that a browser adds by itself (they know no cookies), so there is
 * nothing that a foreign page could borrow; the account pages, which do, take this permission back. Preflights are answered before the doors, and count against no limit.
 */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { IDENTITY, MINUTE, REFUSAL } from '../schemas/headers.js';

/** Seconds that a browser may remember the answer to a preflight: a day, of which browsers take what they allow. */
const MAX_AGE = 86_400;

const EXPOSED = Object.keys({ ...IDENTITY, ...MINUTE, ...REFUSAL });

/** For what is refused before the framework's hooks run: without them a page would be told of a network fault, and not what is wrong. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

export function installCors(app: FastifyInstance): void {
  app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Content-Type', 'Authorization', 'Accept-Version', 'If-None-Match'],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE,
    strictPreflight: false,
  });
}
