/**
 * A diagram of a position as SVG, with an arrow for the first move. The pieces are drawn here, so that a report needs no font and no file
 * beside it, and no licence but the project's own.
 */
import { squareOf } from '../export/board.js';

/** Units of a square; the board is eight of them, with a margin for the names of files and ranks. */
const SQUARE = 45;
const MARGIN = 18;
const SIZE = 8 * SQUARE + MARGIN;

const BASE = 'M11 38.5h23v-3c0-2.3-1.6-3.5-3.6-3.5H14.6c-2 0-3.6 1.2-3.6 3.5z';

/** Outlines on a square of 45 units, above the base that all but the knight stand on alike; then lines within them. */
const PIECES: Record<string, { outline: string; lines?: string }> = {
  p: {
    outline:
      'M22.5 10a5.3 5.3 0 0 0-3.4 9.4c-2.3 1.2-3.6 3.2-3.6 5.6h4c-.3 3-1.6 5.2-4 7h14c-2.4-1.8-3.7-4-4-7h4c0-2.4-1.3-4.4-3.6-5.6A5.3 5.3 0 0 0 22.5 10z',
  },
  n: {
    outline:
      'M14 32h18.5c1.3-9.5-.8-20-11-22.5l-1-3.5-3.3 4.2C12 13 9.6 18 9 22.6c-.2 1.7.9 3.4 2.6 3.4 1.6 0 2.2-1.2 3.7-1.7 2.7-.9 4.3-1.3 5.4-3 .2 4.2-5.4 5.7-6.7 10.7z',
    lines: 'M16.6 15.6v.01M11.8 22.4v.01',
  },
  b: {
    outline:
      'M22.5 5.5a2.6 2.6 0 0 0-1.5 4.7c-3.4 2.7-6.2 6.6-6.2 10.8 0 2.9 1.4 5.3 3.7 6.9L17 32h11l-1.5-4.1c2.3-1.6 3.7-4 3.7-6.9 0-4.2-2.8-8.1-6.2-10.8a2.6 2.6 0 0 0-1.5-4.7z',
    lines: 'M22.5 15.5v7M19 19h7M18.5 28h8',
  },
  r: {
    outline: 'M12 9h4.5v3.5h3.7V9h4.6v3.5h3.7V9H33v7.5l-3.2 3V29l2 3H13.2l2-3v-9.5l-3.2-3z',
    lines: 'M15.2 19.5h14.6M15.2 29h14.6',
  },
  q: {
    outline:
      'M11.5 32l-3.7-17a2 2 0 1 1 1.8-.5l5.4 7.2 2-10.4a2 2 0 1 1 1.9.1l3.6 9.4 3.6-9.4a2 2 0 1 1 1.9-.1l2 10.4 5.4-7.2a2 2 0 1 1 1.8.5L33.5 32z',
    lines: 'M13 28c6-1.5 13-1.5 19 0',
  },
  k: {
    outline:
      'M21.3 12.8V10h-3V7.5h3v-3h2.4v3h3V10h-3v2.8c1.5.9 2.5 2.5 3 4.2 2-1.2 4.4-1.5 6.5-.8 5.2 1.7 5 8 .3 12.8V32h-22v-3c-4.7-4.8-4.9-11.1.3-12.8 2.1-.7 4.5-.4 6.5.8.5-1.7 1.5-3.3 3-4.2z',
    lines: 'M22.5 19v9M11.5 28.6c7-1.7 15-1.7 22 0',
  },
};

const WORDS: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

export interface Diagram {
  fen: string;
  /** The move to point at, in UCI. */
  move: string;
}

/**
 * A whole SVG document. Whose move it is sees its own side below. Colours are the same in light and dark: a board is a picture.
 */
