/** Counting several requests at once, which the doors do not. */
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { installLimits, limitByPlan } from '../../src/api/plugins/limit.js';
import { onError } from '../../src/api/plugins/refusals.js';

it('counts as many requests as one is worth, all of them or one alone', async () => {
  const app = Fastify();
  app.setErrorHandler(onError);
  installLimits(app);
  await app.register((door, _options, done) => {
    const count = limitByPlan(door);
    door.get<{ Querystring: { worth: string } }>('/', async (request, reply) => {
      request.client = { name: 'a', plan: { name: 'x', requestsPerMinute: 10, gamesPerDay: null }, count };
      await count(request, reply, Number(request.query.worth));
      return {};
    });
    done();
  });
  const ask = async (worth: number) => {
    const { statusCode, headers } = await app.inject({ url: '/', query: { worth: String(worth) } });
    return [statusCode, headers['ratelimit-remaining']];
  };
  expect(await ask(4)).toEqual([200, '6']);
  expect(await ask(7)).toEqual([429, '5']);
  expect(await ask(5)).toEqual([200, '0']);
  expect(await ask(1)).toEqual([429, '0']);
  await app.close();
});
