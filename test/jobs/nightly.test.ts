/** `npm run nightly` as timers see it: flags, exit codes, output, files. Runs the built job in processes of its own. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/open.js';
import { Database } from '../../src/store/sqlite.js';
import { ENGINE } from '../../src/tactics/version.js';
import { pgn, pgns, tempFolder } from '../pipeline/fixture.js';
import { ended, run, start, type Ended } from './run.js';

interface Place {
  folder: string;
  db: string;
  out: string;
  /** Runs a night here, at l1 and without a wait. */
  night: (...flags: string[]) => Promise<Ended>;
  flags: string[];
}

function place(files: Record<string, string | Uint8Array> = {}): Place {
  const home = tempFolder();
  const [folder, db, out] = [join(home, 'archives'), join(home, 'motif.db'), join(home, 'out')];
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const flags = ['--archives', folder, '--db', db, '--out', out, '--settle', '0', '--depth', 'l1', '--workers', '1'];
  return { folder, db, out, flags, night: (...more) => run('nightly', instead(flags, '--quiet', ...more)) };
}

/** Pairs of flags and values with others in their place. */
function instead(flags: readonly string[], ...more: string[]): string[] {
  return [...flags.filter((_, index) => !more.includes(flags[index - (index % 2)] ?? '')), ...more];
}

/** The last line of standard output, as an object. */
function numbers({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

const CUT = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]);

