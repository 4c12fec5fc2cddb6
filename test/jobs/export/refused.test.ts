/** The flags that `npm run export` refuses. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../run.js';

describe('npm run export', () => {
  it.each([
    [['--format', 'xls', '--out', 'x'], 'lichess-csv'],
    [['--out', 'x'], '--format'],
    [['--format', 'epd'], '--out'],
    [['--format', 'epd', '--out', '/nowhere/at/all/x.epd'], 'folder'],
    [['--format', 'epd', '--out', ''], '--out needs the name of a file'],
    [['--format', 'epd', '--out', '  '], '--out needs the name of a file'],
    [['--format', 'epd', '--out', 'x', '--licence', ''], 'such as CC0-1.0'],
    [['--format', 'epd', '--out', 'x', '--licence', ' '], 'such as CC0-1.0'],
    [['--format', 'epd', '--out', 'x', '--rating', 'abc'], 'such as 1500, 1200-1800 or 2000-'],
    [['--format', 'epd', '--out', 'x', '--rating', '5000'], 'between 0 and 4000'],
    [['--format', 'epd', '--out', 'x', '--rating', '5000-'], 'between 0 and 4000'],
    [['--format', 'epd', '--out', 'x', '--moves', '101-'], 'between 1 and 100'],
    [
      ['--format', 'epd', '--out', 'x', '--rating', '1800-1200'],
      'runs backwards: the lower number goes first, such as 1200-1800',
    ],
    [['--format', 'epd', '--out', 'x', '--ply', '-5'], 'such as 20, 1-40 or 60-'],
    [['--format', 'epd', '--out', 'x', '--eco', 'B99-B20'], 'runs backwards'],
    [['--format', 'epd', '--out', 'new/'], 'names a folder'],
    [['--format', 'epd', '--out', 'src', '--force'], 'is a folder; name a file'],
    [['--format', 'epd', '--out', '.', '--force'], 'is a folder; name a file'],
    [['--format', 'epd', '--out', join('package.json', 'x')], 'cannot be examined (ENOTDIR'],
    [['--format', 'epd', '--out', 'x'.repeat(300)], 'cannot be examined (ENAMETOOLONG'],
    [['--format', 'epd', '--out', '-', '--split', '80/10/10'], '--split'],
    [['--format', 'epd', '--out', '-', '--json'], '--json'],
    [['--format', 'epd', '--out', '-', '--licence', 'CC0-1.0'], '--licence'],
    [['--format', 'epd', '--out', '-', '--force'], '--force'],
    [['--format', 'epd', '--out', 'x', '--split', '80/10/20'], '80/10/10'],
    [['--format', 'epd', '--out', 'x', '--eco', 'Z'], 'ECO'],
    [['--format', 'epd', '--out', 'x', '--moves', '3-2'], '2-3'],
    [['--format', 'epd', '--out', 'x', '--phase', 'late'], 'endgame'],
    [['--format', 'epd', '--out', 'x', '--min-gain', '900', '--max-gain', '300'], 'no puzzle can match both'],
    [['--format', 'epd', '--out', 'x', '--patterns', 'windmill'], 'fork'],
  ])('refuses %j in words', async (args, words) => {
    const { code, stderr, stdout } = await run('export', args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(words);
  });
});
