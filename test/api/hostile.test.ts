/** What an attacker would try on the readers of bodies and headers: each a clear 4xx, and the service none the worse for it. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldGivenTwice } from '../../src/api/plugins/json-body.js';
import { processorTime, slowness } from '../processor.js';
import { call, PUZZLE_000PW, testApp } from './app.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const fen = PUZZLE_000PW;
const NO_JSON = 'Request body is not valid JSON';
const FORBIDDEN = "No field may be named '__proto__', or 'constructor' with a 'prototype' in it";
const TOO_MANY = 'Request body holds too many objects and arrays';
const NO_UTF8 = 'Request body is not valid UTF-8';
const JSON_TYPE = { 'content-type': 'application/json' };

/** JSON text of a body with the FEN, and whatever else is written behind it. */
const withField = (field: string): string => `{"fen":"${fen}",${field}}`;

const ROWS: [name: string, payload: string | Buffer, status: number, error: string | RegExp][] = [
  ['__proto__', withField('"__proto__":{"depth":"l1"}'), 400, FORBIDDEN],
  ['__proto__, escaped', withField('"\\u005f_proto__":{"depth":"l1"}'), 400, FORBIDDEN],
  ['__proto__, nested', withField('"x":[{"y":{"__proto__":null}}]'), 400, FORBIDDEN],
  ['constructor.prototype', withField('"constructor":{"prototype":{"depth":"l1"}}'), 400, FORBIDDEN],
  ['__proto__ behind a byte order mark', `\ufeff${withField('"__proto__":{"depth":"l1"}')}`, 400, FORBIDDEN],
  ['__proto__ in place of the fen', '{"__proto__":{"fen":"x"}}', 400, FORBIDDEN],
  ['__proto__ in what is no JSON', '{"__proto__":{"fen":"x"}', 400, NO_JSON],
  ['arrays in arrays', '['.repeat(900) + ']'.repeat(900), 400, 'Request body must be a JSON object'],
  [
    'arrays in arrays in a field',
    withField(`"x":${'['.repeat(900)}${']'.repeat(900)},"depth":7`),
    400,
    /^'depth' must be/,
  ],
  ['objects in objects, cut', '{"a":'.repeat(900), 400, NO_JSON],
  ['very many arrays in arrays', '['.repeat(500_000) + ']'.repeat(500_000), 400, TOO_MANY],
  ['very many objects in objects, cut', '{"a":'.repeat(10_000), 400, TOO_MANY],
  ['very many objects side by side', withField(`"x":[${'{},'.repeat(300_000)}{"__proto__":1}]`), 400, TOO_MANY],
  ['as many as may be', withField(`"x":[${'{},'.repeat(997)}{}],"depth":7`), 400, /^'depth' must be/],
  ['one more', withField(`"x":[${'{},'.repeat(998)}{}],"depth":7`), 400, TOO_MANY],
  ['brackets in a text', withField(`"x":"${'\\\\\\"[{'.repeat(2_000)}","depth":7`), 400, /^'depth' must be/],
  ['a fen of 60 kB', `{"fen":"${'k'.repeat(60_000)}"}`, 400, 'Invalid FEN'],
  ['a fen of blanks', `{"fen":"${' '.repeat(60_000)}"}`, 400, 'Invalid FEN'],
  ['a fen over the limit', `{"fen":"${'k'.repeat(66_000)}"}`, 413, 'Request body is too large'],
  ['a fen hidden behind a large field', withField(`"pad":"${'x'.repeat(70_000)}"`), 413, 'Request body is too large'],
  ['NUL in the fen', `{"fen":"${fen}\\u0000"}`, 400, 'Invalid FEN'],
  ['a bare NUL', `{"fen":"${fen}\0"}`, 400, NO_JSON],
  ['NUL in a pattern', withField('"patterns":["fork\\u0000"]'), 400, 'Invalid pattern: fork\0'],
  ['half a character in a pattern', withField('"patterns":["\\ud800"]'), 400, 'Invalid pattern: \ufffd'],
  [
    'a character that is cut in a pattern',
    withField(`"patterns":["${'x'.repeat(99)}\u{1f600}"]`),
    400,
    `Invalid pattern: ${'x'.repeat(99)}\ufffd`,
  ],
  ['half a character in a field twice', withField('"\\ud800":1,"\\ud800":1'), 400, "'\ufffd' is given more than once"],
  ['NUL in a pgn', '{"pgn":"1. e4\\u0000 e5 *"}', 400, 'Invalid PGN'],
  ['a field twice', `{"fen":"${fen}","fen":"8/8/8/8/8/8/8/8 w - -"}`, 400, "'fen' is given more than once"],
  ['a field twice, once escaped', `{"fen":"${fen}","\\u0066en":"${fen}"}`, 400, "'fen' is given more than once"],
  ['an unknown field twice', withField('"x":1,"x":1'), 400, "'x' is given more than once"],
  ['UTF-8 cut off', Buffer.from([...Buffer.from(`{"fen":"${fen}`), 0xc3, 0x22, 0x7d]), 400, NO_UTF8],
  ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 400, NO_UTF8],
  ['Latin-1', Buffer.from('{"pgn":"[White \\"M\xfcller\\"] *"}', 'latin1'), 400, NO_UTF8],
  ['UTF-16', Buffer.from(`{"fen":"${fen}"}`, 'utf16le'), 400, NO_JSON],
  ['a number beyond all', withField('"depth":1e999'), 400, /^'depth' must be/],
  ['NaN', withField('"depth":NaN'), 400, NO_JSON],
  ['two bodies', `{"fen":"${fen}"}{"fen":"${fen}"}`, 400, NO_JSON],
];

