/**
 * An archive many times over, as archives that differ: each game's Round tag gets a number before it, so that a copy is no duplicate, and
 * takes as much work as the original. Zips of the same entries as before, packed entry by entry.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { openArchive, type ArchiveEntry } from '../../src/archive/open.js';
import { splitGames } from '../../src/pgn/splitter.js';

const ROUND = Buffer.from('[Round "');
const NEWLINES = Buffer.from('\n\n');

async function* alter(entry: ArchiveEntry, copy: number): AsyncGenerator<Uint8Array> {
  const prefix = Buffer.from(`${copy}.`);
  const tag = Buffer.from(`[Round "${copy}"]\n`);
  for await (const { bytes } of splitGames(entry.open())) {
    const game = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const at = game.indexOf(ROUND);
    if (at < 0) yield tag;
    const from = at < 0 ? 0 : at + ROUND.length;
    yield Buffer.concat([game.subarray(0, from), at < 0 ? Buffer.alloc(0) : prefix, game.subarray(from), NEWLINES]);
  }
}

/** Writes copy number `copy` of the archive to `path`. */
export async function writeCopy(archive: string, copy: number, path: string): Promise<void> {
  const source = await openArchive(archive);
  try {
    const zip = new yazl.ZipFile();
    const packed = pipeline(zip.outputStream, createWriteStream(path));
    for await (const entry of source.entries()) {
      const name = entry.name.endsWith('.pgn') ? entry.name : `${entry.name}.pgn`;
      zip.addReadStream(Readable.from(alter(entry, copy)), name);
    }
    zip.end();
    await packed;
  } finally {
    await source.close();
  }
}
