/** Published perft suites: every count up to a bound, position by position. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/tactics/engine.js';
import { InvalidFenError } from '../../src/tactics/errors.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { describeWithData } from './data.js';

/** Deeper counts are left out: a position's is at most a hundredth of a second. */
const MAX_NODES = 3_000_000;

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** `FEN ;D1 20 ;D2 400 ...`, a line a position. */
function readSuite(path: string): { fen: string; counts: [depth: number, nodes: number][] }[] {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  return lines.filter(Boolean).map((line) => {
    const [fen = '', ...fields] = line.split(';').map((field) => field.trim());
    const counts = fields.flatMap((field): [number, number][] => {
      const [, depth, nodes] = /^D(\d+) +(\d+)$/.exec(field) ?? [];
      return depth === undefined || nodes === undefined ? [] : [[Number(depth), Number(nodes)]];
    });
    return { fen, counts };
  });
}

describeWithData('perft suites', ['epd'], (folder) => {
  it.each([
    ['perft-standard.epd', 126],
    ['perft-own-1000.epd', 1000],
  ])(
    '%s',
    (file, atLeast) => {
      const wrong: string[] = [];
      let positions = 0;
      for (const { fen, counts } of readSuite(join(folder, file))) {
        const within = counts.filter(([, nodes]) => nodes <= MAX_NODES);
        if (within.length > 0) positions++;
        for (const [depth, nodes] of within) {
          const found = engine.perft(fen, depth);
          if (found !== nodes) wrong.push(`${fen} D${depth}: ${found}, not ${nodes}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(positions).toBeGreaterThanOrEqual(atLeast);
    },
    60_000,
  );

  it('perft-chess960.epd is refused by name, but where no right to castle is left', () => {
    const wrong: string[] = [];
    for (const { fen, counts } of readSuite(join(folder, 'perft-chess960.epd'))) {
      const castles = fen.split(' ')[2] !== '-';
      try {
        const found = engine.perft(fen, 2);
        if (castles || found !== counts[1]?.[1]) wrong.push(`${fen}: accepted, ${found}`);
      } catch (error) {
        if (!(error instanceof InvalidFenError)) throw error;
        if (!castles || !error.detail.startsWith('Chess960 castling rights')) wrong.push(`${fen}: ${error.detail}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
