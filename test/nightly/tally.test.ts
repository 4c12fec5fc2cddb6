import { expect, it } from 'vitest';
import { NightTally } from '../../src/nightly/tally.js';
import { Tally } from '../../src/pipeline/report.js';

it('takes in a scan with more damaged entries than a call takes arguments', () => {
  const scan = new Tally();
  const lines = Array<string>(1_000_000).fill('a.zip (1.pgn): is damaged');
  for (const list of [scan.unread, scan.skipped, scan.resumed]) for (const line of lines) list.push(line);
  const tally = new NightTally();
  tally.add(scan.report());
  expect([tally.unread, tally.skipped, tally.resumed].map(({ length }) => length)).toEqual([
    1_000_000, 1_000_000, 1_000_000,
  ]);
});
