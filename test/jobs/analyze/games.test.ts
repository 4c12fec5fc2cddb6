/** Games from files and standard input, plain or packed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { analyzeGame } from '../../../src/tactics/analyze.js';
import { IMMORTAL_GAME } from '../../api/app.js';
import { makeZip } from '../../archive/helpers.js';
import { objectsOf, run } from '../run.js';
import { folder, FORK, freshFolder, LEGAL, timeless } from './given.js';

freshFolder();

describe('analyze, games', () => {
  it('answers each game with its envelope; a broken one with its number, reason and place', async () => {
    const file = join(folder, 'games.pgn');
    writeFileSync(file, `${IMMORTAL_GAME}\n[Event "broken"]\n\n1. e4 e5\n2. Ke3 *\n\n[Event "x"]\n\n${LEGAL}\n`);
    const { code, stdout, stderr } = await run('analyze', ['--pgn', file]);
    const [first, broken, last, ...more] = objectsOf(stdout);
    expect(timeless(first ?? {})).toEqual(timeless(await analyzeGame(IMMORTAL_GAME)));
    expect(broken).toMatchObject({ error: 'Invalid PGN', game: 2, reason: 'illegal_move', line: 14, column: 4 });
    expect(broken).not.toHaveProperty('entry');
    expect(broken?.['message']).toContain('"Ke3" is not legal at ply 3');
    expect(timeless(last ?? {})).toEqual(timeless(await analyzeGame(LEGAL)));
    expect(more).toEqual([]);
    expect(stderr).toBe('analyze: games analysed: 2, refused: 1\n');
    expect(code).toBe(3);
  });

  it('goes on behind a game whose move numbers outgrow a FEN', async () => {
    const long = `[FEN "${FORK.replace(/37$/, '999999')}"]\n\n999999... Ne2+ 1000000. Kg2 Nxc3 0-1`;
    const { code, stdout } = await run('analyze', ['--pgn', '-'], `${long}\n\n${LEGAL}\n`);
    expect(objectsOf(stdout)).toMatchObject([{ positions_analyzed: 3 }, { positions_analyzed: 13 }]);
    expect(code).toBe(0);
  });

  it('goes on behind a game that promotes to more pieces than can be read', async () => {
    const crowded = '[FEN "6rk/P5pp/8/8/8/QQQQQ3/QQQP3K/8 w - - 0 1"]\n\n1. a8=Q h6 *';
    const { code, stdout } = await run('analyze', ['--pgn', '-'], `${crowded}\n\n${LEGAL}\n`);
    expect(objectsOf(stdout)).toMatchObject([
      {
        error: 'Invalid PGN',
        reason: 'bad_fen',
        message: expect.stringMatching(/^"a8=Q" at ply 1 cannot follow/) as string,
      },
      { positions_analyzed: 13 },
    ]);
    expect(code).toBe(3);
  });

  it('takes the mode, and reads standard input for -', async () => {
    const { code, stdout } = await run('analyze', ['--pgn', '-', '--mode', 'available', '--depth', 'l1'], LEGAL);
    const expected = await analyzeGame(LEGAL, { mode: 'available', depth: 'l1' });
    expect(objectsOf(stdout).map(timeless)).toEqual([timeless(expected)]);
    expect(code).toBe(0);
  });

  it('unpacks standard input as it does files', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: LEGAL }]);
    for (const packed of [gzipSync(LEGAL), zip]) {
      const { code, stdout, stderr } = await run('analyze', ['--pgn', '-'], packed);
      expect(objectsOf(stdout)).toMatchObject([{ positions_analyzed: 13 }]);
      expect(stderr).toBe('analyze: games analysed: 1, refused: 0\n');
      expect(code).toBe(0);
    }
    const xz = Uint8Array.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]);
    const { code, stderr } = await run('analyze', ['--pgn', '-'], xz);
    expect(stderr).toBe('analyze: stdin: holds xz data, which is not supported; unpack it with: unxz FILE\n');
    expect(code).toBe(1);
  });

  it('says nothing of games where one line is no FEN', async () => {
    expect(await run('analyze', [], 'nonsense\n')).toMatchObject({
      code: 3,
      stderr: 'analyze: positions analysed: 0, refused: 1\n',
    });
  });

  it('is told of where games come in place of FENs', async () => {
    const { code, stderr } = await run('analyze', [], `[Event "x"]\n\n${LEGAL}\n`);
    expect(stderr).toContain('analyze: none of the lines is a FEN or EPD of a legal position; ');
    expect(stderr).toContain('; to read games, use --pgn -\n');
    expect(code).toBe(3);
  });

  it('says where much of a file was no game, as it may be games in another encoding', async () => {
    const file = join(folder, 'mixed.pgn');
    writeFileSync(
      file,
      `[Event "a"]\n\n1. e4 e5 1-0\n\n${'words of a letter\n'.repeat(700)}\n[Event "b"]\n\n1. d4 d5 *\n`,
    );
    const { code, stdout, stderr } = await run('analyze', ['--pgn', file, '--depth', 'l1']);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stderr).toMatch(/analyze: .*mixed\.pgn \(mixed\.pgn\): has \d+ KB after line 5 that cannot be read as PGN/);
    expect(code).toBe(3);
  });

  it('ends with 3 where there is no game in what it was given', async () => {
    const file = join(folder, 'notes.pgn');
    writeFileSync(file, 'a letter to the editor\n');
    const named = await run('analyze', ['--pgn', file]);
    expect(named).toMatchObject({ code: 3, stdout: '' });
    expect(named.stderr).toContain(`analyze: ${file}: does not look like PGN`);
    expect(await run('analyze', ['--pgn', '-'], 'a letter\n')).toMatchObject({ code: 3 });
    expect(await run('analyze', ['--pgn', '-'], '\n')).toMatchObject({ code: 0 });
  });

  it('numbers games through all entries of a zip', async () => {
    const broken = '[Event "broken"]\n\n1. e4 e5 2. Ke3 *\n\n';
    const data = [`${LEGAL}\n\n${broken}`, broken];
    const entries = data.map((games, index) => ({ name: `${index}.pgn`, data: games }));
    const inner = await makeZip([{ name: 'a.pgn', data: LEGAL }]);
    const zip = await makeZip([...entries, { name: 'inner.zip', data: inner }]);
    const { stdout, stderr } = await run('analyze', ['--pgn', '-', '--depth', 'l1'], zip);
    expect(objectsOf(stdout).slice(1)).toMatchObject([
      { game: 2, entry: '0.pgn', line: 5 },
      { game: 3, entry: '1.pgn', line: 3 },
    ]);
    expect(stderr).toMatch(/^analyze: .*inner\.zip/m);
  });

  it('goes on behind an entry of a zip that is damaged, names it, and ends with 3', async () => {
    const games = Array.from({ length: 3 }, (_, n) => `[Round "${n}"]\n\n${LEGAL}\n\n`).join('');
    const zip = await makeZip(['a', 'b'].map((name) => ({ name: `\x1b[31m${name}.pgn`, data: games, stored: true })));
    // a move in the first entry
    zip[zip.indexOf('Nd5#') + 2] = 0x36;
    const file = join(folder, 'damaged.zip');
    writeFileSync(file, zip);
    const { code, stdout, stderr } = await run('analyze', ['--pgn', file, '--depth', 'l1']);
    expect(objectsOf(stdout).length).toBeGreaterThanOrEqual(3);
    expect(stderr).toMatch(/^analyze: .*damaged\.zip \(.*a\.pgn\): is damaged/m);
    expect(stderr).toMatch(/^analyze: games analysed: \d, refused: \d$/m);
    expect(stderr).not.toContain('\x1b');
    expect(code).toBe(3);
  });

  it('analyses the games before the end of a file that breaks off, and ends with 3', async () => {
    const file = join(folder, 'cut.pgn.gz');
    const games = Array.from({ length: 2000 }, (_, n) => `[Round "${n} ${Math.sin(n)}"]\n\n${LEGAL}\n\n`).join('');
    writeFileSync(file, gzipSync(games).subarray(0, 2000));
    const { code, stdout, stderr } = await run('analyze', ['--pgn', file, '--depth', 'l1']);
    const answers = objectsOf(stdout);
    expect(answers.length).toBeGreaterThan(10);
    expect(stderr).toContain(`analyze: games analysed: ${answers.length}, refused: 0\n`);
    expect(stderr).toContain('cut.pgn.gz');
    expect(code).toBe(3);
  });

  it('says of the last game that it breaks off, reads what is there of it, and ends with 3', async () => {
    const file = join(folder, 'half.pgn');
    const half = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 N';
    writeFileSync(file, `${LEGAL}\n\n${half}`);
    const cut = await run('analyze', ['--pgn', file, '--depth', 'l1']);
    expect(objectsOf(cut.stdout)).toHaveLength(2);
    const line = `${LEGAL}\n\n`.split('\n').length;
    expect(cut.stderr).toContain(`half.pgn: breaks off in the middle of its last game, which begins in line ${line}; `);
    expect(cut.code).toBe(3);
    // a game whose result is there is whole without a line end
    writeFileSync(file, `${LEGAL}\n\n${half.slice(0, -1)}Nc6 1-0`);
    const whole = await run('analyze', ['--pgn', file, '--depth', 'l1']);
    expect([whole.code, whole.stderr]).toEqual([0, 'analyze: games analysed: 2, refused: 0\n']);
  });

  it('fails with a word about a file that is not there', async () => {
    const { code, stdout, stderr } = await run('analyze', ['--pgn', join(folder, 'none.pgn')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^analyze: .*none\.pgn/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
