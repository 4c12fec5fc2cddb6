import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { analyzeGame, analyzePosition } from '../../src/tactics/analyze.js';
import { loadExplainer } from '../../src/tactics/explain.js';
import { maskOf } from '../../src/tactics/types.js';
import { makeZip } from '../archive/helpers.js';
import { IMMORTAL_GAME, PUZZLE_000PW } from '../api/app.js';
import { objectsOf, run, start } from './run.js';

const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const QUIET = '8/8/4k3/8/8/3K4/8/8 w - - 0 1';
const NO_BOARD = 'the board is not eight ranks of eight squares, from "pnbrqkPNBRQK" and digits';
const NO_KINGS = 'White has no king, and Black has no king';
const NO_COUNTERS = 'the move counters must be whole numbers of at most six digits';
const LEGAL = '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'motif-analyze-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the library answers, as JSON has it, without the time that it took. */
function timeless(answer: object): Record<string, unknown> {
  const { performance_ms: _, ...rest } = JSON.parse(JSON.stringify(answer)) as Record<string, unknown>;
  return rest;
}

describe('analyze, FENs', () => {
  it('answers each line with its envelope, in order; bad lines by number; blank lines not at all', async () => {
    const input = `${PUZZLE_000PW}\n\nnonsense\n  ${QUIET}\r\n8/8/8/8/8/8/8/8 w - - 0 1\n${PUZZLE_000PW}`;
    const { code, stdout, stderr } = await run('analyze', [], input);
    expect(objectsOf(stdout).map(timeless)).toEqual([
      timeless(await analyzePosition(PUZZLE_000PW)),
      { error: 'Invalid FEN', message: NO_BOARD, line: 3 },
      timeless(await analyzePosition(QUIET)),
      { error: 'Invalid FEN', message: NO_KINGS, line: 5 },
      timeless(await analyzePosition(PUZZLE_000PW)),
    ]);
    expect(stderr).toBe('analyze: positions analysed: 3, refused: 2\n');
    expect(code).toBe(3);
  });

  it('refuses a folder in place of positions', () => {
    const open = openSync(folder, 'r');
    const job = join(ROOT, 'dist', 'jobs', 'analyze.js');
    const { status, stderr } = spawnSync(process.execPath, [job], { stdio: [open, 'pipe', 'pipe'], encoding: 'utf8' });
    closeSync(open);
    expect([status, stderr]).toEqual([1, 'analyze: standard input is a folder; give it positions, one a line\n']);
  });

  it('takes depth, patterns and sequences', async () => {
    const args = ['--depth', 'l2', '--patterns', 'fork,pin', '--with-sequence'];
    const { code, stdout } = await run('analyze', args, PUZZLE_000PW);
    const options = { patterns: ['fork', 'pin'], with_sequence: true } as const;
    expect(objectsOf(stdout).map(timeless)).toEqual([timeless(await analyzePosition(PUZZLE_000PW, options))]);
    expect(code).toBe(0);
    const l1 = await run('analyze', ['--depth=l1'], PUZZLE_000PW);
    expect(objectsOf(l1.stdout).map(timeless)).toEqual([
      timeless(await analyzePosition(PUZZLE_000PW, { depth: 'l1' })),
    ]);
  });

  it('reads EPD, and tells what a suite calls its positions', async () => {
    const fields = FORK.split(' ').slice(0, 4).join(' ');
    const suite = [
      `${fields} bm Ne2+; id "WAC.001"; c0 "a; id \\"x";`,
      `${FORK} c4 "d4"; id two; bm Ne2+`,
      `${fields} ;D1 41 ;D2 1200`,
      '8/8/8/8/8/8/8/8 w - - bm e4; id "empty";',
      `${fields} Ne2+ Kg2`,
      `${fields} d4e2 g1g2`,
    ];
    const { code, stdout } = await run('analyze', [], suite.join('\n'));
    const answers = objectsOf(stdout);
    expect(answers.slice(0, 3).map(timeless)).toEqual([
      { ...timeless(await analyzePosition(fields)), id: 'WAC.001' },
      { ...timeless(await analyzePosition(FORK)), id: 'two' },
      timeless(await analyzePosition(fields)),
    ]);
    expect(answers.slice(3)).toEqual([
      { error: 'Invalid FEN', message: NO_KINGS, line: 4, id: 'empty' },
      // moves are no operations
      { error: 'Invalid FEN', message: NO_COUNTERS, line: 5 },
      { error: 'Invalid FEN', message: NO_COUNTERS, line: 6 },
    ]);
    expect(code).toBe(3);
  });

  it('reads puzzles as Lichess publishes them, each behind its first move', async () => {
    const before = '6k1/5p1p/4p3/4q3/3n4/2P3P1/PPQN1P1P/6K1 w - - 2 37';
    const table = [
      'PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags',
      `0a1b2,${before},c3d4 e5d4 d2f3,1500,80,90,100,fork short,https://lichess.org/yyznGmXs/black#34,`,
      `0a1b3,${before},c3c5 e5d4,1500,80,90,100,fork short,https://lichess.org/yyznGmXs/black#34,`,
    ];
    const { code, stdout, stderr } = await run('analyze', [], table.join('\r\n'));
    expect(objectsOf(stdout).map(timeless)).toEqual([
      { ...timeless(await analyzePosition('6k1/5p1p/4p3/4q3/3P4/6P1/PPQN1P1P/6K1 b - - 0 37')), id: '0a1b2' },
      { error: 'Illegal move', message: expect.stringContaining('c3c5') as string, line: 3, id: '0a1b3' },
    ]);
    expect(stderr).toContain('positions analysed: 1, refused: 1');
    expect(code).toBe(3);
  });

  it('follows the moves behind a position, as engines are told them', async () => {
    const fields = FORK.split(' ').slice(0, 4).join(' ');
    const input = [
      `position fen ${FORK} moves d4e2 g1g2`,
      `${fields} moves d4e2 G1G2`,
      'position startpos moves e2e4',
      `${FORK} moves d4e2 g1f2`,
      `${FORK} moves d4e2 Kg2`,
      `${FORK} moves d4e9`,
    ];
    const { code, stdout } = await run('analyze', ['--depth', 'l1'], input.join('\n'));
    expect(objectsOf(stdout)).toMatchObject([
      { fen: '6k1/5p1p/4p3/4q3/8/2Q3P1/PP1NnPKP/8 b - - 5 38' },
      { fen: '6k1/5p1p/4p3/4q3/8/2Q3P1/PP1NnPKP/8 b - - 2 2' },
      { fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' },
      { error: 'Illegal move', line: 4, message: 'Illegal move: "g1f2" at ply 2' },
      { error: 'Illegal move', line: 5, message: 'Illegal move: "Kg2" at ply 2' },
      { error: 'Illegal move', line: 6, message: 'Illegal move: "d4e9" at ply 1' },
    ]);
    expect(code).toBe(3);
  });

  it('follows as many moves as a game may have, and refuses a longer line instead of cutting it', async () => {
    const shuffles = (plies: number): string => ' g1f3 g8f6 f3g1 f6g8'.repeat(plies / 4);
    const input = [`startpos moves${shuffles(32_768)}`, `startpos moves${shuffles(40_000)}`].join('\n');
    const { code, stdout } = await run('analyze', ['--depth', 'l1'], input);
    expect(objectsOf(stdout)).toMatchObject([
      { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 32768 16385' },
      { error: 'Invalid FEN', message: 'the line has more than 197120 bytes', line: 2 },
    ]);
    expect(code).toBe(3);
  });

  it('answers nothing to nothing', async () => {
    expect(await run('analyze', [], '')).toMatchObject({ code: 0, stdout: '' });
  });

  it('answers a line before the next one comes', async () => {
    const child = start('analyze', []);
    const answered = new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
    );
    child.stdin.write(`${QUIET}\n`);
    expect(await answered).toContain('"count":0');
    child.stdin.end();
  });

  it('ends quietly when its reader goes away', async () => {
    const child = start('analyze', ['--depth', 'l1']);
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.stdin.on('error', () => undefined);
    child.stdout.once('data', () => child.stdout.destroy());
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.stdin.end(`${PUZZLE_000PW}\n`.repeat(20_000));
    expect(await ended).toBe(0);
    expect(stderr).toBe('');
  });
});

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

  it('fails with a word about a file that is not there', async () => {
    const { code, stdout, stderr } = await run('analyze', ['--pgn', join(folder, 'none.pgn')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^analyze: .*none\.pgn/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('analyze, explained', () => {
  it('says of one FEN what became of every candidate, and why', async () => {
    const { code, stdout, stderr } = await run('analyze', ['--explain', FORK]);
    const text = stdout.replace(/ +/g, ' ');
    for (const line of [
      / 8 \. \. \. \. \. \. k \.\n/,
      /Black to move/,
      /material -200/,
      /plain capture wins nothing/,
      /\n\ntriggers, best first \(\d+\)\n Ne2\+ d4e2 check depth \d+ wins 700: Ne2\+ Kg2 Nxc3 bxc3 Qxc3\n/,
      /\n Nf5 d4f5 quiet depth \d+ does not win: refuted by Qxe5 \(loses 900\)\n/,
      /\n\ncandidates of l1 \(\d+\)\n fork Ne2\+ e2 -> Kg1 Qc3 static 900 confirmed\n/,
      /\n deflection Qe1\+ .* not confirmed: the trigger does not win: refuted by Kg2 \(wins nothing\)\n/,
      /\n\ntactics \(2\)\n fork Ne2\+ e2 -> Kg1 Qc3 ply 0 wins 700 \[Ne2\+\] Kg2 Nxc3 bxc3 Qxc3\n/,
    ]) {
      expect(text).toMatch(line);
    }
    expect(stderr).toBe('analyze: positions explained: 1, refused: 0\n');
    expect(code).toBe(0);
  });

  it('reads FENs from standard input, and names those that it refuses', async () => {
    const { code, stdout, stderr } = await run('analyze', ['--explain'], `${QUIET}\n\n8/8 w - -\n${FORK}\n`);
    expect(stdout.split('\n').filter((line) => line === QUIET || line === FORK)).toEqual([QUIET, FORK]);
    expect(stdout).toContain('triggers, best first (0)');
    expect(stderr).toMatch(/^analyze: line 3: Invalid FEN: the board is not/);
    expect(stderr).toMatch(/positions explained: 2, refused: 1\n$/);
    expect(code).toBe(3);
  });

  it('names positions as EPD does, and keeps control characters from the terminal', async () => {
    const epd = `${FORK} bm Ne2+; id "\x1b[31mfork";`;
    const { code, stdout } = await run('analyze', ['--explain', epd]);
    expect(stdout).toMatch(new RegExp(`^${FORK}\n\ufffd\\[31mfork\n\n`));
    expect(code).toBe(0);
    const json = await run('analyze', ['--explain', `${QUIET} id "q";`, '--json']);
    expect(objectsOf(json.stdout)).toMatchObject([{ fen: QUIET, id: 'q' }]);
    const refused = await run('analyze', ['--explain', `position fen ${FORK} moves a1a2`]);
    expect(refused.stderr).toMatch(/^analyze: line 1: Illegal move: "a1a2" at ply 1\n/);
    const turned = await run('analyze', ['--explain', `${FORK} moves \u202ea1a2`]);
    expect(turned.stderr).toMatch(/^analyze: line 1: Illegal move: "\ufffda1a2" at ply 1\n/);
    expect(refused.code).toBe(3);
  });

  it('says of a checkmate and a stalemate that the game is over', async () => {
    const mate = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
    const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';
    const said = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('the game is over'));
    expect(said((await run('analyze', ['--explain', mate])).stdout)).toEqual([expect.stringContaining('checkmate')]);
    expect(said((await run('analyze', ['--explain', stalemate])).stdout)).toEqual([
      expect.stringContaining('stalemate'),
    ]);
    expect(said((await run('analyze', ['--explain', QUIET])).stdout)).toEqual([]);
  });

  it('gives JSON where it is asked to, of the wanted patterns', async () => {
    const args = ['--explain', '--json', '--patterns', 'fork'];
    const { code, stdout } = await run('analyze', args, `${FORK}\nnonsense`);
    const [explained, refused, ...more] = objectsOf(stdout);
    expect(explained).toEqual(
      JSON.parse(JSON.stringify((await loadExplainer()).explain(FORK, maskOf(['fork'])))) as object,
    );
    expect(refused).toEqual({ error: 'Invalid FEN', message: NO_BOARD, line: 2 });
    expect(more).toEqual([]);
    expect(code).toBe(3);
  });
});

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
