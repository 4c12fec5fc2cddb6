/** Progress that tells the truth, fits its line, and does not flood. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describe as inWords, fit, makeProgress, Speedometer, type Reading } from '../../src/pipeline/progress.js';

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

describe('speed', () => {
  const idle = { games: 0, positions: 0, bytes: 0, totalBytes: 1_000_000, seconds: 0 };

  /** A scan that is told of every `step` seconds; `rate` gives bytes a second at a time, and a game is a thousand bytes. */
  function run(seconds: number, rate: (second: number) => number, before = { games: 0, bytes: 0 }, step = 0.5) {
    let now = 0;
    const speed = new Speedometer(() => 1000 * now);
    const readings: Reading[] = [];
    let bytes = before.bytes;
    for (now = 0; now < seconds;) {
      now += step;
      bytes += step * rate(now);
      const own = (bytes - before.bytes) / 1000;
      speed.update({ ...idle, bytes, games: before.games + own, positions: 80 * own, seconds: now, before });
      const reading = speed.read();
      if (reading !== undefined) readings.push(reading);
    }
    return { speed, readings, last: readings.at(-1), wait: (more: number) => (now += more) };
  }

  test('of nothing yet is 0, with no time left to tell', () => {
    const speed = new Speedometer(() => 0);
    expect(speed.read()).toBeUndefined();
    speed.update(idle);
    expect(speed.read()).toMatchObject({ gamesPerSecond: 0, bytesPerSecond: 0, share: 0, secondsLeft: null });
    speed.update({ ...idle, totalBytes: 0 });
    expect(speed.read()).toMatchObject({ share: 1, secondsLeft: null });
    speed.update({ ...idle, bytes: 2_000_000, seconds: 1 });
    expect(speed.read()).toMatchObject({ share: 1, secondsLeft: 0 });
  });

  test('counts what this run did, not what it found done', () => {
    const { last } = run(100, () => 1000, { games: 5000, bytes: 500_000 });
    expect(last).toMatchObject({
      games: 5100,
      gamesPerSecond: 1,
      positionsPerSecond: 80,
      bytesPerSecond: 1000,
      share: 0.6,
    });
    expect(last?.secondsLeft).toBeCloseTo(400);
  });

  test('is that of the last seconds: an archive that begins slowly is not held against the rest', () => {
    const { last } = run(600, (second) => (second < 500 ? 100 : 5000));
    expect(last?.bytesPerSecond).toBeCloseTo(5000);
    expect(last?.secondsLeft).toBeCloseTo((1_000_000 - 50_000 - 500_000) / 5000, -1);
  });

  test('makes a time left that does not jump about when batches come unevenly', () => {
    const { readings } = run(300, (second) => (Math.floor(second) % 2 === 0 ? 500 : 1500));
    const ends = readings.slice(120).map(({ secondsLeft }, index) => (secondsLeft ?? 0) + index / 2);
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(0.05 * 900);
  });

  test('falls while nothing comes', () => {
    const { speed, last, wait } = run(30, () => 1000);
    wait(30);
    expect(speed.read()?.gamesPerSecond).toBeLessThan((last?.gamesPerSecond ?? 0) / 2);
    expect(speed.read()?.secondsLeft).toBeGreaterThan(last?.secondsLeft ?? 0);
  });

  test('of stored games has no bytes, but a share and a time left', () => {
    const speed = new Speedometer(() => 0);
    speed.update({ ...idle, bytes: 500_000, games: 500, ofArchives: false, seconds: 10 });
    const reading = speed.read();
    expect(reading).toMatchObject({ gamesPerSecond: 50, bytesPerSecond: null, share: 0.5, secondsLeft: 10 });
    expect(inWords(reading ?? 0)).toBe('50 % · 500 games · 50 games/s · 0 positions/s · 0:10 left');
  });

  test('of standard input has no share and no time left', () => {
    const speed = new Speedometer(() => 0);
    speed.update({ ...idle, bytes: 500_000, games: 500, totalBytes: null, seconds: 10 });
    expect(speed.read()).toMatchObject({ gamesPerSecond: 50, bytesPerSecond: 50_000, share: null, secondsLeft: null });
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

  function fake(terminal?: { columns: number }): { stream: NodeJS.WriteStream; written: string[] } {
    const written: string[] = [];
    const write = (text: string): boolean => written.push(text) > 0;
    return { stream: { isTTY: terminal !== undefined, ...terminal, write } as unknown as NodeJS.WriteStream, written };
  }

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

  test('on a terminal notes stand above the bar, whole, and the bar goes on below', () => {
    const { stream, written } = fake({ columns: 40 });
    const meter = makeProgress(stream);
    meter.note('warning: '.repeat(10));
    meter.update(state);
    vi.advanceTimersByTime(1000);
    meter.note('SIGINT: finishing the games in work; once more to end at once.');
    const screen = shownOn(written);
    expect(screen.length).toBe(3);
    expect(screen[0]).toBe('warning: '.repeat(10));
    expect(screen[1]).toBe('SIGINT: finishing the games in work; once more to end at once.');
    expect(screen[2]).toContain('25 %');
    meter.stop();
    expect(shownOn(written)).toEqual([...screen.slice(0, 2), '']);
  });
});

/** What a terminal shows of what was written, line by line; of its codes those that are used here. */
function shownOn(written: readonly string[]): string[] {
  const lines = [''];
  let at = 0;
  for (const [piece] of written.join('').matchAll(/\x1b\[(\d*)([A-Za-z])|[\r\n]|[^\x1b\r\n]+/g)) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (piece === '\n') at = lines.push('') * 0;
    else if (piece === '\r' || piece === '\x1b[1G') at = 0;
    else if (piece === '\x1b[0K' || piece === '\x1b[0J' || piece === '\x1b[K') lines[last] = line.slice(0, at);
    else if (piece === '\x1b[2K') lines[last] = '';
    else if (piece.startsWith('\x1b')) throw new Error(`what does ${JSON.stringify(piece)} do?`);
    else {
      lines[last] = line.slice(0, at) + piece + line.slice(at + piece.length);
      at += piece.length;
    }
  }
  return lines;
}
