/**
 * The games of an entry from a place on: all of them, or those that an earlier run did not come to.
 *
 * What lies before is not split and not analysed. A plain file is read from there; what is packed must be unpacked from its beginning, but
 * its bytes are dropped as they come.
 */
import { ArchiveError, type ArchiveEntry } from '../archive/open.js';
import { splitChunks, type RawGame } from '../pgn/splitter.js';
import { asUtf8, Transcoder } from '../pgn/transcode.js';
import type { Place } from '../store/checkpoints.js';
import { StageClock } from './stages.js';

/** Thrown through the reader to end it between two games; what was whole before has been handed out. */
export class StopReading extends Error {
  override readonly name = 'StopReading';
}

/**
 * @param place the game that begins there is passed over; nothing is where there is none
 * @param path of the archive, for messages
 * @param stopped asked before each chunk, so that junk without an end can be left too
 * @param clock told of the time that reading and unpacking take
 * @throws {ArchiveError} behind the last whole game @throws {StopReading}
 */
export async function* gamesFrom(
  entry: ArchiveEntry,
  place: Place,
  path: string,
  stopped: () => boolean,
  clock = new StageClock(),
): AsyncGenerator<RawGame[]> {
  const { offset, line } = place;
  if (offset === null) {
    yield* splitChunks(until(clock.pulling('read', entry.open()), stopped));
    return;
  }
  let first = true;
  const chunks = until(clock.pulling('read', bytesFrom(entry, offset)), stopped);
  for await (const games of splitChunks(chunks, {}, { offset, line })) {
    if (first && games.length > 0) {
      if (games[0]?.offset !== offset) throw changed(path, entry.name);
      first = false;
      yield games.slice(1);
    } else yield games;
  }
  if (first) throw changed(path, entry.name);
}

/** Never seen, for a file that was changed has another fingerprint or date; but skipping the wrong games would be silent. */
function changed(path: string, entry: string): ArchiveError {
  const reason = 'is not what it was when an earlier run was broken off; scan it again with --fresh';
  return new ArchiveError('corrupt', reason, path, entry);
}

/** Offsets are those of the splitter: of UTF-16 input, in its UTF-8 form. */
async function* bytesFrom(entry: ArchiveEntry, offset: number): AsyncGenerator<Uint8Array> {
  if (entry.openAt !== undefined && !(await isTranscoded(entry))) {
    yield* entry.openAt(offset);
    return;
  }
  let left = offset;
  for await (const bytes of asUtf8(entry.open())) {
    if (bytes.length > left) yield left === 0 ? bytes : bytes.subarray(left);
    left = Math.max(0, left - bytes.length);
  }
}

/** Whether the entry's own bytes are other than those that are split. */
async function isTranscoded(entry: ArchiveEntry): Promise<boolean> {
  for await (const chunk of entry.open()) {
    if (chunk.length >= 2) return new Transcoder().push(chunk) !== chunk;
  }
  return false;
}

async function* until(chunks: AsyncIterable<Uint8Array>, stopped: () => boolean): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (stopped()) throw new StopReading();
    yield chunk;
  }
}
