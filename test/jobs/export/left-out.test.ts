/** What `npm run export` says of puzzles that are left out, and where there are none. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dbFlag } from '../../../src/store/shell.js';
import { Database } from '../../../src/store/sqlite.js';
import { PATTERNS } from '../../../src/tactics/types.js';
import { FORK_GAME, IMMORTAL_GAME } from '../../api/app.js';
import { tempFolder } from '../../store/fixture.js';
import { objectsOf, run } from '../run.js';
import { GAMES, scanned } from './world.js';

describe('npm run export', () => {
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
});
