/** l1 tells most moves from a glance: it must pass over nothing that a full look at every move would find. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setPosition } from '../../src/tactics/kernel-engine.js';
import { loadKernel } from '../../src/tactics/kernel.js';
import { over, position } from './positions.js';

const kernel = await loadKernel();
const input = new Uint8Array(kernel.memory.buffer, kernel.inputAddress(), kernel.inputCapacity());

it('a move at a glance emits the candidates of a full look, to the byte', () => {
  fc.assert(
    fc.property(position, (fen) => {
      setPosition(kernel, input, fen);
      expect(kernel.overlooked()).toBe(0);
    }),
    over(10_000),
  );
});
