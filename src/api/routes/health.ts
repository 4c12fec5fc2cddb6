/** `GET /health`. The versions that clients of the interface look for are the interface's; Motif's own stand beside them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PATTERNS } from '../../tactics/types.js';
import { ENGINE } from '../../tactics/version.js';
import { isEarlierForm } from '../form.js';
import { healthSchema } from '../schemas/health.js';

const HEALTH = {
  status: 'ok' as const,
  engine_version: '2.5',
  api_version: '1.0',
  patterns: [...PATTERNS],
  patterns_count: PATTERNS.length,
  motif_version: ENGINE.version,
  motif_signature: ENGINE.signature,
};

const EARLIER_HEALTH = {
  status: 'ok' as const,
  version: '3.0',
  patterns: PATTERNS.length,
  engine: `Motif ${HEALTH.engine_version}`,
};

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const healthRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/health', { schema: healthSchema, config: { open: true } }, (request, reply) => {
    reply.header('vary', 'accept-version');
    return isEarlierForm(request) ? EARLIER_HEALTH : HEALTH;
  });
};
