/** `npm run query` on a small database that a scan has made. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dbFlag } from '../../src/store/shell.js';
import { Database } from '../../src/store/sqlite.js';
import { analyzeGame } from '../../src/tactics/analyze.js';
import { maskOf, PATTERNS } from '../../src/tactics/types.js';
import { FORK_GAME, IMMORTAL_GAME } from '../api/app.js';
import { objectsOf, run } from './run.js';

const HOSTILE = `[Event "=cmd|x"]
[White "Tal\x1b[31m, Mikhail"]
[Black "<b>Smyslov</b>\u2028V."]
[Date "1959.??.??"]
[WhiteElo "2600"]
[BlackElo "2500"]
[ECO "B17"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0
`;

let folder: string;
let db: string;
const query = (...args: string[]) => run('query', ['--db', db, ...args]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'motif-query-'));
  db = join(folder, 'motif.db');
  const archive = join(folder, 'games.pgn');
  writeFileSync(archive, [IMMORTAL_GAME, FORK_GAME, HOSTILE].join('\n'));
  expect(await run('scan', [archive, '--db', db, '--quiet'])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('query, the archive', () => {
  it('may be named by any path of its file, or by a part of that under which it was scanned', async () => {
    const place = join(folder, 'place');
    mkdirSync(place);
    copyFileSync(join(folder, 'games.pgn'), join(place, 'games.pgn'));
    const stored = join(place, 'relative.db');
    expect(await run('scan', ['games.pgn', '--db', stored, '--quiet'], '', place)).toMatchObject({ code: 0 });
    const count = async (archive: string): Promise<string> =>
      (await run('query', ['--db', stored, '--archive', archive, '--count'], '', place)).stdout.trim();
    const all = await count('games.pgn');
    expect(Number(all)).toBeGreaterThan(1);
    for (const path of ['./games.pgn', join(place, 'games.pgn'), join('..', 'place', 'games.pgn'), 'mes.p'])
      expect([path, await count(path)]).toEqual([path, all]);
    for (const path of ['./mes.p', '/games.pgn']) expect([path, await count(path)]).toEqual([path, '0']);
    // npm runs the command elsewhere, and says where it was called
    vi.stubEnv('INIT_CWD', place);
    const elsewhere = await run('query', ['--db', stored, '--archive', './games.pgn', '--count'], '', folder);
    vi.unstubAllEnvs();
    expect(elsewhere.stdout.trim()).toBe(all);
    // what a scan has called so is meant, whatever has been scanned by another name since
    writeFileSync(join(place, 'games.pgn'), FORK_GAME.replace('[', '[Annotator "x"]\n['));
    expect(await run('scan', ['./games.pgn', '--db', stored, '--quiet'], '', place)).toMatchObject({ code: 0 });
    expect(await count('games.pgn')).toBe(all);
  });
});

describe('query, JSON', () => {
  it('lists what the library finds in the games, each with its game, its line and what became of it', async () => {
    const { code, stdout } = await query('--json', '--order', 'store', '--player', 'anderssen');
    const rows = objectsOf(stdout);
    const { tactics } = await analyzeGame(IMMORTAL_GAME, { mode: 'available', with_sequence: true });
    const bare = rows.map(({ ply, pattern, fen, sequence, gain }) => ({ ply, pattern, fen, sequence, gain }));
    const expected = tactics.map(({ ply, pattern, fen, sequence, gain }) => ({ ply, pattern, fen, sequence, gain }));
    expect(bare).toEqual(expected);
    const played = await analyzeGame(IMMORTAL_GAME, { mode: 'played' });
    expect(
      rows.filter(({ outcome }) => outcome === 'played').map(({ ply, pattern }) => `${String(ply)} ${String(pattern)}`),
    ).toEqual(played.tactics.map(({ ply, pattern }) => `${ply} ${pattern}`));
    expect(rows.find(({ ply, trigger_san }) => ply === 37 && trigger_san === 'Nc7+')).toMatchObject({
      move_number: '19.',
      outcome: 'missed',
      move_played: 'e5',
      game: { white: 'Adolf Anderssen', entry: 'games.pgn' },
    });
    expect(code).toBe(0);
  });

  it('is an object a line also to readers that know more line ends than LF', async () => {
    const { stdout } = await query('--json', '--player', 'smyslov');
    expect(stdout).not.toMatch(/[\x85\u2028\u2029]/);
    expect(objectsOf(stdout)[0]).toMatchObject({ game: { black: '<b>Smyslov</b>\u2028V.' } });
  });

  it('takes what is asked of tactics and games', async () => {
    const all = objectsOf((await query('--json')).stdout);
    const fits = async (args: string[], test: (row: Record<string, unknown>) => boolean): Promise<void> => {
      const expected = all.filter(test);
      expect(objectsOf((await query('--json', ...args)).stdout), args.join(' ')).toEqual(expected);
      expect((await query('--count', ...args)).stdout, args.join(' ')).toBe(`${expected.length}\n`);
      expect((await query('--count', '--json', ...args)).stdout).toBe(`{"count":${expected.length}}\n`);
    };
    const nameOf = (row: Record<string, unknown>) => (row['game'] as { white: string | null }).white ?? '';
    await fits(['--pattern', 'fork,pin'], ({ pattern }) => pattern === 'fork' || pattern === 'pin');
    await fits(['--pattern', 'fork', '--patterns', 'pin'], ({ pattern }) => pattern === 'fork' || pattern === 'pin');
    await fits(['--min-gain', '500'], ({ gain, is_mate }) => is_mate === true || Number(gain) >= 500);
    await fits(['--no-mate', '--max-gain', '500'], ({ gain, is_mate }) => is_mate === false && Number(gain) <= 500);
    await fits(['--mate', '--white', 'TAL'], (row) => row['is_mate'] === true && nameOf(row).startsWith('Tal'));
    await fits(['--missed', '--side', 'black'], ({ outcome, color }) => outcome === 'missed' && color === 'black');
    await fits(['--since', '1959', '--until', '1959'], (row) => nameOf(row).startsWith('Tal'));
    await fits(['--event', 'LONDON'], (row) => nameOf(row).startsWith('Adolf'));
    await fits(['--black', 'kieseritzky'], (row) => nameOf(row).startsWith('Adolf'));
    await fits(['--eco', 'b17'], (row) => nameOf(row).startsWith('Tal'));
    // the players have 2600 and 2500; the others have no ratings
    await fits(['--min-elo', '2500'], (row) => nameOf(row).startsWith('Tal'));
    await fits(['--min-elo', '2501'], () => false);
    await fits(['--max-elo', '2600'], (row) => nameOf(row).startsWith('Tal'));
    await fits(['--max-elo', '2599'], () => false);
    expect(all.filter(({ pattern }) => maskOf([pattern as 'fork']) === 1).length).toBeGreaterThan(1);
  });

  it('knows the day of a game that has it in UTCDate alone, as the scan does that it was chosen by', async () => {
    const dated = join(folder, 'dated.db');
    const archive = join(folder, 'dated.pgn');
    const game = (site: string, days: string) =>
      `[Site "${site}"]\n${days}\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ *\n`;
    const utc = '[UTCDate "2012.12.31"]\n';
    const games = [
      game('no date', utc),
      game('unknown date', `[Date "????.??.??"]\n${utc}`),
      game('both', `[Date "2012.??.??"]\n${utc}`),
      game('none', '[Date "?"]\n[UTCDate "????.??.??"]\n'),
    ];
    writeFileSync(archive, games.join('\n'));
    const in2012 = ['--since', '2012', '--until', '2012', '--db', dated];
    expect((await run('scan', [archive, '--quiet', ...in2012])).stdout).toMatch(/filtered +1 \(date 1\)/);
    expect(await run('scan', [archive, '--quiet', '--db', dated])).toMatchObject({ code: 0 });
    const rows = objectsOf((await run('query', ['--json', '--order', 'store', ...in2012])).stdout);
    const days = rows.map((row) => row['game'] as { site: string; date: string }).map(({ site, date }) => [site, date]);
    expect(Object.fromEntries(days)).toEqual({
      'no date': '2012.12.31',
      'unknown date': '2012.12.31',
      both: '2012.??.??',
    });
    const all = objectsOf((await run('query', ['--json', '--db', dated])).stdout);
    const dates = new Set(all.map((row) => (row['game'] as { date: string }).date));
    expect([...dates].sort()).toEqual(['2012.12.31', '2012.??.??', '?']);
  });

  it('ends quietly when its reader has enough', async () => {
    expect(objectsOf((await query('--json', '--limit', '2')).stdout)).toHaveLength(2);
  });
});

describe('query, for people', () => {
  it('prints blocks with move, players, line and FEN, and says how many there are', async () => {
    const { code, stdout, stderr } = await query(
      '--pattern',
      'fork',
      '--side',
      'black',
      '--min-gain',
      '700',
      '--limit',
      '1',
    );
    expect(stdout).toMatch(/^ {3}1\. fork {14}\+7\.0 {6}37\.\.\. Ne2\+ {5}ply 1 {4}played\n/);
    expect(stdout).toContain(
      '      37... Ne2+ 38. Kg2 Nxc3 39. bxc3 Qxc3\n      6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37\n',
    );
    expect(stderr).toMatch(/^query: 1 of \d+ shown; --limit N shows more|^query: all 1 shown/);
    expect(code).toBe(0);
  });

  it('shows twenty where nobody asks for more, and says how many there are and how to have them', async () => {
    const { stdout, stderr } = await query();
    const all = objectsOf((await query('--json')).stdout).length;
    expect(all).toBeGreaterThan(20);
    expect(stdout.trimEnd().split('\n')).toHaveLength(4 * 20);
    expect(stderr).toBe(`query: 20 of ${all} shown; --limit N shows more, --json all of them\n`);
    expect((await query('--limit', '3', '--json')).stderr).toBe(
      `query: 3 of ${all} shown; leave out --limit for all of them\n`,
    );
    expect((await query('--limit', String(all))).stderr).toBe(`query: all ${all} shown\n`);
    // a plain file is its own only entry, and is named once
    expect(stdout).toMatch(/games\.pgn\]$/m);
    expect(stdout).not.toContain('games.pgn: games.pgn');
  });

  it('lets no name speak to the terminal', async () => {
    const { stdout } = await query('--player', 'tal', '--limit', '50');
    expect(stdout).toContain('[31m, Mikhail (2600) - <b>Smyslov</b> V. (2500), =cmd|x, 1959 [');
    expect(stdout).not.toContain('\x1b');
  });

  it('says what to do where nothing is found', async () => {
    const nobody = await query('--player', 'nobody', '--mate');
    expect(nobody).toMatchObject({ code: 0, stdout: '' });
    expect(nobody.stderr).toMatch(/^query: nothing found in 3 games; without --player there (is 1|are \d+)\n$/);
    // "the player's" means nothing without one
    expect((await query('--side', 'player', '--player', 'nobody')).stderr).toContain('without --player there are');
    // each flag as it was written
    const missed = await query('--missed', '--white', 'tal', '--mate');
    expect(missed.stderr).toBe('query: nothing found in 3 games; without --missed there are 2\n');
    const mates = await query('--no-mate', '--pattern', 'smothered_mate');
    expect(mates.stderr).toMatch(/without --pattern there are \d+/);
    expect(mates.stderr).toMatch(/without --no-mate there (is 1|are \d+)/);
  });

  it('says where a pattern is not found that nobody looked for', async () => {
    const [archive, narrow] = [join(folder, 'fork.pgn'), join(folder, 'narrow.db')];
    writeFileSync(archive, FORK_GAME);
    expect((await run('scan', [archive, '--db', narrow, '--quiet', '--patterns', 'fork'])).code).toBe(0);
    const { code, stderr } = await run('query', ['--db', narrow, '--pattern', 'pin']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `nothing found in 1 game, because not all of them were scanned for this pattern; to look for it: npm run scan -- --reanalyze --patterns ${PATTERNS.join(',')}${dbFlag(narrow)}`,
    );
    const trapped = await run('query', ['--db', db, '--pattern', 'interference']);
    expect(trapped.stderr).toBe('query: nothing found in 3 games; loosen the filters, or scan more games\n');
  });

  it('says what to do where there is no database, no game, or nothing but l1', async () => {
    const none = join(folder, 'none.db');
    const missing = await run('query', ['--db', none]);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toBe(
      `query: there is no database ${none} yet; scan some games first: npm run scan -- data/sample.zip${dbFlag(none)}\n`,
    );
    const shallow = join(folder, "l1 of O'Neil.db");
    await run('scan', [join(folder, 'games.pgn'), '--db', shallow, '--quiet', '--depth', 'l1']);
    expect((await run('query', ['--db', shallow])).stderr).toBe(
      `query: the 3 games in ${shallow} were scanned at l1, which confirms no tactics; ` +
        `bring them to l2: npm run scan -- --reanalyze --depth l2${dbFlag(shallow)}\n`,
    );
  });
});

describe('query, of another engine', () => {
  it('says that what it lists or counts is not up to date', async () => {
    const old = join(folder, 'old.db');
    copyFileSync(db, old);
    const database = new Database(old);
    database.exec("UPDATE engines SET version = 'before', signature = 'before'");
    database.close();
    const words = `3 games were scanned by another version of the engine; to bring them up to date: npm run scan -- --reanalyze${dbFlag(old)}\n`;
    const listed = await run('query', ['--db', old, '--json']);
    expect(listed.stderr).toContain(words);
    const counted = await run('query', ['--db', old, '--count']);
    expect(counted).toMatchObject({
      code: 0,
      stdout: `${objectsOf(listed.stdout).length}\n`,
      stderr: `query: ${words}`,
    });
    expect((await query('--count')).stderr).toBe('');
  });

  it('says of a game that cannot be played any more that the database is damaged', async () => {
    const damaged = join(folder, 'damaged.db');
    copyFileSync(db, damaged);
    const database = new Database(damaged);
    database.exec("UPDATE games SET moves = zeroblob(length(moves)) WHERE white LIKE '%Anderssen'");
    database.close();
    const { code, stderr } = await run('query', ['--db', damaged, '--json', '--player', 'anderssen']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^query: game [0-9a-f]{32} cannot be shown at ply \d+ \(.+\): the database is damaged; restore/,
    );
  });
});

describe('query, command line', () => {
  it('helps, with examples and exit codes', async () => {
    const { code, stdout } = await run('query', ['--help']);
    expect(code).toBe(0);
    for (const word of ['--pattern', '--min-gain', '--player', '--missed', '--json', 'Examples:', 'Exit codes:'])
      expect(stdout).toContain(word);
  });

  it.each([
    [['--pattern', 'windmill'], 'Invalid pattern: windmill'],
    [['--min-gain', '-3'], 'whole number'],
    [['--min-gain', '500', '--max-gain', '300'], 'no tactic can match both'],
    [['--mate', '--max-gain', '300'], 'a mate counts as more than any gain'],
    [['--played', '--missed'], '--played and --missed'],
    [['--side', 'player'], 'needs --player NAME'],
    [['--side', 'opponent'], 'needs --player NAME'],
    [['--min-elo', '2500', '--max-elo', '2400'], 'no game can match both'],
    [['--since', 'yesterday'], 'Give a day, month or year'],
    [['--since', '2024', '--until', '2023'], 'no game can match both'],
    [['--player', ' '], 'Give at least a part of a name'],
    [['--eco', 'X12'], 'B90'],
    [['--limit', '0'], 'whole number'],
    [['games.pgn'], 'arguments'],
    [['--count', '--limit', '5'], 'leave out --limit'],
    [['--count', '--order', 'date'], 'leave out --order'],
  ])('refuses %j', async (args, word) => {
    const { code, stdout, stderr } = await query(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });
});
