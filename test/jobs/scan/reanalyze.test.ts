/** `npm run scan -- --reanalyze`: stored games brought up to date. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pgns, tempFile, tempFolder } from '../../pipeline/fixture.js';
import { run } from '../run.js';

describe('--reanalyze', () => {
  test('works from the database alone, and says so as a scan does', async () => {
    const db = join(tempFolder(), 'x.db');
    await run('scan', [tempFile('a.pgn', pgns(4)), '--db', db, '--depth', 'l1', '--quiet']);
    const none = await run('scan', ['--reanalyze', '--db', db, '--json', '--quiet']);
    expect(none).toMatchObject({ code: 0, stderr: '' });
    // without flags each game keeps what it has
    expect(JSON.parse(none.stdout)).toMatchObject({ games_seen: 4, games_stored: 0, games_duplicate: 4 });
    const deeper = await run('scan', ['--reanalyze', '--depth', 'l2', '--db', db]);
    expect(deeper.stdout).toContain('4 games were brought up to date, 0 were up to date already.');
    const again = await run('scan', ['--reanalyze', '--db', db]);
    expect(again.stdout).toContain('Nothing to do');
  });

  test.each([
    [['x.pgn'], 'a path'],
    [['--quarantine', 'x.pgn'], '--quarantine'],
    [['--fresh'], '--fresh'],
    [['--min-elo', '2000'], 'a filter'],
    [['--plies', '1-9'], 'a filter'],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await run('scan', ['--reanalyze', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(`leave out ${words}`);
  });

  test('needs a database', async () => {
    const db = join(tempFolder(), 'none.db');
    const { code, stderr } = await run('scan', ['--reanalyze', '--db', db]);
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no database ${db} yet; scan some games`);
    expect(existsSync(db)).toBe(false);
  });
});
