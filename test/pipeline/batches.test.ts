/** Games are cut into batches without losing any, whatever the stream does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchGames, GameBatch, gamesOf } from '../../src/pipeline/batches.js';
import type { RawGame } from '../../src/pgn/splitter.js';

const bytes = (max: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ maxLength: max });

describe('batches', () => {
  const raw = fc.array(fc.record({ bytes: bytes(40), tooLarge: fc.boolean() }), { maxLength: 40 }).map((games) => {
    let offset = 0;
    return games.map(({ bytes: text, tooLarge }, index): RawGame => {
      const game = { bytes: text, offset, line: index + 1 };
      offset += text.length + 2;
      return tooLarge ? { ...game, fault: 'too_large' } : game;
    });
  });

  async function* stream(games: RawGame[], error?: Error): AsyncGenerator<RawGame> {
    yield* games;
    await Promise.resolve();
    if (error !== undefined) throw error;
  }

  async function collect(source: AsyncIterable<GameBatch>): Promise<{ batches: GameBatch[]; error?: unknown }> {
    const batches: GameBatch[] = [];
    try {
      for await (const batch of source) batches.push(batch);
    } catch (error) {
      return { batches, error };
    }
    return { batches };
  }

  test('hold all games in order, and no more than they may', async () => {
    await fc.assert(
      fc.asyncProperty(
        raw,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 10 }),
        async (games, size, number) => {
          const { batches } = await collect(batchGames(stream(games), { bytes: size, games: number }));
          expect(batches.flatMap((batch) => batch.games)).toEqual(games);
          for (const batch of batches) {
            expect(batch.games.length).toBeGreaterThan(0);
            expect(batch.games.length).toBeLessThanOrEqual(number);
            const last = batch.games.at(-1);
            expect(batch.bytes - (last?.bytes.length ?? 0)).toBeLessThan(size); // full before its last game, it would have been closed
            expect(batch.end).toBe((last?.offset ?? 0) + (last?.bytes.length ?? 0));
          }
        },
      ),
    );
  });

  test('hand out the games before a fault, then the fault', async () => {
    const games = [1, 2, 3].map((n): RawGame => ({ bytes: new Uint8Array(n), offset: n, line: n }));
    const cut = new Error('cut');
    const { batches, error } = await collect(batchGames(stream(games, cut), { bytes: 1000, games: 2 }));
    expect(batches.flatMap((batch) => batch.games)).toEqual(games);
    expect(error).toBe(cut);
  });

  test('cross to a thread and are the same games there', () => {
    fc.assert(
      fc.property(raw, (games) => {
        const task = new GameBatch(games).task('l1');
        expect(gamesOf(structuredClone(task))).toEqual(games);
      }),
    );
  });
});
