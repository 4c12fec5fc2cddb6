/** `npm run scan` where it cannot go on: mistakes in the command line, failures, signals. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open.js';
import { PATTERNS } from '../../../src/tactics/types.js';
import { pgn, pgns, tempFile, tempFolder } from '../../pipeline/fixture.js';
import { ended, run, start } from '../run.js';

describe('a mistake in the command line exits with 2 and says what is allowed', () => {
  test.each([
    [[], 'missing required argument'],
    [['nowhere.pgn'], 'nowhere.pgn'],
    [['x.pgn', '--depth', 'l3'], 'l1, l2'],
    [['x.pgn', '--patterns', 'fork,spoon'], PATTERNS.join(', ')],
    [['x.pgn', '--workers', '0'], 'from 1'],
    [['x.pgn', '--wrokers', '2'], '--wrokers'],
    [['x.pgn', '--min-elo', 'strong'], "'--min-elo <n>' argument 'strong' is invalid. Give a rating from 1 to 4000"],
    [['x.pgn', '--max-elo', '9999'], 'such as 2200'],
    [['x.pgn', '--min-elo', '2000', '--max-elo', '1000'], '--min-elo 2000 is above --max-elo 1000'],
    [['x.pgn', '--time-control', 'blitz,fast'], 'bullet, blitz'],
    [['x.pgn', '--time-control', '480-180'], 'the lower number goes first'],
    [['x.pgn', '--player', '?'], 'such as "Carlsen"'],
    [['x.pgn', '--event', ' '], 'such as "Candidates"'],
    [['x.pgn', '--since', '1/2/2024'], 'such as 2024-01-31'],
    [['x.pgn', '--since', '2024', '--until', '2023-12'], '--since lies after --until'],
    [['x.pgn', '--result', '1-1'], '1-0, 0-1, 1/2-1/2, *'],
    [['x.pgn', '--variant', 'chess960'], 'Allowed: standard, from-position'],
    [['x.pgn', '--plies', '60-20'], 'such as 20-60'],
    [['x.pgn', '--plies', '0-20'], 'the first move is ply 1'],
    [[''], 'a path is blank: name an archive'],
    [['x.pgn', ' '], 'a path is blank'],
    [['-', 'x.pgn', '-'], 'standard input (-) is given twice'],
    [['x.pgn', '--report', ''], 'It is blank'],
    [['x.pgn', '--quarantine', ' '], 'It is blank'],
    [['no\x1b[31mwhere.pgn'], 'no\ufffd[31mwhere.pgn'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await run('scan', args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
  });

  test('a folder without archives', async () => {
    const { code, stderr } = await run('scan', [tempFolder()]);
    expect(code).toBe(2);
    expect(stderr).toContain('no games found in these folders');
  });
});

test('--help explains every exit code', async () => {
  const { code, stdout } = await run('scan', ['--help']);
  expect(code).toBe(0);
  for (const exit of [0, 1, 2, 3, 130, 143]) expect(stdout).toMatch(new RegExp(`^ *${exit} `, 'm'));
});

describe('a run that fails exits with 1 and says what to do', () => {
  test.each([
    ['in a folder that is not there', () => join(tempFolder(), 'no', 'x.db'), 'create it'],
    ['that is no database', () => tempFile('x.db', 'text '.repeat(500)), 'name another file'],
    ['that is a folder', () => tempFolder(), 'is a folder'],
  ])('a database %s', async (_, db, words) => {
    const { code, stderr } = await run('scan', [tempFile('a.pgn', pgn(1)), '--db', db()]);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n').length).toBe(1); // words for people, not a stack
  });
});

// Windows has no signals to send
describe.skipIf(process.platform === 'win32')('a signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the run in good order with %i', async (signal, exit) => {
    const db = join(tempFolder(), 'x.db');
    // more than are read before a busy machine comes to send it
    const path = tempFile('a.pgn', pgns(20_000));
    const args = [path, path, '--db', db, '--json', '--quiet', '--workers', '1'];
    const child = start('scan', args);
    // the database is there once the job listens for signals and before it reads a game
    const wait = setInterval(() => {
      if (!existsSync(db)) return;
      clearInterval(wait);
      child.kill(signal);
    }, 20);
    const { code, stdout, stderr } = await ended(child);
    expect(code).toBe(exit);
    expect(stderr).toContain(signal);
    const numbers = JSON.parse(stdout) as Record<string, number>;
    expect(numbers.games_seen).toBeLessThan(40_000);
    expect(numbers.games_seen).toBe((numbers.games_stored ?? 0) + (numbers.games_duplicate ?? 0));
    const store = openStore(db, { readonly: true });
    expect(store.counts().games).toBe(numbers.games_stored);
    // the archive that it was at is not told as read
    expect(store.runs.list(1)).toMatchObject([
      { state: 'stopped', counts: { archives: { read: 0, known: 0, bad: 0 } } },
    ]);
    store.close();
  });
});
