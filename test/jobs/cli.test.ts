/** What all command lines do with flags that are given more than once, and where nobody reads what they say, and with databases that are no files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collector, list, newCommand, patternList, runCommand, type EXIT } from '../../jobs/cli.js';
import { ROOT } from '../../src/paths.js';
import { pgn, pgns, tempFile, tempFolder } from '../pipeline/fixture.js';
import { ended, run, start } from './run.js';

const wordsOf = (chunk: unknown): string => (typeof chunk === 'string' ? chunk : '');

interface Outcome {
  flags: Record<string, unknown> | undefined;
  code: unknown;
  words: string;
}

async function parse(...args: string[]): Promise<Outcome> {
  const argv = process.argv;
  let words = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    words += wordsOf(chunk);
    return true;
  });
  const command = newCommand('test', 'Tests.', 'help')
    .option('--db <file>', 'one value', 'a.db')
    .option('--why [what]', 'one value or none')
    .option('--numbers <a,b>', 'several', list(Number))
    .option(
      '--name <name>',
      'several, commas and all',
      collector<string[]>((text, before = []) => [...before, text]),
    )
    .option('--json', 'no value')
    .option('--mate', 'only these')
    .option('--no-mate', 'all but these')
    .addOption(patternList('--patterns <a,b>'));
  let flags: Record<string, unknown> | undefined;
  try {
    process.argv = ['node', 'test', ...args];
    await runCommand(command, () => {
      flags = command.opts();
      return Promise.resolve(0 satisfies (typeof EXIT)['ok']);
    });
    return { flags, code: process.exitCode, words };
  } finally {
    process.argv = argv;
    process.exitCode = undefined;
    write.mockRestore();
  }
}

afterEach(() => {
  process.stdout.removeAllListeners('error');
  process.stderr.removeAllListeners('error');
});

describe('a flag that is given again', () => {
  test('adds its values where any of several will do', async () => {
    const args = ['--numbers', '1,2', '--patterns', 'fork', '--name', 'a, b', '--numbers', '3', '--name', 'c'];
    const { flags, code } = await parse(...args, '--patterns', 'pin,skewer');
    expect(code).toBe(0);
    expect(flags).toEqual({
      db: 'a.db',
      numbers: [1, 2, 3],
      name: ['a, b', 'c'],
      patterns: ['fork', 'pin', 'skewer'],
    });
  });

  test.each([
    [['--db', 'a', '--db', 'b'], '--db is given twice'],
    [['--db=a', '--db=a'], '--db is given twice'],
    [['--why', '--why', 'so'], '--why is given twice'],
    [['--mate', '--no-mate'], '--mate and --no-mate contradict each other'],
    [['--no-mate', '--mate'], '--no-mate and --mate contradict each other'],
  ])('is refused where one would be forgotten: %j', async (args, words) => {
    const outcome = await parse(...args);
    expect(outcome).toMatchObject({ flags: undefined, code: 2 });
    expect(outcome.words).toContain(words);
  });

  test.each(['', ' , '])('is refused where it lists no pattern: %j', async (text) => {
    const outcome = await parse('--patterns', text);
    expect(outcome).toMatchObject({ flags: undefined, code: 2 });
    expect(outcome.words).toContain('Give at least one pattern');
  });

  test('says nothing else where it has no value', async () => {
    expect(await parse('--json', '--json', '--no-mate')).toMatchObject({ code: 0, flags: { json: true, mate: false } });
  });
});

test('a reader of warnings who has gone does not end the work', async () => {
  const paths = [tempFile('none.pgn', 'no game\n'), tempFile('a.pgn', pgns(3))];
  const child = start('scan', [...paths, '--db', join(tempFolder(), 'x.db'), '--json', '--quiet', '--workers', '1']);
  child.stderr.destroy();
  const { code, stdout } = await ended(child);
  expect(stdout).toContain('"games_stored":3,');
  expect(code).toBe(3);
});

describe('a reader of results who has gone', () => {
  /** A run whose standard output is closed from the beginning on. */
  const unread = (job: string, args: string[]) => {
    const child = start(job, args);
    child.stdin.end();
    child.stdout.destroy();
    return ended(child);
  };
  const broken = pgns(3) + pgn(9, { moves: '1. e4 Ke4' });

  test.each([[[]], [['--json']], [['--quarantine', '-']]])(
    'takes neither report nor exit code of a scan along: %j',
    async (flags) => {
      const report = join(tempFolder(), 'r.json');
      const paths = [tempFile('none.pgn', 'no game\n'), tempFile('a.pgn', broken)];
      const base = ['--db', join(tempFolder(), 'x.db'), '--depth', 'l1', '--quiet', '--workers', '1'];
      const { code, stderr } = await unread('scan', [...paths, ...base, '--report', report, ...flags]);
      expect(code).toBe(3);
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ games_stored: 3, games_quarantined: 1 });
      if (flags[0] !== '--quarantine') return;
      expect(stderr).toMatch(/games seen +4\n/);
      expect(stderr).not.toContain('written to standard output');
    },
  );

  test('does not take the exit code of a night along', async () => {
    const home = tempFolder();
    mkdirSync(join(home, 'in'));
    writeFileSync(join(home, 'in', 'cut.pgn.zst'), Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    const flags = ['--archives', join(home, 'in'), '--db', join(home, 'x.db'), '--out', join(home, 'out')];
    expect(await unread('nightly', [...flags, '--settle', '0', '--depth', 'l1', '--quiet'])).toMatchObject({ code: 3 });
  });

  test('ends what only lists', async () => {
    expect(await unread('analyze', ['--pgn', tempFile('a.pgn', broken)])).toMatchObject({ code: 0 });
  });
});

