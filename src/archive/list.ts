/** Paths as an operator gives them -> the archives to read, in an order that is the same on every machine. */
import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from './errors.js';
import { readAtOnce } from './file.js';
import { HEAD, fileFormatOf, isOfficeZip, refusalFor, textRefusalFor } from './sniff.js';
import { STDIN } from './source.js';

/** Names that promise games or an archive: what is none is told, not passed over in silence. */
const ARCHIVE_NAME = /\.(?:pgn|zip|zst|zstd|gz|tgz|bz2|bzip2|xz|7z|rar|tar)$/i;

/** What Node puts where bytes of a name are no UTF-8: what is listed under such a name cannot be opened under it. */
const NO_LETTER = '\ufffd';

/** @param why in words that follow the path */
export type OnSkip = (path: string, why: string) => void;

/**
 * Files stand as they are given, whatever is in them: opening them tells. Folders are walked to their depths, sorted by code unit, for
 * files that hold PGN or an archive by their content, whatever their names; hidden names are passed over, links to files followed,
 * links to folders not, for they can go round in circles. `-` is standard input.
 *
 * @param onSkip is told which file with the name of an archive is none that can be read, and which folder in a folder cannot, and why
 * @throws {ArchiveError} `not_found` or `not_readable` for the first path given that cannot be listed.
 */
export async function listArchives(paths: string[], onSkip: OnSkip = () => undefined): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      if (path !== STDIN && statSync(path).isDirectory()) await walk(path, found, onSkip);
      else found.push(path);
    } catch (error) {
      throw fileError(error, path);
    }
  }
  return found;
}

async function walk(folder: string, found: string[], onSkip: OnSkip): Promise<void> {
  const items = await readdir(folder, { withFileTypes: true });
  items.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const item of items) {
    if (item.name.startsWith('.')) continue;
    const joined = join(folder, item.name);
    // of the folder `.`, the file that is called so
    const path = joined === STDIN ? `./${STDIN}` : joined;
    // what a link leads to, or the thing itself; null where it is not there
    const there = item.isSymbolicLink() || item.name.includes(NO_LETTER) ? await stat(path).catch(() => null) : item;
    if (there === null) {
      const told = ARCHIVE_NAME.test(path) || item.isDirectory();
      const nowhere = 'is a link whose target does not exist; is a drive missing?';
      if (told) onSkip(path, item.name.includes(NO_LETTER) ? 'has a name that is not UTF-8; rename it' : nowhere);
    } else if (item.isDirectory()) {
      try {
        await walk(path, found, onSkip);
      } catch (error) {
        // one that may not be read, or that is gone meanwhile, leaves the others to be read
        onSkip(path, fileError(error, path).reason);
      }
    } else if (there.isFile()) {
      const refusal = await refusalOf(path);
      if (refusal === null) found.push(path);
      else if (ARCHIVE_NAME.test(path)) onSkip(path, refusal);
    } else if (!there.isDirectory() && ARCHIVE_NAME.test(path)) {
      onSkip(path, 'is not a regular file; pass a pipe as standard input (-)');
    }
  }
}

/** Why a file in a folder is not to be read; null when it is. */
async function refusalOf(path: string): Promise<string | null> {
  let head: Uint8Array;
  try {
    head = await readAtOnce(path, 0, HEAD);
  } catch {
    // an archive that may not be read is for whoever opens it to tell of
    return ARCHIVE_NAME.test(path) ? null : 'cannot be read';
  }
  const format = fileFormatOf(head, path);
  if (format === 'zip' && isOfficeZip(head)) return 'is a document, not an archive of games';
  if (format !== null) return refusalFor(format);
  return textRefusalFor(head, /\.pgn$/i.test(path));
}
