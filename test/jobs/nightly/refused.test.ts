/** Command lines of `npm run nightly` that cannot be meant. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite.js';
import { pgn } from '../../pipeline/fixture.js';
import { run } from '../run.js';
import { place, type Place } from './place.js';

/** `--out` by the name of a link into the archives, in a folder of which the last part is not there yet. */
function linkedOut({ folder, db }: Place): string[] {
  const link = join(dirname(db), 'link');
  symlinkSync(folder, link);
  return ['--out', join(link, 'out')];
}

describe('a command line that cannot be meant', () => {
  test.each<[string, (place: Place) => string[], string]>([
    ['no folder', ({ folder }) => ['--archives', join(folder, 'no')], 'there is no such folder'],
    [
      'a file for the folder',
      ({ folder }) => ['--archives', join(folder, 'a.pgn')],
      'a.pgn is a file; name the folder',
    ],
    [
      'a folder below a file',
      ({ folder }) => ['--archives', join(folder, 'a.pgn', 'in')],
      'in cannot be looked into (ENOTDIR',
    ],
    ['exports among the archives', ({ folder }) => ['--out', join(folder, 'deep', 'out')], 'exports would be scanned'],
    ['exports among the archives by a link', linkedOut, 'exports would be scanned'],
    ['a database in a folder that is not there', ({ db }) => ['--db', join(db, 'x.db')], 'its folder does not exist'],
    ['blank terms', () => ['--licence', ''], "'--licence <text>' argument '' is invalid. It is blank; give it a value"],
    ['a blank folder', () => ['--archives', ' '], "'--archives <folder>' argument ' ' is invalid. It is blank"],
    ['a blank database', () => ['--db', ''], 'It is blank'],
    ['a blank folder for reports', () => ['--out', ''], "'--out <folder>' argument '' is invalid. It is blank"],
    ['no file for the database', () => ['--db', ':memory:'], 'name a file'],
    ['an unknown format', () => ['--formats', 'csv'], '"csv" is not a format. Allowed: lichess-csv'],
    ['none and a format', () => ['--formats', 'none,jsonl'], '"none" skips the export'],
    ['none and a format later', () => ['--formats', 'none', '--formats', 'jsonl'], '"none" skips the export'],
    ['terms of no exports', () => ['--formats', 'none', '--licence', 'CC0'], '--formats none exports nothing'],
    ['no report at all', () => ['--keep-reports', '0'], 'from 1'],
    ['numbers of what is not done', () => ['--dry-run', '--json'], '--dry-run says in words what would be done'],
    ['an argument', () => ['x.zip'], 'too many arguments'],
  ])('%s', async (_, flagsOf, words) => {
    const home = place({ 'a.pgn': '' });
    const { code, stderr } = await home.night(...flagsOf(home));
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(existsSync(home.db)).toBe(false);
  });

  test('is helped', async () => {
    const { code, stdout } = await run('nightly', ['--help']);
    expect(code).toBe(0);
    for (const words of ['--archives', '--settle', '--formats', 'Exit codes', '(default: lichess-csv,jsonl)']) {
      expect(stdout).toContain(words);
    }
  });
});

test('a folder for reports that cannot be made fails with 1, in words', async () => {
  const { folder, night } = place({ 'a.pgn': pgn(1) });
  for (const out of [join(folder, 'a.pgn', 'out'), ...(existsSync('/proc') ? ['/proc/none/out'] : [])]) {
    const { code, stderr } = await night('--out', out);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`--out ${out}`);
    expect(stderr).toMatch(/name (another|a) folder/);
  }
});

test('a database that cannot be used fails with 1', async () => {
  const { db, night } = place({ 'a.pgn': pgn(1) });
  writeFileSync(
    db,
    'this is no database, but long enough to be looked at as if it were one, which takes some bytes'.repeat(20),
  );
  const { code, stderr } = await night();
  expect(code).toBe(1);
  expect(stderr).toContain('not an SQLite database');
});

test('what is no database is refused before anything is made beside it', async () => {
  const { folder, db, out, night } = place({ 'a.pgn': pgn(1) });
  writeFileSync(db, 'short');
  const foreign = join(folder, 'contacts.db');
  new Database(foreign).exec('CREATE TABLE contacts (name TEXT)').close();
  for (const [wrong, words] of [
    [db, 'it is not an SQLite database'],
    [folder, 'it is a folder'],
    [foreign, 'it belongs to another program'],
  ] as const) {
    for (const flags of [[], ['--dry-run']]) {
      const { code, stderr } = await night('--db', wrong, ...flags);
      expect(code).toBe(1);
      expect(stderr).toContain(`Database ${wrong}: ${words}`);
    }
  }
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(join(folder, '..')).sort()).toEqual(['archives', 'motif.db']);
  expect(readdirSync(folder).sort()).toEqual(['a.pgn', 'contacts.db']);
  expect(readFileSync(db, 'utf8')).toBe('short');
  // an empty file is as good as none
  writeFileSync(db, '');
  expect((await night('--dry-run')).code).toBe(0);
  expect(readFileSync(db, 'utf8')).toBe('');
  expect((await night()).code).toBe(0);
});

test('a file in the place of the folder for reports is told as one, and nothing is made', async () => {
  const { folder, db, night } = place({ 'a.pgn': pgn(1) });
  const home = dirname(folder);
  const file = join(home, 'notes');
  writeFileSync(file, 'in the way');
  for (const out of [file, join(file, 'out')]) {
    const { code, stderr } = await night('--out', out);
    expect(stderr).toBe(`nightly: --out ${out}: ${file} is a file; name a folder\n`);
    expect(code).toBe(1);
  }
  expect(existsSync(db)).toBe(false);
  expect(readdirSync(home).sort()).toEqual(['archives', 'notes']);
});

test('a folder in the place of a lock is no database: the night says what it is and ends with 1', async () => {
  const { db, out, night } = place({ 'a.pgn': pgn(1) });
  for (const lock of [join(out, '.nightly-lock'), `${db}.nightly-lock`]) {
    mkdirSync(lock, { recursive: true });
    const { code, stderr } = await night();
    expect(stderr).toMatch(/^nightly: Lock .*: it is a folder; a lock is an empty file .*; move this away\n$/);
    expect(stderr).toContain(`Lock ${lock}: `);
    expect(code).toBe(1);
    rmdirSync(lock);
  }
  expect((await night()).code).toBe(0);
});