test.skipIf(!existsSync('/dev/full'))('a full disk below the quarantine hides nothing of what a scan did', () => {
  const folder = tempFolder();
  const path = tempFile('a.pgn', pgns(3) + pgn(9, { moves: '1. e4 Ke4' }));
  const flags = ['--db', join(folder, 'x.db'), '--depth', 'l1', '--quiet', '--quarantine', '-'];
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'dist', 'jobs', 'scan.js'), path, ...flags, '--report', join(folder, 'r.json')],
    { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'], encoding: 'utf8' },
  );
  expect(stderr).toMatch(/^scan: standard output cannot be written \(.*ENOSPC.*\)\narchives +1\n/);
  expect(existsSync(join(folder, 'r.json'))).toBe(true);
  expect(status).toBe(1);
});

test.skipIf(!existsSync('/dev/full'))('a full disk below the results is told in words', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist', 'jobs', 'analyze.js')], {
    stdio: ['pipe', openSync('/dev/full', 'w'), 'pipe'],
    input: 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\n',
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^analyze: standard output cannot be written \(.*ENOSPC.*\)\n$/);
  expect(status).toBe(1);
});

test.skipIf(process.platform === 'win32')(
  'a piece of which the disk takes only a part is not taken for written',
  () => {
    const cli = JSON.stringify(join(ROOT, 'dist', 'jobs', 'cli.js'));
    const script = `import { newCommand, results, runCommand } from ${cli};
    await runCommand(newCommand('piece', '', ''), () => Promise.resolve(results.write('x'.repeat(100_000)) ? 0 : 3));`;
    const out = join(tempFolder(), 'out');
    const command = `ulimit -f 1; '${process.execPath}' --input-type=module --eval "$0" > '${out}'`;
    const { status, stderr } = spawnSync('sh', ['-c', command, script], { encoding: 'utf8' });
    expect(stderr).toMatch(/^piece: standard output cannot be written \(EFBIG.*\)\n$/);
    expect(status).toBe(1);
    expect(statSync(out).size).toBeGreaterThan(0);
  },
);

describe.each([
  ['scan', ['data/sample.zip']],
  ['query', []],
  ['export', ['--format', 'epd', '--out', '-']],
  ['keys', ['create', '--plan', 'builder']],
  ['keys', ['list']],
  ['serve', []],
  ['nightly', []],
])('%s %j takes for its database', (job, args) => {
  test.each([
    ['no blank name', '', 'It is blank; give it a value, or leave it out.'],
    ['none in memory', ':memory:', 'It would be lost when the command ends; name a file.'],
    ['no URI', 'file:x.db?mode=ro', 'Give the path of a file, not a URI'],
  ])('%s', async (_, db, words) => {
    const { code, stdout, stderr } = await run(job, [...args, '--db', db]);
    expect(stderr).toContain(`option '--db <file>' argument '${db}' is invalid. ${words}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
