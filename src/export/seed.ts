/** Chance that is none: a number for each key, the same for the same seed on every machine. */
import { createHash } from 'node:crypto';

/**
 * Evenly spread over 0 to 1, 1 not included.
 * @param purpose keeps draws apart that are made from the same keys
 */
export function draw(purpose: string, seed: number, key: string): number {
  return createHash('sha256').update(`${purpose} ${seed} ${key}`).digest().readUIntBE(0, 6) / 2 ** 48;
}
