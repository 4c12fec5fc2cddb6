import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/tactics/engine.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { CORNERS, KIWIPETE, randomPositions } from './positions.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

describe('perft', () => {
  // The six positions by which move generators are known, with the counts that all of them agree on.
  it.each([
    ['the start', STANDARD_START, 5, 4_865_609],
    ['kiwipete', KIWIPETE, 4, 4_085_603],
    ['position 3: pins on a rank', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 5, 674_624],
    ['position 4: promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 4, 422_333],
    ['position 5', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 4, 2_103_487],
    ['position 6', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 4, 3_894_594],
  ])('counts %s', (_, fen, depth, nodes) => {
    expect(engine.perft(fen, depth)).toBe(nodes);
  });

  it.each([
    ['en passant would bare the king on its rank', '3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1', 6, 1_134_888],
    ['en passant would bare the king on a diagonal', '8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1', 6, 1_038_514],
    ['en passant meets check', '8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1', 6, 1_440_467],
    ['castling short gives check', '5k2/8/8/8/8/8/8/4K2R w K - 0 1', 6, 661_072],
    ['castling long gives check', '3k4/8/8/8/8/8/8/R3K3 w Q - 0 1', 6, 803_711],
    ['castling rights fall', 'r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1', 4, 1_274_206],
    ['castling is prevented', 'r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1', 4, 1_720_476],
    ['promotion out of check', '2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1', 6, 3_821_001],
    ['discovered check', '8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1', 5, 1_004_658],
    ['promotion gives check', '4k3/1P6/8/8/8/8/K7/8 w - - 0 1', 6, 217_342],
    ['underpromotion gives check', '8/P1k5/K7/8/8/8/8/8 w - - 0 1', 6, 92_683],
    ['self-stalemate', 'K1k5/8/P7/8/8/8/8/8 w - - 0 1', 6, 2_217],
    ['stalemate and checkmate', '8/k1P5/8/1K6/8/8/8/8 w - - 0 1', 7, 567_584],
    ['double check', '8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1', 4, 23_527],
    ['all promotions', 'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', 4, 182_838],
  ])('%s', (_, fen, depth, nodes) => {
    expect(engine.perft(fen, depth)).toBe(nodes);
  });

  it('counts one line of no plies, and none where the game is over', () => {
    expect(engine.perft(STANDARD_START, 0)).toBe(1);
    expect(engine.perft('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', 1)).toBe(0);
    expect(engine.perft('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', 3)).toBe(0);
  });

  it('refuses depths that would not end', () => {
    expect(() => engine.perft(STANDARD_START, 13)).toThrow(RangeError);
    expect(() => engine.perft(STANDARD_START, -1)).toThrow(RangeError);
    expect(() => engine.perft(STANDARD_START, 1.5)).toThrow(RangeError);
  });
});

describe('make and unmake', () => {
  it('keep key, material and boards as the board alone gives them, null moves included, and captures and the rest are all moves', () => {
    for (const fen of [STANDARD_START, ...CORNERS]) expect(engine.selfCheck(fen, 3), fen).toBe(0);
  });

  it('do so in random play', () => {
    for (const fen of randomPositions(engine, 300, 7)) expect(engine.selfCheck(fen, 2), fen).toBe(0);
  });
});
