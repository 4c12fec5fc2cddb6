import { describe, expect, it, vi } from 'vitest';
import { EngineAnalyst, type PositionPool, type PositionStore } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { PoolClosedError, WorkerCrashError, WorkerStartError } from '../../src/pipeline/pool.js';
import type { GameAnalysis } from '../../src/tactics/types.js';
import { ENGINE } from '../../src/tactics/version.js';
import { analystOver, countingPool, engine, store } from './analysts.js';
import { call, IMMORTAL_GAME, PUZZLE_000PW } from './app.js';

/** Buffers and plain arrays alike. */
function bytesOf(records: Uint8Array | null): number[] | null {
  return records && [...records];
}

const OTHER_COUNTERS = PUZZLE_000PW.replace('3 37', '0 1');

/** So many positions, no two the same: two kings, and three knights on some of 32 squares. */
function fewPieces(number: number): string[] {
  const fens: string[] = [];
  for (let a = 0; a < 32; a++) {
    for (let b = 0; b < a; b++) {
      for (let c = 0; c < b && fens.length < number; c++) {
        const squares = Array.from({ length: 32 }, (_, at) => (at === a || at === b || at === c ? 'N' : '1')).join('');
        const ranks = squares.replace(/.{8}/g, '$&/').replace(/1+/g, ({ length }) => String(length));
        fens.push(`7k/8/8/${ranks}K7 w - - 0 1`);
      }
    }
  }
  return fens;
}

