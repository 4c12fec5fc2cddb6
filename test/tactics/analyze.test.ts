/** The library's two calls on a real engine. What the answers hold is tested at the service; here, that they are the same objects. */
import { describe, expect, it } from 'vitest';
import { analyzeGame, analyzePosition } from '../../src/tactics/analyze.js';
import { InvalidFenError, InvalidPatternError, InvalidPgnError } from '../../src/tactics/errors.js';
import type { Depth, GameMode, Pattern } from '../../src/tactics/types.js';

const FEN = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

describe('analyzePosition', () => {
  it('answers with the published envelope', async () => {
    const answer = await analyzePosition(FEN);
    expect(Object.keys(answer)).toEqual(['tactics', 'count', 'depth', 'performance_ms', 'fen']);
    expect(answer).toMatchObject({ count: 2, depth: 'l2', fen: FEN });
    expect(answer.tactics.map(({ pattern, gain }) => [pattern, gain])).toEqual([
      ['fork', 700],
      ['discovered_attack', 700],
    ]);
  });

  it('takes its options', async () => {
    const { tactics } = await analyzePosition(FEN, { patterns: ['fork', 'pin'], with_sequence: true });
    expect(tactics).toHaveLength(1);
    expect(tactics[0]?.sequence?.slice(0, 4)).toEqual(['d4e2', 'g1g2', 'e2c3', 'b2c3']);
  });

  it('refuses what is no FEN, with the reason', async () => {
    await expect(analyzePosition('nonsense')).rejects.toThrow(InvalidFenError);
    await expect(analyzePosition('8/8/8/8/8/8/8/K7 w - -')).rejects.toMatchObject({ detail: 'Black has no king' });
  });

  it('refuses unknown names, from plain JavaScript too', async () => {
    await expect(analyzePosition(FEN, { patterns: ['windmill' as Pattern] })).rejects.toThrow(InvalidPatternError);
    await expect(analyzePosition(FEN, { depth: 'l3' as Depth })).rejects.toThrow(RangeError);
    await expect(analyzeGame('1. e4 *', { mode: 'all' as GameMode })).rejects.toThrow(RangeError);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['number', 37],
    ['Object', {}],
    ['Uint8Array', new Uint8Array(8)],
    ['Promise', Promise.resolve(FEN)],
    ['object', Object.create(null)],
    ['object', { constructor: 'none' }],
  ])('says what it takes where it is given %s', async (name, given) => {
    await expect(analyzePosition(given as never)).rejects.toThrow(new TypeError(`a FEN must be a string, not ${name}`));
    await expect(analyzeGame(given as never)).rejects.toThrow(
      new TypeError(`a game must be a string, or one that readGames gave, not ${name}`),
    );
  });
});

describe('analyzeGame', () => {
  const FORK_GAME = `[FEN "${FEN}"]\n\n37... Ne2+ 38. Kg2 Nxc3 39. bxc3 Qxc3 0-1`;

  it('answers with the published envelope, ply and status', async () => {
    const answer = await analyzeGame(FORK_GAME);
    expect(Object.keys(answer).slice(-2)).toEqual(['mode', 'positions_analyzed']);
    expect(answer).toMatchObject({ depth: 'l2', mode: 'played', fen: FEN, positions_analyzed: 5 });
    expect(answer.tactics[0]).toMatchObject({ pattern: 'fork', ply: 1, status: 'played', fen: FEN });
  });

  it('counts the clock of moves on from the FEN tag', async () => {
    const { tactics } = await analyzeGame(FORK_GAME, { mode: 'available', depth: 'l1' });
    const third = tactics.find(({ ply }) => ply === 3);
    expect(third?.fen).toBe('6k1/5p1p/4p3/4q3/8/2Q3P1/PP1NnPKP/8 b - - 5 38');
  });

  it('starts from the usual position where the FEN tag is empty', async () => {
    const { fen } = await analyzeGame('[Event "a"]\n[FEN ""]\n\n1. e4 e5 *');
    expect(fen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  });

  const refusals: [name: string, pgn: string, fault: object][] = [
    ['no text', '', { reason: 'no_game' }],
    ['prose', 'Once upon a time', { reason: 'no_game' }],
    ['a text cut in its tags', '[Event "a"]\n[Site', { reason: 'no_game' }],
    ['tags alone', '[Event "a"]\n[White "b"]\n', { reason: 'no_game' }],
    ['moves behind a result', '1. e4 e5 1-0 2. Nf3 Nc6 *', { reason: 'several_games' }],
    ['two games', '[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *', { reason: 'several_games' }],
    ['an illegal move', '[Event "a"]\n\n1. e4 e5\n2. Ke3 *', { reason: 'illegal_move', ply: 3, line: 4, column: 4 }],
    ['an open comment', '1. e4 {never closed', { reason: 'unterminated_comment' }],
    ['a bad FEN tag', '[FEN "8/8/8/8/8/8/8/8 w - -"]\n\n1. e4 *', { reason: 'bad_fen', line: 1 }],
    ['a variant', '[Variant "Crazyhouse"]\n\n1. e4 *', { reason: 'variant' }],
  ];
  it.each(refusals)('refuses %s, with reason and place', async (_name, pgn, fault) => {
    const error: unknown = await analyzeGame(pgn).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidPgnError);
    expect((error as InvalidPgnError).fault).toMatchObject(fault);
    expect((error as InvalidPgnError).message).toMatch(/^Invalid PGN: ./);
  });

  it('lets tag sections without moves pass beside the one game', async () => {
    const pgn = '[Event "a"]\n[Result "*"]\n\n*\n\n[Event "b"]\n\n1. e4 e5 *\n\n[Event "c"]\n[Result "*"]\n\n*';
    expect((await analyzeGame(pgn)).positions_analyzed).toBe(2);
  });

  it('takes null moves for moves without tactics', async () => {
    expect((await analyzeGame('1. e4 -- 2. d4 *')).positions_analyzed).toBe(3);
  });
});
