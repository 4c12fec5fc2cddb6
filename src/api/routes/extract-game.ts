/** `POST /extract_game`: analyses every position of a complete game. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { elapsedMs, makeGameAnalysis } from '../../tactics/envelope.js';
import { InvalidPgnError } from '../../tactics/errors.js';
import { withExtras } from '../../tactics/extras.js';
import { countGameTactics } from '../../tactics/game.js';
import { settle } from '../../tactics/options.js';
import { TooCostlyError, type Analyst } from '../analyst.js';
import { makeAnswer, sendAnswer, type Answer } from '../answers.js';
import { ApiError } from '../errors.js';
import { earlierEnvelope } from '../form.js';
import { extractGameSchema, MOST_TACTICS, type GameRequest } from '../schemas/extract-game.js';
import type { UnreadAnswers } from '../unread.js';

/** Bytes. A game with clock times and engine comments on every move stays under 100 kB; ten times that is no game. */
export const GAME_BODY_LIMIT = 1024 * 1024;

/** No-break and other blanks of web pages, which games are copied with. Behind `1.` they would keep the text from being taken for a game. */
const PAGE_BLANKS = /[^\S\r\n\t ]/g;

interface Means {
  analyst: Analyst;
  unread: UnreadAnswers;
}

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const extractGameRoute: FastifyPluginAsync<Means> = async (app, { analyst, unread }) => {
  app.post<{ Body: GameRequest }>(
    '/extract_game',
    { schema: extractGameSchema, bodyLimit: GAME_BODY_LIMIT, config: { asksForGame: () => true } },
    async (request, reply) => {
      const start = performance.now();
      const answer = await answerGame(analyst, request.body, false);
      return sendGame(unread, request, reply, answer, elapsedMs(start));
    },
  );
};

/** Sends the answer to a game, or 304. @param ms what it took @throws {ApiError} `busy`: the client leaves too much unread */
export function sendGame(
  unread: UnreadAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  ms: number,
): FastifyReply {
  unread.add(request.client?.name ?? request.ip, answer.text.length, reply.raw);
  return sendAnswer(request, reply, answer, ms);
}

/** Other fields that a position has and a game has not change nothing; this one would be taken for a choice of whose tactics are answered. */
function refuseSide(request: GameRequest & { side?: unknown }): void {
  if (request.side === undefined || request.side === 'mover') return;
  throw new ApiError('invalid_field', "'side' is for positions; a game is answered with the tactics of both sides");
}

/**
 * @param earlier in the form that is labelled 3.0
 * @throws {TooCostlyError} more positions, or tactics of those that are asked for, than one request may have
 */
export async function answerGame(analyst: Analyst, request: GameRequest, earlier: boolean): Promise<Answer> {
  const { pgn, patterns, depth, mode, with_sequence, with_extras } = request;
  const settled = settle({ patterns, depth, mode, with_sequence });
  refuseSide(request);
  // archives have them as blanks; in a request they are no accident
  if (pgn.includes('\0')) throw new InvalidPgnError({ reason: 'bad_token', detail: 'the text holds a NUL character' });
  const game = await analyst.game(pgn.replace(PAGE_BLANKS, ' '), settled.depth);
  const count = countGameTactics(game, settled);
  if (count > MOST_TACTICS) throw new TooCostlyError('tactics', count, MOST_TACTICS);
  const envelope = makeGameAnalysis(game, settled, 0);
  if (earlier) return makeAnswer(earlierEnvelope(envelope));
  if (with_extras !== true) return makeAnswer(envelope);
  return makeAnswer({ ...envelope, tactics: withExtras(analyst.engine, envelope.tactics) });
}
