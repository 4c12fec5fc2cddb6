/** `npm run scan` as scripts see it: flags, exit codes, output. Runs the built job in a process of its own. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { openStore } from '../../src/store/open.js';
import { Database } from '../../src/store/sqlite.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { pgn, pgns, tempFile, tempFolder } from '../pipeline/fixture.js';
import { ended, run, start } from './run.js';

const KEYS = [
  ...['games_seen', 'games_stored', 'games_duplicate', 'games_filtered', 'games_quarantined'],
  ...['positions', 'candidates', 'tactics', 'seconds', 'peak_rss_mb'],
];

describe('a scan that is done', () => {
  test('exits with 0, ends with one line of JSON, and has everything in the database', async () => {
    const path = tempFile(
      'a.pgn',
      pgns(4) + pgn(9, { moves: '1. e4 Ke4' }) + pgn(10, { tags: '[Variant "Atomic"]\n' }),
    );
    const db = join(tempFolder(), 'x.db');
    const first = await run('scan', [path, '--db', db, '--json', '--quiet', '--workers', '1']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const numbers = JSON.parse(first.stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
    expect(Object.keys(numbers)).toEqual(KEYS);
    expect(numbers).toMatchObject({
      games_seen: 6,
      games_stored: 4,
      games_quarantined: 1,
      games_filtered: 1,
      games_duplicate: 0,
    });
    expect(numbers.tactics).toBeGreaterThan(0);
    expect(numbers.peak_rss_mb).toBeGreaterThan(20);

    const store = openStore(db, { readonly: true });
    expect(store.counts()).toMatchObject({ games: 4, quarantine: 1 });
    // as the page of runs shows it
    const [recorded] = store.runs.list(1);
    expect(recorded).toMatchObject({ kind: 'scan', state: 'done', counts: { games: { seen: 6, stored: 4 } } });
    expect(recorded?.counts).toMatchObject({ archives: { read: 1 }, tactics: numbers.tactics });
    store.close();

    const second = await run('scan', [path, '--db', db, '--quiet', '--workers', '1']);
    expect(second.code).toBe(0);
    expect(second.stdout).toContain('Nothing new');
    expect(second.stdout).toMatch(/duplicate\s+4\n/);
  });

  test('at l1 with two patterns says so in the table', async () => {
    const db = join(tempFolder(), 'x.db');
    const path = tempFile('a.pgn', pgns(4));
    const { code, stdout } = await run('scan', [path, '--db', db, '--depth', 'l1', '--patterns', 'fork, pin']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/stored\s+4\n/);
    expect(stdout).toMatch(/tactics \(l2\)\s+0\n/);
    expect(stdout).toContain(db);
    const deeper = await run('scan', [path, tempFile('b.pgn', pgns(6)), '--db', db]);
    expect(deeper.stdout).toMatch(/stored\s+6\n/);
    expect(deeper.stdout).toContain('2 games were new, 4 were brought up to date, 4 in the database already.');
  });

  test('speaks of one game as of one', async () => {
    const db = join(tempFolder(), 'x.db');
    const path = tempFile('a.pgn', pgns(1));
    const { stdout } = await run('scan', [path, '--db', db, '--depth', 'l1', '--quiet']);
    expect(stdout).toContain('\n1 game was new.\n');
    expect((await run('query', ['--db', db])).stderr).toContain(`the 1 game in ${db} was scanned at l1`);
    const deeper = await run('scan', [path, '--db', db, '--quiet']);
    expect(deeper.stdout).toContain('\n0 games were new, 1 was brought up to date.\n');
  });

  test('with filters stores what passes all of them, and says what did not', async () => {
    const games = [2300, 1500, 2600].map((elo, n) =>
      pgn(n, {
        tags: `[WhiteElo "${elo}"]\n[BlackElo "${elo}"]\n[Date "2024.0${n + 1}.05"]\n[TimeControl "300+3"]\n`,
      }),
    );
    const path = tempFile('a.pgn', games.join('') + pgn(5, { tags: '[Variant "Chess960"]\n' }));
    const flags = ['--min-elo', '2000', '--until', '2024-02', '--time-control', 'bullet, blitz', '--plies', '1-4'];
    const more = [
      '--player',
      'nobody',
      '--player',
      'black',
      '--event',
      'TEST',
      '--result',
      '*',
      '--variant',
      'standard',
    ];
    const args = [path, '--db', join(tempFolder(), 'x.db'), '--depth', 'l1', ...flags, ...more];
    const { code, stdout } = await run('scan', args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/stored +1\n/);
    expect(stdout).toMatch(/filtered +3 \(Chess960 1, date 1, rating 1\)\n/);
    expect(stdout).toMatch(/positions stored +4\n/);
  });

  test('of folders reads what is in them', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    writeFileSync(join(folder, 'deep', 'b.pgn'), pgn(2));
    const { stdout } = await run('scan', [folder, '--db', join(tempFolder(), 'x.db'), '--depth', 'l1', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ games_stored: 2 });
  });

  test('of the folder that it runs in reads also the file -, and not standard input', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, '-'), pgn(1));
    const { stdout } = await run(
      'scan',
      ['.', '--db', join(tempFolder(), 'x.db'), '--depth', 'l1', '--json'],
      pgns(5),
      folder,
    );
    expect(JSON.parse(stdout)).toMatchObject({ games_stored: 1 });
  });

  test('but could not read an archive exits with 3 and names it', async () => {
    const zst = tempFile('x.pgn.zst', Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    const good = tempFile('a.pgn', pgn(1));
    const { code, stdout, stderr } = await run('scan', [
      zst,
      good,
      '--db',
      join(tempFolder(), 'x.db'),
      '--depth',
      'l1',
      '--json',
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain('x.pgn.zst');
    expect(JSON.parse(stdout)).toMatchObject({ games_stored: 1 });
  });

  test.each([
    ['text', 'a letter to the editor\n'],
    ['UTF-16 that does not say so', Buffer.from(pgn(1), 'utf16le')],
    ['bytes', Uint8Array.from({ length: 5000 }, (_, n) => (n * n * 31) & 255)],
    ['a table', 'PuzzleId,FEN,Moves\n00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7\n'],
  ])('and was given a file of no PGN exits with 3 and says so: %s', async (_, content) => {
    const path = tempFile('a.pgn', content);
    const { code, stdout } = await run('scan', [path, '--db', join(tempFolder(), 'x.db'), '--depth', 'l1']);
    expect(code).toBe(3);
    expect(stdout).toContain(`warning: ${path}: does not look like PGN`);
  });

  test.each(['', '\n \n', '% nothing here\n%motif end\n', '\ufeff\n'])(
    'of a file without games and without anything else, %j, exits with 0',
    async (content) => {
      const { code, stdout } = await run('scan', [
        tempFile('a.pgn', content),
        '--db',
        join(tempFolder(), 'x.db'),
        '--depth',
        'l1',
      ]);
      expect(code).toBe(0);
      expect(stdout).toContain('No games were found.');
      expect(stdout).not.toContain('warning');
    },
  );

  test.skipIf(process.platform === 'win32')('from a folder in place of a stream exits with 3 and says so', () => {
    const folder = openSync(tempFolder(), 'r');
    const args = [join(ROOT, 'dist', 'jobs', 'scan.js'), '-', '--db', join(tempFolder(), 'x.db'), '--quiet'];
    const { status, stdout } = spawnSync(process.execPath, args, { stdio: [folder, 'pipe', 'pipe'], encoding: 'utf8' });
    closeSync(folder);
    expect(stdout).toContain('stdin: is a folder; name the folder instead of -');
    expect(status).toBe(3);
  });

  test('and found files that only have the names of archives exits with 3 and names them', async () => {
    const folder = tempFolder();
    const report = join(tempFolder(), 'report.json');
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    writeFileSync(join(folder, 'b.pgn.xz'), Uint8Array.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]));
    writeFileSync(join(folder, 'c.pgn.zst'), '<html>404 Not Found</html>');
    writeFileSync(join(folder, 'readme'), 'no games, and no name that promises any');
    const args = [folder, '--db', join(tempFolder(), 'x.db'), '--depth', 'l1', '--report', report];
    const { code, stdout } = await run('scan', args);
    expect(code).toBe(3);
    expect(stdout).toContain(`warning: ${join(folder, 'b.pgn.xz')}: holds xz data`);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      games_stored: 1,
      archives: 3,
      unread: [expect.stringContaining('unxz FILE') as string, `${join(folder, 'c.pgn.zst')}: does not look like PGN`],
    });

    rmSync(join(folder, 'a.pgn'));
    expect(await run('scan', [...args, '--json'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('c.pgn.zst: does not look like PGN') as string,
    });
  });
});

describe('--fresh', () => {
  test('reads again what was read to its end', async () => {
    const db = join(tempFolder(), 'x.db');
    const base = [tempFile('a.pgn', pgns(4)), '--db', db, '--depth', 'l1', '--quiet', '--workers', '1'];
    for (const flags of [[], [], ['--fresh']])
      expect(await run('scan', [...base, ...flags])).toMatchObject({ code: 0 });
    const store = openStore(db, { readonly: true });
    const archives = store.runs.list(3).map(({ counts }) => counts.archives);
    store.close();
    expect(archives).toMatchObject([
      { read: 1, known: 0, bad: 0 },
      { read: 0, known: 1, bad: 0 },
      { read: 1, known: 0, bad: 0 },
    ]);
  });
});

test('a scan that goes on with another says where', async () => {
  const db = join(tempFolder(), 'x.db');
  const args = [tempFile('a.pgn', pgns(4)), '--db', db, '--depth', 'l1', '--workers', '1'];
  await run('scan', [...args, '--quiet']);
  new Database(db).exec('UPDATE checkpoints SET complete = 0').close();
  const { code, stderr } = await run('scan', args);
  expect(stderr).toContain('a.pgn: resumed after game 4, up to which an earlier run had read it\n');
  expect(code).toBe(0);
});

describe('the page of runs', () => {
  test('shows a scan that goes on, and one that has failed', async () => {
    const db = join(tempFolder(), 'x.db');
    const path = tempFile('a.pgn', pgns(4));
    await run('scan', [path, '--db', db, '--depth', 'l1', '--quiet']);
    const database = new Database(db);
    database.exec(
      `UPDATE runs SET state = 'running', ended = NULL, updated = 0;
       CREATE TRIGGER none BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'not this one'); END`,
    );
    const failed = await run('scan', [tempFile('b.pgn', pgns(6)), '--db', db, '--depth', 'l1', '--quiet']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('not this one') as string });
    database.exec('DROP TRIGGER none');
    database.close();

    const child = start('scan', ['-', '--db', db, '--depth', 'l1', '--quiet', '--workers', '1']);
    const ending = ended(child);
    child.stdin.write(pgns(2000));
    const store = openStore(db, { readonly: true });
    await expect.poll(() => store.runs.running('scan')?.progress.games ?? 0).toBeGreaterThan(0);
    child.stdin.end();
    await ending;
    // the first one has been silent for long
    expect(store.runs.list(3).map(({ state }) => state)).toEqual(['done', 'failed', 'killed']);
    store.close();
  });
});

describe('--quarantine', () => {
  const broken = pgn(50, { moves: '1. e4 Ke4' });
  const another = pgn(51, { moves: '1. e4 { open' });

  test('writes the games of these archives, and alone those of the whole database', async () => {
    const folder = tempFolder();
    const [db, out] = [join(folder, 'x.db'), join(folder, 'q.pgn')];
    const base = ['--db', db, '--depth', 'l1', '--quiet'];
    await run('scan', [tempFile('a.pgn', pgn(1) + another), ...base]);
    const first = await run('scan', [tempFile('b.pgn', pgn(2) + broken), ...base, '--quarantine', out]);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('correct it there') as string });
    expect(readFileSync(out, 'utf8')).toContain(broken.trim());
    expect(readFileSync(out, 'utf8')).not.toContain('{ open');

    // the same file again, and now both; what stands there is overwritten, for it is of the same kind
    const both = await run('scan', ['--quarantine', out, '--db', db, '--quiet', '--json']);
    expect(both.code).toBe(0);
    expect(JSON.parse(both.stdout)).toMatchObject({ games_seen: 2, games_quarantined: 2, games_stored: 0 });
    expect(readFileSync(out, 'utf8')).toContain(another.trim().slice(0, -2));
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);

    const piped = await run('scan', ['--quarantine', '-', '--db', db]);
    expect(piped).toMatchObject({ code: 0, stdout: readFileSync(out, 'utf8') });
    const withTable = await run('scan', [out, ...base, '--quarantine', '-']);
    expect(withTable.stdout).toContain('%motif quarantined game 2');
    expect(withTable.stdout).not.toContain('games seen');
    expect(withTable.stderr).toContain('games seen');
  });

  test('advises to mend nothing where there is nothing', async () => {
    const [db, out] = [join(tempFolder(), 'x.db'), join(tempFolder(), 'q.pgn')];
    const args = ['--db', db, '--depth', 'l1', '--quiet', '--quarantine', out];
    const { code, stderr } = await run('scan', [tempFile('a.pgn', pgn(1)), ...args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `0 games in quarantine written to ${out}\n` });
  });

  test('overwrites nothing that it did not write, and nothing that is scanned', async () => {
    const other = tempFile('games.pgn', pgn(1));
    const ours = tempFile('q.pgn', '');
    await run('scan', [tempFile('b.pgn', broken), '--db', join(tempFolder(), 'x.db'), '--quarantine', ours]);
    for (const [args, words] of [
      [[ours, '--quarantine', other], 'was not written by --quarantine'],
      [[ours, '--quarantine', ours], 'is to be scanned'],
      [[ours, '--quarantine', tempFolder()], 'is a folder'],
      [[ours, '--quarantine', join(tempFolder(), 'no', 'q.pgn')], 'folder does not exist'],
      [['--quarantine', join(tempFolder(), 'q.pgn'), '--min-elo', '2000'], 'name an archive'],
      [['--quarantine', join(tempFolder(), 'q.pgn'), '--fresh'], '--fresh says how archives are read'],
      [['--quarantine', join(tempFolder(), 'q.pgn'), '--workers', '2'], '--workers says how archives are read'],
      [['--quarantine', '-', '--depth', 'l1'], '--depth says how archives are read'],
      [['--quarantine', '-', '--patterns', 'fork'], '--patterns says how archives are read'],
      [['--quarantine', other], 'was not written by --quarantine'],
      [[ours, '--quarantine', '-', '--json'], 'both write to standard output'],
    ] as const) {
      const { code, stderr } = await run('scan', [...args, '--db', join(tempFolder(), 'x.db')]);
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
    expect(readFileSync(other, 'utf8')).toBe(pgn(1));
    expect(readFileSync(ours, 'utf8')).toContain('quarantined game 1');
  });

  test('overwrites no file in which games were mended, and says so before the work', async () => {
    const folder = tempFolder();
    const [db, out] = [join(folder, 'x.db'), join(folder, 'q.pgn')];
    const args = [tempFile('b.pgn', broken), '--db', db, '--depth', 'l1', '--quarantine', out];
    await run('scan', args);
    const left = readFileSync(out, 'utf8');
    for (const text of [left.replace('Ke4', 'e5'), left + pgn(7), left.split('\n').slice(0, -2).join('\n')]) {
      writeFileSync(out, text);
      const { code, stderr, stdout } = await run('scan', args);
      expect(code).toBe(2);
      expect(stderr).toContain('was changed since Motif wrote it');
      expect(stdout).toBe('');
      expect(readFileSync(out, 'utf8')).toBe(text);
    }
    writeFileSync(out, left);
    expect(await run('scan', args)).toMatchObject({ code: 0 });
  });

  test('that cannot be written takes nothing of what the run tells along', async () => {
    const folder = tempFolder();
    // its own name fits, and that of the file which is to take it does not
    const out = join(folder, 'q'.repeat(250));
    const args = [
      tempFile('b.pgn', pgn(2) + broken),
      '--db',
      join(folder, 'x.db'),
      '--depth',
      'l1',
      '--json',
      '--quiet',
    ];
    const { code, stdout, stderr } = await run('scan', [...args, '--quarantine', out]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ games_stored: 1, games_quarantined: 1 });
    expect(stderr).toContain(`scan: ${out} could not be written (ENAMETOOLONG`);
  });

  test('alone needs a database', async () => {
    const db = join(tempFolder(), 'none.db');
    const { code, stderr } = await run('scan', ['--quarantine', '-', '--db', db]);
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no database ${db} yet; scan some games`);
    expect(existsSync(db)).toBe(false);
  });
});

describe('--report', () => {
  test('writes everything to a file, beside the line of --json that stays as it was', async () => {
    const folder = tempFolder();
    const [db, out] = [join(folder, 'x.db'), join(folder, 'r.json')];
    const path = tempFile('a.pgn', pgns(4) + pgn(9, { moves: '1. e4 Ke4' }));
    const base = ['--db', db, '--quiet', '--workers', '1', '--json', '--report', out];
    const { code, stdout, stderr } = await run('scan', [path, ...base]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const numbers = JSON.parse(stdout) as Record<string, number>;
    expect(Object.keys(numbers)).toEqual(KEYS);
    const report = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
    expect(report).toMatchObject({ ...numbers, archives: 1, quarantine_by_reason: { illegal_move: 1 } });
    const { stages } = report as {
      stages: { wall_seconds: number; main: Record<string, number>; engine_share: number };
    };
    const sum = Object.values(stages.main).reduce((total, seconds) => total + seconds, 0);
    expect(sum).toBeCloseTo(stages.wall_seconds, 1);
    expect(stages.engine_share).toBeGreaterThan(0);
    // the next run takes its place
    const second = await run('scan', ['--reanalyze', ...base]);
    expect(second.code).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ games_seen: 4, games_duplicate: 4, archives: 0 });
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('overwrites nothing that it did not write', async () => {
    const games = tempFile('games.pgn', pgn(1));
    const other = tempFile('other.json', '{}');
    const db = join(tempFolder(), 'x.db');
    const same = db.replace('x.db', './x.db');
    const link = join(tempFolder(), 'link');
    symlinkSync(db, link);
    const there = join(tempFolder(), 'there');
    symlinkSync(dirname(db), there);
    for (const [args, words] of [
      [[games, '--report', games], 'is to be scanned'],
      [[games, '--report', other], 'was not written by --report'],
      [[games, '--report', '-'], 'needs a file'],
      [[games, '--report', join(tempFolder(), 'no', 'r.json')], 'folder does not exist'],
      [['--quarantine', '-', '--report', join(tempFolder(), 'r.json')], 'name an archive'],
      [['--reanalyze', '--report', other], 'was not written by --report'],
      [[games, '--report', 'same', '--quarantine', './same'], '--report and --quarantine name the same file'],
      [[games, '--report', same], '--db and --report name the same file'],
      [[games, '--report', link], '--db and --report name the same file'],
      [[games, '--quarantine', same], '--db and --quarantine name the same file'],
      [[games, '--report', `${same}-wal`], 'is where SQLite or a night keeps what belongs to the database'],
      [[games, '--report', `${same}.nightly-lock`], 'is where SQLite or a night keeps what belongs to the database'],
      [['--quarantine', join(there, 'x.db-journal')], 'is where SQLite or a night keeps what belongs to the database'],
    ] as const) {
      const { code, stderr } = await run('scan', [...args, '--db', db]);
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
    expect(readFileSync(games, 'utf8')).toBe(pgn(1));
    expect(readFileSync(other, 'utf8')).toBe('{}');
    expect(existsSync(db)).toBe(false);
  });
});

test('a report that cannot be written fails the run behind its numbers', async () => {
  const folder = tempFolder();
  const db = join(tempFolder(), 'x.db');
  const args = ['-', '--db', db, '--depth', 'l1', '--json', '--quiet', '--report', join(folder, 'r.json')];
  const child = start('scan', args);
  const ending = ended(child);
  // the database is there once the flags are found to be in order
  await expect.poll(() => existsSync(db)).toBe(true);
  rmSync(folder, { recursive: true });
  child.stdin.end(pgns(4));
  const { code, stdout, stderr } = await ending;
  expect(JSON.parse(stdout)).toMatchObject({ games_stored: 4 });
  expect(stderr).toContain('r.json');
  expect(code).toBe(1);
});

describe('--reanalyze', () => {
  test('works from the database alone, and says so as a scan does', async () => {
    const db = join(tempFolder(), 'x.db');
    await run('scan', [tempFile('a.pgn', pgns(4)), '--db', db, '--depth', 'l1', '--quiet']);
    const none = await run('scan', ['--reanalyze', '--db', db, '--json', '--quiet']);
    expect(none).toMatchObject({ code: 0, stderr: '' });
    // without flags each game keeps what it has
    expect(JSON.parse(none.stdout)).toMatchObject({ games_seen: 4, games_stored: 0, games_duplicate: 4 });
    const deeper = await run('scan', ['--reanalyze', '--depth', 'l2', '--db', db]);
    expect(deeper.stdout).toContain('4 games were brought up to date, 0 were up to date already.');
    const again = await run('scan', ['--reanalyze', '--db', db]);
    expect(again.stdout).toContain('Nothing to do');
  });

  test.each([
    [['x.pgn'], 'a path'],
    [['--quarantine', 'x.pgn'], '--quarantine'],
    [['--fresh'], '--fresh'],
    [['--min-elo', '2000'], 'a filter'],
    [['--plies', '1-9'], 'a filter'],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await run('scan', ['--reanalyze', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(`leave out ${words}`);
  });

  test('needs a database', async () => {
    const db = join(tempFolder(), 'none.db');
    const { code, stderr } = await run('scan', ['--reanalyze', '--db', db]);
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no database ${db} yet; scan some games`);
    expect(existsSync(db)).toBe(false);
  });
});

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
