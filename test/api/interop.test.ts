/**
 * A client that nobody here wrote: one that openapi-client-axios makes of the document that the service itself serves, and that is told
 * nothing but where that is.
 */
import { OpenAPIClientAxios, type OpenAPIClient } from 'openapi-client-axios';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GameAnalysis, PositionAnalysis } from '../../src/tactics/types.js';
import { FORK_GAME, PUZZLE_000PW, testApp } from './app.js';

type Reply = Promise<{ status: number; data: unknown }>;
/** By the names that the document gives to its operations. */
type Operations = Record<'extract' | 'extractGame' | 'extractBatch', (_: null, body: object) => Reply> & {
  health: () => Reply;
};

let app: FastifyInstance;
let client: OpenAPIClient<Operations>;
beforeAll(async () => {
  app = await testApp();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const api = new OpenAPIClientAxios({
    definition: `${url}/openapi.json`,
    withServer: 0,
    axiosConfigDefaults: { validateStatus: () => true },
  });
  client = await api.init<OpenAPIClient<Operations>>();
  client.defaults.baseURL = url + (client.defaults.baseURL ?? '');
});
afterAll(() => app.close());

describe('a generated client', () => {
  it('asks for health', async () => {
    expect(await client.health()).toMatchObject({ status: 200, data: { status: 'ok', patterns_count: 10 } });
  });

  it('has a position analysed, and a game', async () => {
    const position = (await client.extract(null, { fen: PUZZLE_000PW })).data as PositionAnalysis;
    expect(position.tactics.map(({ pattern }) => pattern)).toEqual(['fork', 'discovered_attack']);
    const game = (await client.extractGame(null, { pgn: FORK_GAME, mode: 'available' })).data as GameAnalysis;
    expect(game).toMatchObject({ mode: 'available', positions_analyzed: 5 });
  });

  it('has many analysed', async () => {
    const { status, data } = await client.extractBatch(null, { fens: [PUZZLE_000PW, 'x'] });
    expect(status).toBe(200);
    expect(String(data).trimEnd().split('\n')).toHaveLength(2);
  });

  it('is refused in the published words', async () => {
    expect(await client.extract(null, { fen: 'x' })).toMatchObject({ status: 400, data: { error: 'Invalid FEN' } });
  });
});
