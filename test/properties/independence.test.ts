/** A position's result is the position's alone: nothing that was analysed before, no other engine, no thread and no clock shows in it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKernel, loadEngine } from '../../src/tactics/kernel.js';
import type { Engine } from '../../src/tactics/engine.js';
import { readRecords } from '../../src/tactics/record.js';
import type { Depth } from '../../src/tactics/types.js';
import { sharedPool } from '../pipeline/fixture.js';
import { engine, games, over, position } from './positions.js';

const depth = fc.constantFrom<Depth>('l1', 'l2');
const module = await compileKernel();

/** Bytes compare as text: faster than element by element, and every byte counts. */
function resultOf(on: Engine, fen: string, at: Depth): string {
  return Buffer.from(on.analyze(fen, at)).toString('hex');
}

describe('a result is the same', () => {
  it('on an engine that has seen nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(position, depth, async (fen, at) => {
        expect(resultOf(await loadEngine(module), fen, at)).toBe(resultOf(engine, fen, at));
      }),
      over(25),
    );
  });

  it('whatever was analysed in between, in whatever order', () => {
    const calls = fc.array(fc.tuple(position, depth), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(calls, (list) => {
        const forwards = list.map(([fen, at]) => resultOf(engine, fen, at));
        const backwards = list.toReversed().map(([fen, at]) => resultOf(engine, fen, at));
        expect(backwards.toReversed()).toEqual(forwards);
      }),
      over(150),
    );
  });

  it('at l2 before and behind an l1, other calls of the engine, and a FEN that is refused', () => {
    fc.assert(
      fc.property(position, position, (fen, other) => {
        const before = resultOf(engine, fen, 'l2');
        engine.legalMoves(other);
        engine.perft(other, 2);
        expect(() => engine.analyze(`${other} and more`, 'l2')).toThrow();
        engine.analyze(fen, 'l1');
        expect(resultOf(engine, fen, 'l2')).toBe(before);
      }),
      over(200),
    );
  });

  it('whatever the move counters say, and without them', () => {
    fc.assert(
      fc.property(position, depth, fc.nat(150), fc.integer({ min: 1, max: 400 }), (fen, at, halfmoves, fullmoves) => {
        const fields = fen.split(' ').slice(0, 4).join(' ');
        const expected = resultOf(engine, fen, at);
        expect(resultOf(engine, `${fields} ${halfmoves} ${fullmoves}`, at)).toBe(expected);
        expect(resultOf(engine, fields, at)).toBe(expected);
      }),
      over(300),
    );
  });

  it('under the canonical FEN, which is the key that results are stored by', () => {
    fc.assert(
      fc.property(position, depth, (fen, at) => {
        expect(resultOf(engine, engine.canonicalFen(fen), at)).toBe(resultOf(engine, fen, at));
      }),
      over(300),
    );
  });

  it('in a scan of its game', () => {
    fc.assert(
      fc.property(fc.constantFrom(...games), depth, ({ movetext, startFen, fens }, at) => {
        const scan = engine.scanGame(movetext, startFen, at);
        if (!scan.ok) throw new Error(scan.reason);
        expect(scan.masks).toHaveLength(fens.length);
        const found = new Map(scan.found.map(({ ply, fen, records }) => [ply, { fen, records }]));
        fens.forEach((fen, index) => {
          const candidates = [...readRecords(engine.analyze(fen, 'l1'))];
          expect(scan.masks[index]).toBe(candidates.reduce((mask, { pattern }) => mask | (1 << pattern), 0));
          if (at === 'l1') return;
          const records = engine.analyze(fen, 'l2');
          const expected = records.length === 0 ? undefined : { fen: engine.canonicalFen(fen), records };
          expect(found.get(index + 1)).toEqual(expected);
        });
        if (at === 'l1') expect(scan.found).toEqual([]);
      }),
      over(8),
    );
  });

  describe('in threads', () => {
    const pool = sharedPool(2);

    it('however many ask at once', async () => {
      const calls = fc.array(fc.tuple(position, depth), { minLength: 8, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(calls, async (list) => {
          const answers = await Promise.all(list.map(([fen, at]) => pool.run({ kind: 'position', fen, depth: at })));
          expect(answers.map(({ records }) => Buffer.from(records).toString('hex'))).toEqual(
            list.map(([fen, at]) => resultOf(engine, fen, at)),
          );
        }),
        over(15),
      );
    });
  });
});
