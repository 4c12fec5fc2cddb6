/** `npm run scan -- --report`: the whole table, for programs. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pgn, pgns, tempFile, tempFolder } from '../../pipeline/fixture.js';
import { ended, run, start } from '../run.js';
import { KEYS } from './keys.js';

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
