/**
 * The running service: store, worker threads and app put together, and the only place that listens.
 *
 * What is opened here is closed here, last opened first: no new requests, then the threads that answer them, then the store that
 * keeps the answers.
 */
import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { Explorer } from '../explore/explorer.js';
import { WorkerPool } from '../pipeline/pool.js';
import { openStore } from '../store/open.js';
import type { Store } from '../store/store.js';
import { STANDARD_START } from '../tactics/game.js';
import { compileKernel, loadEngine } from '../tactics/kernel.js';
import { ENGINE } from '../tactics/version.js';
import { makeAccess } from './access.js';
import { urlFromListening } from './accounts/public-url.js';
import { DEFAULT_SETTINGS, type AccountSettings } from './accounts/settings.js';
import { StoredAnalyst } from './analyst.js';
import { buildApp } from './app.js';
import { closeAll, type Closer } from './closers.js';
import { addressesOf, listenAtAll } from './listening.js';
import { Metrics } from './metrics.js';
import { pageRoutes } from './pages/index.js';
import { writeDown } from './plugins/bookkeeping.js';
import { BUILT_IN_PLANS, type PlanTable } from './plans.js';
import { whyNotReady } from './readiness.js';

/** Milliseconds to wait for another process that writes to the store: the wait holds up every request, and a cache can do without. */
const BUSY_TIMEOUT = 20;
/** The same at the end, when nobody is held up and there is no next time: four writes, in far less than service managers grant. */
const LAST_BUSY_TIMEOUT = 2_000;

/** Milliseconds that a thread gets for a position, which takes it tens at most: it only ends what would never end. */
const TIME_LIMIT = 10_000;

export interface ServerOptions {
  /** Interface to listen on; `localhost` for all addresses of that name. */
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** The database file; created where there is none. */
  db: string;
  /** Worker threads. Default one for each processor. */
  workers?: number;
  /** Who may ask how much. Default the published plans. */
  plans?: PlanTable;
  /** Payments, e-mail, secrets, the public address. Default: the test checkout for this machine, and letters go into the log. */
  accounts?: AccountSettings;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is believed. Default none. */
  trustProxy?: string[];
  /** The folder that nights write to (`npm run nightly -- --out`), whose reports the page of runs opens. Default none. */
  nightly?: string;
  /** Log level of the structured log on stderr: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`. Default `warn`. */
  logLevel?: string;
}

export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:3000`. */
  url: string;
  /** Finishes the requests under way, then closes everything. */
  close(): Promise<void>;
}

/**
 * Opens the store, starts the threads, listens.
 * @throws {StoreError} the database cannot be used; `WorkerStartError`: the threads; an `EADDRINUSE` or `EACCES` error: the address
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const closers: Closer[] = [];
  try {
    return { url: await open(options, closers), close: () => closeAll(closers) };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** @param closers are added as things are opened @returns the address */
async function open(options: ServerOptions, closers: Closer[]): Promise<string> {
  const plans = options.plans ?? BUILT_IN_PLANS;
  const module = await compileKernel();
  const engine = await loadEngine(module);
  const store = openStore(options.db, { busyTimeout: BUSY_TIMEOUT });
  closers.push(() => store.close());
  const pool = new WorkerPool({ size: options.workers ?? availableParallelism(), module, timeLimit: TIME_LIMIT });
  const onStoreError = (error: unknown): void => app.log.warn({ err: error }, 'the store failed; answering without it');
  const onRetry = (error: unknown): void =>
    app.log.warn({ err: error }, 'a thread failed; the position is tried again');
  const analyst = new StoredAnalyst({ store, pool, engine, id: ENGINE, onStoreError, onRetry });
  const access = makeAccess({ plans, store, onStoreError });
  closers.push(() => {
    store.setBusyTimeout(LAST_BUSY_TIMEOUT);
    analyst.flush();
    writeDown(access);
  });
  closers.push(() => pool.close());
  const onExplorerError = (error: unknown): void => app.log.error({ err: error }, 'a thread of the explorer failed');
  const explorer = new Explorer({ db: options.db, module, onError: onExplorerError });
  closers.push(() => explorer.close());
  const metrics = new Metrics(analyst);
  const settings = options.accounts ?? DEFAULT_SETTINGS;
  const { nightly } = options;
  let { publicUrl } = settings;
  const app = buildApp({
    analyst,
    metrics,
    ready: () => whyNotReady(store, analyst.queue),
    access,
    pages: { routes: pageRoutes({ store, plans, explorer, ...(nightly !== undefined && { nightly }) }) },
    accounts: {
      settings,
      plans,
      store,
      publicUrl: () => {
        if (publicUrl === null) throw new Error('server: nobody can be sent here before it listens');
        return publicUrl;
      },
    },
    trustProxy: options.trustProxy ?? [],
    logger: { level: options.logLevel ?? 'warn', stream: process.stderr },
  });
  closers.push(() => app.close());
  warnOfStrays(app, store, plans);
  await warmUp(pool);
  const url = await listenAtAll(app, await addressesOf(options.host), options.port);
  publicUrl ??= urlFromListening(url);
  return url;
}

/** Tells the operator of keys that will be refused because the table of plans does not have theirs. */
function warnOfStrays(app: FastifyInstance, store: Store, { plans }: PlanTable): void {
  const strays = new Map<string, string[]>();
  for (const { id, plan, revoked } of store.keys.list()) {
    if (revoked === null && !plans.has(plan)) strays.set(plan, [...(strays.get(plan) ?? []), id]);
  }
  for (const [plan, keys] of strays) {
    app.log.warn({ keys, plan }, 'these keys are refused: there is no such plan; add it with --plans');
  }
}

/** Threads start at their first task, some 200 ms each: have that over, and any failure known, before the first request. */
async function warmUp(pool: WorkerPool): Promise<void> {
  const tasks = Array.from({ length: pool.size }, () =>
    pool.run({ kind: 'position', fen: STANDARD_START, depth: 'l1' }),
  );
  await Promise.all(tasks);
}
