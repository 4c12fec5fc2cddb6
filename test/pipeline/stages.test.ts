/** Clocks of stages: every moment belongs to one, and the sums are the whole. */
import { expect, test } from 'vitest';
import { NOTHING_SPENT, slowestStage, StageClock, ThreadClock, type StageTimes } from '../../src/pipeline/stages.js';
import { pgns, scan, tempFile, testPool, testStore } from './fixture.js';

/** Time that passes when it is told to: at work, or with nothing to do. */
function fakeTime() {
  let [now, idle] = [1000, 300];
  return {
    now: () => now,
    idle: () => idle,
    work: (ms: number) => void (now += ms),
    rest: (ms: number) => {
      now += ms;
      idle += ms;
    },
  };
}

function sum(seconds: Record<string, number>): number {
  return Object.values(seconds).reduce((total, value) => total + value, 0);
}

test('what falls into another stage is taken out of it', () => {
  const time = fakeTime();
  const stages = new StageClock(time);
  time.work(10);
  stages.turn('read');
  time.work(100);
  const answer = stages.during('commit', () => {
    time.work(1000);
    stages.during('lookup', () => time.work(5000));
    return 42;
  });
  expect(answer).toBe(42);
  time.work(200);
  stages.turn('split');
  time.work(30);
  const { wall, main } = stages.times(2, NOTHING_SPENT);
  expect(wall).toBeCloseTo(6.34);
  expect(main).toEqual({ read: 0.3, split: 0.03, lookup: 5, commit: 1, other: 0.01, idle: 0 });
});

test('rest is no longer than the wait, though the two clocks are not read at the same instant', () => {
  const time = fakeTime();
  let ahead = 0;
  const stages = new StageClock({ now: time.now, idle: () => time.idle() + ahead });
  stages.turn('wait');
  time.rest(10);
  ahead = 1;
  stages.turn('read');
  expect(stages.times(1, NOTHING_SPENT).main).toMatchObject({ idle: 0.01, other: 0 });
});

test('while the reader waits, rest is rest and the other part is messages', async () => {
  const time = fakeTime();
  const stages = new StageClock(time);
  await stages.over(
    'wait',
    Promise.resolve().then(() => {
      time.rest(700);
      time.work(20);
      stages.during('commit', () => time.work(100));
      time.rest(300);
    }),
  );
  // rest elsewhere is that stage's own: it waits for the disk
  stages.turn('read');
  time.rest(50);
  const { main } = stages.times(1, NOTHING_SPENT);
  expect(main).toEqual({ read: 0.05, split: 0, lookup: 0, commit: 0.1, other: 0.02, idle: 1 });
});

test('streams that pull from streams share the time, and give it back however they end', async () => {
  const time = fakeTime();
  const stages = new StageClock(time);
  async function* chunks() {
    for (let n = 0; n < 3; n++) {
      await Promise.resolve();
      time.work(1000);
      yield n;
    }
    throw new Error('cut');
  }
  async function* batches() {
    for await (const chunk of stages.pulling('read', chunks())) {
      time.work(10);
      yield chunk;
    }
  }
  for await (const n of stages.pulling('split', batches())) {
    time.work(1);
    if (n === 1) break;
  }
  const rest = (async () => {
    for await (const _ of stages.pulling('split', batches())) time.work(1);
  })();
  await expect(rest).rejects.toThrow('cut');
  time.work(100);
  const { main } = stages.times(1, NOTHING_SPENT);
  expect(main).toEqual({ read: 5, split: 0.05, lookup: 0, commit: 0, other: 0.105, idle: 0 });
});

test('a thread tells reading moves from the engine, also of games that are no games', async () => {
  const time = fakeTime();
  const clock = new ThreadClock(time.now);
  const { result, spent } = await clock.task(() => {
    time.work(1);
    clock.game((decoded) => {
      time.work(10);
      decoded();
      time.work(100);
    });
    clock.game(() => time.work(20));
    expect(() =>
      clock.engine(() => {
        time.work(1000);
        throw new Error('unreachable');
      }),
    ).toThrow('unreachable');
    return Promise.resolve('done');
  });
  expect(result).toBe('done');
  expect(spent).toEqual({ busy: 1131, decode: 30, engine: 1100, start: 0 });
  const next = await clock.task(() => {
    time.work(7);
    return Promise.resolve();
  });
  expect(next.spent).toEqual({ busy: 7, decode: 0, engine: 0, start: 0 });
});

test('the slowest stage is that of whoever rests least', () => {
  const stages: StageTimes = {
    wall: 10,
    workers: 4,
    main: { read: 2, split: 1, lookup: 0, commit: 4, other: 1, idle: 2 },
    threads: { engine: 20, decode: 8, tags: 6, start: 1, idle: 5 },
  };
  expect(slowestStage(stages)).toEqual({ of: 'threads', stage: 'engine', share: 0.5 });
  const idle = { ...stages, threads: { engine: 10, decode: 8, tags: 6, start: 0, idle: 16 } };
  expect(slowestStage(idle)).toEqual({ of: 'main', stage: 'commit', share: 0.4 });
  expect(slowestStage({ ...stages, wall: 0 })).toBeNull();
});

test('of a real scan they sum to the wall time, and the pool has not counted what it did before', async () => {
  const pool = testPool({ size: 2 });
  const store = testStore();
  const path = tempFile('a.pgn', pgns(400));
  const first = await scan([path], { pool, store });
  const again = await scan([path], { pool, store, fresh: true });
  for (const { stages, seconds } of [first, again]) {
    expect(sum(stages.main)).toBeCloseTo(stages.wall, 6);
    expect(sum(stages.threads)).toBeCloseTo(2 * stages.wall, 6);
    expect(stages.wall).toBeCloseTo(seconds, 1);
    for (const value of [...Object.values(stages.main), ...Object.values(stages.threads)]) {
      expect(value).toBeGreaterThanOrEqual(0);
    }
    expect(stages.main.split).toBeGreaterThan(0);
    expect(stages.main.read).toBeGreaterThan(0);
    expect(stages.threads.decode).toBeGreaterThan(0);
  }
  expect(first.stages.threads.engine).toBeGreaterThan(0);
  expect(first.stages.main.commit).toBeGreaterThan(0);
  expect(first.stages.main.lookup).toBe(0);
  expect(first.stages.threads.start).toBeGreaterThan(0);
  // the second time everything is known: looked up, and neither analysed nor stored
  expect(again.stages.main.lookup).toBeGreaterThan(0);
  expect(again.stages.threads.engine).toBe(0);
  expect(first.bytes).toBe(again.bytes);
  expect(first.bytes).toBeGreaterThan(10_000);
});