describe('StoredAnalyst.position', () => {
  it('computes an l2 answer once, whatever the counters, and keeps it', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const live = await analyst.position(PUZZLE_000PW, 'l2');
    analyst.flush();
    expect(bytesOf(store.findPosition(engine.canonicalFen(PUZZLE_000PW), ENGINE))).toEqual(bytesOf(live));
    for (const fen of [PUZZLE_000PW, OTHER_COUNTERS]) {
      expect(bytesOf(await analyst.position(fen, 'l2'))).toEqual(bytesOf(live));
    }
    expect(pool.run).toHaveBeenCalledTimes(1);
  });

  it('remembers that there is nothing, too', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    for (let i = 0; i < 2; i++) expect(await analyst.position('8/8/4k3/8/8/3K4/8/8 w - -', 'l2')).toHaveLength(0);
    expect(pool.run).toHaveBeenCalledTimes(1);
  });

  it('keeps l1 and l2 apart, and l1 in memory only', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const confirmed = await analyst.position(PUZZLE_000PW, 'l2');
    const scanned = await analyst.position(PUZZLE_000PW, 'l1');
    expect(scanned).not.toEqual(confirmed);
    expect(bytesOf(await analyst.position(PUZZLE_000PW, 'l2'))).toEqual(bytesOf(confirmed));
    expect(bytesOf(await analyst.position(OTHER_COUNTERS, 'l1'))).toEqual(bytesOf(scanned));
    expect(pool.run).toHaveBeenCalledTimes(2);
    const [, , other = ''] = (await analyst.game('1. e4 e5 2. Nf3 *', 'l1')).fens;
    analyst.flush();
    expect(store.counts().positions).toBe(1);
    expect(store.findPosition(engine.canonicalFen(other), ENGINE)).toBeNull();
  });

  it('finds in the store what another process left there', async () => {
    const first = analystOver(countingPool());
    const live = await first.position(PUZZLE_000PW, 'l2');
    first.flush();
    const pool = countingPool();
    const second = analystOver(pool);
    for (let i = 0; i < 2; i++) expect(bytesOf(await second.position(PUZZLE_000PW, 'l2'))).toEqual(bytesOf(live));
    expect(pool.run).not.toHaveBeenCalled();
    expect(second.counts).toEqual({ memory: 1, store: 1, shared: 0, computed: 0 });
  });

  it('computes once what many ask for at the same time, and fails them all where it fails', async () => {
    let answer: ((result: { records: Uint8Array }) => void) | undefined;
    const run = vi.fn<PositionPool['run']>(() => new Promise((resolve) => (answer = resolve)));
    const analyst = analystOver({ size: 1, run });
    const asked = Array.from({ length: 50 }, () => analyst.position(PUZZLE_000PW, 'l2'));
    const records = engine.analyze(PUZZLE_000PW, 'l2');
    await expect.poll(() => answer).toBeDefined();
    answer?.({ records });
    for (const result of await Promise.all(asked)) expect(bytesOf(result)).toEqual(bytesOf(records));
    expect(run).toHaveBeenCalledTimes(1);
    expect(analyst.queue.taken).toBe(0);

    const broken = analystOver({ size: 1, run: () => Promise.reject(new Error('the thread died')) });
    const failed = await Promise.allSettled([1, 2, 3].map(() => broken.position(PUZZLE_000PW, 'l2')));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(broken.queue.taken).toBe(0);
  });

  it.each([
    ['a thread that dies', new WorkerCrashError('a worker thread ended: exit code 7')],
    ['an engine that fails', new Error('unreachable')],
  ])('tries once more what %s leaves behind: a position, a batch and a game', async (_, failure) => {
    const pool = countingPool();
    const onRetry = vi.fn();
    const analyst = analystOver(pool, store, vi.fn(), { onRetry });
    pool.run.mockRejectedValueOnce(failure);
    expect(await analyst.position(PUZZLE_000PW, 'l2')).toEqual(engine.analyze(PUZZLE_000PW, 'l2'));
    expect(pool.run).toHaveBeenCalledTimes(2);
    pool.run.mockRejectedValueOnce(failure);
    const [fen = ''] = fewPieces(1);
    expect(await (await analyst.batch([fen], 'l2'))[0]).toEqual(engine.analyze(fen, 'l2'));
    pool.run.mockRejectedValueOnce(failure);
    expect((await analyst.game('1. e4 e5 2. Nf3 *', 'l2')).positions).toHaveLength(3);
    expect(onRetry.mock.calls).toEqual([[failure], [failure], [failure]]);
    expect(analyst.queue.taken).toBe(0);
  });

  it('fails where the second thread dies, too, says no more of it than that, and computes anew when it is asked again', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const app = buildApp({ analyst });
    for (let time = 0; time < 2; time++) pool.run.mockRejectedValueOnce(new WorkerCrashError('a worker thread ended'));
    const ask = () => call(app, 'POST', '/api/v1/extract', { fen: PUZZLE_000PW });
    expect(await ask()).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
    expect(pool.run).toHaveBeenCalledTimes(2);
    expect(analyst.queue.taken).toBe(0);
    expect(await ask()).toMatchObject({ status: 200, body: { count: 2 } });
    await app.close();
  });

  it.each([new WorkerStartError('no thread starts'), new PoolClosedError('closed')])(
    'does not try again what is hopeless (%s)',
    async (failure) => {
      const run = vi.fn<PositionPool['run']>(() => Promise.reject(failure));
      await expect(analystOver({ size: 1, run }).position(PUZZLE_000PW, 'l2')).rejects.toBe(failure);
      expect(run).toHaveBeenCalledTimes(1);
    },
  );

  it('answers everybody who waits, though what it remembered meanwhile has been let go', async () => {
    const records = engine.analyze(PUZZLE_000PW, 'l1');
    const ends: (() => void)[] = [];
    const run = vi.fn<PositionPool['run']>(({ fen }) =>
      fen === engine.canonicalFen(PUZZLE_000PW)
        ? new Promise((resolve) => ends.push(() => resolve({ records })))
        : Promise.resolve({ records: new Uint8Array(1024 * 1024) }),
    );
    const analyst = analystOver({ size: 1, run });
    const ask = () => Array.from({ length: 20 }, () => analyst.position(PUZZLE_000PW, 'l1'));
    const askForMuch = () => Promise.all(fewPieces(40).map((fen) => analyst.position(fen, 'l1')));
    const early = ask();
    const batch = analyst.batch([PUZZLE_000PW, OTHER_COUNTERS], 'l1');
    await askForMuch();
    const late = ask();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    for (const outcome of [...early, ...late, ...(await batch)]) expect(await outcome).toBe(records);
    expect(analyst.counts).toEqual({ memory: 0, store: 0, shared: 41, computed: 41 });
    expect(analyst.queue.taken).toBe(0);
    // it is kept like any other, and once it has been let go nothing is left of it: it is computed anew
    expect(await analyst.position(PUZZLE_000PW, 'l1')).toBe(records);
    expect(ends).toHaveLength(1);
    await askForMuch();
    const again = analyst.position(PUZZLE_000PW, 'l1');
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await again).toBe(records);
    expect(analyst.queue.taken).toBe(0);
  });

  it('answers everybody who waits for what has no room in its memory', async () => {
    const records = new Uint8Array(17 * 1024 * 1024);
    const run = vi.fn<PositionPool['run']>(() => Promise.resolve({ records }));
    const analyst = analystOver({ size: 1, run });
    for (let round = 1; round <= 2; round++) {
      const asked = Array.from({ length: 20 }, () => analyst.position(PUZZLE_000PW, 'l1'));
      for (const outcome of asked) expect(await outcome).toBe(records);
      expect(run).toHaveBeenCalledTimes(round);
    }
  });

  it('remembers as much as has room, however much is asked', async () => {
    const run = vi.fn<PositionPool['run']>(() => Promise.resolve({ records: new Uint8Array(10_000) }));
    const analyst = analystOver({ size: 1, run });
    const fens = fewPieces(2_000);
    for (const fen of fens) await analyst.position(fen, 'l1');
    expect(run).toHaveBeenCalledTimes(2_000);
    // the last first, so that what is found pushes nothing out that is still to be found
    for (const fen of fens.reverse()) await analyst.position(fen, 'l1');
    const bytes = 10_000 * analyst.counts.memory;
    expect(bytes).toBeLessThan(16 * 1024 * 1024);
    expect(bytes).toBeGreaterThan(15 * 1024 * 1024);
    expect(run).toHaveBeenCalledTimes(4_000 - analyst.counts.memory);
  });

  it('refuses what it has no room for, and takes it when it has', async () => {
    const waiting: (() => void)[] = [];
    const pool: PositionPool = {
      size: 1,
      run: ({ fen, depth }) =>
        new Promise((resolve) => waiting.push(() => resolve({ records: engine.analyze(fen, depth) }))),
    };
    const analyst = analystOver(pool, store, vi.fn(), { queueLimit: 2 });
    const fens = ['8/8/4k3/8/8/3K4/8/8 w - -', '8/8/4k3/8/8/3K4/8/8 b - -', '8/8/4k3/8/8/2K5/8/8 w - -'];
    const taken = fens.slice(0, 2).map((fen) => analyst.position(fen, 'l2'));
    await expect(analyst.position(fens[2]!, 'l2')).rejects.toMatchObject({ name: 'BusyError', retryAfter: 1 });
    await expect(analyst.game(IMMORTAL_GAME, 'l2')).rejects.toMatchObject({ name: 'BusyError' });
    for (const go of waiting) go();
    await Promise.all(taken);
    const later = analyst.position(fens[2]!, 'l2');
    await expect.poll(() => waiting).toHaveLength(3);
    waiting[2]?.();
    expect(await later).toHaveLength(0);
  });

  it('leaves a store that cannot be written for later, and loses nothing of what fits', async () => {
    let locked = true;
    const sink: PositionStore = {
      findPosition: () => null,
      putPositions: (id, results) => {
        if (locked) throw new Error('database is locked');
        store.putPositions(id, results);
      },
    };
    const onStoreError = vi.fn();
    const analyst = analystOver(countingPool(), sink, onStoreError);
    await analyst.position(PUZZLE_000PW, 'l2');
    analyst.flush();
    expect(onStoreError).toHaveBeenCalledTimes(1);
    locked = false;
    analyst.flush();
    expect(store.findPosition(engine.canonicalFen(PUZZLE_000PW), ENGINE)).not.toBeNull();
  });

  it("does not answer with another engine's results", async () => {
    store.putPositions(
      { ...ENGINE, signature: 'ffffffffffffffff' },
      new Map([[engine.canonicalFen(PUZZLE_000PW), new Uint8Array(0)]]),
    );
    expect(await analystOver(countingPool()).position(PUZZLE_000PW, 'l2')).not.toHaveLength(0);
  });

  it('answers without a store that fails, and tells of it', async () => {
    const fail = (): never => {
      throw new Error('database is locked');
    };
    const onStoreError = vi.fn();
    const analyst = analystOver(countingPool(), { findPosition: fail, putPositions: fail }, onStoreError);
    expect(await analyst.position(PUZZLE_000PW, 'l2')).toEqual(engine.analyze(PUZZLE_000PW, 'l2'));
    analyst.flush();
    expect(onStoreError).toHaveBeenCalledTimes(2);
  });

  it('refuses what is no position before any thread hears of it', async () => {
    const pool = countingPool();
    await expect(analystOver(pool).position('8/8/8/8/8/8/8/8 w - -', 'l2')).rejects.toThrow(/^Invalid FEN: /);
    await expect(analystOver(pool).position('k'.repeat(1e6), 'l2')).rejects.toThrow(/^Invalid FEN: /);
    expect(pool.run).not.toHaveBeenCalled();
  });
});

