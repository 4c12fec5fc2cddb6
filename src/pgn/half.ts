/** The last game of an input that broke off, as a download does that stalled, or a file that is still being written. */
import { latin1 } from './buffers.js';
import { isBlank } from './bytes.js';
import type { RawGame } from './splitter.js';
import { readTags } from './tags.js';

/** Results that come at the end of a game's moves. */
const RESULTS = new Set(['1-0', '0-1', '1/2-1/2']);
/** A tag pair that has no end. */
const OPEN_TAG = /(?:^|[\r\n])[ \t]*\[[^\]\r\n]*$/;

/**
 * Whether a game is but the half of one: no line end stands behind it, and it ends within a tag pair, or in its movetext before that has come
 * to the result that its tag names. Many whole games have no result, and some no movetext; but whoever writes moves ends their last line.
 */
export function isHalf(game: RawGame): boolean {
  if (game.unended !== true) return false;
  const { tags, movetext } = readTags(game.bytes);
  if (OPEN_TAG.test(latin1(game.bytes).text(0, game.bytes.length))) return true;
  return RESULTS.has(tags.get('Result') ?? '') && game.bytes.subarray(movetext).some((byte) => !isBlank(byte));
}
