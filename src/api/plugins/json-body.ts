/**
 * The one reader of request bodies: JSON in UTF-8, read as strictly as its sender must have meant it.
 *
 * The framework's own reader lets broken UTF-8 through as question marks, and takes the last of two fields of one name without a word: a
 * proxy that checks the first one and a service that reads the second are an old way past a filter. Both are refused here. Keys that
 * would reach into prototypes are refused by the framework's parser, which is used.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { faultOfJson, placeOfByte } from '../body-faults.js';
import { ApiError, repeatedField } from '../errors.js';
import { opensMore } from '../json-shape.js';

/** Objects and arrays that a body may hold. The interface has two at most; the rest is room for clients that send along fields of their own. */
const MOST_OPENED = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body as it was sent; 0 without one. */
    bodyBytes: number;
  }
}

export function installJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyBytes', 0);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
      request.bodyBytes = body.length;
      if (body.length === 0) return done(null); // the validator says what is missing
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') return done(new ApiError('encoded_body'));
      if (!isUtf8(body)) return done(new ApiError('invalid_utf8', undefined, placeOfByte(body)));
      if (opensMore(body, MOST_OPENED)) return done(new ApiError('too_many_brackets'));
      const text = body.toString('utf8').replace(/^\ufeff/, '');
      void parse(request, text, (error, value) => {
        if (error !== null) return done(refusalOf(text));
        const twice = fieldGivenTwice(text, value);
        if (twice === undefined) return done(null, value);
        done(repeatedField(twice));
      });
    },
  );
}

/** What the framework's parser refuses for a name in it, and what is no JSON: it gives one error for both. */
function refusalOf(text: string): ApiError {
  const fault = faultOfJson(text);
  return fault === undefined ? new ApiError('forbidden_field') : new ApiError('invalid_json', undefined, fault);
}

/** A field that stands twice in the JSON text of an object; undefined where none does. Objects within it are not looked at. */
export function fieldGivenTwice(text: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = topLevelKeys(text);
  if (keys.length === Object.keys(value).length) return undefined;
  const met = new Set<string>();
  for (const key of keys) {
    const name = JSON.parse(key) as string;
    if (met.has(name)) return name;
    met.add(name);
  }
  return undefined;
}

/** The keys of a JSON object as they are written, quotes included. `text` is known to be good JSON. */
function topLevelKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(text, at);
      if (keyNext && depth === 1) keys.push(text.slice(at, end + 1));
      keyNext = false;
      at = end;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      keyNext = code === 0x7b;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2c && depth === 1) keyNext = true;
  }
  return keys;
}

/** @param start where its opening quote stands @returns where its closing quote stands */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
  }
}
