/** `npm run scan` as scripts see it: exit codes, output, and what is in the database then. Runs the built job in a process of its own. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../src/paths.js';
import { openStore } from '../../../src/store/open.js';
import { Database } from '../../../src/store/sqlite.js';
import { pgn, pgns, tempFile, tempFolder } from '../../pipeline/fixture.js';
import { ended, run, start } from '../run.js';
import { KEYS } from './keys.js';

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
    expect(stdout).toContain('stdin: is a folder; name a file in it (a scan takes the folder, too)');
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
