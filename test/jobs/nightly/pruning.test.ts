/** What `npm run nightly` removes, and what it leaves. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../src/store/migrate.js';
import { openStore } from '../../../src/store/open.js';
import { Database } from '../../../src/store/sqlite.js';
import { ENGINE } from '../../../src/tactics/version.js';
import { pgn, pgns } from '../../pipeline/fixture.js';
import { place, numbers } from './place.js';

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

test('--dry-run of a database of an older version says that a night updates it, and goes on as far as can be told', async () => {
  const { folder, db, out, night } = place({ 'a.pgn': pgns(3), 'b.pgn.part': '' });
  await night();
  const [report = ''] = readdirSync(join(out, 'reports'));
  for (const version of [1, 7]) {
    for (const name of [db, `${db}-wal`, `${db}-shm`]) rmSync(name, { force: true });
    const older = new Database(db);
    migrate(older, db, false, readMigrations().slice(0, version));
    older.close();
    const before = readFileSync(db);
    const { code, stdout, stderr } = await night('--dry-run', '--keep-reports', '1', '--keep-exports', '3');
    expect(stdout.split('\n')).toEqual([
      `would update  ${db}: an older Motif wrote it; which archives are new to it can only be told when that is done`,
      expect.stringMatching(`^may scan      ${join(folder, 'a.pgn')} \\(`),
      expect.stringMatching(/^would leave {3}.*b\.pgn\.part: has the name of an unfinished file$/),
      `would remove  report ${join(out, 'reports', report)}`,
      'may remove    exports and positions: which, can only be told when the database is up to date',
      'up to 1 to scan, 1 left, 1 to remove; nothing was changed.',
      '',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(db).equals(before)).toBe(true);
  }
  const { code, stdout } = await night('--keep-reports', '1');
  expect(stdout).toContain(`removed   report ${join(out, 'reports', report)}`);
  expect(code).toBe(0);
});

test('--dry-run names the reports that go though there is no database yet', async () => {
  const { db, out, night } = place({ 'a.pgn': pgn(1) });
  await night();
  const [report = ''] = readdirSync(join(out, 'reports'));
  for (const name of [db, `${db}-wal`, `${db}-shm`]) rmSync(name, { force: true });
  const { stdout } = await night('--dry-run', '--keep-reports', '1');
  expect(stdout).toContain(`would remove  report ${join(out, 'reports', report)}\n`);
  expect(existsSync(db)).toBe(false);
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
