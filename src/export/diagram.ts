/**
 * A position -> a picture of its board as SVG, with an arrow where a move is to be pointed at. It needs neither network, font nor file
 * beside it: pieces are shapes of our own (`pieces.ts`), defined once a picture and used.
 *
 * Attributes stand in single quotes, so that a picture goes into a TSV field without escapes.
 */
import { BLACK, Board, Kind, squareOf } from './board.js';
import { KIND_NAMES, pieceShape } from './pieces.js';

/** Units of a square, on which pieces are drawn; the board is eight of them, with a margin for the names of files and ranks. */
const SQUARE = 45;
const MARGIN = 18;
const SIZE = 8 * SQUARE + MARGIN;

const LIGHT = '#eadcc4';
const DARK = '#a98462';
const LIGHT_MARKED = '#e3d37a';
const DARK_MARKED = '#b9a13c';

/** The colours of one side: of shapes, of their edges, and (`currentColor`) of the lines within them. */
const WHITE_INK = `fill='#fff' stroke='#1d1b19' color='#1d1b19'`;
const BLACK_INK = `fill='#2b2825' stroke='#12100f' color='#f2ece4'`;

const DARK_SQUARES = Array.from({ length: 32 }, (_, index) => {
  const row = index >> 2;
  return `M${MARGIN + SQUARE * (2 * (index & 3) + ((row + 1) & 1))} ${SQUARE * row}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
}).join('');

export interface DiagramOptions {
  /** Black at the bottom. Default: where Black is to move. */
  flipped?: boolean;
  /** A move to point at, in UCI. */
  move?: string;
  /** Pixels of width and height. Default: as much room as there is. */
  size?: number;
  /** What the ids of its shapes begin with, for pages that hold several. */
  id?: string;
}

type Point = readonly [x: number, y: number];

/** @param fen known to be one */
export function boardSvg(fen: string, { flipped, move, size, id = '' }: DiagramOptions = {}): string {
  const board = new Board().set(fen);
  const turned = flipped ?? !board.whiteToMove;
  const corner = (square: number): Point => {
    const [file, rank] = [square & 7, square >> 3];
    return [MARGIN + SQUARE * (turned ? 7 - file : file), SQUARE * (turned ? rank : 7 - rank)];
  };
  const ends = move === undefined ? [] : [squareOf(move), squareOf(move.slice(2))];
  const edges = size === undefined ? '' : ` width='${size}' height='${size}'`;
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SIZE} ${SIZE}'${edges} role='img'><title>${describe(board)}</title>` +
    `<path fill='${LIGHT}' d='M${MARGIN} 0h${8 * SQUARE}v${8 * SQUARE}H${MARGIN}z'/><path fill='${DARK}' d='${DARK_SQUARES}'/>` +
    ends.map((square) => mark(square, corner(square))).join('') +
    drawPieces(board, corner, id) +
    arrow(ends.map(corner)) +
    `<g font-family='sans-serif' font-size='12' text-anchor='middle' fill='#8a7a66'>${drawNames(turned)}</g></svg>`
  );
}

function mark(square: number, [x, y]: Point): string {
  const dark = ((square ^ (square >> 3)) & 1) === 0;
  return `<path fill='${dark ? DARK_MARKED : LIGHT_MARKED}' d='M${x} ${y}h${SQUARE}v${SQUARE}h-${SQUARE}z'/>`;
}

function drawPieces({ squares }: Board, corner: (square: number) => Point, id: string): string {
  const kinds = new Set<number>();
  const sides: [string, string] = ['', ''];
  for (const [square, piece] of squares.entries()) {
    if (piece === Kind.None) continue;
    const [x, y] = corner(square);
    kinds.add(piece & 7);
    sides[piece < BLACK ? 0 : 1] += `<use href='#${id}p${piece & 7}' x='${x}' y='${y}'/>`;
  }
  const shapes = [...kinds].sort().map((kind) => `<g id='${id}p${kind}'>${pieceShape(kind)}</g>`);
  return (
    `<defs>${shapes.join('')}</defs><g stroke-width='1.5' stroke-linecap='round' stroke-linejoin='round'>` +
    `<g ${WHITE_INK}>${sides[0]}</g><g ${BLACK_INK}>${sides[1]}</g></g>`
  );
}

/** From centre to centre, ending in a head; nothing where there is no move. */
function arrow([from, to]: readonly Point[]): string {
  if (from === undefined || to === undefined) return '';
  const [x, y] = [from[0] + SQUARE / 2, from[1] + SQUARE / 2];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length === 0) return '';
  const [ux, uy] = [dx / length, dy / length];
  const point = (along: number, across: number): string =>
    `${(x + ux * along - uy * across).toFixed(1)} ${(y + uy * along + ux * across).toFixed(1)}`;
  const neck = length - 16;
  const path = [
    ...[point(12, 3.5), point(neck, 3.5), point(neck, 10), point(length, 0)],
    ...[point(neck, -10), point(neck, -3.5), point(12, -3.5)],
  ].join('L');
  return `<path d='M${path}z' fill='#1f7a4d' fill-opacity='.75'/>`;
}

/** The names of files and ranks. */
function drawNames(turned: boolean): string {
  return Array.from({ length: 8 }, (_, index) => {
    const [file, rank] = turned ? ['hgfedcba'.charAt(index), index + 1] : ['abcdefgh'.charAt(index), 8 - index];
    const at = SQUARE * index + SQUARE / 2;
    return `<text x='${MARGIN + at}' y='${SIZE - 5}'>${file}</text><text x='${MARGIN / 2}' y='${at + 4}'>${rank}</text>`;
  }).join('');
}

/** For those who hear a page: what stands where. */
function describe({ squares, whiteToMove }: Board): string {
  const men = (color: number): string =>
    [Kind.King, Kind.Queen, Kind.Rook, Kind.Bishop, Kind.Knight, Kind.Pawn]
      .flatMap((kind) =>
        Array.from(squares, (piece, square) =>
          piece === (kind | color) ? `${KIND_NAMES[kind]} ${nameOf(square)}` : '',
        ),
      )
      .filter((man) => man !== '')
      .join(', ');
  return `${whiteToMove ? 'White' : 'Black'} to move. White: ${men(0)}. Black: ${men(BLACK)}.`;
}

function nameOf(square: number): string {
  return 'abcdefgh'.charAt(square & 7) + String((square >> 3) + 1);
}