describe('a night', () => {
  test('scans what is new, reports it, and finds nothing new the next time', async () => {
    const { folder, db, out, night } = place({ 'a.pgn': pgns(4) + pgn(9, { moves: '1. e4 Ke4' }) });
    const first = await night('--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(numbers(first)).toMatchObject({
      run: 1,
      state: 'done',
      archives_read: 1,
      games_stored: 4,
      games_quarantined: 1,
    });
    const report = numbers(first)['report'] as string;
    expect(readFileSync(join(report, 'report.html'), 'utf8')).toContain('4 new games from 1 archive');
    expect(readFileSync(join(report, 'report.md'), 'utf8')).toContain('![Games by what became of them](games.svg)');
    for (const picture of ['games', 'tactics', 'throughput', 'quarantine', 'nights']) {
      expect(existsSync(join(report, `${picture}.svg`))).toBe(true);
    }

    writeFileSync(join(folder, 'b.pgn'), pgns(6));
    const second = await night();
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/archives {2}1 read, 1 known, 0 faulty\n/);
    expect(second.stdout).toMatch(/games {5}2 new, 4 known/);
    const third = await night('--json');
    expect(numbers(third)).toMatchObject({ run: 3, archives_read: 0, archives_known: 2, games_seen: 0 });

    const store = openStore(db, { readonly: true });
    expect(store.counts().games).toBe(6);
    expect(store.runs.list(9)).toMatchObject([
      { id: 3, kind: 'nightly', state: 'done', counts: { archives: { known: 2 } } },
      { id: 2, state: 'done', counts: { games: { stored: 2 } } },
      { id: 1, state: 'done', stage: 'report', report: report.slice(join(out, 'reports/').length) },
    ]);
    expect(store.runs.archives(1, 9)).toMatchObject([
      { path: join(folder, 'a.pgn'), state: 'done', games: 5, quarantined: 1 },
    ]);
    store.close();
  });

  test('warns where there is no archive at all, and does not fail', async () => {
    const { folder, night } = place({ 'notes.txt': 'nothing of ours' });
    const words = `no archives in ${folder}: `;
    const first = await night('--json');
    expect(first.code).toBe(0);
    expect(first.stderr).toContain(`warning: ${words}`);
    const report = numbers(first)['report'] as string;
    for (const file of ['report.md', 'report.html']) {
      expect(readFileSync(join(report, file), 'utf8')).toMatch(/What needs a look[^]*no archives in /);
    }
    const dry = await night('--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining(`warning: ${words}`)]);
    // one that is not whole yet is one that arrives
    writeFileSync(join(folder, 'a.pgn.part'), pgn(1));
    expect(await night()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('no archives') as string });
  });

  test('goes on behind archives that fail, names them, and ends with 3', async () => {
    const { folder, db, out, night } = place({
      'a.pgn.zst': CUT,
      'b.pgn': pgn(1),
      'c.7z': Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0]),
      'd.pgn.part': pgn(3),
      'e.pgn': pgn(2),
    });
    const first = await night('--json');
    expect(first.code).toBe(3);
    expect(first.stderr).toContain(`warning: ${join(folder, 'a.pgn.zst')}: breaks off`);
    expect(first.stderr).toContain(`warning: ${join(folder, 'c.7z')}: `);
    expect(numbers(first)).toMatchObject({
      games_stored: 2,
      archives_read: 2,
      archives_bad: 2,
      archives_left: 1,
      archives_known: 0,
    });
    const store = openStore(db, { readonly: true });
    expect(store.runs.archives(1, 9).map(({ path, state }) => [path.slice(folder.length + 1), state])).toEqual([
      ['a.pgn.zst', 'bad'],
      ['b.pgn', 'done'],
      ['e.pgn', 'done'],
      ['c.7z', 'bad'],
      ['d.pgn.part', 'left'],
    ]);
    store.close();
    const [name = ''] = readdirSync(join(out, 'reports'));
    expect(readFileSync(join(out, 'reports', name, 'report.html'), 'utf8')).toMatch(/d\.pgn\.part.*unfinished file/s);
  });

  test('at l2 exports puzzles in the formats asked for, and each of them once', async () => {
    const home = place();
    const famous = readFileSync('data/sample/famous.pgn', 'utf8').split(/(?=\[Event )/);
    const withPuzzle = (name: string): string => famous.find((game) => game.includes(name)) ?? '';
    writeFileSync(join(home.folder, 'a.pgn'), withPuzzle('Tartakower'));
    const night = (...more: string[]): Promise<Ended> =>
      run(
        'nightly',
        instead(home.flags, '--depth', 'l2', '--quiet', '--json', '--formats', 'epd,lichess-csv,epd', ...more),
      );
    expect(numbers(await night())).toMatchObject({ puzzles: 1, exports: [join(home.out, 'puzzles', '0001')] });
    expect(numbers(await night())).toMatchObject({ puzzles: 0, exports: [] });
    writeFileSync(join(home.folder, 'b.pgn'), withPuzzle('Dufresne') + withPuzzle('Tartakower'));
    expect(numbers(await night('--licence', 'CC0'))).toMatchObject({
      puzzles: 1,
      exports: [join(home.out, 'puzzles', '0002')],
    });

    const rows = ['0001', '0002'].map((edition) => readFileSync(join(home.out, 'puzzles', edition, 'puzzles.csv'), 'utf8').split('\n')); // prettier-ignore
    expect(rows.map((lines) => lines.filter((line) => line !== '').length)).toEqual([2, 2]);
    expect(rows[0]?.[1]).not.toBe(rows[1]?.[1]);
    expect(readdirSync(join(home.out, 'puzzles', '0002')).sort()).toEqual(
      ['csv', 'epd'].flatMap((end) => [`puzzles.${end}`, `puzzles.${end}.card.md`, `puzzles.${end}.card.svg`]),
    );
    const card = readFileSync(join(home.out, 'puzzles', '0002', 'puzzles.csv.card.md'), 'utf8');
    expect(card).toContain('CC0');
    expect(card).toContain('only puzzles that no earlier night had exported (edition 0002)');
    expect(card).not.toContain('all puzzles of the database');

    // of two exports that are to be kept the first goes if there is a third, of which nobody knows yet
    const look = async (...more: string[]): Promise<string> =>
      (await run('nightly', instead(home.flags, '--depth', 'l2', '--dry-run', ...more))).stdout;
    const told = await look('--keep-exports', '2');
    expect(told).toContain(`may remove    export ${join(home.out, 'puzzles', '0001')}: 6 files with 1 puzzle (`);
    expect(told).toContain('0 to remove, 1 more if puzzles are new; nothing was changed.');
    expect(told).not.toContain('0002');
    expect(await look('--keep-exports', '3')).toContain('0 to remove; nothing was changed.');
    const none = await run('nightly', [...home.flags, '--dry-run', '--keep-exports', '2', '--formats', 'none']);
    expect(none.stdout).toContain('0 to remove; nothing was changed.');

    // its files may be forgotten, its puzzles are not
    const pruned = await night('--keep-exports', '1');
    expect(numbers(pruned)).toMatchObject({ puzzles: 0, removed: 1 });
    expect(readdirSync(join(home.out, 'puzzles'))).toEqual(['0002']);
  });

  test('with --formats none makes no puzzles', async () => {
    const { out, night } = place({ 'a.pgn': pgn(1) });
    expect(numbers(await night('--formats', 'none', '--json'))).toMatchObject({
      state: 'done',
      puzzles: 0,
      exports: [],
    });
    expect(readdirSync(join(out, 'puzzles'))).toEqual([]);
  });

  test('knows archives by the names that they were given since', async () => {
    const { folder, db, night } = place({ 'a.pgn': pgn(1, { moves: '1. e4 Ke4' }) });
    await night();
    renameSync(join(folder, 'a.pgn'), join(folder, 'b.pgn'));
    const namesIn = (): string[] => {
      const store = openStore(db, { readonly: true });
      const names = [...store.quarantined()].map(({ archive }) => archive);
      store.close();
      return names;
    };
    await night('--dry-run');
    expect(namesIn()).toEqual([join(folder, 'a.pgn')]);
    expect(numbers(await night('--json'))).toMatchObject({ archives_known: 1, archives_read: 0 });
    expect(namesIn()).toEqual([join(folder, 'b.pgn')]);
  });

  test('does not call games new that it only knows better than before', async () => {
    const { folder, night } = place({ 'a.pgn': pgns(4) });
    await night();
    writeFileSync(join(folder, 'b.pgn'), pgns(6).slice(pgns(4).length));
    const { stdout } = await night('--depth', 'l2');
    expect(stdout).toContain('games     2 new, 4 known (4 brought up to date), 0 filtered');
    const report = /report +(.*)\/report\.html/.exec(stdout)?.[1] ?? '';
    expect(readFileSync(join(report, 'report.md'), 'utf8')).toContain(
      '2 new games from 2 archives, 4 brought up to date,',
    );
  });

  test('takes the filters of a scan, and holds to them', async () => {
    const { folder, night } = place({
      'a.pgn': pgn(1, { tags: '[Date "2020.01.01"]\n' }) + pgn(2, { tags: '[Date "2024.01.01"]\n' }),
    });
    expect(numbers(await night('--since', '2023', '--json'))).toMatchObject({ games_stored: 1, games_filtered: 1 });
    expect(numbers(await night('--since', '2023', '--json'))).toMatchObject({ archives_read: 0 });
    // on other terms it is another question
    expect(numbers(await night('--json'))).toMatchObject({ archives_read: 1, games_stored: 1, games_duplicate: 1 });
    expect(existsSync(folder)).toBe(true);
  });

  test('scans for the patterns and in the plies that it is asked for', async () => {
    const { db, night } = place({ 'a.pgn': pgns(3) });
    expect((await night('--depth', 'l2', '--formats', 'none', '--plies', '2-4', '--patterns', 'fork,pin')).code).toBe(
      0,
    );
    const store = openStore(db, { readonly: true });
    expect(store.countPartial(ENGINE)).toMatchObject({ games: 3, patterns: 3, plies: 3 });
    store.close();
  });
});

