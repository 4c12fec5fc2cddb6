/** The app behind its doors, as strangers meet it: published plans, a store for keys and caps, and a clock that the test sets. */
import type { FastifyInstance } from 'fastify';
import { makeAccess } from '../../src/api/access.js';
import { EngineAnalyst, type Analyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { hashKey, makeKey, makeKeyId } from '../../src/api/key.js';
import { writeDown } from '../../src/api/plugins/bookkeeping.js';
import { BUILT_IN_PLANS, type PlanTable } from '../../src/api/plans.js';
import type { Store } from '../../src/store/store.js';
import { loadEngine } from '../../src/tactics/kernel.js';

export interface DoorOptions {
  store: Store;
  plans?: PlanTable;
  trustProxy?: string[];
  now?: () => number;
  analyst?: Analyst;
  /** Takes the log, every level of it. */
  log?: (line: string) => void;
}

export async function doorApp({ store, plans, trustProxy, now, analyst, log }: DoorOptions): Promise<FastifyInstance> {
  const access = makeAccess({
    plans: plans ?? BUILT_IN_PLANS,
    store,
    ...(now !== undefined && { now }),
    onStoreError: (error) => {
      throw error;
    },
  });
  const app = buildApp({
    analyst: analyst ?? new EngineAnalyst(await loadEngine()),
    access,
    ...(trustProxy !== undefined && { trustProxy }),
    ...(log !== undefined && { logger: { level: 'trace', stream: { write: log } } }),
  });
  // as the server does at its end
  app.addHook('onClose', (_app, done) => {
    writeDown(access);
    done();
  });
  return app;
}

/** A stored key on a plan. */
export function addKey(store: Store, plan = 'builder'): { id: string; key: string } {
  const id = makeKeyId();
  const key = makeKey(id);
  store.keys.create({ id, plan, note: '', hash: hashKey(key), created: 0 });
  return { id, key };
}
