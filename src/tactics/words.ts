/** Names of the interface and lines of moves as people write them, the same on pages, in reports and on the command line. */

/** `back_rank_mate` -> `back-rank mate`, `illegal_move` -> `illegal move`. */
export function inWords(name: string): string {
  return name === 'back_rank_mate' ? 'back-rank mate' : name.replaceAll('_', ' ');
}

/** With a capital where it begins. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `wins 3 points of material`. @param gain centipawns */
export function winningsInWords(gain: number): string {
  return `wins ${gain / 100} ${gain === 100 ? 'point' : 'points'} of material`;
}

/** A line in SAN with its numbers: `23... Ne2+ 24. Kg2 Nxc3`. @param fen before its first move */
export function numberedLine(fen: string, sans: readonly string[]): string {
  return numberedMoves(fen, sans).join(' ');
}

/** The same, move by move. @param dots behind the number of a first move that is Black's */
export function numberedMoves(fen: string, sans: readonly string[], dots = '...'): string[] {
  const [, side, , , , first = '1'] = fen.split(' ');
  // half-moves from White's in the line's first pair
  const offset = side === 'b' ? 1 : 0;
  return sans.map((san, index) => {
    const number = Number(first) + Math.floor((index + offset) / 2);
    if ((index + offset) % 2 === 0) return `${number}. ${san}`;
    return index === 0 ? `${number}${dots} ${san}` : san;
  });
}
