/** The JSON that pages fetch, below `/pages`: one file for each page that needs some, and a line here. */
import type { FastifyPluginAsync } from 'fastify';
import type { Store } from '../../store/store.js';
import type { PlanTable } from '../plans.js';
import { plansRoute } from './plans.js';

/** What the routes are made of. */
export interface PageMeans {
  store: Store;
  plans: PlanTable;
}

export function pageRoutes({ plans }: PageMeans): FastifyPluginAsync[] {
  return [plansRoute(plans)];
}
