/** Names of the interface as people say them, the same on pages, in reports and on the command line. */

/** `back_rank_mate` -> `back-rank mate`, `illegal_move` -> `illegal move`. */
export function inWords(name: string): string {
  return name === 'back_rank_mate' ? 'back-rank mate' : name.replaceAll('_', ' ');
}

/** With a capital where it begins. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
