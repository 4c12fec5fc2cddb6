/** `npm run analyze -- --annotate`: games out as PGN, none of them lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotateGame } from '../../src/tactics/analyze.js';
import { makeZip } from '../archive/helpers.js';
import { IMMORTAL_GAME } from '../api/app.js';
import { run } from './run.js';

const LEGAL = '[White "L\u00e9gal"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n';
const BROKEN = '[White "Nobody"]\n\n1. e4 e5 2. Ke3 *';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'motif-annotate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('analyze --annotate', () => {
  it('writes games with their tactics, in order, and those that cannot be read as they stand', async () => {
    const path = file('games.pgn', `${LEGAL}\n${BROKEN}\n\n${IMMORTAL_GAME}`);
    const { code, stdout, stderr } = await run('analyze', ['--pgn', path, '--annotate']);
    expect(stdout).toBe((await annotateGame(LEGAL)) + `${BROKEN}\n\n` + (await annotateGame(IMMORTAL_GAME)));
    expect(stderr).toMatch(
      /^analyze: game 2, line 7: .*Ke3.*; written as it stands\nanalyze: games annotated: 2, refused: 1\n$/,
    );
    expect(code).toBe(3);
  });

  it('takes patterns and mode, packed files and standard input', async () => {
    const options = { patterns: ['pin', 'skewer'], mode: 'played' } as const;
    const expected = await annotateGame(IMMORTAL_GAME, options);
    expect(expected).not.toBe(await annotateGame(IMMORTAL_GAME));
    const args = ['--annotate', '--patterns', 'pin,skewer', '--mode', 'played'];
    const zip = file('games.zip', await makeZip([{ name: 'a.pgn', data: Buffer.from(IMMORTAL_GAME) }]));
    const unpacked = await run('analyze', ['--pgn', zip, ...args]);
    expect([unpacked.code, unpacked.stdout]).toEqual([0, expected]);
    const piped = await run('analyze', ['--pgn', '-', ...args], IMMORTAL_GAME);
    expect([piped.code, piped.stdout]).toEqual([0, expected]);
  });

  it('names the entry of a game that cannot be read, and leaves out one that is too large to be kept', async () => {
    const zip = file('mixed.zip', await makeZip([{ name: 'b.pgn', data: Buffer.from(BROKEN) }]));
    const broken = await run('analyze', ['--pgn', zip, '--annotate']);
    expect(broken.stderr).toMatch(/^analyze: game 1 of b\.pgn, line 3: /);
    expect(broken.stdout).toBe(`${BROKEN}\n\n`);
    const large = file('large.pgn', `1. e4 {${'x'.repeat(5 << 20)}} e5 *\n\n${LEGAL}`);
    const { code, stdout, stderr } = await run('analyze', ['--pgn', large, '--annotate']);
    expect(stderr).toMatch(/^analyze: game 1, line 1: .*; left out\n/);
    expect([code, stdout]).toEqual([3, await annotateGame(LEGAL)]);
  });

  it.each([
    [['--annotate'], '--annotate needs --pgn: it writes into games'],
    [['--annotate', '--pgn', 'x.pgn', '--depth', 'l1'], '--annotate needs --depth l2: l1 proves nothing'],
    [
      ['--annotate', '--pgn', 'x.pgn', '--with-sequence'],
      '--annotate shows the lines anyway: leave out --with-sequence',
    ],
  ])('refuses %j', async (args, words) => {
    const { code, stderr } = await run('analyze', args, '');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
