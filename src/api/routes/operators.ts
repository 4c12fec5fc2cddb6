/**
 * What the people (and machines) who run the service ask it: does it live, may it be sent requests, how is it. Outside both doors: no key,
 * no limit. `/livez` fails only where the process should be started anew, `/readyz` where others should answer for a while.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.js';
import type { Metrics } from '../metrics.js';

/** The status under which a request counts whose connection ended before its answer was through: that of nginx for clients that have hung up. */
const HUNG_UP = 499;

export interface OperatorOptions {
  /** Why the service cannot answer as it should; null where it can. */
  ready?: () => string | null;
  metrics?: Metrics;
}

export function installOperators(app: FastifyInstance, { ready = () => null, metrics }: OperatorOptions): void {
  app.get('/livez', () => ({ status: 'alive' }));

  app.get('/readyz', () => {
    const reason = ready();
    if (reason !== null) throw new ApiError('not_ready', `Not ready: ${reason}`);
    return { status: 'ready' };
  });

  // the framework tells nobody of an answer that was not wanted any more: those are the slow ones
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return;
      request.log.info({ responseTime: reply.elapsedTime }, 'the connection ended before the answer was through');
      metrics?.count(routeOf(request), HUNG_UP, reply.elapsedTime);
    });
    done();
  });

  if (metrics === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.raw.writableFinished) metrics.count(routeOf(request), reply.statusCode, reply.elapsedTime);
    done();
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

/** Its pattern; `none` for what there is not. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none';
}
