/**
 * The log without keys: whatever a client puts a key into by mistake (a URL, a game), its secret is struck out of the line before it
 * is written.
 */
import type { FastifyServerOptions } from 'fastify';
import { hideKeys } from './key.js';

type LoggerOptions = NonNullable<FastifyServerOptions['logger']>;

/** The same options, writing to the same stream, or to standard output where there is none. */
export function withoutKeys(options: LoggerOptions): LoggerOptions {
  if (options === false) return false;
  const given = options === true ? {} : options;
  const stream = given.stream ?? process.stdout;
  return { ...given, stream: { write: (line: string) => void stream.write(hideKeys(line)) } };
}
