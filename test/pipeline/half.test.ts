/** Files that end in the middle of a game, and files of which a part cannot be understood: told, and never taken for whole. */
import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { pgn, pgns, scan, sharedPool, tempFile, testStore } from './fixture.js';

const one = sharedPool(1);
const MOVES = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6';
const LAST = pgn(99, { moves: MOVES, result: '1-0' });

describe('a file that breaks off in its last game', () => {
  test.each([
    ['in the moves', LAST.slice(0, LAST.indexOf('Bb5'))],
    ['behind a move', LAST.slice(0, LAST.indexOf(' 1-0'))],
    ['in the result', LAST.slice(0, LAST.lastIndexOf('-0'))],
    ['in a comment', LAST.replace('Nc6', '{ why').split(' 3.')[0]!],
    ['in its tags', LAST.slice(0, LAST.indexOf('99"]') + 1)],
    ['behind its first move number', LAST.slice(0, LAST.indexOf(' e4'))],
  ])('%s: the half is not stored, and the next run has the whole', async (_, half) => {
    const store = testStore();
    const path = tempFile('a.pgn', pgns(3) + half);
    for (const stored of [3, 0]) {
      const report = await scan([path], { pool: one, store });
      expect(report.unread).toEqual([expect.stringMatching(/a\.pgn: breaks off in the middle of its last game/)]);
      expect(report.games).toMatchObject({ seen: 3, stored, quarantined: 0 });
    }
    appendFileSync(path, LAST.slice(half.length));
    // of the half with a comment this makes another game, which is whole all the same
    const rest = await scan([path], { pool: one, store });
    expect(rest.unread).toEqual([]);
    expect(rest.games.seen).toBe(4);
    expect(rest.games.stored + rest.games.quarantined).toBe(1);
  });

  test('of which it is the only game has none, and is tried again', async () => {
    const store = testStore();
    const path = tempFile('a.pgn', LAST.slice(0, -10));
    for (let run = 0; run < 2; run++)
      expect(await scan([path], { pool: one, store })).toMatchObject({
        games: { seen: 0 },
        unread: [expect.stringContaining('breaks off') as string],
      });
  });

  test('may be standard input', async () => {
    const stream: unknown = Readable.from([Buffer.from(pgns(3) + LAST.slice(0, -10))]);
    const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stream as typeof process.stdin);
    const report = await scan(['-'], { pool: one, store: testStore() }).finally(() => input.mockRestore());
    expect(report.unread).toEqual([expect.stringMatching(/^stdin: breaks off/)]);
    expect(report.games).toMatchObject({ seen: 3, stored: 3 });
  });
});

test.each([
  ['has its result', LAST.trimEnd()],
  ['has none, and a line end', LAST.replace(' 1-0\n\n', '\n')],
  ['has none, and a line end before the end of a file of DOS', LAST.replace(' 1-0\n\n', '\r\n\x1a')],
  ['names none', pgn(99, { moves: MOVES }).replace(' *\n\n', '')],
  ['has tags alone', LAST.slice(0, LAST.indexOf('1-0"]') + 5)],
  ['has no tags', `\n\n${MOVES}`],
])('a last game is whole that %s', async (_, last) => {
  const report = await scan([tempFile('a.pgn', pgns(3) + last)], { pool: one, store: testStore() });
  expect(report).toMatchObject({ unread: [], games: { seen: 4, stored: 4 } });
});

describe('a part in another encoding', () => {
  const games = pgns(40).replaceAll('Test', 'Test '.repeat(30));
  const wide = Buffer.from(games.replaceAll('White', 'Weiss'), 'utf16le');

  test.each([
    ['that is wide', Buffer.concat([Buffer.from(games), wide])],
    ['that is narrow', Buffer.concat([Buffer.from([0xff, 0xfe]), wide, Buffer.from(games)])],
  ])('%s is told, with its place', async (_, bytes) => {
    const store = testStore();
    const path = tempFile('a.pgn', bytes);
    for (const stored of [40, 0]) {
      const report = await scan([path], { pool: one, store });
      expect(report.unread).toEqual([
        expect.stringMatching(/a\.pgn \(a\.pgn\): has \d+ KB after line 32[0-9] that cannot be read as PGN/),
      ]);
      expect(report.games).toMatchObject({ seen: 40, stored });
    }
  });

  test('is told also where it is but one game', async () => {
    const path = tempFile('a.pgn', Buffer.concat([Buffer.from(pgns(3)), Buffer.from(pgn(9), 'utf16le')]));
    expect((await scan([path], { pool: one, store: testStore() })).unread).toEqual([
      expect.stringContaining('cannot be read as PGN'),
    ]);
  });

  test('is told also where no more than notes stands between the games behind it', async () => {
    const behind = `\n\n${pgn(98)}a note\n\n${pgn(99)}`;
    const path = tempFile('a.pgn', Buffer.concat([Buffer.from(pgns(3)), wide, Buffer.from(behind)]));
    const report = await scan([path], { pool: one, store: testStore() });
    expect(report.unread).toEqual([expect.stringMatching(/has \d+ KB after line 25 that cannot be read as PGN/)]);
  });

  test('is not what people write between games', async () => {
    const notes = 'Round two was played in the afternoon; see page 3.\n'.repeat(100);
    const path = tempFile('a.pgn', pgn(1) + notes + pgn(2) + notes + '\0\0\x1a\n' + pgn(3) + notes);
    expect(await scan([path], { pool: one, store: testStore() })).toMatchObject({ unread: [], games: { stored: 3 } });
  });
});
