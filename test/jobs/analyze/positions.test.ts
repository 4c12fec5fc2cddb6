/** Positions, one a line, as FEN, EPD, a table of puzzles, or what engines are told. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../src/paths.js';
import { analyzePosition } from '../../../src/tactics/analyze.js';
import { PUZZLE_000PW } from '../../api/app.js';
import { objectsOf, run, start } from '../run.js';
import { folder, FORK, freshFolder, NO_BOARD, QUIET, timeless } from './given.js';

const NO_KINGS = 'White has no king, and Black has no king';
const NO_COUNTERS = 'the move counters must be whole numbers of at most six digits';

freshFolder();

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

  it('writes a line for each, whatever a suite calls them and whatever ends a line to whom', async () => {
    const lines = [`${FORK} id "a\u0085b";`, 'no\u2028ne'];
    const { stdout } = await run('analyze', [], lines.join('\n'));
    expect(stdout).not.toMatch(/[\u0085\u2028]/);
    expect(objectsOf(stdout)).toMatchObject([{ id: 'a\u0085b' }, { error: 'Invalid FEN', line: 2 }]);
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

  it('reads JSON lines that have a fen, our own answers and puzzles among them', async () => {
    const answer = JSON.stringify(await analyzePosition(FORK));
    const input = [
      JSON.stringify({ id: 'p1', fen_before: QUIET, mistake: 'e4d4', fen: FORK, moves: 3, tactics: [{ fen: QUIET }] }),
      ` ${answer}\r`,
      '{"fen":"8/8/8/8/8/8/8/8 w - - 0 1","id":12}',
      '{"pgn":"1. e4 *"}',
      `{"fen":"${FORK}"`,
    ];
    const { code, stdout } = await run('analyze', [], input.join('\n'));
    const noObject = 'the line is no JSON object with a "fen" that is a string';
    expect(objectsOf(stdout).map(timeless)).toEqual([
      { ...timeless(await analyzePosition(FORK)), id: 'p1' },
      timeless(await analyzePosition(FORK)),
      { error: 'Invalid FEN', message: NO_KINGS, line: 3, id: '12' },
      { error: 'Invalid FEN', message: noObject, line: 4 },
      { error: 'Invalid FEN', message: noObject, line: 5 },
    ]);
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
