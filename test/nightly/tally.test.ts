import { describe, expect, it } from 'vitest';
import { NightTally } from '../../src/nightly/tally.js';
import { Tally } from '../../src/pipeline/report.js';
import { noCounts } from '../../src/store/batch-counts.js';

it('takes in a scan with more damaged entries than a call takes arguments', () => {
  const scan = new Tally();
  for (let entry = 1; entry <= 1_000_000; entry++) scan.unread.push('a.zip (1.pgn): is damaged');
  const tally = new NightTally();
  tally.add(scan.report());
  expect(tally.unread).toHaveLength(1_000_000);
});

describe('the speed of a night', () => {
  const state = { positions: 0, bytes: 0, totalBytes: null };

  it('is told in spans of equal length, of which a chart has room for so many', () => {
    const tally = new NightTally();
    for (let second = 1; second <= 242; second++) {
      tally.update({ ...state, games: second ** 2, seconds: second });
      const long = second < 240 ? 1 : 2;
      expect(tally.pace).toHaveLength(Math.floor(second / long));
      const last = long * Math.floor(second / long);
      expect(tally.pace.at(-1)).toEqual({ seconds: last, gamesPerSecond: (last ** 2 - (last - long) ** 2) / long });
    }
  });

  it('is told over all its scans, to the end of each', () => {
    const tally = new NightTally();
    const over = (seen: number, before: number, seconds: number): void => {
      const report = new Tally().report();
      tally.add({ ...report, games: { ...report.games, seen }, before, bytes: 100, seconds });
    };
    tally.update({ ...state, games: 10, seconds: 1 });
    tally.update({ ...state, games: 30, seconds: 2 });
    over(40, 0, 2.5);
    // of these, earlier runs had dealt with 500
    tally.update({ ...state, games: 520, seconds: 2.5, before: { games: 500, bytes: 0 } });
    over(525, 500, 3);
    expect(tally.pace).toEqual([
      { seconds: 1, gamesPerSecond: 10 },
      { seconds: 2, gamesPerSecond: 20 },
      { seconds: 5, gamesPerSecond: 10 },
      { seconds: 5.5, gamesPerSecond: 10 },
    ]);
    expect(tally).toMatchObject({ before: 500, bytes: 200, counts: { games: { seen: 565 }, scanSeconds: 5.5 } });
  });

  it('goes by the time of a scan that comes to no end, too', () => {
    const tally = new NightTally();
    tally.update({ ...state, games: 10, seconds: 2 });
    tally.commit({ parts: [] }, noCounts());
    expect(tally.counts.scanSeconds).toBe(2);
  });

  it('leaves out what earlier runs had done', () => {
    const tally = new NightTally();
    tally.update({ ...state, games: 520, seconds: 2, before: { games: 500, bytes: 0 } });
    expect(tally.pace).toEqual([{ seconds: 2, gamesPerSecond: 10 }]);
  });
});
