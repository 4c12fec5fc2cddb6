/**
 * What the network sees of a position, in the terms of `src/kernel/tree/network.ts`: each man is one input of 768 (whose, kind, square),
 * the board turned so that the viewer plays upward with the king on the right-hand side.
 */

import { materialOf } from '../material.js';

/** Own men first, then the other side's; king last of each. */
export const INPUTS = 12 * 64;
/** The output is chosen by the number of men, four a stage; positions that are set up may have more than 32. */
export const STAGES = 8;
const KINDS = 'pnbrqk';
const KING = 5;

interface Man {
  white: boolean;
  kind: number;
  /** a1 is 0, h8 is 63. */
  square: number;
}

export interface Seen {
  /** Inputs that are on, as the side to move sees them, and as the other side does. */
  own: number[];
  other: number[];
  /** 0 for the fewest men. */
  stage: number;
  /** Pawns by which the side to move is ahead. */
  material: number;
}

function menOf(board: string): Man[] {
  const men: Man[] = [];
  let square = 56;
  for (const char of board) {
    if (char === '/') square -= 16;
    else if (char >= '1' && char <= '8') square += Number(char);
    else {
      const kind = KINDS.indexOf(char.toLowerCase());
      men.push({ white: char !== char.toLowerCase(), kind, square: square++ });
    }
  }
  return men;
}

function viewOf(men: readonly Man[], white: boolean): number[] {
  const king = men.find((man) => man.white === white && man.kind === KING)?.square ?? 0;
  const turn = (white ? 0 : 56) ^ (king % 8 < 4 ? 7 : 0);
  return men.map((man) => ((man.white === white ? 0 : 6) + man.kind) * 64 + (man.square ^ turn));
}

/** @param fen four fields or six */
export function look(fen: string): Seen {
  const [board = '', turn] = fen.split(' ');
  const men = menOf(board);
  const white = turn === 'w';
  return {
    own: viewOf(men, white),
    other: viewOf(men, !white),
    stage: Math.min((men.length - 1) >> 2, STAGES - 1),
    material: materialOf(fen) / 100,
  };
}