describe('StoredAnalyst.game', () => {
  it('equals what one engine finds alone, fresh and from the store', async () => {
    const alone = await new EngineAnalyst(engine).game(IMMORTAL_GAME, 'l2');
    const pool = countingPool();
    const analyst = analystOver(pool);
    for (let i = 0; i < 2; i++) {
      const game = await analyst.game(IMMORTAL_GAME, 'l2');
      expect(game.positions.map(bytesOf)).toEqual(alone.positions.map(bytesOf));
      expect({ ...game, positions: [] }).toEqual({ ...alone, positions: [] });
    }
    expect(pool.run).toHaveBeenCalledTimes(alone.moves.length);
  });

  it('shares its positions with single requests, both ways', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    const { fens } = await analyst.game('1. e4 e5 2. Nf3 *', 'l2');
    expect(pool.run).toHaveBeenCalledTimes(3);
    for (const fen of fens.slice(0, 3)) await analyst.position(fen, 'l2');
    await analyst.game('1. e4 e5 2. Nc3 *', 'l2');
    expect(pool.run).toHaveBeenCalledTimes(3);
  });

  it('keeps few tasks in flight, so that others get their turn', async () => {
    let inFlight = 0;
    let most = 0;
    const pool: PositionPool = {
      size: 2,
      async run({ fen, depth }) {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight--;
        return { records: engine.analyze(fen, depth) };
      },
    };
    await analystOver(pool).game(IMMORTAL_GAME, 'l1');
    expect(most).toBe(4);
  });
});