describe('pruning', () => {
  test('keeps the latest reports, and removes nothing that no night wrote', async () => {
    const { db, out, night } = place({ 'a.pgn': pgn(1) });
    await night();
    const [first = ''] = readdirSync(join(out, 'reports'));
    writeFileSync(join(out, 'reports', first, 'notes.txt'), 'mine');
    mkdirSync(join(out, 'reports', 'mine'));
    await night();
    const { stdout } = await night('--keep-reports', '2');
    expect(stdout).toContain(`removed   report ${join(out, 'reports', first)}`);
    expect(stdout).toMatch(/^stays {5}.*notes\.txt: not written by a night, and kept$/m);
    expect(readdirSync(join(out, 'reports', first))).toEqual(['notes.txt']);
    expect(readdirSync(join(out, 'reports')).length).toBe(4);
    const store = openStore(db, { readonly: true });
    expect(store.runs.list(5).map(({ report }) => report === null)).toEqual([false, false, true]);
    store.close();
    // what stayed is no report, which would be removed again by every night
    expect((await night('--keep-reports', '3', '--dry-run')).stdout).toContain('0 to remove');
    expect(numbers(await night('--keep-reports', '1', '--json'))).toMatchObject({ removed: 2 });
  });

  test('takes no report for another, where the database was made anew', async () => {
    const { db, out, night } = place({ 'a.pgn': pgn(1) });
    const first = numbers(await night('--json'));
    for (const name of [db, `${db}-wal`, `${db}-shm`]) rmSync(name, { force: true });
    const second = numbers(await night('--json'));
    expect(second).toMatchObject({ run: 1, state: 'done', report: `${String(first['report'])}-2` });
    expect(numbers(await night('--json', '--keep-reports', '2'))).toMatchObject({ removed: 1 });
    expect(readdirSync(join(out, 'reports')).map((name) => name.slice(11))).toEqual(['run-1-2', 'run-2']);
  });

  test('is only told of with --dry-run, which changes nothing', async () => {
    const { folder, db, out, night } = place({ 'a.pgn': pgn(1), 'b\x1b[31m.pgn.part': '' });
    const before = await night('--dry-run');
    expect(before.code).toBe(0);
    expect(before.stdout).toContain(`would scan    ${join(folder, 'a.pgn')}`);
    expect(before.stdout).toContain(`would leave   ${join(folder, 'b\ufffd[31m.pgn.part')}`);
    expect(before.stdout).toContain('1 to scan, 0 known, 1 left, 0 to remove; nothing was changed.');
    expect(existsSync(db) || existsSync(out)).toBe(false);
    await night();
    const { stdout } = await night('--dry-run', '--keep-reports', '1');
    expect(stdout).toMatch(/would remove {2}report .*run-1\n/);
    expect(stdout).toContain('0 to scan, 1 known, 1 left, 1 to remove');
    expect(readdirSync(join(out, 'reports'))).toHaveLength(1);
  });
});

