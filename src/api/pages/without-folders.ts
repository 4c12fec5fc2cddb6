/** Messages of runs as strangers may read them: what they name, but not where on the server it lies. */

/** Characters of a message that are told; an archive may have a fault for each of its entries. */
const LONGEST = 1_000;
/** What parts the faults of an archive (`nightly/scanning.ts`). */
const BETWEEN = '; ';

/** The folders of a path from a root, with blanks and apostrophes in their names: not the quote that closes round a path. */
const FROM_ROOT = /(?<=^|[\s"'(])(?:[A-Za-z]:)?[\\/](?:(?:[^\\/:'"\n]|'(?=[^\s\\/]))+[\\/])*(?=[^\\/\s])/g;

/** The folders that a path names, its last separator included; empty where it names none. */
export function foldersOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/**
 * @param folders known ones (`foldersOf`), for those of paths that begin at no root look like any other words
 */
export function withoutFolders(message: string, folders: Iterable<string> = []): string {
  let text = shortened(message);
  // the longest first: others may be the beginning of it
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if (folder.length > 1) text = text.replaceAll(folder, '');
  }
  return text.replace(FROM_ROOT, '');
}

/** Cut between two faults, for the half of a path could not be told from a name. */
function shortened(message: string): string {
  if (message.length <= LONGEST) return message;
  const end = message.lastIndexOf(BETWEEN, LONGEST);
  return end > 0 ? `${message.slice(0, end)}; and more` : 'too long to be shown here';
}
