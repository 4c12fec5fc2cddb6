/** Progress that tells the truth, fits its line, and does not flood. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describe as inWords, fit, makeProgress } from '../../src/pipeline/progress.js';
import type { Reading } from '../../src/pipeline/speedometer.js';
import { fakeStream as fake, shownOn } from '../terminal.js';

const READING: Reading = {
  games: 12_345,
  gamesPerSecond: 247,
  positionsPerSecond: 20_000,
  bytesPerSecond: 410_000,
  share: 0.257,
  secondsLeft: 150,
};

describe('in words', () => {
  test('are share, speed and time left', () => {
    expect(inWords(READING)).toBe('25 % · 12,345 games · 247 games/s · 20,000 positions/s · 0.41 MB/s · 2:30 left');
    expect(inWords({ ...READING, share: null, secondsLeft: null })).toBe(
      '12,345 games · 247 games/s · 20,000 positions/s · 0.41 MB/s',
    );
  });
});

describe('a line', () => {
  const bar = (share: number, size: number): string => '#'.repeat(Math.round(share * size)).padEnd(size, '.');
  const huge = {
    ...READING,
    games: 91_000_000,
    gamesPerSecond: 14_321,
    positionsPerSecond: 1_234_567,
    secondsLeft: 99_999,
  };

  test.each([
    [200, '#####............... 25 % · 12,345 games · 247 games/s · 20,000 positions/s · 0.41 MB/s · 2:30 left'],
    [79, '###....... 25 % · 247 games/s · 20,000 positions/s · 0.41 MB/s · 2:30 left'],
    [41, '###....... 25 % · 247 games/s · 2:30 left'],
    [39, '25 % · 247 games/s · 2:30 left'],
    [20, '25 % · 2:30 left'],
    [6, '25 %'],
    [3, '25 '],
    [0, ''],
  ])('of %i columns', (columns, line) => {
    expect(fit(READING, columns, bar)).toBe(line);
  });

  test('never is longer than the terminal is wide, and draws no bar where nobody knows the share', () => {
    for (const reading of [READING, huge, { ...huge, share: null, secondsLeft: null }]) {
      for (let columns = 0; columns < 220; columns++) {
        const line = fit(reading, columns, bar);
        expect(line.length).toBeLessThanOrEqual(columns);
        if (reading.share === null) expect(line).not.toMatch(/[#%]|\.\.|left/);
      }
    }
  });
});

describe('shown', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const state = { games: 12_345, positions: 1_000_000, bytes: 25_000_000, totalBytes: 100_000_000, seconds: 50 };

  test('off a terminal is a line after a second, then one every five, however many updates there are', () => {
    const { stream, written } = fake();
    const meter = makeProgress(stream);
    for (let ms = 0; ms < 21_500; ms += 10) {
      meter.update({ ...state, seconds: 50 + ms / 1000 });
      vi.advanceTimersByTime(10);
    }
    meter.stop();
    vi.advanceTimersByTime(60_000);
    expect(written.length).toBe(5);
    for (const line of written) expect(line).toMatch(/^25 % · 12,345 games · .* left\n$/);
  });

  test('off a terminal says nothing before it begins, then at least that time passes; and notes are lines', () => {
    const { stream, written } = fake();
    const meter = makeProgress(stream);
    vi.advanceTimersByTime(60_000);
    meter.note('resumed\x1b[31m');
    expect(written).toEqual(['resumed\ufffd[31m\n']);
    meter.begin();
    vi.advanceTimersByTime(7000);
    meter.stop();
    expect(written).toEqual(['resumed\ufffd[31m\n', 'working · 1:01\n', 'working · 1:06\n']);
  });

  test('a terminal that calls itself dumb gets lines, without signs that it does not obey', () => {
    vi.stubEnv('TERM', 'dumb');
    const { stream, written } = fake({ columns: 80 });
    const meter = makeProgress(stream);
    meter.update(state);
    vi.advanceTimersByTime(7000);
    meter.note('resumed');
    meter.stop();
    vi.unstubAllEnvs();
    expect(written).toEqual([expect.stringContaining('25 %'), expect.stringContaining('25 %'), 'resumed\n']);
    expect(written.join('')).not.toContain('\x1b');
  });

  test.each([undefined, { columns: 30 }])('shows words in place of a scan until that has news (%o)', (terminal) => {
    const { stream, written } = fake(terminal);
    const meter = makeProgress(stream);
    meter.say('looking for puzzles, of which there may be some');
    vi.advanceTimersByTime(1000);
    expect(written.join('')).toContain(terminal ? 'looking for puzzles, of which' : 'there may be some\n');
    if (terminal) expect(written.join('')).not.toContain('there may');
    meter.update(state);
    written.length = 0;
    vi.advanceTimersByTime(5000);
    meter.stop();
    expect(written.join('')).toContain('25 %');
  });

  test.each([40, 80, 200])('on a terminal of %i columns stays on one line, and leaves it empty', (columns) => {
    const { stream, written } = fake({ columns });
    const meter = makeProgress(stream);
    for (let ms = 0; ms < 3000; ms += 10) {
      meter.update({ ...state, games: state.games + ms, seconds: 50 + ms / 1000 });
      vi.advanceTimersByTime(10);
    }
    meter.stop();
    const drawn = written.filter((text) => text.includes('%'));
    expect(drawn.length).toBeGreaterThan(6);
    expect(drawn.length).toBeLessThan(20);
    for (const line of drawn) {
      expect(line.length).toBeLessThan(columns);
      expect(line).not.toContain('\n');
      expect(line).toContain('25 %');
    }
    const screen = shownOn(written);
    expect(screen).toEqual(['']);
    const shown = written.length;
    vi.advanceTimersByTime(10_000);
    expect(written.length).toBe(shown);
  });

  test.each([undefined, { columns: 80 }])('is nothing any more once it has stopped (%o)', (terminal) => {
    const { stream, written } = fake(terminal);
    const meter = makeProgress(stream);
    meter.update(state);
    vi.advanceTimersByTime(1000);
    meter.stop();
    written.length = 0;
    meter.update(state);
    meter.say('looking for puzzles');
    vi.advanceTimersByTime(10_000);
    expect(written).toEqual([]);
  });

  test('on a terminal notes stand above the bar, whole, and the bar goes on below', () => {
    const { stream, written } = fake({ columns: 40 });
    const meter = makeProgress(stream);
    meter.note('warning: '.repeat(10));
    meter.update(state);
    vi.advanceTimersByTime(1000);
    meter.note('SIGINT: finishing the games in progress; send it again to end at once.');
    const screen = shownOn(written);
    expect(screen.length).toBe(3);
    expect(screen[0]).toBe('warning: '.repeat(10));
    expect(screen[1]).toBe('SIGINT: finishing the games in progress; send it again to end at once.');
    expect(screen[2]).toContain('25 %');
    meter.stop();
    expect(shownOn(written)).toEqual([...screen.slice(0, 2), '']);
  });
});
