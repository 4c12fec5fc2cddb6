/** What a run says of itself: numbers that add up, words that tell, progress that does not flood. */
import { describe, expect, test } from 'vitest';
import { clock, count, describe as inWords, makeProgress } from '../../src/pipeline/progress.js';
import { Tally } from '../../src/pipeline/report.js';
import { scanNumbers, summarise } from '../../src/pipeline/summary.js';

describe('the report', () => {
  function filled(): Tally {
    const tally = new Tally();
    tally.seen = 10;
    const none = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    tally.commit({
      stored: 3,
      duplicate: 2,
      positions: 9,
      candidates: 8,
      tactics: 2,
      tacticsByPattern: [2, ...none.slice(1)],
      quarantined: 1,
    });
    tally.commit({
      stored: 1,
      duplicate: 0,
      positions: 1,
      candidates: 1,
      tactics: 1,
      tacticsByPattern: [0, 1, ...none.slice(2)],
      quarantined: 0,
    });
    for (const reason of ['bad_token', 'illegal_move', 'bad_token']) tally.quarantine(reason);
    tally.filter('Atomic');
    tally.archives = 2;
    return tally;
  }

  test('sums what was committed', () => {
    expect(filled().report()).toMatchObject({
      games: { seen: 10, stored: 4, duplicate: 2, filtered: 1, quarantined: 3 },
      positions: 10,
      candidates: 9,
      tactics: 3,
      tacticsByPattern: { fork: 2, pin: 1, skewer: 0 },
      quarantineByReason: { bad_token: 2, illegal_move: 1 },
      quarantineNew: 1,
      filteredByReason: { Atomic: 1 },
    });
  });

  test.each([9, 11])('is refused where the counts do not add up (%i seen, 10 accounted for)', (seen) => {
    const tally = filled();
    tally.seen = seen;
    expect(() => tally.report()).toThrow(
      /do not add up: \d+ games seen, but 4 stored \+ 2 duplicate \+ 1 filtered \+ 3 quarantined = 10/,
    );
  });

  test('as JSON has these keys and no others, all numbers', () => {
    const numbers = scanNumbers(filled().report(), 123.456);
    expect(Object.keys(numbers)).toEqual([
      ...['games_seen', 'games_stored', 'games_duplicate', 'games_filtered', 'games_quarantined'],
      ...['positions', 'candidates', 'tactics', 'seconds', 'peak_rss_mb'],
    ]);
    for (const value of Object.values(numbers)) expect(value).toBeTypeOf('number');
    expect(numbers.peak_rss_mb).toBe(123.5);
  });

  test('in words names every reason, variant, pattern found and warning', () => {
    const tally = filled();
    tally.unread.push('x.zip: is cut');
    const text = summarise(tally.report(), 'my.db', 100);
    for (const part of [
      'bad_token 2, illegal_move 1',
      'Atomic 1',
      'fork',
      'warning: x.zip: is cut',
      'my.db',
      '4 games were new, 2 in the database',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('skewer');
  });

  test('is not flooded by an archive full of variants or of faults', () => {
    const tally = new Tally();
    for (let n = 0; n < 1000; n++) {
      tally.seen++;
      tally.filter(`Variant ${n}`);
      tally.filter('Variant 3');
      tally.seen++;
      tally.skipped.push(`x.zip: ${n}.jpg; skipped`);
    }
    tally.unread.push('y.zip: is cut');
    const report = tally.report();
    expect(Object.keys(report.filteredByReason).length).toBe(41);
    expect(report.filteredByReason).toMatchObject({ 'Variant 3': 1001, other: 960 });
    const lines = summarise(report, 'x', 1)
      .split('\n')
      .filter((line) => line.startsWith('warning'));
    expect(lines.length).toBe(51);
    expect(lines[0]).toContain('y.zip');
    expect(lines[50]).toContain('951 more');
  });

  test('says that a second scan found nothing new, that a run was stopped, that there was nothing', () => {
    const again = new Tally();
    again.seen = 2;
    again.commit({
      stored: 0,
      duplicate: 2,
      positions: 0,
      candidates: 0,
      tactics: 0,
      tacticsByPattern: [],
      quarantined: 0,
    });
    expect(summarise(again.report(), 'x', 1)).toContain('Nothing new');
    again.interrupted = true;
    expect(summarise(again.report(), 'x', 1)).toContain('Stopped on request');
    expect(summarise(new Tally().report(), 'x', 1)).toContain('No games were found');
  });
});

describe('progress', () => {
  const state = { games: 12_345, positions: 1_000_000, bytes: 25, totalBytes: 100, seconds: 50 };

  test('tells share, speed and time left', () => {
    expect(inWords(state)).toBe('25 % · 12,345 games · 247 games/s · 20,000 positions/s · 2:30 left');
    expect(inWords({ ...state, bytes: 0 })).not.toContain('left');
    expect(inWords({ ...state, bytes: 130 })).toContain('100 %');
    expect(inWords({ games: 0, positions: 0, bytes: 0, totalBytes: 0, seconds: 0 })).not.toMatch(/NaN|Infinity/);
  });

  test.each([
    [0, '0:00'],
    [7.4, '0:07'],
    [200, '3:20'],
    [39_765, '11:02:45'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text);
  });

  test('writes numbers with thousands apart', () => {
    expect([0, 999, 1000, 1_234_567.8].map(count)).toEqual(['0', '999', '1,000', '1,234,568']);
  });

  test('off a terminal is a line now and then, not one for each update', () => {
    const lines: string[] = [];
    const stream = { isTTY: false, write: (text: string) => lines.push(text) > 0 } as unknown as NodeJS.WriteStream;
    const meter = makeProgress(stream);
    for (let i = 0; i < 1000; i++) meter.update(state);
    meter.stop();
    expect(lines.length).toBeLessThan(2);
  });
});
