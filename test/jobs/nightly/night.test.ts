/** `npm run nightly` as timers see it: exit codes, output, files. Runs the built job in processes of its own. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open.js';
import { ENGINE } from '../../../src/tactics/version.js';
import { pgn, pgns } from '../../pipeline/fixture.js';
import { run, type Ended } from '../run.js';
import { place, instead, numbers } from './place.js';

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
