/** The puzzles among the tactics of a wish, in any format of the export: what an export of the whole store would have, cut to the wish. */
import { Writable } from 'node:stream';
import { exportPuzzles } from '../export/export.js';
import { findFormat } from '../export/formats.js';
import { SearchError, SearchTimeError } from '../store/search/wish.js';
import type { Store } from '../store/store.js';
import type { Engine } from '../tactics/engine.js';
import { ENGINE } from '../tactics/version.js';
import type { PuzzlesAnswer, PuzzlesTask } from './tasks.js';

/** Tactics of the wish that are looked at, and puzzles in a file; who wants more has `npm run export`. */
const MOST_TACTICS = 200_000;
const MOST_PUZZLES = 20_000;
/** Milliseconds. */
const SEARCH_MS = 5_000;
const EXPORT_MS = 15_000;

/**
 * A puzzle belongs to the game that came to its position first; it is one of the wish where that game, at that ply, is.
 * @throws {SearchError} @throws {SearchTimeError}
 */
export async function puzzlesOf(
  store: Store,
  engine: Engine,
  { wish, format: name }: PuzzlesTask,
): Promise<PuzzlesAnswer> {
  const format = findFormat(name);
  if (format === undefined) throw new SearchError(`there is no format ${JSON.stringify(name)}`);
  const stands = store.search.stands(wish, MOST_TACTICS, SEARCH_MS);
  const until = performance.now() + EXPORT_MS;
  const source = {
    *puzzles(of: typeof ENGINE) {
      let count = 0;
      for (const puzzle of stands.size === 0 ? [] : store.puzzles(of)) {
        if (performance.now() > until) throw new SearchTimeError('the puzzles took longer than they were given');
        if (!stands.has(`${puzzle.game.digest} ${puzzle.ply}`)) continue;
        yield puzzle;
        if (++count === MOST_PUZZLES) return;
      }
    },
  };
  const pieces: Uint8Array[] = [];
  const out = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  const { counts } = await exportPuzzles({ store: source, engine, of: ENGINE, format, out: () => out });
  return { bytes: Buffer.concat(pieces), puzzles: counts.puzzles };
}