describe('StoredAnalyst.batch', () => {
  it('keeps no place for what is done, however slowly it is read', async () => {
    const analyst = analystOver(countingPool());
    const outcomes = await analyst.batch([PUZZLE_000PW, 'no position', OTHER_COUNTERS], 'l1');
    await expect.poll(() => analyst.queue.taken).toBe(0);
    expect(await Promise.all(outcomes)).toEqual([
      engine.analyze(PUZZLE_000PW, 'l1'),
      expect.objectContaining({ name: 'InvalidFenError' }),
      engine.analyze(PUZZLE_000PW, 'l1'),
    ]);
  });

  it('lets others have their turn while it looks up many that are known', async () => {
    const analyst = analystOver(countingPool());
    await analyst.position(PUZZLE_000PW, 'l1');
    let others = false;
    setImmediate(() => (others = true));
    await Promise.all(await analyst.batch(Array<string>(100).fill(PUZZLE_000PW), 'l1'));
    expect(others).toBe(true);
  });

  it('does nothing, and keeps no place, where it is not let on', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool);
    let taken = 0;
    const refuse = (): Promise<void> => {
      taken = analyst.queue.taken;
      return Promise.reject(new Error('not now'));
    };
    await expect(analyst.batch([PUZZLE_000PW, OTHER_COUNTERS], 'l1', refuse)).rejects.toThrow('not now');
    expect([taken, analyst.queue.taken]).toEqual([2, 0]);
    expect(pool.run).not.toHaveBeenCalled();
  });
});

describe('the service over it', () => {
  it('answers the same from the store as live, performance_ms aside', async () => {
    const app = buildApp({ analyst: analystOver(countingPool()) });
    const requests = [
      ['/api/v1/extract', { fen: PUZZLE_000PW }],
      ['/api/v1/extract', { fen: OTHER_COUNTERS, with_sequence: true }],
      ['/api/v1/extract', { fen: PUZZLE_000PW, patterns: ['fork'] }],
      ['/api/v1/extract_game', { pgn: IMMORTAL_GAME }],
      ['/api/v1/extract_game', { pgn: IMMORTAL_GAME, mode: 'available', with_sequence: true }],
    ] as const;
    const answers = async () => {
      const bodies = [];
      for (const [url, body] of requests) {
        const { performance_ms: _, ...rest } = (await call(app, 'POST', url, body)).body as GameAnalysis;
        bodies.push(rest);
      }
      return bodies;
    };
    const live = await answers();
    expect(await answers()).toEqual(live);
    expect(live[1]?.fen).toBe(OTHER_COUNTERS);
    await app.close();
  });
});
