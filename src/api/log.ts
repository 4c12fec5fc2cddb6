/**
 * The log without keys: whatever a client puts a key into by mistake (a URL, a game), its secret is struck out of the line before it
 * is written. Nor does what a client sends speak to the terminal on which the log is read, or end a line of it.
 */
import type { FastifyServerOptions } from 'fastify';
import { escapeUnruly } from '../pgn/json-line.js';
import { hideKeys } from './key.js';

type LoggerOptions = NonNullable<FastifyServerOptions['logger']>;

/** The same options, writing to the same stream, or to standard output where there is none. */
export function withoutKeys(options: LoggerOptions): LoggerOptions {
  if (options === false) return false;
  const given = options === true ? {} : options;
  const stream = given.stream ?? process.stdout;
  const write = (line: string): void => void stream.write(`${escapeUnruly(hideKeys(line.trimEnd()))}\n`);
  return { ...given, stream: { write } };
}
