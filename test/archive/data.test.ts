/** Every real file goes through the reader: as it is, and packed in every way. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listArchives, openArchive } from '../../src/archive/open.js';
import { splitGames } from '../../src/pgn/splitter.js';
import { describeWithData } from '../kernel/data.js';
import { bzip2 } from './bzip2-encoder.js';
import { makeZip, scratch } from './helpers.js';
import { gzip, skippable, slices, zstd } from './makers.js';

// made only where there is something to do: where all is skipped, nothing is removed afterwards
let folder: ReturnType<typeof scratch>;
beforeAll(() => {
  folder = scratch();
});
afterAll(() => folder.remove());

/** Our encoder of bzip2 is slow. */
const BZIP2_MAX = 30_000;

interface Content {
  games: number;
  bytes: Buffer;
}

async function contentsOf(path: string): Promise<Content> {
  const content: Content = { games: 0, bytes: Buffer.alloc(0) };
  const archive = await openArchive(path);
  for await (const entry of archive.entries()) {
    const parts: Uint8Array[] = [];
    for await (const part of entry.open()) parts.push(part);
    content.bytes = Buffer.concat([content.bytes, ...parts]);
    for await (const game of splitGames(entry.open())) content.games += game.bytes.length > 0 ? 1 : 0;
  }
  await archive.close();
  return content;
}

describeWithData('real archives', ['pgn'], (data) => {
  it('of all kinds are found in the folder', async () => {
    const skipped: [name: string, why: string][] = [];
    const kinds = new Map<string, number>();
    for (const path of await listArchives([data], (path, why) => skipped.push([basename(path), why]))) {
      const { kind } = await openArchive(path);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect(skipped).toEqual([['not-pgn.pgn', 'does not look like PGN']]);
    expect(Object.fromEntries(kinds)).toMatchObject({ zip: 1, zstd: 1 });
    expect(kinds.get('plain')).toBeGreaterThan(70);
  });

  it('have the games that are known to be in them', async () => {
    const counts: Record<string, number> = {};
    for (const path of await listArchives([data])) counts[basename(path)] = (await contentsOf(path)).games;
    expect(counts).toMatchObject({
      'lichess-eval-clk-989.pgn.zst': 989,
      'marshall-waitzkin.zip': 1412,
      'Tal.pgn': 2431,
      'lichess-clk-500.pgn': 500,
    });
  });

  it('are the same packed in any way', { timeout: 120_000 }, async () => {
    for (const path of await listArchives([data])) {
      if ((await openArchive(path)).kind !== 'plain') continue;
      const bytes = readFileSync(path);
      const { games } = await contentsOf(path);
      const parts = slices(bytes.toString('latin1'), 100_000).map((part) => Buffer.from(part.toString(), 'latin1'));
      const packed = [gzip(bytes), gzip(...parts), zstd(bytes), Buffer.concat([skippable(4), zstd(...parts)])];
      if (bytes.length < BZIP2_MAX) packed.push(bzip2(bytes, { blockBytes: 20_000 }));
      packed.push(await makeZip([{ name: 'a.pgn', data: bytes }]));
      for (const whole of packed) {
        const found = await contentsOf(folder.file('packed', whole));
        // a zip leaves out what is no PGN at all, and what is empty
        if (whole === packed.at(-1) && found.games === 0 && games === 0) continue;
        expect(found.games, path).toBe(games);
        expect(found.bytes.equals(bytes), path).toBe(true);
      }
    }
  });
});