export function boardSvg({ fen, move }: Diagram): string {
  const [placement = '', turn = 'w'] = fen.split(' ');
  const flipped = turn === 'b';
  const parts: string[] = [];
  const corner = (square: number): [x: number, y: number] => {
    const [file, rank] = [square % 8, Math.floor(square / 8)];
    return [MARGIN + SQUARE * (flipped ? 7 - file : file), SQUARE * (flipped ? rank : 7 - rank)];
  };
  const marked = [squareOf(move), squareOf(move.slice(2))];
  for (let square = 0; square < 64; square++) {
    const [x, y] = corner(square);
    const dark = (square + Math.floor(square / 8)) % 2 === 0;
    const fill = marked.includes(square) ? (dark ? '#b9a13c' : '#e3d37a') : dark ? '#a98462' : '#eadcc4';
    parts.push(`<rect x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" fill="${fill}"/>`);
  }
  for (const [square, piece] of piecesOf(placement)) {
    const [x, y] = corner(square);
    parts.push(drawPiece(piece, x, y));
  }
  parts.push(arrow(centre(corner(marked[0] ?? 0)), centre(corner(marked[1] ?? 0))));
  for (let index = 0; index < 8; index++) {
    const [file, rank] = flipped ? ['hgfedcba'.charAt(index), index + 1] : ['abcdefgh'.charAt(index), 8 - index];
    const at = SQUARE * index + SQUARE / 2;
    parts.push(
      `<text x="${MARGIN + at}" y="${SIZE - 5}">${file}</text><text x="${MARGIN / 2}" y="${at + 4}">${rank}</text>`,
    );
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" role="img" font-family="sans-serif" font-size="12" ` +
    `text-anchor="middle" fill="#8a7a66"><title>${describe(placement, flipped)}</title>${parts.join('')}</svg>`
  );
}

/** For those who hear a page: what stands where. */
function describe(placement: string, black: boolean): string {
  const named = (white: boolean): string =>
    [...piecesOf(placement)]
      .filter(([, piece]) => (piece === piece.toUpperCase()) === white)
      .sort(([, a], [, b]) => 'kqrbnp'.indexOf(a.toLowerCase()) - 'kqrbnp'.indexOf(b.toLowerCase()))
      .map(([square, piece]) => `${WORDS[piece.toLowerCase()] ?? ''} ${nameOf(square)}`)
      .join(', ');
  return `${black ? 'Black' : 'White'} to move. White: ${named(true)}. Black: ${named(false)}.`;
}

function* piecesOf(placement: string): Generator<[square: number, piece: string]> {
  for (const [index, row] of placement.split('/').entries()) {
    let square = 8 * (7 - index);
    for (const char of row) {
      if (/\d/.test(char)) square += Number(char);
      else yield [square++, char];
    }
  }
}

function drawPiece(piece: string, x: number, y: number): string {
  const shape = PIECES[piece.toLowerCase()];
  if (shape === undefined) return '';
  const white = piece === piece.toUpperCase();
  const [fill, stroke, line] = white ? ['#fff', '#1d1b19', '#1d1b19'] : ['#2b2825', '#12100f', '#f2ece4'];
  const lines = shape.lines === undefined ? '' : `<path d="${shape.lines}" fill="none" stroke="${line}"/>`;
  return (
    `<g transform="translate(${x} ${y})" stroke="${stroke}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${shape.outline}${BASE}" fill="${fill}"/>${lines}</g>`
  );
}

function centre([x, y]: [number, number]): [number, number] {
  return [x + SQUARE / 2, y + SQUARE / 2];
}

/** From centre to centre, ending in a head. */
function arrow([x1, y1]: [number, number], [x2, y2]: [number, number]): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return '';
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, across: number): string =>
    `${(x1 + ux * along - uy * across).toFixed(1)} ${(y1 + uy * along + ux * across).toFixed(1)}`;
  const neck = length - 16;
  const path = [
    ...[point(12, 3.5), point(neck, 3.5), point(neck, 10), point(length, 0)],
    ...[point(neck, -10), point(neck, -3.5), point(12, -3.5)],
  ].join('L');
  return `<path d="M${path}z" fill="#1f7a4d" fill-opacity=".75"/>`;
}

function nameOf(square: number): string {
  return 'abcdefgh'.charAt(square % 8) + String(Math.floor(square / 8) + 1);
}
