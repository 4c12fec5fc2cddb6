/** The threat model names tests, which are there, and figures, which are the service's: no test waits ten seconds to see one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';

const text = readFileSync(join(ROOT, 'docs', 'threats.md'), 'utf8');
const named = [...new Set([...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path))];

it('names a dozen tests at least', () => expect(named.length).toBeGreaterThanOrEqual(12));

it.each(named)('%s is there', (path) => expect(existsSync(join(ROOT, path))).toBe(true));

it.each([
  ['at most 4,000 wait', 'api/analyst.ts', 'options.queueLimit ?? 4_000'],
  ['a game has at most 1,000 positions', 'api/schemas/extract-game.ts', 'MOST_POSITIONS = 1_000'],
  ['a batch 1,000', 'api/schemas/extract-batch.ts', 'MAX_BATCH = 1_000'],
  ['a thread that takes 10 s', 'api/server.ts', 'TIME_LIMIT = 10_000'],
  ['10 s for headers', 'api/app.ts', 'headers: 10_000'],
  ['30 s for a request', 'api/app.ts', 'request: 30_000'],
  ['60 s of silence', 'api/app.ts', 'connection: 60_000'],
  ['at most 32 MB wait for one client', 'api/unread.ts', 'MOST = 32 * 1024 * 1024'],
  ['FENs of at most 128 printable characters', 'tactics/fen.ts', 'MAX_FEN_LENGTH = 128'],
  ['1.5 s a search', 'explore/answer.ts', 'PAGE_MS = 1_500'],
  ['0.7 s of adding up', 'explore/answer.ts', 'SPREAD_MS = 700'],
  ['32 may wait', 'explore/explorer.ts', 'WAITING = 32'],
  ['puzzles one at a time, at most 20,000', 'explore/puzzles.ts', 'MOST_PUZZLES = 20_000'],
  ['Results of the last 50 ms', 'api/write-behind.ts', 'DELAY = 50;'],
])('%s', (words, file, figure) => {
  expect(text).toContain(words);
  expect(readFileSync(join(ROOT, 'src', file), 'utf8')).toContain(figure);
});
