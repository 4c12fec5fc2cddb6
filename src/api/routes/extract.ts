/**
 * `POST /extract`: analyses one position; or a game, where the body has a `pgn` in place of the `fen`.
 *
 * What was answered before goes out without a promise, an object or a look at the position: by its text and options.
 */
import type { FastifyPluginAsync } from 'fastify';
import { elapsedMs, makePositionAnalysis } from '../../tactics/envelope.js';
import { settle, type Settled } from '../../tactics/options.js';
import type { Analyst } from '../analyst.js';
import { makeAnswer, sendAnswer, type Answer, type AnswerCache } from '../answers.js';
import { ApiError } from '../errors.js';
import { earlierBody, earlierEnvelope, isEarlierForm } from '../form.js';
import { extractSchema, type EitherRequest } from '../schemas/either.js';
import { answerGame, GAME_BODY_LIMIT } from './extract-game.js';

/** Bytes. A FEN has under a hundred; the rest is room for clients that send along fields of their own. */
const POSITION_BODY_LIMIT = 64 * 1024;

interface Means {
  analyst: Analyst;
  answers: AnswerCache;
}

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const extractRoute: FastifyPluginAsync<Means> = async (app, { analyst, answers }) => {
  app.route<{ Body: EitherRequest }>({
    method: 'POST',
    url: '/extract',
    schema: extractSchema,
    bodyLimit: GAME_BODY_LIMIT,
    config: { asksForGame: ({ body }) => (body as EitherRequest).fen === undefined },
    preValidation(request, _reply, done) {
      if (isEarlierForm(request)) request.body = earlierBody(request.body) as EitherRequest;
      done();
    },
    handler(request, reply) {
      const start = performance.now();
      const { body } = request;
      const earlier = isEarlierForm(request);
      if (body.fen === undefined) {
        return answerGame(analyst, body, earlier).then((answer) =>
          sendAnswer(request, reply, answer, elapsedMs(start)),
        );
      }
      if (request.bodyBytes > POSITION_BODY_LIMIT) throw new ApiError('body_too_large');
      // only the fields of a position: others in the body were never checked
      const { fen, patterns, depth, with_sequence } = body;
      const settled = settle({ patterns, depth, with_sequence });
      const key = keyOf(fen, settled, earlier);
      const known = answers.find(key);
      if (known !== undefined) {
        sendAnswer(request, reply, known);
        return;
      }
      return answerPosition(analyst, fen, settled, earlier).then((answer) => {
        answers.add(key, answer);
        return sendAnswer(request, reply, answer, elapsedMs(start));
      });
    },
  });
};

/** All that an answer depends on. */
function keyOf(fen: string, { mask, depth, withSequence }: Settled, earlier: boolean): string {
  const code = (mask << 3) | (depth === 'l1' ? 4 : 0) | (withSequence ? 2 : 0) | (earlier ? 1 : 0);
  return `${code} ${fen}`;
}

async function answerPosition(analyst: Analyst, fen: string, settled: Settled, earlier: boolean): Promise<Answer> {
  const records = await analyst.position(fen, settled.depth);
  const envelope = makePositionAnalysis(records, fen, settled, 0);
  return makeAnswer(earlier ? earlierEnvelope(envelope) : envelope);
}
