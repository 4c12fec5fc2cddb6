/** How moves and comments stand in a game that is written: in words, between which a line may break. */

/** Columns. */
const WIDTH = 80;

/**
 * Moves with their numbers and comments, as words between which a line may break.
 * @param moves SAN
 * @param fen before the first of them; the standard start unless given
 * @param comments as in `makeGame`
 */
export function* moveWords(
  moves: readonly string[],
  fen: string | undefined,
  comments: ReadonlyMap<number, string>,
): Generator<string> {
  const [, side, , , , count] = fen?.split(' ') ?? [];
  let number = Math.max(1, Number.parseInt(count ?? '1', 10) || 1);
  let white = side !== 'b';
  for (const [index, move] of moves.entries()) {
    if (white) yield `${number}.`;
    else if (index === 0 || comments.has(index - 1)) yield `${number}...`;
    yield move;
    const comment = comments.get(index);
    // one word, which is not wrapped: commands such as [%cal Ge2e4] may not be cut
    if (comment !== undefined) yield commentWord(comment);
    if (!white) number++;
    white = !white;
  }
}

/** A comment as it stands between moves; braces in it become parentheses. */
export function commentWord(comment: string): string {
  return `{ ${comment.replace(/[{]/g, '(').replace(/[}]/g, ')')} }`;
}

/** Words -> lines of at most 80 columns, but for a word that is longer. */
export function wrap(words: Iterable<string>, newline = '\n'): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join(newline);
}
