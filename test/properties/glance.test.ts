/** l1 tells most moves from a glance: it must pass over nothing that a full look at every move would find. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setPosition } from '../../src/tactics/kernel-engine.js';
import { loadKernel } from '../../src/tactics/kernel.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { seeded } from '../kernel/positions.js';
import { over, position } from './positions.js';

const kernel = await loadKernel();
const memory = kernel.memory.buffer;
const input = new Uint8Array(memory, kernel.inputAddress(), kernel.inputCapacity());
const output = new DataView(memory, kernel.outputAddress(), kernel.outputCapacity());
const next = seeded(20_26);

it('a move at a glance emits the candidates of a full look, to the byte', () => {
  fc.assert(
    fc.property(position, (fen) => {
      setPosition(kernel, input, fen);
      expect(kernel.overlooked()).toBe(0);
    }),
    over(10_000),
  );
});

it.each([
  // the bishop on h8 follows where the queen takes that guards the pinned knight
  '6kb/8/8/4r3/8/2Q5/KN6/8 b - - 0 1',
  '6k1/5pbp/6p1/8/3r4/2Q5/KN6/8 b - - 0 1',
  // the queen on g7 comes to guard the pinned bishop, and the bishop on h8 stands behind it
  'k6b/B4QQ1/Q2r2r1/1Q2r3/4R1b1/2B5/3Rr1q1/Q1K4b b - - 0 2',
  // a rook behind its king has no part in taking what the king attacks
  'r5n1/1p6/2pp1pp1/P1b1kb2/P1P1B1P1/3K4/R3PP1r/1N4NR b - - 4 27',
])('nor does it where men stand in line: %s', (fen) => {
  setPosition(kernel, input, fen);
  expect(kernel.overlooked()).toBe(0);
});

/** Mostly pieces, mostly pawns, or many of one kind. */
const MEN = ['PPPPNBRQ', 'PNBRQ', 'QRB', 'PPPPPP', 'NNNPP', 'RQBN'];

/** A board on which anything may stand anywhere: batteries, men pinned twice, five queens. It may be none that is legal. */
function scatter(): string {
  const board = Array<string>(64).fill('1');
  board[next(64)] = 'K';
  board[next(64)] = 'k';
  const men = MEN[next(MEN.length)] ?? '';
  for (let count = 2 + next(28); count > 0; count--) {
    const square = next(64);
    const man = men.charAt(next(men.length));
    if (board[square] !== '1' || (man === 'P' && (square < 8 || square >= 56))) continue;
    board[square] = next(2) === 0 ? man : man.toLowerCase();
  }
  const ranks = Array.from({ length: 8 }, (_, rank) => board.slice(8 * rank, 8 * rank + 8).join(''));
  return `${ranks.join('/').replace(/1+/g, (gap) => String(gap.length))} ${next(2) === 0 ? 'w' : 'b'} - - 0 1`;
}

/** Sets a board; whether it is a position. */
function begin(fen: string): boolean {
  const { written } = new TextEncoder().encodeInto(fen, input);
  return kernel.setFen(written) === 0;
}

function playAtRandom(): boolean {
  const moves = kernel.legalMoves();
  return moves > 0 && Boolean(kernel.play(output.getUint16(2 * next(moves), true)));
}

it('nor does it where men stand as they never do in games', () => {
  for (let looked = 0; looked < over(100_000).numRuns;) {
    if (!begin(next(3) === 0 ? scatter() : STANDARD_START)) continue;
    for (let plies = 10 + next(120); plies > 0 && playAtRandom(); plies--, looked++) {
      const overlooked = kernel.overlooked();
      if (overlooked === 0) continue;
      const length = kernel.getFen(false);
      expect.fail(
        `${String(overlooked)} in ${new TextDecoder().decode(new Uint8Array(memory, output.byteOffset, length))}`,
      );
    }
  }
});
