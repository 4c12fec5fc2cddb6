/**
 * When are two games the same game? When who, where, when, the result, the start position and every move of the main line agree.
 *
 * Comments, glyphs, variations, clocks, ratings, opening names and the spelling of moves do not count: the same game annotated twice is
 * stored once. Unknown values (`?`, `????.??.??`, empty) count as absent. The round and the site do count: two quick draws with the same
 * moves between the same players on one day are two games. A site that adds UTCTime to a game that another archive has without it
 * makes it another game: a duplicate kept is the lesser evil than a game lost.
 */
import { createHash } from 'node:crypto';
import { isUsualStart, positionFields } from './start.js';

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'UTCDate', 'UTCTime'] as const;

/**
 * The key of deduplication.
 *
 * @param startFen null for the usual start; an explicit FEN of the usual start is the same. Only its first four fields count.
 * @param moves the main line, packed as in `tactics/record.ts`.
 * @returns 16 bytes: the beginning of a SHA-256. Chance collisions in a billion games: one in 10^20.
 */
export function gameDigest(tags: ReadonlyMap<string, string>, startFen: string | null, moves: Uint16Array): Uint8Array {
  const hash = createHash('sha256');
  // JSON keeps fields apart whatever they hold: no value can pass for two.
  hash.update(JSON.stringify([...ROSTER.map((name) => known(tags.get(name))), startKey(startFen), moves.length]));
  // platforms that Node runs on are little-endian, as the packed moves are
  hash.update(new Uint8Array(moves.buffer, moves.byteOffset, moves.byteLength));
  return hash.digest().subarray(0, 16);
}

function known(value: string | undefined): string {
  const text = (value ?? '').trim();
  return /^[?.\-\s]*$/.test(text) ? '' : text;
}

function startKey(fen: string | null): string {
  return fen === null || isUsualStart(fen) ? '' : positionFields(fen);
}
