/** Speeds are those of the last seconds, whatever went before. */
import { describe, expect, test } from 'vitest';
import { describe as inWords } from '../../src/pipeline/progress.js';
import { Speedometer, type Reading } from '../../src/pipeline/speedometer.js';

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
