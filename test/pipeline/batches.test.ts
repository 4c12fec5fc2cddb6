/** Games are cut into batches without losing any, whatever the stream does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Batcher, gamesOf, singlesOf, type Batch, type GameBatch } from '../../src/pipeline/batches.js';
import type { BatchSource, Piece } from '../../src/pipeline/pieces.js';
import type { RawGame } from '../../src/pgn/splitter.js';
import { testSource } from './fixture.js';

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

  /** All batches of streams that are read one behind the other, the last one included, which may be empty. */
  async function* batchesOf(batcher: Batcher, ...sources: AsyncIterable<RawGame[]>[]): AsyncGenerator<Batch> {
    for (const source of sources) yield* batcher.batches(source, testSource());
    yield batcher.close();
  }

  async function collect(batcher: Batcher, source: AsyncIterable<RawGame[]>): Promise<RawGame[][]> {
    const batches: RawGame[][] = [];
    for await (const batch of batchesOf(batcher, source)) {
      const games = copies(batch.games);
      if (games.length > 0) batches.push(games);
      expect(singlesOf(batch.games).flatMap(copies)).toEqual(games);
      expect(copies(structuredClone(batch.games))).toEqual(games);
      batcher.release(batch);
    }
    return batches;
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
            const batches = await collect(batcher, stream(games));
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

  /** Which of the streams each piece belongs to, and what it says. */
  const told = (pieces: readonly Piece[], sources: readonly BatchSource[]): string[] =>
    pieces.map((piece) => {
      if (piece.kind === 'archive') return `archive of ${piece.entries}`;
      const entry = sources.indexOf(piece.source);
      return piece.kind === 'games' ? `${piece.count} of ${entry}` : `${entry} ${piece.broke ? 'broke' : 'ends'}`;
    });

  test('go on over the ends of entries, and know whose games they hold and what ends behind them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(raw, { maxLength: 12 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 10 }),
        async (entries, bytes, number) => {
          const batcher = new Batcher({ bytes, games: number });
          const sources = entries.map((_, ordinal) => testSource(ordinal));
          const batches: { games: RawGame[]; pieces: string[] }[] = [];
          const keep = (batch: Batch): void => {
            batches.push({ games: copies(batch.games), pieces: told(batch.pieces, sources) });
            batcher.release(batch);
          };
          for (const [index, games] of entries.entries()) {
            const source = sources[index]!;
            for await (const batch of batcher.batches(stream(games), source)) {
              const last = batch.pieces.at(-1);
              const here = last?.kind === 'games' && last.source === source;
              const game = gamesOf(batch.games).at(-1);
              expect(batch.end).toBe(here ? (game?.offset ?? 0) + (game?.bytes.length ?? 0) : 0);
              keep(batch);
            }
            batcher.note({ kind: 'entry', source, broke: index % 3 === 0 });
          }
          const last = batcher.close();
          expect(last.end).toBe(0);
          keep(last);

          expect(batcher.taken).toBe(entries.flat().length);
          expect(batches.flatMap(({ games }) => games)).toEqual(entries.flat());
          const pieces = batches.flatMap((batch) => batch.pieces);
          for (const batch of batches) {
            const counts = batch.pieces.map((piece) => Number(/^\d+(?= of)/.exec(piece)?.[0] ?? 0));
            expect(counts.reduce((sum, count) => sum + count, 0)).toBe(batch.games.length);
          }
          // each entry's games, in however many batches, and then its end
          let rest = pieces;
          for (const [index, games] of entries.entries()) {
            const end = rest.indexOf(`${index} ${index % 3 === 0 ? 'broke' : 'ends'}`);
            const own = rest.slice(0, end).map((piece) => /^(\d+) of (\d+)$/.exec(piece)!);
            expect(own.every(([, , entry]) => Number(entry) === index)).toBe(true);
            expect(own.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(games.length);
            rest = rest.slice(end + 1);
          }
          expect(rest).toEqual([]);
          // and no batch but the last could have held the next one's first game
          for (const [index, { games }] of batches.slice(0, -1).entries()) {
            const next = batches[index + 1]!.games[0];
            if (next === undefined) continue;
            expect(games.length === number || size(games) + next.bytes.length > bytes).toBe(true);
          }
        },
      ),
    );
  });

  test('keep the games before a fault for what comes next', async () => {
    const games = [1, 2, 3].map((n): RawGame => ({ bytes: new Uint8Array(n).fill(n), offset: n, line: n }));
    const batcher = new Batcher({ bytes: 1000, games: 2 });
    const batches: RawGame[][] = [];
    const reading = async (): Promise<void> => {
      for await (const batch of batcher.batches(stream(games, new Error('cut')), testSource()))
        batches.push(copies(batch.games));
    };
    await expect(reading()).rejects.toThrow('cut');
    batches.push(copies(batcher.close().games));
    expect(batches).toEqual([games.slice(0, 2), games.slice(2)]);
  });

  test('are not waited for where there is much to note and no game', () => {
    const batcher = new Batcher({ bytes: 1000, games: 2 });
    const source = testSource();
    let noted = 0;
    for (; !batcher.crowded && noted < 1e6; noted++) batcher.note({ kind: 'entry', source, broke: false });
    expect(noted).toBeLessThan(10_000);
    expect(batcher.close().pieces.length).toBe(noted);
    expect(batcher.crowded).toBe(false);
  });

  test('use a buffer again once it is released, and not before', async () => {
    const games = Array.from({ length: 6 }, (_, n): RawGame => ({
      bytes: new Uint8Array(8).fill(n),
      offset: 8 * n,
      line: n,
    }));
    const batcher = new Batcher({ bytes: 8, games: 9 });
    const held: Batch[] = [];
    for await (const batch of batchesOf(batcher, stream(games))) held.push(batch);
    expect(new Set(held.map((batch) => batch.games.bytes.buffer)).size).toBe(6);
    expect(held.flatMap((batch) => copies(batch.games))).toEqual(games);

    const buffers = new Set(held.map((batch) => batch.games.bytes.buffer));
    for (const batch of held) batcher.release(batch);
    for await (const batch of batchesOf(batcher, stream(games))) {
      expect(buffers.has(batch.games.bytes.buffer)).toBe(true);
      batcher.release(batch);
    }
  });

  test('take no buffer where there is no game', async () => {
    const game: RawGame = { bytes: new Uint8Array(8), offset: 0, line: 1 };
    const batcher = new Batcher({ bytes: 8, games: 9 });
    const buffers = new Set<ArrayBufferLike>();
    for (let round = 0; round < 3; round++) {
      for await (const batch of batchesOf(batcher, stream([game]))) {
        buffers.add(batch.games.bytes.buffer);
        batcher.release(batch);
      }
      const nothing = batcher.close();
      expect(nothing).toMatchObject({ pieces: [], end: 0, games: { bytes: { length: 0 } } });
      batcher.release(nothing);
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
      for await (const batch of batchesOf(batcher, stream(games))) {
        seen.push(batch.games.bytes.length);
        buffers.add(batch.games.bytes.buffer);
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
