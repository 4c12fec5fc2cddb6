/** Paths as an operator gives them -> the archives to read, in an order that is the same on every machine. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from './errors.js';

const ARCHIVE_NAME = /\.(?:pgn|zip)$/i;

/**
 * Files stand as they are given, whatever their names: content decides later. Folders are walked to their depths, sorted by code unit, for
 * `.pgn` and `.zip`; hidden names are passed over, links to files followed, links to folders not, for they can go round in circles.
 *
 * @throws {ArchiveError} `not_found` or `not_readable` for the first path that cannot be listed.
 */
export async function listArchives(paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) await walk(path, found);
      else found.push(path);
    } catch (error) {
      throw fileError(error, path);
    }
  }
  return found;
}

async function walk(folder: string, found: string[]): Promise<void> {
  const items = await readdir(folder, { withFileTypes: true });
  items.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const item of items) {
    if (item.name.startsWith('.')) continue;
    const path = join(folder, item.name);
    if (item.isDirectory()) await walk(path, found);
    else if (ARCHIVE_NAME.test(item.name) && (item.isFile() || (item.isSymbolicLink() && (await isFile(path))))) {
      found.push(path);
    }
  }
}

/** A link that leads nowhere is no file. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}
