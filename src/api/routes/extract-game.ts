/** `POST /extract_game`: analyses every position of a complete game. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { elapsedMs, makeGameAnalysis } from '../../tactics/envelope.js';
import { settle } from '../../tactics/options.js';
import type { Analyst } from '../analyst.js';
import { extractGameSchema } from '../schemas/extract-game.js';

/** Bytes. A game with clock times and engine comments on every move stays under 100 kB; ten times that is no game. */
const BODY_LIMIT = 1024 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const extractGameRoute: FastifyPluginAsyncTypebox<{ analyst: Analyst }> = async (app, { analyst }) => {
  app.post('/extract_game', { schema: extractGameSchema, bodyLimit: BODY_LIMIT }, async (request) => {
    const start = performance.now();
    const settled = settle(request.body);
    const game = await analyst.game(request.body.pgn, settled.depth);
    return makeGameAnalysis(game, settled, elapsedMs(start));
  });
};
