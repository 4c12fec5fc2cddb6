/**
 * Seeded chance for the sample games. The generator is sfc32 (Doty-Humphrey, public domain): 32-bit integer arithmetic only, so
 * that a seed gives the same games on every machine and every Node. `Math.random` cannot be seeded; `Math.exp` and `Math.pow` may
 * differ in the last bit between engines, so nothing here or in `personas.ts` uses them.
 */

export interface Random {
  /** A number in [0, 1), a multiple of 2^-32. */
  unit(): number;
  /** An integer in [0, n). */
  below(n: number): number;
}

/** A stream of its own for each (seed, stream) pair: game 700 does not depend on what game 699 drew. */
export function makeRandom(seed: number, stream: number): Random {
  let a = seed >>> 0;
  let b = stream >>> 0;
  let c = 0x9e3779b9;
  let counter = 1;

  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  }

  // Seeds that differ in one bit need some rounds until their streams have nothing in common.
  for (let i = 0; i < 20; i++) next();

  const unit = (): number => next() / 0x1_0000_0000;
  return { unit, below: (n) => Math.floor(unit() * n) };
}

/** The numbers 0 to n - 1 in random order (Fisher-Yates). */
export function shuffled(n: number, random: Random): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
