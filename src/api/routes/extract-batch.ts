/**
 * `POST /extract_batch`: many positions, streamed as one line of JSON each, in their order and as they are done.
 *
 * Every FEN counts as a request against the plan's limit, and places in the queue are taken for all of them before the first line goes
 * out: a batch that is answered is answered whole. A FEN that is refused has its line too, and so has one that broke on our side.
 */
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { elapsedMs } from '../../tactics/envelope.js';
import type { Analyst, Outcome } from '../analyst.js';
import { REFUSALS } from '../errors.js';
import { makeEnvelope, positionOf, readTerms, wordsFor, type Terms } from '../position-question.js';
import { extractBatchSchema, type BatchRequest } from '../schemas/extract-batch.js';

/** Bytes: a thousand FENs of the greatest length, twice over. */
const BODY_LIMIT = 256 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
export const extractBatchRoute: FastifyPluginAsync<{ analyst: Analyst }> = async (app, { analyst }) => {
  app.post<{ Body: BatchRequest }>(
    '/extract_batch',
    {
      schema: extractBatchSchema,
      bodyLimit: BODY_LIMIT,
      preValidation: takeNothingForEmpty,
    },
    async (request, reply) => {
      const { fens } = request.body;
      const terms = readTerms(request.body);
      // the door has counted one
      await request.client?.count(request, reply, fens.length - 1);
      const lines = answerLines(analyst, fens, terms, request.log);
      const first = await lines.next(); // a full queue is refused here, before anything is sent
      reply.header('content-type', 'application/x-ndjson; charset=utf-8');
      return reply.send(Readable.from(startingWith(first, lines), { objectMode: false, highWaterMark: 64 * 1024 }));
    },
  );
};

/** No body at all lacks what an empty one lacks, and is told so. */
function takeNothingForEmpty(request: FastifyRequest, _reply: unknown, done: () => void): void {
  request.body ??= {};
  done();
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* answerLines(
  analyst: Analyst,
  fens: readonly string[],
  terms: Terms,
  log: FastifyBaseLogger,
): AsyncGenerator<string> {
  const positions = fens.map((fen) => positionOrFault(analyst, fen, terms));
  const good = positions.filter((position) => typeof position === 'string');
  const outcomes = analyst.batch(good, terms.settled.depth);
  let began = performance.now();
  for (const [index, position] of positions.entries()) {
    const outcome = typeof position === 'string' ? await nextOf(outcomes) : position;
    if (outcome instanceof Error) {
      const words = wordsFor(outcome);
      if (words === undefined) log.error({ err: outcome }, 'a position of a batch failed');
      yield `${JSON.stringify({ error: words ?? REFUSALS.internal.message, line: index + 1 })}\n`;
    } else {
      const envelope = makeEnvelope(analyst, fens[index] ?? '', String(position), terms, outcome);
      yield `${JSON.stringify({ ...envelope, performance_ms: elapsedMs(began) })}\n`;
    }
    began = performance.now();
  }
}

/** There is one for each position that was handed in. */
async function nextOf(outcomes: AsyncGenerator<Outcome>): Promise<Outcome> {
  const { value, done } = (await outcomes.next()) as IteratorResult<Outcome, undefined>;
  return done === true ? new Error('batch: fewer outcomes than positions') : value;
}

function positionOrFault(analyst: Analyst, fen: string, terms: Terms): string | Error {
  try {
    return positionOf(analyst, fen, terms);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
