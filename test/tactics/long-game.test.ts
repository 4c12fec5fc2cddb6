/** The time that a game takes grows with its length and no faster, from bytes to what was found. */
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { longGame } from '../bench/long.js';

it.each([
  ['l1', 50],
  ['l2', 50],
] as const)('a thousand moves take at most twelve times as long as a hundred at %s', async (depth, runs) => {
  const engine = await loadEngine();
  const spent = (moves: number): number => {
    const { movetext, fen } = longGame(moves);
    const times = Array.from({ length: runs }, () => {
      // At l1 the whole opening would be known, a sixth of the shorter game. At l2 everything is: what is measured is all the rest.
      if (depth === 'l1') engine.forget();
      const before = process.cpuUsage();
      const scan = engine.scanGame(movetext, fen, depth);
      const { user, system } = process.cpuUsage(before);
      expect(scan.ok && scan.moves.length).toBe(2 * moves);
      return user + system;
    });
    return Math.min(...times);
  };
  spent(100);
  // One round in which nothing else disturbs is enough.
  let ratio = Infinity;
  for (let round = 0; round < 4 && ratio > 12; round++) ratio = Math.min(ratio, spent(1000) / spent(100));
  expect(ratio).toBeLessThanOrEqual(12);
});
