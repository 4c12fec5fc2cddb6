import { expect, it } from 'vitest';
import { NightTally } from '../../src/nightly/tally.js';
import { Tally } from '../../src/pipeline/report.js';

it('takes in a scan with more damaged entries than a call takes arguments', () => {
  const scan = new Tally();
  for (let entry = 1; entry <= 1_000_000; entry++) scan.unread.push('a.zip (1.pgn): is damaged');
  const tally = new NightTally();
  tally.add(scan.report());
  expect(tally.unread).toHaveLength(1_000_000);
});
