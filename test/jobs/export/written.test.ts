/** What `npm run export` writes: which puzzles, into which files, with what said of them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { objectsOf, run } from '../run.js';
import { scanned } from './world.js';

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

  it('finds an archive by its name, whatever its case and accents and however they are written', async () => {
    const { db } = await scanned('Märchen.pgn'.normalize('NFD'));
    const epd = ['--format', 'epd', '--out', '-', '--db', db, '--workers', '1'];
    const all = (await run('export', epd)).stdout;
    expect(all).toContain('bm Nd3#');
    for (const source of ['MÄRCHEN.pgn'.normalize('NFC'), 'märch'.normalize('NFD'), 'marchen'])
      expect(await run('export', [...epd, '--source', source]), source).toMatchObject({ code: 0, stdout: all });
    expect((await run('export', [...epd, '--source', 'Mörchen'])).code).toBe(1);
  });
});
