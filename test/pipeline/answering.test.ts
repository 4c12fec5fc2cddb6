/** Positions and games on all threads: in order, none lost, and none waits for those that have not come yet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LinesTask } from '../../src/pipeline/answers.js';
import { answerAll, gameTasks, positionTasks, together } from '../../src/pipeline/answering.js';
import { splitGames } from '../../src/pgn/splitter.js';
import { settle } from '../../src/tactics/options.js';

const QUIET = '8/8/4k3/8/8/3K4/8/8 w - - 0 1';

// eslint-disable-next-line @typescript-eslint/require-await -- read like a stream
async function* from<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('together', () => {
  const one = (): number => 1;

  it('keeps to count and weight; what is heavier goes alone', async () => {
    const all = { count: 3, weight: 10 };
    expect(await listOf(together(from([1, 2, 3, 4, 5, 6, 7]), all, one))).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(await listOf(together(from([4, 6, 1, 20, 1, 1]), all, (item) => item))).toEqual([[4, 6], [1], [20], [1, 1]]);
    expect(await listOf(together(from([]), all, one))).toEqual([]);
  });

  it('gives out what is there where the source has to wait', async () => {
    let sent = 0;
    const slow = async function* (): AsyncGenerator<number> {
      for (const item of [1, 2, 3]) {
        yield item;
        sent = item;
        if (item > 1) await sleep(20);
      }
    };
    const sentThen = [];
    for await (const list of together(slow(), { count: 10, weight: 10 }, one)) sentThen.push([list, sent]);
    expect(sentThen).toEqual([
      [[1, 2], 2],
      [[3], 3],
    ]);
  });

  it('gives out what came before the source failed, and then says so', async () => {
    const failing = async function* (): AsyncGenerator<number> {
      yield* [1, 2];
      throw new Error(await Promise.resolve('cut off'));
    };
    const lists: number[][] = [];
    const reading = (async () => {
      for await (const list of together(failing(), { count: 10, weight: 10 }, one)) lists.push(list);
    })();
    await expect(reading).rejects.toThrow('cut off');
    expect(lists).toEqual([[1, 2]]);
  });

  it('lets the source go where its reader leaves early', async () => {
    let closed = false;
    const source = async function* (): AsyncGenerator<number> {
      try {
        for (let item = 0; ; item++) yield await Promise.resolve(item);
      } finally {
        closed = true;
      }
    };
    for await (const list of together(source(), { count: 2, weight: 10 }, one)) if (list.includes(4)) break;
    expect(closed).toBe(true);
  });

  it('does not wait for a source that waits for ever', async () => {
    const source = async function* (): AsyncGenerator<number> {
      yield 1;
      yield await new Promise<number>(() => undefined);
    };
    const lists = [];
    for await (const list of together(source(), { count: 2, weight: 10 }, one)) {
      lists.push(list);
      break;
    }
    expect(lists).toEqual([[1]]);
  });
});

describe('tasks', () => {
  it('number lines and games through, and hold games with bytes of their own', async () => {
    const settled = settle({ depth: 'l1' });
    const lines = await listOf(positionTasks(from([Buffer.from(`${QUIET}\n`.repeat(600))]), settled));
    expect(lines.map(({ first, lines }) => [first, lines.length])).toEqual([
      [1, 256],
      [257, 256],
      [513, 88],
    ]);
    const text = Buffer.from('[Event "a"]\n\n1. e4 *\n\n'.repeat(300));
    const games = await listOf(gameTasks(splitGames(from([text])), settled, false, 11, { entry: 'x.pgn' }));
    expect(games.map(({ first, games, entry }) => [first, games.length, entry])).toEqual([
      [11, 256, 'x.pgn'],
      [267, 44, 'x.pgn'],
    ]);
    for (const { bytes } of games[0]?.games ?? []) expect(bytes.buffer.byteLength).toBe(bytes.length);
  });
});

describe('answerAll', () => {
  const settled = settle({ depth: 'l1' });
  const task = (first: number): LinesTask => ({ kind: 'lines', lines: [QUIET, ''], first, settled });

  it.each([1, 3])('takes answers in the order of the tasks: %i workers', async (workers) => {
    const firsts = Array.from({ length: 40 }, (_, i) => 2 * i + 1);
    const taken: number[] = [];
    await answerAll(from(firsts.map(task)), workers, async ({ first }, { answers }) => {
      expect(answers).toEqual([expect.stringContaining(QUIET), null]);
      await sleep(first % 3);
      taken.push(first);
    });
    expect(taken).toEqual(firsts);
  });

  it('takes nothing any more once something cannot be taken, and says why', async () => {
    const taken: number[] = [];
    const answering = answerAll(from([1, 3, 5, 7, 9].map(task)), 2, ({ first }) => {
      taken.push(first);
      return first === 5 ? Promise.reject(new Error('no room')) : Promise.resolve();
    });
    await expect(answering).rejects.toThrow('no room');
    expect(taken).toEqual([1, 3, 5]);
  });

  it('says so at once where the source waits for ever', async () => {
    const waiting = async function* (): AsyncGenerator<LinesTask> {
      yield task(1);
      yield await new Promise<LinesTask>(() => undefined);
    };
    const answering = answerAll(waiting(), 2, () => Promise.reject(new Error('no room')));
    await expect(answering).rejects.toThrow('no room');
  });

  it('takes the answers to what came before the source failed', async () => {
    const cut = async function* (): AsyncGenerator<LinesTask> {
      yield* [1, 3, 5].map(task);
      throw new Error(await Promise.resolve('cut off'));
    };
    const taken: number[] = [];
    const answering = answerAll(cut(), 2, ({ first }) => {
      taken.push(first);
      return Promise.resolve();
    });
    await expect(answering).rejects.toThrow('cut off');
    expect(taken).toEqual([1, 3, 5]);
  });
});
