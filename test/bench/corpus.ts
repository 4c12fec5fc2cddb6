/** The games of archives, read the way a scan reads them, and positions chosen from them by seed: what benchmarks run on. */
import { join } from 'node:path';
import { openArchive } from '../../src/archive/open.js';
import { splitGames, type RawGame } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { variantOf } from '../../src/pgn/variant.js';
import { ROOT } from '../../src/paths.js';
import type { Engine } from '../../src/tactics/engine.js';
import { makeRandom, shuffled } from '../../jobs/sample/random.js';

/** What the project ships, for runs without an archive. */
export const SAMPLE = join(ROOT, 'data', 'sample.zip');

export interface CorpusGame {
  raw: RawGame;
  movetext: Uint8Array;
  startFen: string | null;
  moves: Uint16Array;
  /** Before each ply, and behind the last. */
  fens: string[];
}

/** All games of standard chess that can be read to their end, in the order of the archives. */
export async function* readCorpus(engine: Engine, paths: readonly string[]): AsyncGenerator<CorpusGame> {
  for (const path of paths) {
    const archive = await openArchive(path);
    try {
      for await (const entry of archive.entries()) {
        for await (const raw of splitGames(entry.open())) {
          const game = replay(engine, raw);
          if (game !== null) yield game;
        }
      }
    } finally {
      await archive.close();
    }
  }
}

function replay(engine: Engine, raw: RawGame): CorpusGame | null {
  const { tags, movetext: at } = readTags(raw.bytes);
  if (raw.fault !== undefined || variantOf(tags) !== 'standard') return null;
  const movetext = raw.bytes.subarray(at);
  const startFen = tags.get('FEN')?.trim() ?? null;
  const game = engine.replay(movetext, startFen);
  return game.ok ? { raw, movetext, startFen, moves: game.moves, fens: game.fens } : null;
}

/** `count` items of a stream of any length, each as likely as another; fewer where there are fewer. */
export class Sampler<T> {
  readonly #random;
  readonly #count: number;
  readonly #kept: { index: number; item: T }[] = [];
  #seen = 0;

  constructor(count: number, seed: number) {
    this.#count = count;
    this.#random = makeRandom(seed, 0);
  }

  offer(item: T): void {
    const index = this.#seen++;
    if (index < this.#count) this.#kept.push({ index, item });
    else {
      const place = this.#random.below(index + 1);
      if (place < this.#count) this.#kept[place] = { index, item };
    }
  }

  /** In the stream's order. */
  items(): T[] {
    return this.#kept.sort((a, b) => a.index - b.index).map(({ item }) => item);
  }

  /** In random order: any beginning of the list is a fair sample itself. */
  shuffled(): T[] {
    const items = this.items();
    return shuffled(items.length, this.#random).flatMap((index) => items[index] as T);
  }
}
