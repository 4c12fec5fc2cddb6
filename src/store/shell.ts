/** Names of databases in the commands that messages advise: blanks, quotes and the like are no reason that they fail when pasted. */

/** One word for a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A database for a command's end, with a blank before it; nothing for the one that commands take unasked. */
export function dbFlag(file: string): string {
  if (file === 'data/motif.db') return '';
  return ` --db ${/^[\p{L}\p{N}_./@%+=:,][\p{L}\p{N}_./@%+=:,-]*$/u.test(file) ? file : quoted(file)}`;
}
