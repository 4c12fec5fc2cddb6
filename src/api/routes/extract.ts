/** `POST /extract`: analyses one position. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { elapsedMs, makePositionAnalysis } from '../../tactics/envelope.js';
import { settle } from '../../tactics/options.js';
import type { Analyst } from '../analyst.js';
import { extractSchema } from '../schemas/extract.js';

/** Bytes. A FEN has under a hundred; the rest is room for clients that send along fields of their own. */
const BODY_LIMIT = 64 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const extractRoute: FastifyPluginAsyncTypebox<{ analyst: Analyst }> = async (app, { analyst }) => {
  app.post('/extract', { schema: extractSchema, bodyLimit: BODY_LIMIT }, async (request) => {
    const start = performance.now();
    // only the fields of this route: others in the body were never checked
    const { fen, patterns, depth, with_sequence } = request.body;
    const settled = settle({ patterns, depth, with_sequence });
    const records = await analyst.position(fen, settled.depth);
    return makePositionAnalysis(records, fen, settled, elapsedMs(start));
  });
};
