/**
 * A FEN -> a picture of the board as SVG, which needs neither a network nor a font: pieces are shapes of our own, drawn once and used.
 *
 * Attributes stand in single quotes, so that a picture goes into a TSV field, or into an attribute, without escapes.
 */
import { BLACK, Board } from './board.js';

/** By kind, pawn to king, on a square of 45 units. */
const SHAPES: readonly string[] = [
  '',
  'M22.5 9a5.5 5.5 0 0 0-3.7 9.6c-4 2.2-5.8 7.4-6.3 14.4H10v5h25v-5h-2.5c-.5-7-2.300-12.200-6.300-14.400A5.500 5.500 0 0 0 22.500 9z',
  'M13 38c0-8 2-11 8-16-5 0-7 4-10 4l-4-4 7-11 4-2 2-4 3 4c9 2 12 12 11 29z',
  'M22.500 5a3 3 0 0 0-2 5.200C15.500 13.500 12 18.500 13 24c.6 3 2.500 5 4.500 6L16 33h-5v5h23v-5h-5l-1.500-3c2-1 3.900-3 4.500-6 1-5.500-2.500-10.500-7.500-13.800a3 3 0 0 0-2-5.200z',
  'M10 38v-5h3l1.500-14H11V9h5v3h4V9h5v3h4V9h5v10h-3.500L32 33h3v5z',
  'M7 14l5 14-1 5v5h23v-5l-1-5 5-14-7 8-3.500-13-5 12-5-12L14 22z',
  'M20.800 4v3H17.500v3h3.300v4C17 12 10 13 9 19c-.7 4 2 8 4 10l-1 4v5h21v-5l-1-4c2-2 4.700-6 4-10-1-6-8-7-11.800-5v-4h3.300V7h-3.300V4z',
].map((path) => path.replace(/(\.\d*?)0+(?=\D|$)/g, '$1'));

const LIGHT = '#f0e4cf';
const DARK = '#b08d68';
const UNIT = 45;

const DEFINITIONS = SHAPES.map((path, kind) => (path === '' ? '' : `<path id='p${kind}' d='${path}'/>`)).join('');
const DARK_SQUARES = Array.from({ length: 32 }, (_, index) => {
  const row = index >> 2;
  return `M${UNIT * (2 * (index & 3) + ((row + 1) & 1))} ${UNIT * row}h${UNIT}v${UNIT}h-${UNIT}z`;
}).join('');

export interface DiagramOptions {
  /** Black at the bottom. Default false. */
  flipped?: boolean;
  /** Pixels of width and height. Default 360. */
  size?: number;
}

/** @param fen known to be one */
export function boardSvg(fen: string, { flipped = false, size = 8 * UNIT }: DiagramOptions = {}): string {
  const { squares } = new Board().set(fen);
  const sides: [string, string] = ['', ''];
  for (const [square, piece] of squares.entries()) {
    if (piece === 0) continue;
    const [file, rank] = [square & 7, square >> 3];
    const x = UNIT * (flipped ? 7 - file : file);
    const y = UNIT * (flipped ? rank : 7 - rank);
    sides[piece < BLACK ? 0 : 1] += `<use href='#p${piece & 7}' x='${x}' y='${y}'/>`;
  }
  const edge = 8 * UNIT;
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${edge} ${edge}' width='${size}' height='${size}' role='img'>` +
    `<defs>${DEFINITIONS}</defs><path fill='${LIGHT}' d='M0 0h${edge}v${edge}H0z'/><path fill='${DARK}' d='${DARK_SQUARES}'/>` +
    `<g fill='#fff' stroke='#222' stroke-width='1.5'>${sides[0]}</g><g fill='#333' stroke='#000' stroke-width='1.5'>${sides[1]}</g></svg>`
  );
}
