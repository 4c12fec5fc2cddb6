import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATTERNS } from '../../src/tactics/types.js';
import { ENGINE } from '../../src/tactics/version.js';
import { call, testApp } from './app.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('GET /health', () => {
  it('reports status, versions and patterns as published, and Motif itself beside them', async () => {
    const { status, body } = await call(app, 'GET', '/api/v1/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      engine_version: '2.5',
      api_version: '1.0',
      patterns: PATTERNS,
      patterns_count: 10,
      motif_version: ENGINE.version,
      motif_signature: ENGINE.signature,
    });
  });

  it('takes no parameters, and minds none', async () => {
    expect((await call(app, 'GET', '/api/v1/health?verbose=1')).status).toBe(200);
  });
});
