/** What `npm run export` replaces, removes and leaves alone in the place where a dataset goes. */
import { execFileSync } from 'node:child_process';
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
import { run } from '../run.js';
import { scanned } from './world.js';

describe('npm run export', () => {
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
});
