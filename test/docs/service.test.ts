/** The page for those who use or run the service says how long it waits and how much it takes; here is that it does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TIMEOUTS } from '../../src/api/app.js';
import { ROOT } from '../../src/paths.js';

const text = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8').replace(/\s+/g, ' ');
const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

it.each([
  `the headers did not come within ${seconds(TIMEOUTS.headers)}`,
  `the whole request within ${seconds(TIMEOUTS.request)}`,
  `closed after ${seconds(TIMEOUTS.keepAlive)} without a request`,
  `${seconds(TIMEOUTS.connection)} on which nothing moves`,
])('%s', (words) => expect(text).toContain(words));

it.each([
  ['64 kB for a position', 'extract', 'POSITION_BODY_LIMIT = 64 * 1024'],
  ['256 kB for a batch', 'extract-batch', 'BODY_LIMIT = 256 * 1024'],
  ['1 MB for a game', 'extract-game', 'GAME_BODY_LIMIT = 1024 * 1024'],
])('%s', (words, route, figure) => {
  expect(text).toContain(words);
  expect(readFileSync(join(ROOT, 'src', 'api', 'routes', `${route}.ts`), 'utf8')).toContain(figure);
});