describe('bodies', () => {
  it.each(ROWS)('%s', async (_name, payload, status, error) => {
    const response = await app.inject({ method: 'POST', url: '/api/v1/extract', headers: JSON_TYPE, payload });
    const body = response.json<{ error: string }>();
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toEqual(typeof error === 'string' ? error : (expect.stringMatching(error) as string));
    expect(response.statusCode).toBe(status);
    expect({}).not.toHaveProperty('depth');
  });

  it.each([
    ['no JSON', '{"fen": "8/8",\n  }', 'a name in double quotes is missing at character 18 (line 2, column 3)'],
    ['no JSON behind a byte order mark', '\ufeff{"fen": 8/8}', 'this is no value at character 10 (line 1, column 10)'],
    ['JSON that is cut', '{"fen": "8/8"', 'a closing brace is missing at character 14 (line 1, column 14)'],
    ['blank', ' ', 'a value is missing at character 2 (line 1, column 2)'],
    ['Latin-1', Buffer.from('{"pgn":"[White \\"M\xfcller\\"]"}', 'latin1'), 'byte 19 is 0xFC'],
  ])('that are %s are told where', async (_name, payload, detail) => {
    const { headers } = await app.inject({ method: 'POST', url: '/api/v1/extract', headers: JSON_TYPE, payload });
    expect(headers['x-error-detail']).toBe(detail);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    '*/*',
    'application/json, text/plain',
    '',
  ])('as %j', async (type) => {
    const reply = await call(app, 'POST', '/api/v1/extract', { fen }, { 'content-type': type });
    expect(reply).toMatchObject({ status: 400, body: { error: 'Content-Type must be application/json' } });
  });

  it('the service answers as before, after all of them', async () => {
    const reply = await call(app, 'POST', '/api/v1/extract', { fen });
    expect(reply).toMatchObject({ status: 200, body: { count: 2 } });
  });
});

describe('bodies of very many fields', () => {
  it('are read in a time that grows with their size, whatever stands twice in them', () => {
    const time = (fields: number): number => {
      const keys = Array.from({ length: fields }, (_, index) => `"${index}":0`);
      const text = `{${keys.join(',')},"${fields - 1}":0}`;
      const value: unknown = JSON.parse(text);
      const start = processorTime();
      expect(fieldGivenTwice(text, value)).toBe(String(fields - 1));
      return processorTime() - start;
    };
    time(1_000); // compiled
    // comparing each name with all before it took seconds for these 1.1 MB
    expect(time(120_000)).toBeLessThan(500 * slowness());
  });
});

describe('fieldGivenTwice', () => {
  it.each([
    ['{}', undefined],
    ['{"a":1,"b":2}', undefined],
    ['{"a":{"a":1,"b":[{"a":2}]},"b":"a"}', undefined],
    ['{ "a" : "\\"a\\":1,\\\\" , "b" : [",\\"a\\":"] }', undefined],
    ['{"a":1,"b":[1,2],"a":2}', 'a'],
    ['{"a\\"":1,"a\\u0022":2}', 'a"'],
  ])('%s -> %s', (text, field) => {
    expect(fieldGivenTwice(text, JSON.parse(text))).toBe(field);
  });
});

describe('a megabyte of PGN', () => {
  const fill = (text: string): string => text.repeat(Math.floor(600_000 / text.length));
  it.each([
    ['tiny games', fill('1. e4 *\n\n')],
    ['tag sections', fill('[a "b"]\n\n*\n')],
    ['moves without end', `1. ${fill('Nf3 Nf6 Ng1 Ng8 ')}`],
    ['brackets', '('.repeat(1_000_000)],
    ['braces', '{'.repeat(1_000_000)],
    ['prose', fill('lorem ipsum ')],
  ])('of %s is refused before others have to wait', async (_name, pgn) => {
    const payload = JSON.stringify({ pgn });
    const start = processorTime();
    const response = await app.inject({ method: 'POST', url: '/api/v1/extract_game', headers: JSON_TYPE, payload });
    expect(response.statusCode).toBe(400);
    const ms = processorTime() - start;
    expect(ms).toBeLessThan(400 * slowness()); // it was 700 and more
  });
});
