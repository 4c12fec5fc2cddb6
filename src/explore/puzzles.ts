/** The puzzles among the tactics of a wish, in any format of the export: what an export of the whole store would have, cut to the wish. */
import { Writable } from 'node:stream';
import { compilePuzzleFilter } from '../export/choose.js';
import { exportPuzzles } from '../export/export.js';
import { findFormat } from '../export/formats.js';
import { given } from '../given.js';
import { SearchError, SearchTimeError } from '../store/search/wish.js';
import type { Store } from '../store/store.js';
import type { Engine } from '../tactics/engine.js';
import { ENGINE } from '../tactics/version.js';
import type { PuzzlesAnswer, PuzzlesTask } from './tasks.js';
import { toldName } from './told.js';

/** In a file; who wants more has `npm run export`. */
const MOST_PUZZLES = 20_000;
/** Milliseconds. */
const EXPORT_MS = 20_000;

/**
 * A puzzle is one of the wish where it meets itself what the wish asks of patterns, gains and mates, and its own game, at its ply, the rest.
 * Puzzles are walked through and not tactics, of which a store has a hundred times as many.
 * @throws {SearchError} @throws {SearchTimeError}
 */
export async function puzzlesOf(
  store: Store,
  engine: Engine,
  { wish, format: name }: PuzzlesTask,
): Promise<PuzzlesAnswer> {
  const format = findFormat(name);
  if (format === undefined) throw new SearchError(`there is no format ${JSON.stringify(name)}`);
  const { patterns, minGain, maxGain, mate, ...rest } = wish;
  const own = compilePuzzleFilter(given({ patterns, minGain, maxGain, mate }));
  const stands = Object.keys(rest).length === 0 ? () => true : store.search.tester(rest);
  const until = performance.now() + EXPORT_MS;
  const source = {
    *puzzles(of: typeof ENGINE) {
      let count = 0;
      for (const puzzle of store.puzzles(of)) {
        if (performance.now() > until) throw new SearchTimeError('the puzzles took longer than they were given');
        if (!own.stored(puzzle) || !stands(puzzle.game.digest, puzzle.ply, puzzle.line[0] ?? '')) continue;
        yield { ...puzzle, game: { ...puzzle.game, archive: toldName(puzzle.game.archive) } };
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
