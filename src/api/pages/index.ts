/** The JSON that pages fetch, below `/pages`: one file for each page that needs some, and a line here. */
import type { FastifyPluginAsync } from 'fastify';
import type { Explorer } from '../../explore/explorer.js';
import type { Store } from '../../store/store.js';
import type { PlanTable } from '../plans.js';
import { exploreRoutes } from './explore.js';
import { plansRoute } from './plans.js';
import { runsRoutes } from './runs.js';

/** What the routes are made of. */
export interface PageMeans {
  store: Store;
  plans: PlanTable;
  explorer: Explorer;
  /** The folder that nights write to. Default none: then their reports cannot be opened. */
  nightly?: string;
}

export function pageRoutes({ plans, explorer, store, nightly }: PageMeans): FastifyPluginAsync[] {
  const runs = runsRoutes({ store, ...(nightly !== undefined && { nightly }) });
  return [plansRoute(plans), exploreRoutes(explorer), runs];
}
