/**
 * What the people (and machines) who run the service ask it: does it live, may it be sent requests, how is it. Outside both doors: no key,
 * no limit. `/livez` fails only where the process should be started anew, `/readyz` where others should answer for a while.
 */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.js';
import type { Metrics } from '../metrics.js';

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

  if (metrics === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    metrics.count(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
    done();
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
