/** `npm run scan -- --quarantine`: the games that could not be read, written out. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pgn, tempFile, tempFolder } from '../../pipeline/fixture.js';
import { run } from '../run.js';

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
