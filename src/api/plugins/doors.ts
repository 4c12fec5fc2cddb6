/**
 * The two doors of the service: the free one, where a client is an address, and the paid one, where it is a key. Behind both are the
 * same routes.
 *
 * Whom a request is from, and whether it may, is settled before its body is read: what is refused costs next to nothing.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Access } from '../access.js';
import type { Holder } from '../key-ring.js';
import { FREE } from '../plans.js';
import { capGames } from './daily-cap.js';
import { addressOf, limitByPlan, limitRefusals } from './limit.js';

/** The published base addresses. */
export const FREE_PREFIX = '/api/v1';
export const PAID_PREFIX = '/v1';

/** @param routes mounted at both doors */
export function installDoors(app: FastifyInstance, access: Access, routes: FastifyPluginAsync): void {
  app.register(
    async (door) => {
      identifyByAddress(door, access);
      capGames(door, access.games);
      await door.register(routes);
    },
    { prefix: FREE_PREFIX },
  );
  app.register(
    async (door) => {
      authenticate(door, access);
      capGames(door, access.games);
      await door.register(routes);
    },
    { prefix: PAID_PREFIX },
  );
}

function identifyByAddress(door: FastifyInstance, { plans, use }: Access): void {
  const plan = plans.plans.get(FREE);
  if (plan === undefined) throw new Error('doors: the table of plans has no free one');
  const { admit, further } = limitByPlan(door, use);
  door.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.open === true) return done();
    request.client = { name: addressOf(request), key: null, plan, further };
    admit(request, reply, done);
  });
}

/** What the requests with a key count as: those of an account together, whichever of its keys they come with. */
export function clientOfKey({ id, account }: Pick<Holder, 'id' | 'account'>): string {
  return account === null ? `key ${id}` : `account ${account}`;
}

function authenticate(door: FastifyInstance, { plans, keys, use }: Access): void {
  const refuse = limitRefusals(door, plans.refusedKeysPerMinute);
  const { admit, further } = limitByPlan(door, use);

  /** Whether the key is good: then the request has its client. */
  const isKnown = (request: FastifyRequest): boolean => {
    const holder = keys.holder(request.headers.authorization);
    if (holder === null) return false;
    const plan = plans.plans.get(holder.plan);
    if (plan === undefined) {
      request.log.warn({ key: holder.id, plan: holder.plan }, 'a key is on a plan that does not exist');
      return false;
    }
    request.client = { name: clientOfKey(holder), key: holder.id, plan, further };
    return true;
  };

  door.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.open === true) return done();
    let known: boolean;
    try {
      known = isKnown(request);
    } catch (error) {
      return done(error as Error); // the store fails
    }
    if (known) return admit(request, reply, done);
    refuse(request).then((refusal) => {
      if (refusal.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
      done(refusal);
    }, done);
  });
}
