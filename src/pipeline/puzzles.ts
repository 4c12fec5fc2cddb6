/**
 * Stored tactics -> worker threads -> puzzles: every position that may be one is asked once, and the answer is kept either way.
 *
 * What the answer is stands in `tactics/puzzle.ts`. A run that is ended, however, is gone on with by the next: only positions without
 * an answer are looked for.
 *
 * A position is asked as the first game came to it. Only where that is why it is no puzzle are the other games looked at, all at once: few
 * positions come to this, and some of them stand in thousands of games.
 */
import type { GameWay, PuzzleCandidate, PuzzleFinding } from '../store/puzzles.js';
import type { EngineId } from '../store/rows.js';
import type { Store } from '../store/store.js';
import {
  isOfTheWay,
  VERDICTS,
  type Judgement,
  type PuzzlePosition,
  type Verdict,
  type Way,
} from '../tactics/puzzle.js';
import { askTogether } from './ask-together.js';
import { Grace } from './grace.js';
import { InOrder } from './in-order.js';
import { PoolClosedError, WorkerStartError, type WorkerPool } from './pool.js';

/** Positions read from the store at a time, and in a task: about a second of a thread, at times several. */
const READ = 2000;
const BATCH = 20;

export interface MiningState {
  /** Positions asked so far, of so many. */
  asked: number;
  total: number;
  puzzles: number;
  seconds: number;
}

export interface MiningReport extends MiningState {
  /** Positions asked by this run, by the answer. */
  verdicts: Record<Verdict, number>;
  /** It was stopped before its end; the next run goes on. */
  interrupted: boolean;
}

export interface MiningOptions {
  store: Store;
  pool: WorkerPool;
  engine: EngineId;
  /** Stops asking, and keeps what threads can finish soon (`grace.ts`). */
  signal?: AbortSignal;
  /** Called after each commit. */
  onProgress?(state: MiningState): void;
  /** Positions in a task; for tests. */
  batch?: number;
}

/**
 * Asks every stored position with a tactic worth it that has no answer of this engine yet.
 * @throws {StoreError} what was committed before is kept
 * @throws {WorkerStartError} no thread can be started
 */
export async function minePuzzles(options: MiningOptions): Promise<MiningReport> {
  const { store, pool, engine, signal, batch: size = BATCH } = options;
  const start = performance.now();
  const verdicts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  const state: MiningState = { asked: 0, total: store.countPuzzleCandidates(engine), puzzles: 0, seconds: 0 };
  const order = new InOrder(pool.size);
  const grace = new Grace(signal);

  const commit = (answers: readonly Answer[]): void => {
    store.putPuzzles(engine, answers.map(findingOf));
    for (const { judgement } of answers) verdicts[judgement.verdict]++;
    state.asked += answers.length;
    state.puzzles = verdicts.puzzle;
    state.seconds = (performance.now() - start) / 1000;
    options.onProgress?.({ ...state });
  };

  try {
    for (const batch of batches(store, engine, size)) {
      if (signal?.aborted === true) break;
      order.add(
        () => grace.within(answer(store, pool, batch, signal)),
        (answers) => answers && commit(answers),
      );
      await order.room();
    }
    await order.done();
  } finally {
    await order.settled();
    grace.forget();
  }
  state.seconds = (performance.now() - start) / 1000;
  return { ...state, verdicts, interrupted: signal?.aborted ?? false };
}

function* batches(store: Store, engine: EngineId, size: number): Generator<PuzzleCandidate[]> {
  for (let after = 0; ;) {
    const read = store.nextPuzzleCandidates(engine, after, READ);
    const end = read.at(-1);
    if (end === undefined) return;
    after = end.positionId;
    for (let at = 0; at < read.length; at += size) yield read.slice(at, at + size);
  }
}

interface Answer {
  of: PuzzleCandidate;
  judgement: Judgement;
}

/** The answers to a batch, in its order; undefined where it was not taken up, or not to its end, before the run was asked to stop. */
async function answer(
  store: Store,
  pool: WorkerPool,
  batch: readonly PuzzleCandidate[],
  signal: AbortSignal | undefined,
): Promise<Answer[] | undefined> {
  const first = await judge(pool, batch, signal);
  if (first === undefined) return undefined;
  const answers = batch.map((of, index): Answer => ({ of, judgement: first[index] ?? { verdict: 'failed' } }));
  const open: Answer[] = [];
  for (const its of answers) {
    const { verdict } = its.judgement;
    const further = isOfTheWay(verdict) ? store.furtherWays(its.of, verdict) : null;
    if (further === null) continue;
    its.of = further;
    if (further.ways.length > 0) open.push(its);
  }
  if (open.length === 0) return answers;
  const second = await judge(
    pool,
    open.map(({ of }) => of),
    signal,
  );
  if (second === undefined) return undefined;
  for (const [index, its] of open.entries()) its.judgement = second[index] ?? { verdict: 'failed' };
  return answers;
}

/** A judgement for each; undefined for positions that no thread had taken up when the run was asked to stop. */
function judge(
  pool: WorkerPool,
  candidates: readonly PuzzleCandidate[],
  signal: AbortSignal | undefined,
): Promise<readonly Judgement[] | undefined> {
  return askTogether(
    candidates,
    async (some) => (await pool.run({ kind: 'solve', positions: some.map(positionOf) }, signal)).judgements,
    (error): Judgement => {
      if (error instanceof WorkerStartError || error instanceof PoolClosedError) throw error;
      return { verdict: 'failed' };
    },
  );
}

function positionOf({ ways, asked, records }: PuzzleCandidate): PuzzlePosition {
  return {
    ways: ways.map(wayOf),
    asked: asked && { ways: asked.ways.map(wayOf), verdict: asked.verdict },
    records: Uint8Array.from(records),
  };
}

function wayOf({ startFen, moves }: GameWay): Way {
  // a copy: what the database hands out are Buffers, at any address, and words begin at even ones
  return { startFen, moves: new Uint16Array(Uint8Array.from(moves).buffer) };
}

function findingOf({ of: candidate, judgement }: Answer): PuzzleFinding {
  const { ways, last } = candidate;
  const { verdict } = judgement;
  if (verdict !== 'puzzle') return { candidate, of: last, verdict };
  const { line, ...solution } = judgement.solution;
  const of = ways[judgement.way];
  if (of === undefined) throw new Error('a puzzle of no game');
  return { candidate, of, verdict, solution: { ...solution, line: new Uint8Array(line.buffer) } };
}
