/** `npm run analyze` on several threads: what one writes, in the same order. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../src/paths.js';
import { makeZip } from '../../archive/helpers.js';
import { PUZZLE_000PW } from '../../api/app.js';
import { ended, objectsOf, run, start } from '../run.js';
import { folder, freshFolder, LEGAL, QUIET } from './given.js';

const FOOLS_MATE = '1. f3 e5 2. g4 Qh4# 0-1';

freshFolder();

const timeless = (text: string): string => text.replace(/"performance_ms":[\d.e-]+/g, '"performance_ms":0');

describe('analyze on several threads', () => {
  it('answers each line of a long list, as one thread does', async () => {
    const lines = Array.from({ length: 300 }, (_, i) =>
      i % 50 === 49 ? `nonsense ${i}` : i % 7 === 3 ? '' : i % 2 === 0 ? PUZZLE_000PW : `${QUIET.slice(0, -1)}${i}`,
    );
    const [alone, several] = await Promise.all(
      ['1', '3'].map((workers) => run('analyze', ['--workers', workers], lines.join('\n'))),
    );
    expect(timeless(several?.stdout ?? '')).toBe(timeless(alone?.stdout ?? ''));
    expect(several).toMatchObject({ code: 3, stderr: 'analyze: positions analysed: 252, refused: 6\n' });
    expect(alone).toMatchObject({ code: 3, stderr: several?.stderr });
    const refused = objectsOf(several?.stdout ?? '').filter((answer) => 'error' in answer);
    expect(refused.map(({ line }) => line)).toEqual([50, 100, 150, 200, 250, 300]);
  });

  it.each([[[]], [['--annotate']]])('and each game of all the entries of a zip: %j', async (flags) => {
    const entry = (name: string, games: number): { name: string; data: Buffer } => {
      const texts = Array.from({ length: games }, (_, i) =>
        i % 20 === 13 ? `[Round "${i}"]\n\n1. e4 e5 2. Ke3 *` : `[Round "${i}"]\n\n${i % 3 === 0 ? FOOLS_MATE : LEGAL}`,
      );
      return { name, data: Buffer.from(texts.join('\n\n')) };
    };
    const path = join(folder, 'games.zip');
    writeFileSync(path, await makeZip([entry('a.pgn', 45), entry('b.pgn', 30)]));
    const [alone, several] = await Promise.all(
      ['1', '3'].map((workers) => run('analyze', ['--pgn', path, ...flags, '--workers', workers])),
    );
    expect(timeless(several?.stdout ?? '')).toBe(timeless(alone?.stdout ?? ''));
    expect(several).toMatchObject({ code: 3, stderr: alone?.stderr });
    expect(several?.stderr).toContain(': 72, refused: 3\n');
    if (flags.length > 0) return;
    const refused = objectsOf(several?.stdout ?? '').filter((answer) => 'error' in answer);
    expect(refused.map(({ game, entry: its }) => [game, its])).toEqual([
      [14, 'a.pgn'],
      [34, 'a.pgn'],
      [59, 'b.pgn'],
    ]);
  });

  it('answers each line before the next is sent', async () => {
    const child = start('analyze', ['--workers', '2']);
    const all = ended(child);
    const answers = createInterface(child.stdout);
    for (const line of [PUZZLE_000PW, 'nonsense', QUIET, PUZZLE_000PW]) {
      child.stdin.write(`${line}\n`);
      const [answer] = (await once(answers, 'line')) as [string];
      expect(JSON.parse(answer)).toMatchObject(line === 'nonsense' ? { error: 'Invalid FEN', line: 2 } : { fen: line });
    }
    child.stdin.end();
    expect(await all).toMatchObject({ code: 3, stderr: 'analyze: positions analysed: 3, refused: 1\n' });
  });

  it.each([
    { flags: [], first: `${QUIET}\n`, second: `${QUIET}\n` },
    // standard input is read as far as shows what it is; a game has come when the next begins
    {
      flags: ['--pgn', '-'],
      first: `[Round "1"]\n\n{ ${'x'.repeat(70_000)} } ${LEGAL}\n\n[Round "2"]\n\n1. e4 `,
      second: 'e5 *\n\n[Round "3"]\n\n1. e4 ',
    },
  ])('fails at once, though more may come: $flags', async ({ flags, first, second }) => {
    const noThreads =
      'import threads from "node:worker_threads"; import { syncBuiltinESMExports } from "node:module";' +
      'threads.Worker = class { constructor() { throw new Error("no more of them"); } }; syncBuiltinESMExports();';
    const job = join(ROOT, 'dist', 'jobs', 'analyze.js');
    const options = ['--import', `data:text/javascript,${noThreads}`, job, '--workers', '2', ...flags];
    const child = spawn(process.execPath, options);
    const all = ended(child);
    child.stdin.write(first);
    await once(child.stdout, 'data');
    child.stdin.write(second);
    const { code, stderr } = await all;
    child.stdin.destroy();
    expect(stderr).toMatch(/^analyze: worker threads cannot be started: no more of them/);
    expect(code).toBe(1);
  });

  it('is nothing that an explanation takes', async () => {
    const { code, stderr } = await run('analyze', ['--workers', '2', '--explain', QUIET]);
    expect([code, stderr]).toEqual([2, 'error: --explain works on one thread: leave out --workers\n(see --help)\n']);
  });
});
