/** Ten thousand cases of the fuzzer, and every case that ever failed. */
import { describe, expect, it } from 'vitest';
import { NODE } from '../node.js';
import { Checker } from './checks.js';
import { Random } from './random.js';
import { fuzz } from './run.js';

describe('bytes of any kind', () => {
  it('are read without a crash, a hang or growing memory, the same way in any chunks', async () => {
    const report = await fuzz({ cases: 10_000, seed: 20_261_121 });
    const { failure } = report;
    const found =
      failure &&
      `case ${failure.index}: ${failure.message}: ${JSON.stringify(Buffer.from(failure.bytes).toString('latin1'))}`;
    expect(found).toBeNull();
    expect([report.cases, report.archives]).toEqual([10_000, 1250]);
    // The cases get somewhere: broken all over, but not beyond recognition.
    expect(report.games.scanned).toBeGreaterThan(5000);
    expect(report.games.quarantined).toBeGreaterThan(5000);
    expect(report.games.filtered).toBeGreaterThan(100);
    // what other threads of this process do counts too: on Node 24, 480 MB were 82 alone
    expect(report.growth).toBeLessThan(NODE >= 24 ? 800 : 200);
  }, 120_000);
});

/** Each failed once; the shortest that did. */
describe('found by the fuzzer', () => {
  it.each([
    ['a number that is cut behind its dash', '1. e4 2-'],
    ['a first move on a line of its own behind a blank line', '[SetUp "1"]\n\n1. Rxh1 0-0 1\n1. b8=Q+ Rxb8 2. O-O'],
  ])('%s', async (_, text) => {
    const checker = await Checker.create();
    for (let n = 0; n < 50; n++) await checker.check(new TextEncoder().encode(text), new Random(1, n));
  });
});
