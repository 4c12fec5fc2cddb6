/** The command line of exports, from games to files. */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { dbFlag } from '../../src/store/shell.js';
import { Database } from '../../src/store/sqlite.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { ended, objectsOf, run, start, type Ended } from './run.js';
import { FORK_GAME, IMMORTAL_GAME } from '../api/app.js';
import { tempFolder } from '../store/fixture.js';

/** Games with mistakes that one move punishes, and no other comes near; and one without. */
const GAMES = `[Event "Traps"]
[Site "?"]
[Date "2020.01.02"]
[White "=cmd|' /C calc'!A0"]
[Black "Smothered"]
[Result "0-1"]
[ECO "A52"]

1. d4 Nf6 2. c4 e5 3. dxe5 Ng4 4. Bf4 Nc6 5. Nf3 Bb4+ 6. Nbd2 Qe7 7. a3 Ngxe5 8. axb4 Nd3# 0-1

[Event "Traps"]
[Site "https://lichess.org/abcdEFGH"]
[Date "2021.03.04"]
[White "Caro"]
[Black "Kann"]
[Result "1-0"]
[WhiteElo "2300"]
[BlackElo "2250"]
[ECO "B17"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0

`;

/** Loaded before a job, in which whatever is streamed into a file then finds no room, or more of it used than this user may. */
const NO_ROOM = {
  ENOSPC: preload(`createWriteStream('/dev/full')`),
  EDQUOT: preload(`createWriteStream(path, { ...options, fs: { ...fs, write: refuse, writev: refuse } })`),
};

function preload(stream: string): string {
  return `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { createWriteStream } = fs;
const quota = Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT', syscall: 'write' });
const refuse = (...args) => process.nextTick(args.at(-1), quota);
fs.createWriteStream = (path, options) => ${stream};
syncBuiltinESMExports();
`;
}

/** Loaded before an export: a Ctrl-C comes while its first file gets its name. */
const STOPPED = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  fs.promises.rename = rename;
  syncBuiltinESMExports();
  const come = new Promise((resolve) => process.once('SIGINT', resolve));
  const awake = setInterval(() => undefined, 1000); // to wait for a signal keeps no process
  process.kill(process.pid, 'SIGINT');
  await come;
  clearInterval(awake);
  return rename(from, to);
};
syncBuiltinESMExports();
`;

/** Loaded before an export to a pipe: a Ctrl-C comes while its first piece is written. */
const STOPPED_PIPE = `const { write } = process.stdout;
process.stdout.write = (piece) => {
  process.stdout.write = write;
  write.call(process.stdout, piece);
  const awake = setInterval(() => undefined, 1000); // to wait for a signal keeps no process
  process.once('SIGINT', () => {
    clearInterval(awake);
    process.stdout.emit('drain');
  });
  process.kill(process.pid, 'SIGINT');
  return false;
};
`;

/** Loaded before an export: its second file cannot get its name. */
const REFUSED_NAME = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { rename } = fs.promises;
let names = 0;
fs.promises.rename = async (from, to) => {
  if (++names === 2) throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO', syscall: 'rename' });
  return rename(from, to);
};
syncBuiltinESMExports();
`;

async function scanned(name = 'traps.pgn'): Promise<{ folder: string; db: string }> {
  const folder = tempFolder();
  const db = join(folder, 'games.db');
  const pgn = join(folder, name);
  writeFileSync(pgn, GAMES);
  const { code } = await run('scan', [pgn, '--db', db, '--quiet', '--workers', '1']);
  expect(code).toBe(0);
  return { folder, db };
}

/**
 * An export of scanned games before which a module is loaded.
 * @param to where it goes; a file in the folder unless given
 */
async function exportedWith(module: string, to?: string): Promise<{ folder: string; out: string } & Ended> {
  const { folder, db } = await scanned();
  const loaded = join(folder, 'loaded.mjs');
  writeFileSync(loaded, module);
  const out = to ?? join(folder, 'set.csv');
  const job = join(ROOT, 'dist', 'jobs', 'export.js');
  const flags = ['--format', 'lichess-csv', '--out', out, '--db', db, '--workers', '1', '--quiet'];
  return { folder, out, ...(await ended(spawn(process.execPath, ['--import', loaded, job, ...flags]))) };
}

