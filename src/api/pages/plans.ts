/** `GET /pages/plans`: the table of plans as this service enforces it, so that no page says anything else. */
import type { FastifyPluginAsync } from 'fastify';
import type { PlansAnswer } from '../../web/answers.js';
import { FREE, type PlanTable } from '../plans.js';

export function plansRoute({ plans }: PlanTable): FastifyPluginAsync {
  const answer: PlansAnswer = {
    plans: [...plans.values()]
      .filter(({ name, listed }) => listed || name === FREE)
      .map(({ name, title, pricePerMonth, requestsPerMinute, gamesPerDay }) => ({
        name,
        title,
        pricePerMonth,
        requestsPerMinute,
        gamesPerDay,
      })),
  };
  // eslint-disable-next-line @typescript-eslint/require-await -- the framework tells a plugin from a callback by the promise
  return async (app) => {
    app.get('/plans', (_request, reply) => reply.header('cache-control', 'no-cache').send(answer));
  };
}
