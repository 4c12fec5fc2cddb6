/**
 * The games of an entry from a place on: all of them, or those that an earlier run did not come to.
 *
 * What lies before is not split and not analysed. A plain file is read from there; what is packed must be unpacked from its beginning, but
 * its bytes are dropped as they come.
 */
import { ArchiveError, type ArchiveEntry } from '../archive/open.js';
import { isHalf } from '../pgn/half.js';
import { GameSplitter, splitChunks, type RawGame } from '../pgn/splitter.js';
import { strayWords } from '../pgn/strays.js';
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
 * @throws {ArchiveError} behind the last whole game, also where much lies between games that is none @throws {StopReading}
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
    const splitter = new GameSplitter();
    let any = false;
    for await (const games of splitChunks(until(clock.pulling('read', entry.open()), stopped), splitter)) {
      any ||= games.length > 0;
      yield games;
    }
    // of what holds no game at all there are other words
    if (any) refuseStrays(splitter, path, entry.name);
    return;
  }
  const splitter = new GameSplitter({}, { offset, line });
  let first = true;
  const chunks = until(clock.pulling('read', bytesFrom(entry, offset)), stopped);
  for await (const games of splitChunks(chunks, splitter)) {
    if (first && games.length > 0) {
      if (games[0]?.offset !== offset) throw changed(path, entry.name);
      first = false;
      yield games.slice(1);
    } else yield games;
  }
  if (first) throw changed(path, entry.name);
  refuseStrays(splitter, path, entry.name);
}

/** The same games, but for a last one of which only the half is there. @throws {ArchiveError} in its place */
export async function* wholeGames(lists: AsyncIterable<RawGame[]>, path: string): AsyncGenerator<RawGame[]> {
  for await (const games of lists) {
    const last = games.at(-1);
    if (last === undefined || !isHalf(last)) yield games;
    else {
      yield games.slice(0, -1);
      const reason =
        `breaks off in the middle of its last game, which begins in line ${last.line}; everything before that was read; ` +
        'get the rest and scan it again, or if that is all there is, end the file with a line break';
      throw new ArchiveError('truncated', reason, path);
    }
  }
}

/** @throws {ArchiveError} where much was passed over that may be games */
function refuseStrays({ strays }: GameSplitter, path: string, entry: string): void {
  if (strays === null) return;
  throw new ArchiveError('corrupt', `${strayWords(strays)} and scan it again`, path, entry);
}

/** Never seen, for a file that was changed has another fingerprint or date; but skipping the wrong games would be silent. */
function changed(path: string, entry: string): ArchiveError {
  const reason = 'has changed since an earlier run was interrupted in it; scan it again with --fresh';
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
  const transcoder = new Transcoder();
  for await (const chunk of entry.open()) {
    transcoder.push(chunk);
    if (transcoder.passes !== null) return !transcoder.passes;
  }
  return false;
}

async function* until(chunks: AsyncIterable<Uint8Array>, stopped: () => boolean): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (stopped()) throw new StopReading();
    yield chunk;
  }
}
