/** The JSON that pages fetch, below `/pages`: one file for each page that needs some, and a line here. */
import type { FastifyPluginAsync } from 'fastify';
import type { Explorer } from '../../explore/explorer.js';
import type { Store } from '../../store/store.js';
import type { PlanTable } from '../plans.js';
import { exploreRoutes } from './explore.js';
import { plansRoute } from './plans.js';

/** What the routes are made of. */
export interface PageMeans {
  store: Store;
  plans: PlanTable;
  explorer: Explorer;
}

export function pageRoutes({ plans, explorer }: PageMeans): FastifyPluginAsync[] {
  return [plansRoute(plans), exploreRoutes(explorer)];
}