test('--dry-run says of a database of an older version why it cannot tell, and leaves it as it is', async () => {
  const { db, night } = place({ 'a.pgn': pgns(3) });
  await night();
  const database = new Database(db);
  database.pragma('user_version = 7');
  database.close();
  const { code, stderr } = await night('--dry-run');
  expect(stderr).toContain(`cannot tell what is new to the database ${db}: an older Motif wrote it, a night brings it`);
  expect(stderr).not.toContain('run a scan');
  expect(code).toBe(1);
});

test('--dry-run names what cannot be read, what is a copy and what was begun, and ends with 3', async () => {
  const { folder, db, out, night } = place({
    'a.pgn': pgns(3),
    'b.pgn': pgns(3),
    'c.7z': Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0]),
  });
  // beside the archives, with a name that begins as theirs does
  const { code, stdout } = await night('--dry-run', '--out', `${folder}-out`);
  expect(stdout).toContain(`would scan    ${join(folder, 'a.pgn')} (`);
  expect(stdout).toContain(`would skip    ${join(folder, 'b.pgn')}: is a copy of`);
  expect(stdout).toContain(`cannot read   ${join(folder, 'c.7z')}: `);
  expect(stdout).not.toContain('begun');
  expect(code).toBe(3);

  await night();
  const database = new Database(db);
  database.exec('UPDATE checkpoints SET complete = 0');
  database.close();
  expect((await night('--dry-run')).stdout).toMatch(/^would scan .*a\.pgn \(.* MB, begun: 3 games done\)$/m);
  expect(existsSync(out)).toBe(true);
});

test('--prune-positions removes what only an older engine knows, and nothing else does', async () => {
  const { db, night } = place({ 'a.pgn': pgn(1) });
  await night();
  const store = openStore(db);
  store.putPositions({ version: 'old', signature: 'old' }, new Map([['8/8/4k3/8/8/3K4/8/8 w - -', new Uint8Array(0)]]));
  expect(numbers(await night('--json'))).toMatchObject({ removed: 0 });
  expect(store.countOthers(ENGINE)).toBe(1);
  await night('--prune-positions');
  expect(store.countOthers(ENGINE)).toBe(0);
  store.close();
});

describe('two nights', () => {
  test("do not overlap, on the database or on the folder; a killed one is in nobody's way, and is finished", async () => {
    const { db, out, flags, folder, night } = place({ 'a.pgn': pgns(3) });
    // it waits for a file that was written to a moment ago
    const first = start('nightly', instead(flags, '--settle', '60'));
    const over = ended(first);
    await once(first.stderr, 'data');
    const second = await night('--json');
    expect(second.code).toBe(4);
    expect(second.stderr).toMatch(
      /another night is at work on .* \(run 1, process \d+, since .*, now in its stage "find"\); nothing was done/,
    );
    expect(numbers(second)).toEqual({ state: 'busy' });
    const other = await run('nightly', instead(flags, '--db', join(out, 'other.db')));
    expect(other.code).toBe(4);
    const link = join(out, 'link.db');
    symlinkSync(db, link);
    const elsewhere = join(folder, '..', 'elsewhere');
    const before = readdirSync(out).sort();
    expect((await run('nightly', instead(flags, '--db', link, '--out', elsewhere))).code).toBe(4);
    expect(existsSync(elsewhere)).toBe(false);
    // neither a database nor a lock of its own
    expect(readdirSync(out).sort()).toEqual(before);

    first.kill('SIGKILL');
    await over;
    const third = await run('nightly', [...flags]);
    expect(third).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('run 1 ended in its stage "find"') as string,
    });
    expect(third.stdout).toMatch(/games {5}3 new/);
    const store = openStore(db, { readonly: true });
    expect(store.runs.list(9).map(({ state }) => state)).toEqual(['done', 'killed']);
    store.close();
  });

  test.skipIf(process.platform === 'win32')('the first of which was asked to stop leave what one leaves', async () => {
    const { db, flags, night } = place({ 'a.pgn': pgns(3) });
    const first = start('nightly', instead(flags, '--settle', '60'));
    const over = ended(first);
    await once(first.stderr, 'data');
    first.kill('SIGTERM');
    const { code, stdout, stderr } = await over;
    expect(code).toBe(143);
    expect(stderr).toContain('SIGTERM: finishing the work in progress');
    expect(stdout).toContain('the next night does the rest');
    expect((await night()).code).toBe(0);
    const store = openStore(db, { readonly: true });
    expect(store.runs.list(9).map(({ state }) => state)).toEqual(['done', 'stopped']);
    expect(store.counts().games).toBe(3);
    store.close();
  });
});

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
