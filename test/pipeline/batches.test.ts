/** Games are cut into batches without losing any, whatever the stream does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Batcher, endOf, gamesOf, singlesOf, type GameBatch } from '../../src/pipeline/batches.js';
import type { RawGame } from '../../src/pgn/splitter.js';

const bytes = (max: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: 1, maxLength: max });

describe('batches', () => {
  const raw = fc.array(fc.record({ bytes: bytes(40), tooLarge: fc.boolean() }), { maxLength: 40 }).map((games) => {
    let offset = 0;
    return games.map(({ bytes: text, tooLarge }, index): RawGame => {
      const game = { bytes: text, offset, line: index + 1 };
      offset += text.length + 2;
      return tooLarge ? { ...game, fault: 'too_large' } : game;
    });
  });

  /** Lists of none, one, two ... games. */
  async function* stream(games: RawGame[], error?: Error): AsyncGenerator<RawGame[]> {
    for (let from = 0, length = 0; from < games.length; from += length++) yield games.slice(from, from + length);
    await Promise.resolve();
    if (error !== undefined) throw error;
  }

  /** A batch's games by themselves, as the reader of a batch sees them before its buffer is used again. */
  const copies = (batch: GameBatch): RawGame[] =>
    gamesOf(batch).map((game) => ({ ...game, bytes: game.bytes.slice() }));

  async function collect(
    batcher: Batcher,
    source: AsyncIterable<RawGame[]>,
  ): Promise<{ batches: RawGame[][]; error?: unknown }> {
    const batches: RawGame[][] = [];
    try {
      for await (const batch of batcher.batches(source)) {
        const games = copies(batch);
        batches.push(games);
        const last = games.at(-1);
        expect(endOf(batch)).toBe((last?.offset ?? 0) + (last?.bytes.length ?? 0));
        expect(singlesOf(batch).flatMap(copies)).toEqual(games);
        expect(copies(structuredClone(batch))).toEqual(games);
        batcher.release(batch);
      }
    } catch (error) {
      return { batches, error };
    }
    return { batches };
  }

  const size = (games: RawGame[]): number => games.reduce((sum, game) => sum + game.bytes.length, 0);

  test('hold all games in order, and no more than they may, however often their buffers are used', async () => {
    await fc.assert(
      fc.asyncProperty(
        raw,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 10 }),
        async (games, bytes, number) => {
          const batcher = new Batcher({ bytes, games: number });
          for (const times of [1, 2]) {
            const { batches, error } = await collect(batcher, stream(games));
            expect(error).toBeUndefined();
            expect(batches.flat(), `time ${times}`).toEqual(games);
            for (const batch of batches) {
              expect(batch.length).toBeGreaterThan(0);
              expect(batch.length).toBeLessThanOrEqual(number);
              if (batch.length > 1) expect(size(batch)).toBeLessThanOrEqual(bytes);
            }
          }
        },
      ),
    );
  });

  test('hand out the games before a fault, then the fault', async () => {
    const games = [1, 2, 3].map((n): RawGame => ({ bytes: new Uint8Array(n).fill(n), offset: n, line: n }));
    const cut = new Error('cut');
    const { batches, error } = await collect(new Batcher({ bytes: 1000, games: 2 }), stream(games, cut));
    expect(batches).toEqual([games.slice(0, 2), games.slice(2)]);
    expect(error).toBe(cut);
  });

  test('use a buffer again once it is released, and not before', async () => {
    const games = Array.from({ length: 6 }, (_, n): RawGame => ({
      bytes: new Uint8Array(8).fill(n),
      offset: 8 * n,
      line: n,
    }));
    const batcher = new Batcher({ bytes: 8, games: 9 });
    const held: GameBatch[] = [];
    for await (const batch of batcher.batches(stream(games))) held.push(batch);
    expect(new Set(held.map((batch) => batch.bytes.buffer)).size).toBe(6);
    expect(held.flatMap(copies)).toEqual(games);

    const buffers = new Set(held.map((batch) => batch.bytes.buffer));
    for (const batch of held) batcher.release(batch);
    for await (const batch of batcher.batches(stream(games))) {
      expect(buffers.has(batch.bytes.buffer)).toBe(true);
      batcher.release(batch);
    }
  });

  test('use a buffer again that a stream had in hand which failed before its first game', async () => {
    const game: RawGame = { bytes: new Uint8Array(8), offset: 0, line: 1 };
    const batcher = new Batcher({ bytes: 8, games: 9 });
    const buffers = new Set<ArrayBufferLike>();
    for (let round = 0; round < 3; round++) {
      for await (const batch of batcher.batches(stream([game]))) {
        buffers.add(batch.bytes.buffer);
        batcher.release(batch);
      }
      await collect(batcher, stream([], new Error('encrypted')));
    }
    expect(buffers.size).toBe(1);
  });

  test('of one game that is larger than a batch are kept too, for games that fit', async () => {
    const raw = (sizes: number[]): RawGame[] =>
      sizes.map((n, index) => ({ bytes: new Uint8Array(n), offset: index, line: 1 }));
    const batcher = new Batcher({ bytes: 100, games: 9 });
    const buffers = new Set<ArrayBufferLike>();
    const sizes = async (games: RawGame[]): Promise<number[]> => {
      const seen: number[] = [];
      for await (const batch of batcher.batches(stream(games))) {
        seen.push(batch.bytes.length);
        buffers.add(batch.bytes.buffer);
        batcher.release(batch);
      }
      return seen;
    };
    expect(await sizes(raw([10, 2000, 10]))).toEqual([100, 2048, 100]);
    expect(await sizes(raw([1500, 10, 2048, 500]))).toEqual([2048, 100, 2048, 2048]);
    expect(buffers.size).toBe(2);
    expect(await sizes(raw([3000]))).toEqual([4096]);
    expect(buffers.size).toBe(3);
  });
});
