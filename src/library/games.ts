/** An archive -> its games, one at a time: `openArchive` and the splitter, for programs that want neither bytes nor entries. */
import { ArchiveError } from '../archive/errors.js';
import { NO_PGN, openArchive, TextWatch } from '../archive/open.js';
import { GameSplitter, splitGames, type RawGame } from '../pgn/splitter.js';
import { strayWords } from '../pgn/strays.js';
import { readTags } from '../pgn/tags.js';
import { decode } from '../pgn/text.js';
import { kindOf } from '../tactics/kind.js';
import { checkOptions } from '../tactics/options.js';

/** A game as it stands in its archive; nobody has followed its moves yet. `analyzeGame` takes it as it is. */
export interface ArchiveGame extends RawGame {
  /** The file in the zip; of other archives the archive's own name. */
  entry: string;
  /** 1-based, through all entries. */
  number: number;
  /** Of duplicates the first; values as the file has them. */
  readonly tags: ReadonlyMap<string, string>;
  /** Tags and moves as text, whatever encoding the file has. */
  readonly pgn: string;
}

export interface ReadOptions {
  /**
   * Is told of an entry that cannot be read to its end, once its whole games are out; the other entries are read then. Where it is
   * absent the fault is thrown.
   */
  onFault?: ((fault: ArchiveError) => void) | undefined;
  /** Is told, at the end, of what was skipped and why. */
  onWarning?: ((warning: string) => void) | undefined;
}

/**
 * The games of one archive, in its order: plain PGN, zip, zstd, gzip or bzip2, whatever its name; `-` is standard input, which can be
 * read once. Memory stays flat. What is no game, in a text of games, is passed over; `onWarning` is told where that is much, or all.
 * A loop that is left closes the archive; whoever calls `next` himself calls `return` in the end.
 * @throws {ArchiveError} where nothing can be read, and of entries what no `onFault` is there to hear
 * @throws {TypeError} where the path is empty or no string (a URL goes through `fileURLToPath` first), and of options that are no object, have
 *   another name, or are no functions
 */
export async function* readGames(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<ArchiveGame, void, undefined> {
  checkPath(path);
  checkOptions(options, LISTENERS);
  checkListeners(options);
  const archive = await openArchive(path);
  const watch = new TextWatch();
  const warnings: string[] = [];
  let number = 0;
  let whole = true;
  try {
    for await (const entry of archive.entries()) {
      const splitter = new GameSplitter();
      const before = number;
      try {
        for await (const game of splitGames(watch.over(entry.open()), splitter))
          yield inArchive(game, entry.name, ++number);
        if (number > before && splitter.strays !== null) warnings.push(`${entry.name}: ${strayWords(splitter.strays)}`);
      } catch (error) {
        if (!(error instanceof ArchiveError) || options.onFault === undefined) throw error;
        whole = false;
        options.onFault(error);
      }
    }
    if (number === 0 && whole && watch.sawText) warnings.push(`${path}: ${NO_PGN}`);
    for (const warning of [...warnings, ...archive.warnings]) options.onWarning?.(warning);
  } finally {
    await archive.close();
  }
}

const LISTENERS: readonly (keyof ReadOptions)[] = ['onFault', 'onWarning'];

/** The file system would say so, too, but as of a disk that cannot be read, or of a file without a name. */
function checkPath(path: unknown): void {
  const advice = path instanceof URL ? '; fileURLToPath makes one of it' : '';
  if (typeof path !== 'string') throw new TypeError(`a path must be a string, not ${kindOf(path)}${advice}`);
  if (path === '') throw new TypeError('a path must not be empty: name a file, or - for standard input');
}

/** Before the first game: a call to what is no function would take the place of the fault that it was to be told. */
function checkListeners(options: Partial<Record<keyof ReadOptions, unknown>>): void {
  for (const name of LISTENERS) {
    const value = options[name];
    if (value !== undefined && typeof value !== 'function') throw new TypeError(`'${name}' must be a function`);
  }
}

/** Tags and text are read when they are asked for: of most games of an archive they are not. */
function inArchive(game: RawGame, entry: string, number: number): ArchiveGame {
  return {
    ...game,
    entry,
    number,
    get tags() {
      return readTags(game.bytes).tags;
    },
    get pgn() {
      return decode(game.bytes);
    },
  };
}
