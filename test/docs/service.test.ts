/** The page for those who use or run the service says how long it waits; here is that it does. */
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
