/** pgn-parser ships no types; only what the second opinion uses is declared. */
declare module 'pgn-parser' {
  /** What the generated parser throws. */
  export interface PgnSyntaxError extends Error {
    name: 'SyntaxError';
    /** The text found where something else was expected; null at the end of the input. */
    found: string | null;
    location: { start: { offset: number; line: number; column: number } };
  }
  /** @throws {PgnSyntaxError} at the first thing that the grammar does not know. */
  export function parse(text: string): unknown[];
  const parser: { parse: typeof parse };
  export default parser;
}
