/** A commit that changes results says so: the constant beside which stores keep every result must be the true one. */
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { computeSignature } from '../bench/signature/compute.js';

it('has the signature of its results', async () => {
  const { hash } = await computeSignature(await loadEngine());
  expect(ENGINE.signature, 'results have changed: npm run signature -- --write, and quote it in the commit').toBe(hash);
});
