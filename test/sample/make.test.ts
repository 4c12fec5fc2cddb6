/** The parts of the script that makes the sample, those that need no engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { parseInfo } from '../../jobs/sample/engine.js';
import { parseOpenings } from '../../jobs/sample/openings.js';
import { pack } from '../../jobs/sample/pack.js';
import { PERSONAS, choose, pair, worth } from '../../jobs/sample/personas.js';
import { dateOf } from '../../jobs/sample/pgn.js';
import { makeRandom, shuffled } from '../../jobs/sample/random.js';
import { ROOT } from '../../src/paths.js';

describe('random', () => {
  it('gives one stream for one seed and stream number, others for others', () => {
    const take = (seed: number, stream: number): number[] => {
      const random = makeRandom(seed, stream);
      return Array.from({ length: 8 }, () => random.below(1_000_000));
    };
    expect(take(2026, 7)).toEqual(take(2026, 7));
    const all = [0, 1, 2, 3].flatMap((seed) => [0, 1, 2, 3].map((stream) => take(seed, stream).join()));
    expect(new Set(all).size).toBe(16);
  });

  it('is about even', () => {
    const random = makeRandom(1, 1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[random.below(10)]!++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('shuffles without loss', () => {
    const order = shuffled(77, makeRandom(5, 0));
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(77);
  });
});

describe('openings', () => {
  const openings = parseOpenings(readFileSync(join(ROOT, 'data', 'sample', 'openings.txt'), 'utf8'));

  it('are sixty and more legal lines, no two alike, in SAN as chess.js writes it', () => {
    expect(openings.length).toBeGreaterThanOrEqual(60);
    expect(new Set(openings.map(({ san }) => san.join(' '))).size).toBe(openings.length);
    for (const { name, san } of openings) {
      const chess = new Chess();
      for (const move of san) expect(chess.move(move).san, name).toBe(move);
    }
  });

  it('name the line that is wrong', () => {
    expect(() => parseOpenings('# table\n\nB90 | Najdorf\n')).toThrow('line 3');
    expect(() => parseOpenings('X90 | Najdorf | e4 c5')).toThrow('line 1');
  });
});

describe('players', () => {
  it('value mates above material, sooner mates above later ones, and being mated below all', () => {
    const inOrder = [
      { uci: 'a1a2', cp: 0, mate: -1 },
      { uci: 'a1a2', cp: 0, mate: -9 },
      { uci: 'a1a2', cp: -30_000 },
      { uci: 'a1a2', cp: -50 },
      { uci: 'a1a2', cp: 50 },
      { uci: 'a1a2', cp: 1500 },
      { uci: 'a1a2', cp: 30_000 },
      { uci: 'a1a2', cp: 0, mate: 9 },
      { uci: 'a1a2', cp: 0, mate: 1 },
    ].map(worth);
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
    expect(new Set(inOrder).size).toBe(inOrder.length);
  });

  it('choose the best move most often, the worse the less, the careful ones more surely', () => {
    const lines = [
      { uci: 'e2e4', cp: 40 },
      { uci: 'd2d4', cp: 10 },
      { uci: 'g2g4', cp: -160 },
    ];
    const share = (spread: number): number[] => {
      const random = makeRandom(3, 3);
      const counts = [0, 0, 0];
      for (let i = 0; i < 5000; i++) counts[lines.indexOf(choose(lines, spread, random))]!++;
      return counts;
    };
    const careless = share(90);
    const careful = share(10);
    expect(careless[0]).toBeGreaterThan(careless[1]!);
    expect(careless[1]).toBeGreaterThan(careless[2]!);
    expect(careless[2]).toBeGreaterThan(0);
    expect(careful[0]).toBeGreaterThan(careless[0]!);
  });

  it('meet opponents within three ranks', () => {
    const random = makeRandom(9, 9);
    for (let i = 0; i < 500; i++) {
      const [white, black] = pair(random).map((persona) => PERSONAS.indexOf(persona));
      expect(Math.abs(white! - black!)).toBeLessThanOrEqual(3);
    }
  });
});

describe('engine lines', () => {
  it('are read with their score, and bounds are not', () => {
    expect(parseInfo('info depth 3 seldepth 3 multipv 2 score cp -31 nodes 412 nps 1 time 1 pv g8f6 e4e5')).toEqual({
      rank: 2,
      line: { uci: 'g8f6', cp: -31 },
    });
    expect(parseInfo('info depth 9 seldepth 3 multipv 1 score mate -2 nodes 4 nps 1 time 1 pv a7a8q')).toEqual({
      rank: 1,
      line: { uci: 'a7a8q', cp: 0, mate: -2 },
    });
    expect(parseInfo('info depth 3 multipv 1 score cp 310 lowerbound nodes 412 pv g8f6')).toBeUndefined();
    expect(parseInfo('info string classical evaluation enabled')).toBeUndefined();
  });
});

describe('the zip', () => {
  it('is the same from the same texts', async () => {
    const entries = [
      { name: 'a.pgn', data: Buffer.from('1. e4 *\n'.repeat(50)) },
      { name: 'b.pgn', data: Buffer.from('1. d4 *\n') },
    ];
    expect((await pack(entries)).equals(await pack(entries))).toBe(true);
  });

  it('dates the games by the seed', () => {
    expect(dateOf(0)).toBe('2026.01.01');
    expect(dateOf(2026)).toBe('2026.07.21');
    expect(dateOf(364)).toBe('2026.12.31');
  });
});