describe('npm run export', () => {
  it('finds the puzzles, writes them with a card, and says so', async () => {
    const { folder, db } = await scanned();
    const out = join(folder, 'puzzles.csv');
    const first = await run('export', ['--format', 'lichess-csv', '--out', out, '--db', db, '--workers', '1']);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/^puzzles written +\d of \d\n/);
    const rows = readFileSync(out, 'utf8').trimEnd().split('\n').slice(1);
    const mates = rows.filter((row) => row.includes('smotheredMate'));
    expect(mates.length).toBe(2);
    expect(mates.some((row) => row.includes(' e5d3,') && row.includes('mateIn1'))).toBe(true);
    expect(mates.some((row) => row.includes('https://lichess.org/abcdEFGH/black#10,'))).toBe(true);
    expect(existsSync(`${out}.card.md`)).toBe(true);
    expect(readFileSync(`${out}.card.svg`, 'utf8')).toMatch(/^<svg/);

    // what exists stays, unless it is said: also a card alone
    writeFileSync(join(folder, 'other.epd.card.md'), 'mine');
    const beside = await run('export', ['--format', 'epd', '--out', join(folder, 'other.epd'), '--db', db]);
    expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining('other.epd.card.md exists') as string });
    expect(readFileSync(join(folder, 'other.epd.card.md'), 'utf8')).toBe('mine');
    const again = await run('export', ['--format', 'epd', '--out', out, '--db', db]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('--force');
    expect(readFileSync(out, 'utf8').trimEnd().split('\n').slice(1)).toEqual(rows);
    const forced = await run('export', [
      '--format',
      'jsonl',
      '--out',
      out,
      '--db',
      db,
      '--force',
      '--json',
      '--no-mine',
    ]);
    expect(forced.code).toBe(0);
    const [summary] = objectsOf(forced.stdout);
    expect(summary).toMatchObject({ format: 'jsonl', puzzles: rows.length, of: rows.length });
    expect(objectsOf(readFileSync(out, 'utf8')).length).toBe(rows.length);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('chooses, splits, and writes to standard output', async () => {
    const { folder, db } = await scanned();
    const { stdout, code, stderr } = await run('export', [
      ...['--format', 'epd', '--out', '-', '--db', db, '--mate', '--moves', '1', '--eco', 'B1', '--min-elo', '2200'],
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^r1bqkb1r\/pp1npppp\/2p2n2\/8\/3PN3\/8\/PPP1QPPP\/R1B1KBNR w KQkq - bm Nd6#; dm 1; id "\w{11}"; pv Nd6#;.*\n$/,
    );
    expect(stderr).toContain('1 of ');
    const split = await run('export', [
      ...['--format', 'parquet', '--out', join(folder, 'set.parquet'), '--db', db, '--split', '50/0/50', '--seed', '3'],
    ]);
    expect(split.code).toBe(0);
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('set.'))
        .sort(),
    ).toEqual([...['set.parquet.card.md', 'set.parquet.card.svg', 'set.test.parquet', 'set.train.parquet']]);
  });

  it.each([
    ['80/10/10', '100/0/0', ['set.test.csv', 'set.train.csv', 'set.validation.csv'], ['set.train.csv']],
    ['50/0/50', null, ['set.test.csv', 'set.train.csv'], ['set.csv']],
    [null, '50/50/0', ['set.csv'], ['set.train.csv', 'set.validation.csv']],
  ])('leaves no part of an earlier split beside new ones: %s, then %s', async (first, second, before, after) => {
    const { folder, db } = await scanned();
    const out = join(folder, 'set.csv');
    const split = (shares: string | null) => [
      ...['--format', 'lichess-csv', '--out', out, '--db', db, '--workers', '1'],
      ...(shares === null ? [] : ['--split', shares]),
    ];
    const there = () => readdirSync(folder).filter((name) => /^set\.(\w+\.)?csv$/.test(name));
    expect((await run('export', split(first))).code).toBe(0);
    expect(there().sort()).toEqual(before);
    const again = await run('export', split(second));
    expect(again.code).toBe(2);
    for (const name of before) expect(again.stderr).toContain(join(folder, name));
    expect(there().sort()).toEqual(before);
    expect((await run('export', [...split(second), '--force'])).code).toBe(0);
    expect(there().sort()).toEqual(after);
  });

  it('finds an archive by its name, whatever its case and accents and however they are written', async () => {
    const { db } = await scanned('Märchen.pgn'.normalize('NFD'));
    const epd = ['--format', 'epd', '--out', '-', '--db', db, '--workers', '1'];
    const all = (await run('export', epd)).stdout;
    expect(all).toContain('bm Nd3#');
    for (const source of ['MÄRCHEN.pgn'.normalize('NFC'), 'märch'.normalize('NFD'), 'marchen'])
      expect(await run('export', [...epd, '--source', source]), source).toMatchObject({ code: 0, stdout: all });
    expect((await run('export', [...epd, '--source', 'Mörchen'])).code).toBe(1);
  });

  it('leaves a dataset alone that is only named like a part', async () => {
    const { folder, db } = await scanned();
    const to = (name: string) => [
      ...['--format', 'lichess-csv', '--out', join(folder, name), '--db', db, '--workers', '1'],
    ];
    expect((await run('export', to('set.test.csv'))).code).toBe(0);
    expect((await run('export', to('set.csv'))).code).toBe(0);
    expect((await run('export', [...to('set.csv'), '--force'])).code).toBe(0);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['set.csv', 'set.test.csv', 'set.test.csv.card.md']));
    const split = await run('export', [...to('set.csv'), '--split', '80/10/10']);
    expect(split.code).toBe(2);
    expect(split.stderr).toContain(join(folder, 'set.test.csv'));
  });

  it('says what to do where there is nothing to write', async () => {
    const { folder, db } = await scanned();
    const out = join(folder, 'x.csv');
    const csv = ['--format', 'lichess-csv', '--out', out];
    const none = await run('export', [...csv, '--db', join(folder, 'none.db')]);
    expect(none).toMatchObject({ code: 1 });
    expect(none.stderr).toContain('scan first: npm run scan');
    const unfit = await run('export', [...csv, '--db', db, '--player', 'nobody']);
    expect(unfit).toMatchObject({ code: 1 });
    expect(unfit.stderr).toContain('none of the ');
    const unread = await run('export', [...csv, '--db', (await scanned()).db, '--no-mine']);
    expect(unread.stderr).toContain('leave out --no-mine');
    const quiet = join(folder, 'quiet.db');
    const pgn = join(folder, 'quiet.pgn');
    writeFileSync(pgn, '[White "a"]\n\n1. e4 e5 1/2-1/2\n');
    await run('scan', [pgn, '--db', quiet, '--quiet', '--workers', '1']);
    const nothing = await run('export', [...csv, '--db', quiet]);
    expect(nothing).toMatchObject({ code: 1 });
    expect(nothing.stderr).toContain('scan more games');
    for (const [flags, words] of [
      [['--depth', 'l1'], `its 1 game was scanned by an older engine or only at l1; to bring them up to date: `],
      [['--patterns', 'pin'], '1 game was scanned for some patterns only'],
    ] as const) {
      const part = join(folder, `${flags[1]}.db`);
      await run('scan', [pgn, '--db', part, '--quiet', '--workers', '1', ...flags]);
      const lacking = await run('export', [...csv, '--db', part]);
      expect(lacking).toMatchObject({ code: 1, stderr: expect.stringContaining(words) as string });
    }
    expect(existsSync(out)).toBe(false);
  });

  it('says which games are left out because an older engine scanned them', async () => {
    const { folder, db } = await scanned();
    const database = new Database(db);
    database.exec("UPDATE engines SET version = 'before', signature = 'before'");
    database.close();
    const more = join(folder, 'more.pgn');
    writeFileSync(more, GAMES.slice(GAMES.lastIndexOf('[Event')).replace('Caro', 'Somebody'));
    expect((await run('scan', [more, '--db', db, '--quiet', '--workers', '1'])).code).toBe(0);
    const words = `2 games were scanned by another version of the engine; to bring them up to date: npm run scan -- --reanalyze${dbFlag(db)}`;
    const piped = await run('export', ['--format', 'epd', '--out', '-', '--db', db, '--workers', '1']);
    expect(piped.code).toBe(0);
    expect(piped.stdout).not.toBe('');
    expect(piped.stderr).toContain(words);
    const out = join(folder, 'x.epd');
    const written = await run('export', ['--format', 'epd', '--out', out, '--db', db, '--json']);
    expect(written.stderr).toContain(words);
    expect(objectsOf(written.stdout)[0]).toMatchObject({ stale_games: 2 });
    expect(readFileSync(`${out}.card.md`, 'utf8')).toContain(
      '- left out: any puzzles in 2 games scanned by an older engine',
    );
  });

  it('says of which games a scan asked for some patterns or plies alone', async () => {
    const folder = tempFolder();
    const [games, db] = [join(folder, 'games.pgn'), join(folder, 'motif.db')];
    writeFileSync(games, GAMES);
    const scan = async (...args: string[]): Promise<void> => {
      expect((await run('scan', [...args, '--db', db, '--quiet', '--workers', '1'])).code).toBe(0);
    };
    await scan(games, '--patterns', 'smothered_mate', '--plies', '3-');
    const out = join(folder, 'x.epd');
    const epd = ['--format', 'epd', '--db', db, '--workers', '1', '--out', out, '--force', '--json'];
    const part = await run('export', epd);
    const widen = `npm run scan -- --reanalyze --patterns ${PATTERNS.join(',')}${dbFlag(db)}`;
    expect(part.stderr).toContain('2 games were scanned for some patterns only');
    expect(part.stderr).toContain(widen);

    await scan('--reanalyze', '--patterns', PATTERNS.join(','));
    const wider = await run('export', epd);
    expect(wider.stderr).not.toContain('some patterns');
    expect(wider.stderr).toMatch(
      /of 2 games only some plies were scanned; to cover them all, scan their archives again without --plies/,
    );
    expect(objectsOf(wider.stdout)[0]).toMatchObject({ stale_games: 0, partial_games: 2 });
    expect(readFileSync(`${out}.card.md`, 'utf8')).toContain('- left out: any puzzles in 2 games at plies');

    await scan(games);
    const whole = await run('export', epd);
    expect(whole.stderr).not.toContain('only some');
    expect(objectsOf(whole.stdout)[0]).toMatchObject({ partial_games: 0 });
    expect(readFileSync(`${out}.card.md`, 'utf8')).not.toContain('left out');
  });

  it('says with --no-mine how many positions nobody has asked yet', async () => {
    const { folder, db } = await scanned();
    const epd = ['--format', 'epd', '--db', db, '--workers', '1'];
    const whole = await run('export', [...epd, '--out', join(folder, 'whole.epd'), '--json']);
    expect(objectsOf(whole.stdout)[0]).toMatchObject({ unasked_positions: 0 });
    expect(whole.stderr).not.toContain('not been examined');
    expect(readFileSync(join(folder, 'whole.epd.card.md'), 'utf8')).not.toContain('left out');
    const more = join(folder, 'more.pgn');
    writeFileSync(more, `${IMMORTAL_GAME}\n${FORK_GAME}\n`);
    expect((await run('scan', [more, '--db', db, '--quiet', '--workers', '1'])).code).toBe(0);
    const out = join(folder, 'part.epd');
    const part = await run('export', [...epd, '--out', out, '--no-mine', '--json']);
    expect(part.code).toBe(0);
    const [, unasked] =
      /export: (\d+) positions have not been examined for puzzles yet; leave out --no-mine to examine them\n/.exec(
        part.stderr,
      ) ?? [];
    expect(Number(unasked)).toBeGreaterThan(0);
    expect(objectsOf(part.stdout)[0]).toMatchObject({ unasked_positions: Number(unasked) });
    expect(readFileSync(`${out}.card.md`, 'utf8')).toContain(`- left out: any puzzles among ${unasked} positions`);
  });

  it.each([
    [['--format', 'xls', '--out', 'x'], 'lichess-csv'],
    [['--out', 'x'], '--format'],
    [['--format', 'epd'], '--out'],
    [['--format', 'epd', '--out', '/nowhere/at/all/x.epd'], 'folder'],
    [['--format', 'epd', '--out', ''], '--out needs the name of a file'],
    [['--format', 'epd', '--out', '  '], '--out needs the name of a file'],
    [['--format', 'epd', '--out', 'x', '--licence', ''], 'such as CC0-1.0'],
    [['--format', 'epd', '--out', 'x', '--licence', ' '], 'such as CC0-1.0'],
    [['--format', 'epd', '--out', 'x', '--rating', 'abc'], 'such as 1500, 1200-1800 or 2000-'],
    [['--format', 'epd', '--out', 'x', '--rating', '5000'], 'between 0 and 4000'],
    [['--format', 'epd', '--out', 'x', '--rating', '5000-'], 'between 0 and 4000'],
    [['--format', 'epd', '--out', 'x', '--moves', '101-'], 'between 1 and 100'],
    [
      ['--format', 'epd', '--out', 'x', '--rating', '1800-1200'],
      'runs backwards: the lower number goes first, such as 1200-1800',
    ],
    [['--format', 'epd', '--out', 'x', '--ply', '-5'], 'such as 20, 1-40 or 60-'],
    [['--format', 'epd', '--out', 'x', '--eco', 'B99-B20'], 'runs backwards'],
    [['--format', 'epd', '--out', 'new/'], 'names a folder'],
    [['--format', 'epd', '--out', 'src', '--force'], 'is a folder; name a file'],
    [['--format', 'epd', '--out', '.', '--force'], 'is a folder; name a file'],
    [['--format', 'epd', '--out', join('package.json', 'x')], 'cannot be examined (ENOTDIR'],
    [['--format', 'epd', '--out', 'x'.repeat(300)], 'cannot be examined (ENAMETOOLONG'],
    [['--format', 'epd', '--out', '-', '--split', '80/10/10'], '--split'],
    [['--format', 'epd', '--out', '-', '--json'], '--json'],
    [['--format', 'epd', '--out', '-', '--licence', 'CC0-1.0'], '--licence'],
    [['--format', 'epd', '--out', '-', '--force'], '--force'],
    [['--format', 'epd', '--out', 'x', '--split', '80/10/20'], '80/10/10'],
    [['--format', 'epd', '--out', 'x', '--eco', 'Z'], 'ECO'],
    [['--format', 'epd', '--out', 'x', '--moves', '3-2'], '2-3'],
    [['--format', 'epd', '--out', 'x', '--phase', 'late'], 'endgame'],
    [['--format', 'epd', '--out', 'x', '--min-gain', '900', '--max-gain', '300'], 'no puzzle can match both'],
    [['--format', 'epd', '--out', 'x', '--patterns', 'windmill'], 'fork'],
  ])('refuses %j in words', async (args, words) => {
    const { code, stderr, stdout } = await run('export', args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
  });

  it.skipIf(process.platform === 'win32')(
    'does not claim to stop without a dataset while its files get their names',
    async () => {
      const { out, code, stderr } = await exportedWith(STOPPED);
      expect(stderr).toContain('SIGINT: the dataset is written, and its files get their names;');
      expect(stderr).not.toContain('without a dataset');
      expect(code).toBe(0);
      expect(['', '.card.md', '.card.svg'].map((end) => existsSync(out + end))).toEqual([true, true, true]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'does not claim that nothing was written, where it was stopped on the way to standard output',
    async () => {
      const { code, stdout, stderr } = await exportedWith(STOPPED_PIPE, '-');
      expect(stdout).toMatch(/^PuzzleId,/);
      expect(stderr).toContain('export: stopped; what went to standard output is no whole dataset, but the puzzles');
      expect(code).toBe(130);
    },
  );

  it('does not say that nothing was written where some files have their names already', async () => {
    const { folder, code, stderr } = await exportedWith(REFUSED_NAME);
    expect(code).toBe(1);
    expect(stderr).toContain('set.csv could not be written (EIO: i/o error, rename)');
    expect(stderr).toContain('Some files of the dataset may be in their places');
    expect(stderr).not.toContain('No dataset was written');
    expect(readdirSync(folder).filter((name) => name.startsWith('set.'))).toEqual(['set.csv']);
  });

  it('does not overwrite the database, and explains itself', async () => {
    const { folder, db } = await scanned();
    const { code, stderr } = await run('export', ['--format', 'epd', '--out', db, '--db', db, '--force']);
    expect(code).toBe(2);
    expect(stderr).toContain('would overwrite the database');
    const set = join(folder, 'games.csv');
    const part = join(folder, 'games.test.csv');
    writeFileSync(part, readFileSync(db));
    const removed = await run('export', ['--format', 'epd', '--out', set, '--db', part, '--force']);
    expect(removed.code).toBe(2);
    expect(removed.stderr).toContain('would overwrite the database');
    expect(existsSync(part)).toBe(true);
    for (const beside of [`${db}-wal`, `${db}-shm`, `${db}.nightly-lock`]) {
      // while another process has the database open, what it stored last is in the first alone; the last keeps two nights apart
      const kept = await run('export', ['--format', 'epd', '--out', beside, '--db', db, '--force']);
      expect(kept).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('what SQLite or a night keeps beside it') as string,
      });
      expect(existsSync(beside)).toBe(false);
    }
    mkdirSync(join(folder, 'sub'));
    const help = await run('export', ['--help']);
    expect(help.code).toBe(0);
    for (const format of ['lichess-csv', 'jsonl', 'pgn', 'epd', 'anki', 'parquet'])
      expect(help.stdout).toContain(format);
  });

  it.skipIf(process.platform === 'win32')(
    'puts no dataset in the place of a pipe or a device, whatever leads to it',
    async () => {
      const { folder, db } = await scanned();
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      symlinkSync(pipe, join(folder, 'link'));
      for (const name of ['pipe', 'link']) {
        const out = join(folder, name);
        const { code, stderr } = await run('export', ['--format', 'epd', '--out', out, '--db', db, '--force']);
        expect(code).toBe(2);
        expect(stderr).toContain(`${out} is a device; --out - writes to standard output`);
      }
      expect(lstatSync(pipe).isFIFO()).toBe(true);
      expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'writes to where a link leads with --force, and without it to no link at all',
    async () => {
      const { folder, db } = await scanned();
      mkdirSync(join(folder, 'elsewhere'));
      writeFileSync(join(folder, 'elsewhere', 'old.epd'), 'before');
      for (const name of ['old.epd', 'new.epd']) {
        const out = join(folder, name);
        symlinkSync(join('elsewhere', name), out);
        const args = ['--format', 'epd', '--out', out, '--db', db, '--workers', '1'];
        const refused = await run('export', args);
        expect(refused.code).toBe(2);
        expect(refused.stderr).toContain('--force');
        expect((await run('export', [...args, '--force'])).code).toBe(0);
        expect(readlinkSync(out)).toBe(join('elsewhere', name));
        expect(readFileSync(join(folder, 'elsewhere', name), 'utf8')).toContain('bm ');
      }
      expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['new.epd', 'old.epd']);
    },
  );

  it.runIf(existsSync('/dev/full')).each(['ENOSPC', 'EDQUOT'] as const)(
    'says where there is no room what could not be written, and that the puzzles are kept: %s',
    async (fault) => {
      const { folder, db } = await scanned();
      const out = join(folder, 'x.epd');
      const full = join(folder, 'full.mjs');
      writeFileSync(full, NO_ROOM[fault]);
      const job = join(ROOT, 'dist', 'jobs', 'export.js');
      const args = ['--format', 'epd', '--out', out, '--db', db, '--quiet'];
      const { code, stderr } = await ended(spawn(process.execPath, ['--import', full, job, ...args]));
      expect(code).toBe(1);
      expect(stderr).toContain(`export: ${out} could not be written (${fault}`);
      expect(stderr).toContain('found so far are kept in the database');
      expect(existsSync(out)).toBe(false);
      expect(stderr).toContain('free some space');
    },
  );

  it('asks for space only where space is what is missing', async () => {
    const { folder, db } = await scanned();
    // a name so long that the file's name while it is written would be too long
    const out = join(folder, `${'x'.repeat(237)}.epd`);
    const { code, stderr } = await run('export', ['--format', 'epd', '--out', out, '--db', db, '--quiet']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/could not be written \(.*\); name another file/);
    expect(stderr).not.toContain('free some space');
  });

  it('ends at a signal without a dataset', async () => {
    const { folder, db } = await scanned();
    const child = start('export', ['--format', 'epd', '--out', join(folder, 'x.epd'), '--db', db, '--workers', '1']);
    const end = ended(child);
    // as soon as it listens: its threads take some tenths of a second to start
    setTimeout(() => child.kill('SIGINT'), 350);
    const { code } = await end;
    // the run may have been done by then, or not yet have listened
    expect([0, 130, null]).toContain(code);
    const left = readdirSync(folder).filter((name) => name.startsWith('x.epd'));
    expect(left.length).toBe(code === 0 ? 3 : 0);
  });
});
