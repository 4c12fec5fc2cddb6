/** What callers of the worker pool can count on, whatever happens in the threads. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { Batcher, BATCH_LIMITS, type GameBatch } from '../../src/pipeline/batches.js';
import { readPacket } from '../../src/pipeline/packet.js';
import {
  PoolClosedError,
  WithdrawnError,
  WorkerCrashError,
  WorkerPool,
  WorkerStartError,
} from '../../src/pipeline/pool.js';
import { NOTHING_SPENT } from '../../src/pipeline/stages.js';
import type { RawGame } from '../../src/pgn/splitter.js';
import { InvalidFenError } from '../../src/tactics/errors.js';
import { compileKernel, loadEngine } from '../../src/tactics/kernel.js';
import { BAD_WORKER, sharedPool, tempFile, tempFolder, testPool, testSource } from './fixture.js';

const FEN = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const OTHER = '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1';

describe('answers', () => {
  const pool = sharedPool(2);

  test('are those of an engine in this thread', async () => {
    const engine = await loadEngine();
    for (const fen of [FEN, OTHER]) {
      for (const depth of ['l1', 'l2'] as const) {
        const { records } = await pool.run({ kind: 'position', fen, depth });
        expect(records.length).toBeGreaterThan(0);
        expect(records).toEqual(engine.analyze(fen, depth));
      }
    }
  });

  test('go to those who asked, however many ask at once', async () => {
    const engine = await loadEngine();
    const fens = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? FEN : OTHER));
    const answers = await Promise.all(fens.map((fen) => pool.run({ kind: 'position', fen, depth: 'l1' })));
    answers.forEach(({ records }, n) => expect(records).toEqual(engine.analyze(fens[n] ?? '', 'l1')));
  });

  test('keep the class and the detail of what a caller did wrong', async () => {
    const noKing = pool.run({ kind: 'position', fen: '8/8/8/8/8/8/8/K7 w - - 0 1', depth: 'l1' });
    await expect(noKing).rejects.toBeInstanceOf(InvalidFenError);
    await expect(noKing).rejects.toMatchObject({
      name: 'InvalidFenError',
      detail: expect.stringMatching(/king/i) as string,
    });
    // and the thread goes on
    await expect(pool.run({ kind: 'position', fen: FEN, depth: 'l1' })).resolves.toBeDefined();
  });

  test('do not come to a task that is withdrawn before a thread is free for it', async () => {
    const one = testPool();
    const control = new AbortController();
    const [first, withdrawn, next] = [undefined, control.signal, undefined].map((signal) =>
      one.run({ kind: 'position', fen: FEN, depth: 'l2' }, signal),
    );
    control.abort();
    await expect(withdrawn).rejects.toBeInstanceOf(WithdrawnError);
    expect(await next).toEqual(await first);
  });

  test('leave the buffers that were sent with their owner', async () => {
    const moves = new Uint8Array(4);
    const game = { startFens: [null], depths: ['l1' as const], plies: Float64Array.of(1, 0) };
    await pool.run({ kind: 'rescan', moves, bounds: Uint32Array.of(0, 0), ...game });
    expect(moves.length).toBe(4);
  });
});

describe('a thread that fails', () => {
  test('takes only its own task with it', async () => {
    const pool = testPool({ size: 2, script: BAD_WORKER });
    const tasks = [FEN, OTHER, `${FEN} EXIT`, OTHER, FEN, `${FEN} EXIT`, OTHER].map((fen) =>
      pool.run({ kind: 'position', fen, depth: 'l1' }),
    );
    const settled = await Promise.allSettled(tasks);
    expect(settled.map(({ status }) => status).join(' ')).toBe(
      'fulfilled fulfilled rejected fulfilled fulfilled rejected fulfilled',
    );
    const failed = settled[2] as PromiseRejectedResult;
    expect(failed.reason).toBeInstanceOf(WorkerCrashError);
    expect(String(failed.reason)).toContain('exit code 7');
  });

  test('by never coming back is ended after the time limit', async () => {
    const pool = testPool({ script: BAD_WORKER, timeLimit: 300 });
    const hang = pool.run({ kind: 'position', fen: `${FEN} HANG`, depth: 'l1' });
    const next = pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    await expect(hang).rejects.toThrow(/took longer than 0.3 s/);
    await expect(hang).rejects.toBeInstanceOf(WorkerCrashError);
    await expect(next).resolves.toBeDefined();
  });

  test('is no thread that has answered in time', async () => {
    const pool = testPool({ timeLimit: 1000 });
    const spy = vi.spyOn(Worker.prototype, 'terminate');
    await pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    await sleep(1500);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  test('by an answer that comes as its thread is being ended is answered, and the next task has another thread', async () => {
    const pool = testPool({ script: BAD_WORKER, timeLimit: 300 });
    const answer = await pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the thread below
    const { terminate } = Worker.prototype;
    const spy = vi.spyOn(Worker.prototype, 'terminate').mockImplementationOnce(function (this: Worker) {
      this.emit('message', { result: answer, spent: NOTHING_SPENT });
      return terminate.call(this);
    });
    const late = pool.run({ kind: 'position', fen: `${FEN} HANG`, depth: 'l1' });
    const next = pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    await expect(late).resolves.toBe(answer);
    await expect(next).resolves.toBeDefined();
    spy.mockRestore();
  });

  test('by an engine that throws answers with the error, and has a new engine for the next task', async () => {
    const pool = testPool({ script: BAD_WORKER });
    await expect(pool.run({ kind: 'position', fen: `${FEN} ONCE`, depth: 'l1' })).rejects.toThrow('unreachable');
    // on a fresh engine the same text gets as far as the FEN reader, which finds the word in it
    await expect(pool.run({ kind: 'position', fen: `${FEN} ONCE`, depth: 'l1' })).rejects.not.toThrow('unreachable');
  });

  test('before it is ready is hopeless, and every task is told', async () => {
    const script = tempFile('broken.mjs', "throw new Error('no kernel here');");
    const pool = testPool({ size: 2, script });
    const tasks = [FEN, OTHER, FEN].map((fen) => pool.run({ kind: 'position', fen, depth: 'l1' }));
    for (const task of tasks) {
      await expect(task).rejects.toBeInstanceOf(WorkerStartError);
      await expect(task).rejects.toThrow(/no kernel here/);
    }
    const missing = testPool({ script: join(tempFolder(), 'worker.js') });
    await expect(missing.run({ kind: 'position', fen: FEN, depth: 'l1' })).rejects.toBeInstanceOf(WorkerStartError);
  });

  test('is hopeless where the system allows no other in its place, and who waits is told', async () => {
    const body = "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(7));";
    const script = tempFile('mortal.mjs', `${body} parentPort.postMessage({ ready: true });`);
    let threads = 0;
    const module = {
      // what is handed to a thread is read as it is made: `new Worker` throws as it does beyond a limit on threads
      get words() {
        if (++threads > 1) throw new Error('EAGAIN');
        return '';
      },
    } as unknown as WebAssembly.Module;
    const pool = new WorkerPool({ size: 1, module, script });
    const [first, second] = [FEN, OTHER].map((fen) => pool.run({ kind: 'position', fen, depth: 'l1' }));
    await expect(first).rejects.toBeInstanceOf(WorkerCrashError);
    await expect(second).rejects.toBeInstanceOf(WorkerStartError);
    await expect(second).rejects.toThrow('EAGAIN (there are 0 of 1;');
    await pool.close();
  });
});

describe('closing', () => {
  test('rejects what is in work, what waits and what comes later', async () => {
    const pool = testPool({ script: BAD_WORKER });
    await pool.run({ kind: 'position', fen: FEN, depth: 'l1' }); // the thread is up
    const inWork = pool.run({ kind: 'position', fen: `${FEN} HANG`, depth: 'l1' });
    const waits = pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    const results = Promise.allSettled([inWork, waits]);
    await pool.close();
    for (const result of await results) {
      expect(result.status === 'rejected' && result.reason instanceof PoolClosedError).toBe(true);
    }
    await expect(pool.run({ kind: 'position', fen: FEN, depth: 'l1' })).rejects.toBeInstanceOf(PoolClosedError);
    await pool.close();
  });

  test('a pool that was never used can be closed', async () => {
    await expect(testPool().close()).resolves.toBeUndefined();
  });
});

test.each([0, -1, 1.5, Number.NaN])('a size of %s is refused', async (size) => {
  const module = await compileKernel();
  expect(() => new WorkerPool({ size, module })).toThrow(RangeError);
});

describe('a short task that lies ready in a thread', () => {
  async function batchOf(movetext: string): Promise<GameBatch> {
    async function* games(): AsyncGenerator<RawGame[]> {
      yield await Promise.resolve([{ bytes: new TextEncoder().encode(movetext), offset: 0, line: 1 }]);
    }
    const batcher = new Batcher(BATCH_LIMITS.l1);
    for await (const batch of batcher.batches(games(), testSource())) throw new Error(`full: ${batch.end}`);
    return batcher.close().games;
  }

  test('is done by another one where that thread dies of the task before', async () => {
    const pool = testPool({ script: BAD_WORKER });
    await pool.run({ kind: 'position', fen: FEN, depth: 'l1' }); // the thread is up
    const texts = ['1. e4 {EXIT} *', '1. d4 *', '1. c4 c5 *'];
    const batches = await Promise.all(texts.map(batchOf));
    const [first, ...rest] = batches.map((batch) => pool.run({ kind: 'batch', depth: 'l1', ...batch }));
    const done: number[] = [];
    for (const [index, run] of rest.entries()) void run.then(() => done.push(index));
    await expect(first).rejects.toBeInstanceOf(WorkerCrashError);
    const games = (await Promise.all(rest)).map((result) => readPacket(result));
    expect(done).toEqual([0, 1]); // it keeps its place before those that wait
    expect(games).toMatchObject([
      [{ kind: 'scanned', game: { moves: { length: 2 } } }],
      [{ kind: 'scanned', game: { moves: { length: 4 } } }],
    ]);
  });

  test('has the same time as others', async () => {
    const pool = testPool({ script: BAD_WORKER, timeLimit: 1000 });
    await pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    const batches = await Promise.all(['1. e4 *', '1. d4 {HANG} *'].map(batchOf));
    const [first, ready] = batches.map((batch) => pool.run({ kind: 'batch', depth: 'l1', ...batch }));
    await expect(ready).rejects.toThrow(/took longer than 1 s/);
    await expect(first).resolves.toBeDefined();
  });

  test('is rejected with the rest when the pool is closed', async () => {
    const pool = testPool({ script: BAD_WORKER });
    await pool.run({ kind: 'position', fen: FEN, depth: 'l1' });
    const batches = await Promise.all(['1. e4 {HANG} *', '1. d4 *', '1. c4 *'].map(batchOf));
    const runs = batches.map((batch) => pool.run({ kind: 'batch', depth: 'l1', ...batch }));
    const ends = Promise.allSettled(runs);
    await pool.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: { name: 'PoolClosedError' } });
  });
});
