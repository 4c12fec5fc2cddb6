/** From where a game starts, as its FEN tag says it. */

/** Without counters. */
const USUAL = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

/** What stands in a tag that says nothing: some exports leave it empty, and PGN has signs for unknown and for none. */
const NOTHING = new Set(['', '?', '-']);

/** The FEN that a game starts from; null where it names none. */
export function fenOf(tags: ReadonlyMap<string, string>): string | null {
  const fen = tags.get('FEN')?.trim() ?? '';
  return NOTHING.has(fen) ? null : fen;
}

/** The fields of a FEN that make the position: board, side to move, rights, en passant. Whatever blanks stand between them count as one. */
export function positionFields(fen: string): string {
  return fen.trim().split(/\s+/, 4).join(' ');
}

/** Whether a FEN is the usual start, whatever its counters say. */
export function isUsualStart(fen: string): boolean {
  return positionFields(fen) === USUAL;
}
