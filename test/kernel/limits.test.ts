/**
 * Positions that no game comes to, near the limits of the kernel's memory (`src/kernel/memory.ts`): nothing checks a store there but the
 * kernel, so that its tables have to be what they were, and the next position has to be answered as by a kernel that has seen nothing else.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { KernelExports } from '../../src/tactics/exports.js';
import { compileKernel, loadKernel } from '../../src/tactics/kernel.js';
import { ALL_PATTERNS } from '../../src/tactics/types.js';
import { KIWIPETE } from './positions.js';

/** What lies behind the undo stack and is written once, from LEAPS to SWAP_LIST; and VIEWS, behind which the move lists begin. */
const TABLES = [
  [16_384, 130_048],
  [131_072, 262_144],
] as const;

/** Analyses after which the table's epochs begin anew (`tree/table.ts`): 16 bits, of which the lowest two are another thing. */
const EPOCHS = 0x4000;

let module: WebAssembly.Module;
let kernel: KernelExports;
beforeAll(async () => {
  module = await compileKernel();
  kernel = await loadKernel(module);
});

function set(on: KernelExports, fen: string): void {
  const input = new Uint8Array(on.memory.buffer, on.inputAddress(), on.inputCapacity());
  expect(on.setFen(new TextEncoder().encodeInto(fen, input).written)).toBe(0);
}

/** The packed tactics of a position at l2, in hex, and the nodes that they took. */
function analyse(on: KernelExports, fen: string): { records: string; nodes: number } {
  set(on, fen);
  const bytes = on.analyze(2, ALL_PATTERNS);
  return {
    records: Buffer.from(on.memory.buffer, on.outputAddress(), bytes).toString('hex'),
    nodes: on.nodeCount(),
  };
}

function tables(): Buffer {
  return Buffer.concat(TABLES.map(([from, to]) => Buffer.from(new Uint8Array(kernel.memory.buffer, from, to - from))));
}

describe('the kernel stays within its memory', () => {
  it.each([
    ['as many moves as a game can have', 'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1', 218, 76, 76],
    ['triggers', '1Q2rkn1/3Q1Nb1/Q4N2/B4NNn/N1KQ1NN1/q2N1Nqq/R3R3/1Rb2N1n w - - 0 1', 137, 233, 132],
    ['candidates', 'b1N1QBNk/1nq3RB/NNN1NN1q/1q1r3r/1NNq3q/NNq3qN/1NqqNNNN/b1NNNNNK w - - 0 1', 96, 902, 96],
    ['exchanges', 'kn1NqN2/N1b1NNN1/q1N1NNqq/qN2N1rN/NrNNNN1N/1nNb1N1N/qNNq1NNN/1qqNNNKN w - - 0 1', 79, 322, 79],
  ])('with many %s', async (_what, fen, moves, candidates, triggers) => {
    const before = tables();
    set(kernel, fen);
    expect(kernel.legalMoves()).toBe(moves);
    expect(kernel.countMismatches(2)).toBe(0);
    expect(kernel.overlooked()).toBe(0);
    kernel.analyze(1, ALL_PATTERNS);
    expect(kernel.foundCount()).toBe(candidates);
    kernel.analyze(2, ALL_PATTERNS);
    expect(kernel.foundCount()).toBe(candidates);
    expect(kernel.triggerCount()).toBe(triggers);
    for (let index = 0; index < triggers; index++) expect(kernel.explainTrigger(index)).toBeGreaterThanOrEqual(18);
    kernel.solve();

    expect(tables().equals(before)).toBe(true);
    expect(analyse(kernel, KIWIPETE)).toEqual(analyse(await loadKernel(module), KIWIPETE));
  });

  it('forgets what it searched long ago, when epochs begin anew', () => {
    const first = analyse(kernel, KIWIPETE);
    // some position with a check and little else, which leaves most of the table alone
    const other = '7k/8/8/8/8/8/8/RK6 w - - 0 1';
    set(kernel, other);
    for (let count = 1; count < EPOCHS - 1; count++) kernel.analyze(2, 0);
    expect(analyse(kernel, KIWIPETE)).toEqual(first);
    expect(analyse(kernel, KIWIPETE)).toEqual(first);
  });
});
