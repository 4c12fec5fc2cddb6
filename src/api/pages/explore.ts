/**
 * What `/explore` fetches: findings a page at a time, how they are spread, what is stored at all, and the whole set as a file.
 *
 * Every question is bounded in rows and time by the explorer, which has threads of its own. A file is written a piece at a time, each as soon
 * as the one before is on its way, so that it takes no more memory than a page.
 */
import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { findFormat } from '../../export/formats.js';
import { lichessCsv } from '../../export/lichess-csv.js';
import { ExplorerBusyError, type Explorer } from '../../explore/explorer.js';
import { MEDIA_TYPES } from '../../explore/file.js';
import type { AnswerOf, FileFormat, PieceAnswer, Task } from '../../explore/tasks.js';
import { parseDate } from '../../pgn/filter/dates.js';
import { FilterError } from '../../pgn/filter/errors.js';
import {
  SearchError,
  SearchTimeError,
  type Order,
  type Outcome,
  type Side,
  type Wish,
} from '../../store/search/wish.js';
import { given } from '../../given.js';
import { isPattern, maskOf, type PatternMask } from '../../tactics/types.js';
import { ApiError, shown } from '../errors.js';
import { FileQuery, PageQuery, PuzzlesQuery, WishQuery } from '../schemas/explore.js';

/** Findings on a page, where nobody says how many; and at most. */
const PAGE = 24;
const MOST = 60;
/** Findings in a piece of a file, and in a file; who wants more has the database and `npm run query`. */
const PIECE = 1_000;
const MOST_ROWS = 100_000;
/** Files that are written at the same time. */
const FILES = 2;
/** Seconds after which it may be tried again: a file, of which so many are written already; a search, for which no thread is free. */
const RETRY_FILE = 10;
const RETRY_SEARCH = 2;

export function exploreRoutes(explorer: Pick<Explorer, 'ask'>): FastifyPluginAsync {
  let files = 0;
  // one at a time: it takes a thread for seconds, and the other is for those who look
  let exporting = false;

  // eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
  return async (app) => {
    app.get('/explore/stock', () => ask(explorer, { kind: 'stock' }));

    app.get<{ Querystring: PageQuery }>('/explore', { schema: { querystring: PageQuery } }, ({ query }) => {
      const { limit, after } = query;
      const most = Math.min(MOST, Math.max(1, Number(limit ?? PAGE)));
      return ask(explorer, {
        kind: 'page',
        ...readQuestion(query),
        limit: most,
        ...given({ after }),
      });
    });

    app.get<{ Querystring: WishQuery }>('/explore/spread', { schema: { querystring: WishQuery } }, ({ query }) =>
      ask(explorer, { kind: 'spread', wish: readQuestion(query).wish }),
    );

    app.get<{ Querystring: PuzzlesQuery }>(
      '/explore/puzzles',
      { schema: { querystring: PuzzlesQuery } },
      async ({ method, query }, reply) => {
        const { name, mediaType, extension } = findFormat(query.format ?? 'lichess-csv') ?? lichessCsv;
        const { wish } = readQuestion(query);
        const send = attachment(reply, mediaType, `motif-puzzles.${extension}`);
        if (method === 'HEAD') return send();
        if (exporting) throw new ApiError('busy', undefined, undefined, RETRY_FILE);
        exporting = true;
        const { bytes } = await ask(explorer, { kind: 'puzzles', wish, format: name }).finally(() => {
          exporting = false;
        });
        return send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      },
    );

    app.get<{ Querystring: FileQuery }>(
      '/explore/file',
      { schema: { querystring: FileQuery } },
      async ({ method, query }, reply) => {
        const format = (query.format ?? 'jsonl') as FileFormat;
        const question = readQuestion(query);
        const send = attachment(reply, MEDIA_TYPES[format], `motif-tactics.${format}`);
        if (method === 'HEAD') return send();
        if (files >= FILES) throw new ApiError('busy', undefined, undefined, RETRY_FILE);
        files++;
        const piece = (after?: string): Promise<PieceAnswer> =>
          ask(explorer, { kind: 'piece', ...question, limit: PIECE, format, ...given({ after }) });
        const done = (): void => {
          files--;
        };
        // what cannot be answered is refused before anything is sent
        const first = await piece().catch((error: unknown) => {
          done();
          throw error;
        });
        return send(Readable.from(pieces(first, piece), { objectMode: false }).once('close', done));
      },
    );
  };
}

/** A file to be saved, under its name. @returns sends it; without a body for who asks for the headers, and gets them for nothing */
function attachment(reply: FastifyReply, type: string, name: string): (body?: Buffer | Readable) => FastifyReply {
  return (body) => reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body);
}

async function* pieces(first: PieceAnswer, more: (after: string) => Promise<PieceAnswer>): AsyncGenerator<string> {
  let { text, next, rows } = first;
  for (let written = rows; ; written += rows) {
    if (text !== '') yield text;
    if (next === null || written >= MOST_ROWS) return;
    ({ text, next, rows } = await more(next));
  }
}

async function ask<T extends Task>(explorer: Pick<Explorer, 'ask'>, task: T): Promise<AnswerOf<T>> {
  try {
    return await explorer.ask(task);
  } catch (error) {
    if (error instanceof SearchError) throw new ApiError('invalid_field', error.message);
    if (error instanceof ExplorerBusyError) throw new ApiError('busy', undefined, undefined, RETRY_SEARCH);
    if (error instanceof SearchTimeError) {
      throw new ApiError(
        'too_costly',
        'This search takes too long: ask for a pattern, a player or fewer years as well',
      );
    }
    throw error;
  }
}

/** @throws {ApiError} what no tactic can be */
function readQuestion(query: WishQuery): { wish: Wish; order: Order } {
  const { mate, side, outcome, player, white, black, event, eco, archive } = query;
  if ((side === 'player' || side === 'opponent') && player === undefined) {
    throw new ApiError('invalid_field', `'side' "${side}" needs a 'player'`);
  }
  const wish: Wish = given({
    patterns: patternsOf(query.pattern),
    minGain: numberOf(query.gain),
    maxGain: numberOf(query.maxgain),
    mate: mate === undefined ? undefined : mate === 'yes',
    side: side as Side | undefined,
    outcome: outcome as Outcome | undefined,
    player,
    white,
    black,
    minElo: numberOf(query.minelo),
    maxElo: numberOf(query.maxelo),
    since: dayOf('since', query.since, 'first'),
    until: dayOf('until', query.until, 'last'),
    event,
    eco,
    // of a part of the path whoever asks often enough could tell the folders of the server
    archiveFile: archive,
  });
  return { wish, order: (query.order ?? 'gain') as Order };
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function patternsOf(text: string | undefined): PatternMask | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',');
  const patterns = names.filter(isPattern);
  const unknown = names.find((name) => !isPattern(name));
  if (unknown !== undefined) throw new ApiError('invalid_pattern', `Invalid pattern: ${shown(unknown)}`);
  return maskOf(patterns);
}

function dayOf(field: string, text: string | undefined, end: 'first' | 'last'): number | undefined {
  if (text === undefined) return undefined;
  try {
    return parseDate(text)[end];
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new ApiError('invalid_field', `'${field}' must be a day, month or year, such as 2024-01-31, 2024-01 or 2024`);
  }
}
