import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../jobs/sample/random.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { UNSEEN } from '../../src/tactics/plies.js';
import { makeUci, readRecords } from '../../src/tactics/record.js';
import { parseUci } from '../../src/tactics/uci.js';
import { STANDARD_START } from '../../src/tactics/game.js';

const [engine, other] = await Promise.all([loadEngine(), loadEngine()]);

/** A game of random legal moves: its moves, and the positions before and behind them. */
function randomGame(seed: number, plies: number): { moves: Uint16Array; fens: string[] } {
  const random = makeRandom(seed, 0);
  const fens = [STANDARD_START];
  const moves: number[] = [];
  for (let ply = 0; ply < plies; ply++) {
    const legal = engine.legalMoves(fens[ply]!);
    if (legal.length === 0) break;
    moves.push(parseUci(legal[random.below(legal.length)]!)!);
    fens.push(engine.positionAfter(null, Uint16Array.from(moves)));
  }
  return { moves: Uint16Array.from(moves), fens };
}

/** What l1 says of each position by itself. */
function oneByOne(fens: readonly string[]): { masks: number[]; candidates: number } {
  const found = fens.map((fen) => [...readRecords(engine.analyze(fen, 'l1'))]);
  const none = new Uint16Array(0);
  return {
    masks: found.map((records) => records.reduce((mask, { pattern }) => mask | (1 << pattern), 0)),
    candidates: fens.reduce((sum, fen) => sum + other.scanMoves(none, fen, 'l1').candidates, 0),
  };
}

describe('l1 along a game', () => {
  it('says of each position what it says of that position alone, also when it remembers', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { moves, fens } = randomGame(seed, 80);
      const alone = oneByOne(fens);
      for (const time of ['first', 'remembered']) {
        const scan = engine.scanMoves(moves, null, 'l1');
        expect([...scan.masks], `game ${seed}, ${time}`).toEqual(alone.masks);
        expect(scan.candidates, `game ${seed}, ${time}`).toBe(alone.candidates);
      }
      engine.forget();
    }
  });

  it('says of a game that is read what it says of its moves', () => {
    const special = [
      '1. e4 Nf6 2. e5 d5 3. exd6 g6 4. Nf3 Bg7 5. Be2 O-O 6. O-O Nc6 7. -- Qxd6 8. d3 b5 9. c4 bxc4',
      '1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. h8=N d5 6. d4 Bf5 7. Bf4 Nc6 8. Qd2 Qd7 9. Nc3 O-O-O 10. O-O-O',
    ];
    const random = [1, 2, 3, 4, 5].map((seed) => [...randomGame(seed, 120).moves].map(makeUci).join(' '));
    const start = 'r3k2r/8/8/8/Pp6/8/8/R3K2R b KQkq a3 0 1';
    const set = ['1... bxa3 2. O-O O-O-O', '1... Ke7 2. O-O-O Rxh1'];
    for (const [text, fen] of [
      ...[...special, ...random].map((each) => [each, null] as const),
      ...set.map((each) => [each, start] as const),
    ]) {
      const movetext = Buffer.from(text);
      const moves = other.mainLine(movetext, fen);
      if (!(moves instanceof Uint16Array)) throw new Error(`${text}: ${moves.reason}`);
      expect(engine.scanGame(movetext, fen, 'l1'), text).toEqual(other.scanMoves(moves, fen, 'l1'));
      const plies = { from: 3, to: 6 };
      expect(engine.scanGame(movetext, fen, 'l1', plies), text).toEqual(other.scanMoves(moves, fen, 'l1', plies));
    }
  });

  it('looks at the plies that are asked for, and at no others', () => {
    const { moves, fens } = randomGame(7, 30);
    const { masks } = oneByOne(fens);
    for (const [from, to] of [
      [1, 5],
      [10, 20],
      [29, 99],
      [31, 31],
    ] as const) {
      const seen = engine.scanMoves(moves, null, 'l1', { from, to }).masks;
      expect([...seen], `${from}-${to}`).toEqual(masks.map((mask, at) => (at + 1 >= from && at < to ? mask : UNSEEN)));
    }
    const nothing = engine.scanMoves(moves, null, 'l1', { from: 1, to: 0 });
    expect(nothing.masks.every((mask) => mask === UNSEEN)).toBe(true);
    expect(nothing.candidates).toBe(0);
  });

  it('stops at a move that is not legal, and names it', () => {
    const moves = Uint16Array.from(['e2e4', 'e7e5', 'e1e3'], (uci) => parseUci(uci)!);
    expect(() => engine.scanMoves(moves, null, 'l1')).toThrow('kernel: move 3 of the game is not legal');
    expect(() => engine.scanMoves(moves.subarray(2), null, 'l1')).toThrow('kernel: move 1 of the game');
  });

  it('takes games as long as their masks have room, and says so of others', () => {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'].map((uci) => parseUci(uci)!);
    const moves = Uint16Array.from({ length: 65_535 }, (_, at) => shuffle[at % 4]!);
    expect(engine.scanMoves(moves, null, 'l1').masks).toHaveLength(65_536);
    const longer = Uint16Array.from({ length: 65_536 }, (_, at) => shuffle[at % 4]!);
    expect(() => engine.scanMoves(longer, null, 'l1')).toThrow(RangeError);
  });
});
