/** The pieces of diagrams, drawn here, so that no licence but the project's own goes with a picture. On a square of 45 units. */

/** By kind (`board.ts`). */
export const KIND_NAMES: readonly string[] = ['', 'pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** What all of them stand on. */
const BASE = 'M11 38.5h23v-3c0-2.3-1.6-3.5-3.6-3.5H14.6c-2 0-3.6 1.2-3.6 3.5z';

/** Outlines above the base, by kind, and the lines within them. */
const PIECES: readonly (readonly [outline: string, lines: string])[] = [
  ['', ''],
  [
    'M22.5 10a5.3 5.3 0 0 0-3.4 9.4c-2.3 1.2-3.6 3.2-3.6 5.6h4c-.3 3-1.6 5.2-4 7h14c-2.4-1.8-3.7-4-4-7h4c0-2.4-1.3-4.4-3.6-5.6A5.3 5.3 0 0 0 22.5 10z',
    '',
  ],
  [
    'M14 32h18.5c1.3-9.5-.8-20-11-22.5l-1-3.5-3.3 4.2C12 13 9.6 18 9 22.6c-.2 1.7.9 3.4 2.6 3.4 1.6 0 2.2-1.2 3.7-1.7 2.7-.9 4.3-1.3 5.4-3 .2 4.2-5.4 5.7-6.7 10.7z',
    'M16.6 15.6v.01M11.8 22.4v.01',
  ],
  [
    'M22.5 5.5a2.6 2.6 0 0 0-1.5 4.7c-3.4 2.7-6.2 6.6-6.2 10.8 0 2.9 1.4 5.3 3.7 6.9L17 32h11l-1.5-4.1c2.3-1.6 3.7-4 3.7-6.9 0-4.2-2.8-8.1-6.2-10.8a2.6 2.6 0 0 0-1.5-4.7z',
    'M22.5 15.5v7M19 19h7M18.5 28h8',
  ],
  ['M12 9h4.5v3.5h3.7V9h4.6v3.5h3.7V9H33v7.5l-3.2 3V29l2 3H13.2l2-3v-9.5l-3.2-3z', 'M15.2 19.5h14.6M15.2 29h14.6'],
  [
    'M11.5 32l-3.7-17a2 2 0 1 1 1.8-.5l5.4 7.2 2-10.4a2 2 0 1 1 1.9.1l3.6 9.4 3.6-9.4a2 2 0 1 1 1.9-.1l2 10.4 5.4-7.2a2 2 0 1 1 1.8.5L33.5 32z',
    'M13 28c6-1.5 13-1.5 19 0',
  ],
  [
    'M21.3 12.8V10h-3V7.5h3v-3h2.4v3h3V10h-3v2.8c1.5.9 2.5 2.5 3 4.2 2-1.2 4.4-1.5 6.5-.8 5.2 1.7 5 8 .3 12.8V32h-22v-3c-4.7-4.8-4.9-11.1.3-12.8 2.1-.7 4.5-.4 6.5.8.5-1.7 1.5-3.3 3-4.2z',
    'M22.5 19v9M11.5 28.6c7-1.7 15-1.7 22 0',
  ],
];

const SHAPES = PIECES.map(
  ([outline, lines]) =>
    `<path d='${outline}${BASE}'/>${lines === '' ? '' : `<path d='${lines}' fill='none' stroke='currentColor'/>`}`,
);

/** Paths of a piece: shapes in the fill and stroke of what uses them, lines in its colour. */
export function pieceShape(kind: number): string {
  return SHAPES[kind] ?? '';
}
