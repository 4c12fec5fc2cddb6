/** A Markdown file of which the benchmark writes one part, between two markers, and people the rest. */

export const BEGIN =
  '<!-- accuracy: what follows is written by `npm run bench:accuracy -- PUZZLES.csv --write FILE` -->';
export const END = '<!-- accuracy: end -->';

/**
 * The document with that part replaced.
 * @throws {Error} where it does not hold both markers, once each and in order
 */
export function replacePart(document: string, part: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  const once = begin === document.lastIndexOf(BEGIN) && end === document.lastIndexOf(END);
  if (begin < 0 || end < begin || !once) throw new Error(`it needs one line "${BEGIN}" and one "${END}" behind it`);
  return `${document.slice(0, begin)}${BEGIN}\n\n${part}\n\n${document.slice(end)}`;
}
