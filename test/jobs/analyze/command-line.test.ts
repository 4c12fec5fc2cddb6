/** The help, and the arguments that are refused. */
import { describe, expect, it } from 'vitest';
import { run } from '../run.js';
import { QUIET } from './given.js';

describe('analyze, command line', () => {
  it('helps, with examples and exit codes', async () => {
    const { code, stdout } = await run('analyze', ['--help']);
    expect(code).toBe(0);
    for (const word of [
      '--depth',
      '--with-sequence',
      '--patterns',
      '--pgn',
      '--mode',
      '--explain',
      'Examples:',
      'Exit codes:',
    ]) {
      expect(stdout).toContain(word);
    }
  });

  it.each([
    [['--depth', 'l3'], 'l3'],
    [['--patterns', 'fork,windmill'], 'Invalid pattern: windmill'],
    [['--mode', 'played'], '--mode needs --pgn'],
    [['--pgn', 'x.pgn', '--mode', 'all'], 'all'],
    [['--json'], '--json is for --explain'],
    [['--explain', '--pgn', 'x.pgn'], '--explain takes FENs'],
    [['--explain', '--depth', 'l1'], '--depth l2'],
    [['--colour'], '--colour'],
    [['positions.txt'], 'arguments'],
    [[QUIET], 'after --explain, or pipe'],
    [['--explain', ' '], 'It is blank'],
    [['--pgn', ''], 'It is blank'],
    [['--depth', 'l1', '--with-sequence'], '--with-sequence needs --depth l2'],
  ])('refuses %j', async (args, word) => {
    const { code, stdout, stderr } = await run('analyze', args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });
});
