/**
 * `POST /extract`: analyses one position; or a game, where the body has a `pgn` in place of the `fen`.
 *
 * What was answered before goes out without a promise, an object or a look at the position: by its text and options.
 */
import type { FastifyPluginAsync } from 'fastify';
import { elapsedMs } from '../../tactics/envelope.js';
import type { Analyst } from '../analyst.js';
import { makeAnswer, sendAnswer, type Answer, type AnswerCache } from '../answers.js';
import { bodyTooLarge } from '../errors.js';
import { earlierBody, isEarlierForm } from '../form.js';
import { keyOf, makeEnvelope, positionOf, readTerms, type Terms } from '../position-question.js';
import { extractSchema, type EitherRequest } from '../schemas/either.js';
import type { UnreadAnswers } from '../unread.js';
import { answerGame, GAME_BODY_LIMIT, sendGame } from './extract-game.js';

/** Bytes. A FEN has under a hundred; the rest is room for clients that send along fields of their own. */
const POSITION_BODY_LIMIT = 64 * 1024;

interface Means {
  analyst: Analyst;
  answers: AnswerCache;
  unread: UnreadAnswers;
}

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const extractRoute: FastifyPluginAsync<Means> = async (app, { analyst, answers, unread }) => {
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
          sendGame(unread, request, reply, answer, elapsedMs(start)),
        );
      }
      if (request.bodyBytes > POSITION_BODY_LIMIT) throw bodyTooLarge(POSITION_BODY_LIMIT);
      const { fen } = body;
      const terms = readTerms(body, earlier);
      const key = keyOf(fen, terms);
      const known = answers.find(key);
      if (known !== undefined) {
        sendAnswer(request, reply, known);
        return;
      }
      return answerPosition(analyst, fen, terms).then((answer) => {
        answers.add(key, answer);
        return sendAnswer(request, reply, answer, elapsedMs(start));
      });
    },
  });
};

async function answerPosition(analyst: Analyst, fen: string, terms: Terms): Promise<Answer> {
  const position = positionOf(analyst, fen, terms);
  const records = await analyst.position(position, terms.settled.depth);
  return makeAnswer(makeEnvelope(analyst, fen, position, terms, records));
}
