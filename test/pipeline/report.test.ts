/** What a run says of itself at its end: numbers that add up, words that tell. */
import { describe, expect, test } from 'vitest';
import { fullReport, scanNumbers } from '../../src/pipeline/numbers.js';
import { Tally } from '../../src/pipeline/report.js';
import type { StageTimes } from '../../src/pipeline/stages.js';
import { summarise } from '../../src/pipeline/summary.js';

/** The threads set the pace. */
const STAGES: StageTimes = {
  wall: 10,
  workers: 2,
  main: { read: 1, split: 0.5, lookup: 0, commit: 2, other: 0.5, idle: 6 },
  threads: { engine: 16, decode: 1, tags: 1, start: 0.5, idle: 1.5 },
};

describe('the report', () => {
  function filled(): Tally {
    const tally = new Tally();
    tally.seen = 10;
    const none = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    tally.commit({
      stored: 3,
      renewed: 0,
      duplicate: 2,
      positions: 9,
      candidates: 8,
      tactics: 2,
      tacticsByPattern: [2, ...none.slice(1)],
      quarantined: 1,
    });
    tally.commit({
      stored: 1,
      renewed: 0,
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

  test('for a file begins with the same numbers, and has everything that the words have', () => {
    const tally = filled();
    tally.skipped.push('x.zip: a.jpg; skipped');
    const report = tally.report();
    report.stages = STAGES;
    const full = fullReport(report, 100);
    const numbers = scanNumbers(report, 100);
    expect(Object.entries(full).slice(0, 10)).toEqual(Object.entries(numbers));
    expect(JSON.parse(JSON.stringify(full))).toMatchObject({
      tactics_by_pattern: { fork: 2, pin: 1, skewer: 0 },
      quarantine_by_reason: { bad_token: 2, illegal_move: 1 },
      filtered_by_reason: { Atomic: 1 },
      skipped: ['x.zip: a.jpg; skipped'],
      stages: { wall_seconds: 10, workers: 2, engine_share: 0.8, slowest: 'threads.engine' },
    });
  });

  test('in words tells the time of every stage, and which one sets the pace', () => {
    const report = filled().report();
    report.stages = STAGES;
    const text = summarise(report, 'my.db', 100);
    expect(text).toMatch(/slowest stage +engine, 80 % of the time of the 2 threads\n/);
    expect(text).toMatch(/ {2}commit \(SQLite\) +2\.0 s +20 %\n/);
    expect(text).toMatch(/2 threads +20\.0 s +100 %\n {2}engine +16\.0 s +80 %\n/);
    report.stages = {
      ...STAGES,
      main: { ...STAGES.main, commit: 8, idle: 0.5, other: 0 },
      threads: { engine: 4, decode: 1, tags: 1, start: 0, idle: 14 },
    };
    expect(summarise(report, 'my.db', 100)).toMatch(
      /slowest stage +commit \(SQLite\), 80 % of the main thread's time; the 2 threads idle for 70 %\n/,
    );
    // a run that had nothing to do has nothing to tell
    report.stages = { ...STAGES, threads: { engine: 0, decode: 0, tags: 0, start: 0, idle: 20 } };
    expect(summarise(report, 'my.db', 100)).not.toContain('stage');
  });

  test('tells how many bytes of the archives it dealt with, where there were any', () => {
    const report = { ...filled().report(), seconds: 2, bytes: 820_000 };
    expect(summarise(report, 'x', 1)).toMatch(/archive bytes +0\.82 MB on disk, 0\.41 MB\/s\n/);
    expect(summarise({ ...report, bytes: 0 }, 'x', 1)).not.toContain('MB/s');
  });

  test('tells no speed where an earlier run had done everything', () => {
    const report = filled().report();
    expect(summarise(report, 'x', 1)).toMatch(/\nspeed /);
    expect(summarise({ ...report, before: 10, analysed: 0 }, 'x', 1)).not.toMatch(/\nspeed /);
    // of what it had not done, that of the rest
    expect(summarise({ ...report, before: 6, seconds: 2 }, 'x', 1)).toMatch(/\nspeed +2 games\/s,/);
  });

  test('ends with a command that shows what was found, where something was', () => {
    const report = filled().report();
    expect(report.tactics).toBeGreaterThan(0);
    const last = (db: string): string | undefined => summarise(report, db, 1).split('\n').at(-1);
    expect(last('data/motif.db')).toBe('To look inside: npm run query -- --limit 5');
    expect(last('my games.db')).toBe("To look inside: npm run query -- --limit 5 --db 'my games.db'");
    expect(summarise({ ...report, tactics: 0 }, 'x', 1)).not.toContain('To look inside');
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
      renewed: 0,
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
