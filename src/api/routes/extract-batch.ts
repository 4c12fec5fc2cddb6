/**
 * `POST /extract_batch`: many positions, streamed as one line of JSON each, in their order and as they are done.
 *
 * Every FEN counts as a request against the plan's limit, and places in the queue are taken for all of them before they are counted and the
 * first line goes out: a batch that is answered is answered whole, and one that finds no room has cost one request. A FEN that is refused has its line too, and so has one that broke on our side.
 */
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { jsonLine } from '../../pgn/json-line.js';
import { elapsedMs } from '../../tactics/envelope.js';
import type { Analyst, Outcomes } from '../analyst.js';
import { REFUSALS } from '../errors.js';
import { BusyError } from '../queue.js';
import { faultOf, makeEnvelope, positionOf, readTerms, type Terms } from '../position-question.js';
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
      const further = await request.client?.further(request, reply, fens.length - 1);
      const positions = fens.map((fen) => positionOrFault(analyst, fen, terms));
      const good = positions.filter((position) => typeof position === 'string');
      const outcomes = await analyst.batch(good, terms.settled.depth, further?.count).catch((error: unknown) => {
        // whoever comes again when told so has room in the minute as well
        throw error instanceof BusyError ? new BusyError(Math.max(error.retryAfter, further?.wait ?? 0)) : error;
      });
      const lines = answerLines(analyst, fens, positions, outcomes, terms, request.log);
      reply.header('content-type', 'application/x-ndjson; charset=utf-8');
      return reply.send(Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1024 }));
    },
  );
};

/** No body at all lacks what an empty one lacks, and is told so. */
function takeNothingForEmpty(request: FastifyRequest, _reply: unknown, done: () => void): void {
  request.body ??= {};
  done();
}

/** @param positions of the FENs, or what is wrong with them @param outcomes one for each that is a position */
async function* answerLines(
  analyst: Analyst,
  fens: readonly string[],
  positions: readonly (string | Error)[],
  outcomes: Outcomes,
  terms: Terms,
  log: FastifyBaseLogger,
): AsyncGenerator<string> {
  let next = 0;
  let began = performance.now();
  for (const [index, position] of positions.entries()) {
    const outcome = typeof position === 'string' ? await outcomes[next++]! : position;
    if (outcome instanceof Error) {
      const fault = faultOf(outcome);
      if (fault === undefined) log.error({ err: outcome }, 'a position of a batch failed');
      yield `${jsonLine({ ...(fault ?? { error: REFUSALS.internal.message }), line: index + 1 })}\n`;
    } else {
      const envelope = makeEnvelope(analyst, fens[index] ?? '', String(position), terms, outcome);
      yield `${jsonLine({ ...envelope, performance_ms: elapsedMs(began) })}\n`;
    }
    began = performance.now();
  }
}

function positionOrFault(analyst: Analyst, fen: string, terms: Terms): string | Error {
  try {
    return positionOf(analyst, fen, terms);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
