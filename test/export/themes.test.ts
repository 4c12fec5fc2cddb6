/** Theme names: on positions that show them, and against the labels of Lichess. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { Board } from '../../src/export/board.js';
import { phaseOf } from '../../src/export/phase.js';
import { Storyteller } from '../../src/export/story.js';
import { themeOf, themesOf } from '../../src/export/themes.js';
import type { Puzzle } from '../../src/store/puzzles.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { readLabelled } from '../bench/labelled.js';
import { describeWithData } from '../kernel/data.js';
import { PUZZLES, sharedEngine } from './fixture.js';

const engine = await sharedEngine();
const teller = new Storyteller(engine);
const board = new Board();

function themes(before: string, moves: string, changes: Partial<Puzzle['game']> = {}): string[] {
  const [mistake = '', ...line] = moves.split(' ');
  const chess = new Chess(before);
  chess.move({ from: mistake.slice(0, 2), to: mistake.slice(2, 4), promotion: mistake.slice(4) || 'q' });
  const fen = chess.fen();
  const story = teller.tell({ before, mistake, fen, line });
  const base = PUZZLES[0]!;
  const game = { ...base.game, site: 'Riga', event: 'Match', whiteElo: null, blackElo: null, ...changes };
  const mate = story.san.at(-1)!.endsWith('#');
  return themesOf(
    { ...base, before, mistake, fen, line, mate, records: new Uint8Array(), game },
    story,
    board.set(fen),
  );
}

it('the ten patterns are called as there', () => {
  expect(PATTERNS.map(themeOf)).toEqual([
    ...['fork', 'pin', 'skewer', 'discoveredAttack', 'doubleCheck', 'backRankMate', 'smotheredMate', 'deflection'],
    ...['interference', 'trappedPiece'],
  ]);
});

describe('themes', () => {
  it.each([
    ['rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 3', 'd7d5 e5d6', ['enPassant', 'opening', 'oneMove']],
    ['r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R b KQkq - 0 10', 'e8c8 e1g1', ['castling', 'rookEndgame', 'endgame']],
    ['7k/P6p/8/8/8/8/8/K7 b - - 0 50', 'h7h6 a7a8n', ['promotion', 'underPromotion', 'advancedPawn', 'endgame']],
    ['6k1/P4ppp/8/3n4/8/8/8/K7 b - - 0 50', 'd5b4 a7a8q', ['promotion', 'advancedPawn', 'mate', 'mateIn1']],
    ['6k1/5ppp/8/8/8/8/8/R6K b - - 0 50', 'g8h8 a1a8', ['mate', 'mateIn1', 'oneMove', 'rookEndgame']],
    ['7k/6pp/8/3q4/8/8/8/3R2K1 b - - 0 50', 'h7h6 d1d5', ['hangingPiece']],
  ])('of %s %s', (before, moves, expected) => {
    expect(themes(before, moves)).toEqual(expect.arrayContaining(expected));
  });

  it('tell the kind of an endgame only where it is one before and behind the first move, as Lichess does', () => {
    const kindsOf = (before: string, moves: string): string[] =>
      themes(before, moves).filter((theme) => theme.endsWith('Endgame'));
    expect(kindsOf('8/5k1p/8/8/8/8/P7/R5K1 b - - 0 50', 'h7h6 a1b1')).toEqual(['rookEndgame']);
    // the only rook is taken, and a pawn becomes a piece
    expect(kindsOf('8/7p/8/8/8/8/r4k2/1K6 b - - 0 50', 'h7h6 b1a2')).toEqual([]);
    expect(kindsOf('7k/P6p/8/8/8/8/8/K7 b - - 0 50', 'h7h6 a7a8q')).toEqual([]);
  });

  const BACK_RANK = '6k1/5ppp/8/8/8/8/8/RK6 b - - 0 50';
  it.each([
    // as far up for Black, and not as far
    ['8/8/8/8/8/p6P/8/k6K w - - 0 50', 'h3h4 a3a2', ['advancedPawn'], []],
    ['7k/7p/8/P7/8/8/8/K7 b - - 0 50', 'h7h6 a5a6', ['pawnEndgame'], ['advancedPawn']],
    // the queen took a pawn there, which pays for nothing
    ['7k/6pp/8/3q4/8/8/3P4/3R2K1 b - - 0 50', 'd5d2 d1d2', ['hangingPiece'], []],
    [BACK_RANK, 'g8h8 b1b2 h8g8 a1a8', ['mateIn2', 'short'], []],
    [BACK_RANK, 'g8h8 b1b2 h8g8 b2b1 g8h8 b1b2', ['long'], ['mate']],
    [BACK_RANK, 'g8h8 b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 a1a8', ['mateIn4', 'veryLong'], []],
    [BACK_RANK, 'g8h8 b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 a1a8', ['mateIn5', 'veryLong'], ['mateIn6']],
    ['3r4/7k/7p/8/8/8/P7/QR4K1 b - - 0 50', 'h6h5 g1f1', ['queenRookEndgame'], []],
    ['q2r4/7k/7p/8/8/8/P7/QR4K1 b - - 0 50', 'h6h5 g1f1', ['endgame'], ['queenRookEndgame']],
  ])('of %s %s, and none more', (before, moves, expected, others) => {
    const names = themes(before, moves);
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(names.filter((name) => others.includes(name))).toEqual([]);
  });

  it('name no line a sacrifice in which the opponent promotes', () => {
    expect(themes('8/1k6/7p/8/8/8/p7/6KR b - - 0 50', 'h6h5 h1h2 a2a1q g1g2')).not.toContain('sacrifice');
    // a rook is given, and the next move is quiet
    expect(themes('6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 50', 'h7h6 d1d8 g8h7 d8h8 h7h8 h2h3')).toContain('sacrifice');
  });

  it('name no promotion a castling, and no retaking a hanging piece', () => {
    expect(themes('7k/P6p/8/8/8/8/8/K7 b - - 0 50', 'h7h6 a7a8q')).not.toContain('underPromotion');
    // the queen took a queen there, and is taken back
    expect(themes('7k/6pp/8/3q4/8/8/3Q4/3R2K1 b - - 0 50', 'd5d2 d1d2')).not.toContain('hangingPiece');
  });

  it('name no piece hanging that is paid for elsewhere', () => {
    // the knight falls, and the queen for it
    expect(themes('7k/6pp/b7/3n4/8/8/4Q3/3R2K1 b - - 0 50', 'h7h6 d1d5 a6e2 g1f2')).not.toContain('hangingPiece');
    expect(themes('7k/6pp/b7/3n4/8/8/4P3/3R2K1 b - - 0 50', 'h7h6 d1d5 a6b5 d5b5')).toContain('hangingPiece');
    expect(themes('7k/6pp/b7/3n4/8/8/4P3/3R2K1 b - - 0 50', 'h7h6 d1d5 a6b7 d5d1')).toContain('hangingPiece');
  });

  it('call no position an opening that is far into the game', () => {
    const at = (move: number): string[] =>
      themes(`rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 ${move}`, 'd7d5 e5d6');
    expect(at(14)).toContain('opening');
    expect(at(15)).toContain('middlegame');
  });

  it.each([
    ['rnb1k3/8/8/8/8/8/8/RNB1K3 w - - 0 9', 'endgame'],
    ['rnbqk3/8/8/8/8/8/8/RNB1K3 w - - 0 9', 'middlegame'],
    // eleven pieces and fifteen moves, and one less or more
    ['rnbqk3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 15', 'opening'],
    ['rnbqk3/pppp4/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 15', 'middlegame'],
    ['rnbqk3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 16', 'middlegame'],
    // four on each back rank, and three on one
    ['r2qk2r/ppp1ppp1/2nb1nb1/8/8/2NB1NB1/PPP1PPP1/R2QK2R w - - 0 15', 'opening'],
    ['r3k2r/pppqppp1/2nb1nb1/8/8/2NB1NB1/PPP1PPP1/R2QK2R w - - 0 15', 'middlegame'],
    ['r2qk2r/ppp1ppp1/2nb1nb1/8/8/2NB1NB1/PPPQPPP1/R3K2R w - - 0 15', 'middlegame'],
  ])('tell the phase of %s', (fen, phase) => {
    expect(phaseOf(fen, board.set(fen))).toBe(phase);
  });

  it('tell masters by ratings over the board, and never by those of servers', () => {
    const fen = '7k/6pp/8/3q4/8/8/8/3R2K1 b - - 0 50';
    expect(themes(fen, 'h7h6 d1d5', { whiteElo: 2750, blackElo: 2510 })).toEqual(
      expect.arrayContaining(['master', 'masterVsMaster', 'superGM']),
    );
    expect(themes(fen, 'h7h6 d1d5', { whiteElo: 2700, blackElo: 2500 })).toEqual(
      expect.arrayContaining(['master', 'masterVsMaster', 'superGM']),
    );
    const one = themes(fen, 'h7h6 d1d5', { whiteElo: 2600, blackElo: 2100 });
    expect(one).toContain('master');
    expect(one).not.toContain('masterVsMaster');
    for (const site of ['https://lichess.org/abcdEFGH', 'lichess.org', 'Chess.com', 'Internet']) {
      expect(themes(fen, 'h7h6 d1d5', { whiteElo: 2800, blackElo: 2800, site })).not.toContain('master');
      expect(themes(fen, 'h7h6 d1d5', { whiteElo: 2800, blackElo: 2800, event: site })).not.toContain('master');
    }
  });
});

describeWithData('labelled puzzles', ['puzzles-dev.csv'], (path) => {
  it('bear the same names, where a name can be told surely', async () => {
    const sure = new Set([
      ...['mate', 'mateIn1', 'mateIn2', 'mateIn3', 'mateIn4', 'mateIn5', 'oneMove', 'short', 'long', 'veryLong'],
      ...['endgame', 'pawnEndgame', 'rookEndgame', 'bishopEndgame', 'promotion', 'underPromotion', 'enPassant'],
      ...['castling', 'advancedPawn', 'hangingPiece', 'sacrifice'],
    ]);
    let pairs = 0;
    const wrong: string[] = [];
    for await (const { puzzle, themes: labels } of readLabelled(path, engine, { every: 4, rests: [3] })) {
      const ours = new Set(themesOf(puzzle, teller.tell(puzzle), board.set(puzzle.fen)));
      for (const theme of sure) {
        if (labels.includes(theme)) pairs++;
        if (labels.includes(theme) !== ours.has(theme)) wrong.push(`${puzzle.id} ${theme}`);
      }
    }
    expect(pairs).toBeGreaterThan(5000);
    expect(wrong.length).toBeLessThanOrEqual(5);
  }, 120_000);
});
