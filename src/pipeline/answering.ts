/**
 * Positions or games -> their answers, on all threads, in the order in which they came.
 *
 * Memory does not depend on how many there are: the reader goes on only while the threads keep up, and no faster than the answers are taken.
 */
import type { RawGame } from '../pgn/splitter.js';
import { compileKernel, loadEngine } from '../tactics/kernel.js';
import type { Settled } from '../tactics/options.js';
import { positionLines } from '../tactics/stream.js';
import type { Depth } from '../tactics/types.js';
import { answersToGames, answersToLines, type GamesTask, type LinesTask } from './answers.js';
import { InOrder } from './in-order.js';
import { WorkerPool } from './pool.js';
import type { ResultOf } from './tasks.js';

/** How much goes to a thread at a time. */
export interface TogetherLimits {
  count: number;
  /** Bytes or letters, whatever `weigh` counts; an item that is heavier goes alone. */
  weight: number;
}

/** As much as takes some hundredths of a second. */
const TOGETHER: Readonly<Record<Depth, TogetherLimits>> = {
  l1: { count: 256, weight: 64 * 1024 },
  l2: { count: 32, weight: 16 * 1024 },
};

/**
 * Items -> lists of them. What the source lets wait for more goes out without it, so that whoever sends one at a time has each answered.
 * Where the source fails, what came before goes out first.
 */
export async function* together<Item>(
  items: AsyncIterable<Item>,
  limits: TogetherLimits,
  weigh: (item: Item) => number,
): AsyncGenerator<Item[]> {
  const iterator = items[Symbol.asyncIterator]();
  let list: Item[] = [];
  let weight = 0;
  let waits = false;
  const take = (): Item[] => {
    const taken = list;
    list = [];
    weight = 0;
    return taken;
  };
  try {
    for (;;) {
      const next = iterator.next();
      waits = !(await isReady(next));
      if (waits && list.length > 0) yield take();
      const result = await next;
      waits = false;
      if (result.done === true) break;
      const its = weigh(result.value);
      if (list.length > 0 && (list.length >= limits.count || weight + its > limits.weight)) yield take();
      list.push(result.value);
      weight += its;
    }
  } catch (error) {
    if (list.length > 0) yield take();
    throw error;
  } finally {
    await leave(iterator, waits);
  }
  if (list.length > 0) yield take();
}

/**
 * Closes a source, wherever its reader stops.
 * @param waits whether it was asked for more and has not answered: then it closes only once it has, which may be never, and nobody waits for it
 */
async function leave(source: AsyncIterator<unknown>, waits: boolean): Promise<void> {
  const closing = source.return?.();
  if (waits) void closing?.catch(() => undefined);
  else await closing;
}

/** The lines of a list of positions, as tasks. */
export async function* positionTasks(chunks: AsyncIterable<Uint8Array>, settled: Settled): AsyncGenerator<LinesTask> {
  let first = 1;
  for await (const lines of together(positionLines(chunks), TOGETHER[settled.depth], (line) => line.length)) {
    yield { kind: 'lines', lines, first, settled };
    first += lines.length;
  }
}

/** The games of one text, as tasks; `first` is the number of its first game, `more` says what else the caller wants to know of each. */
export async function* gameTasks<More extends object>(
  games: AsyncIterable<RawGame>,
  settled: Settled,
  annotated: boolean,
  first: number,
  more: More,
): AsyncGenerator<GamesTask & More> {
  for await (const some of together(copies(games), TOGETHER[settled.depth], ({ bytes }) => bytes.length)) {
    yield { kind: 'games', games: some, first, settled, annotated, ...more };
    first += some.length;
  }
}

/** Games with bytes of their own: those of a splitter may stand in the buffer of its stream. */
async function* copies(games: AsyncIterable<RawGame>): AsyncGenerator<RawGame> {
  for await (const game of games) yield { ...game, bytes: game.bytes.slice() };
}

/** Whether a promise is settled before the event loop has to wait for anything. */
function isReady(promise: Promise<unknown>): Promise<boolean> {
  const settled = (): true => true;
  return Promise.race([
    promise.then(settled, settled),
    new Promise<false>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

/**
 * Has every task answered, and takes the answers in the tasks' order.
 * @param workers threads; 1 for this one alone
 * @throws what the tasks, an engine or `take` throw, at once, though the next task may be long in coming; what came before is taken, and nothing
 *   behind it
 */
export async function answerAll<Task extends LinesTask | GamesTask>(
  tasks: AsyncIterable<Task>,
  workers: number,
  take: (task: Task, result: ResultOf<Task>) => Promise<void>,
): Promise<void> {
  const module = await compileKernel();
  const engine = await loadEngine(module);
  let pool: WorkerPool | undefined;
  let begun = false;
  const ask = async (task: Task): Promise<ResultOf<Task>> => {
    // threads take longer to start than a few positions to be analysed
    if (workers === 1 || !begun) {
      begun = true;
      const result = task.kind === 'lines' ? answersToLines(engine, task) : answersToGames(engine, task);
      return result as ResultOf<Task>;
    }
    pool ??= new WorkerPool({ size: workers, module });
    return pool.run(task);
  };
  const order = new InOrder(workers);
  const source = tasks[Symbol.asyncIterator]();
  let waits = false;
  try {
    let unread: { error: unknown } | undefined;
    try {
      for (;;) {
        waits = true;
        const step = await order.orFailure(source.next());
        waits = false;
        if (step.done === true) break;
        const task = step.value;
        await order.room();
        order.add(
          () => ask(task),
          (result) => take(task, result),
        );
      }
    } catch (error) {
      await leave(source, waits);
      // what came before is answered first
      unread = { error };
    }
    await order.done();
    if (unread !== undefined) throw unread.error;
  } finally {
    await pool?.close();
    await order.settled();
  }
}
