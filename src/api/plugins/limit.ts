/**
 * Requests by the minute. A client's minute begins with its first request and ends 60 s later, and the next one begins with the next.
 *
 * The counting is `@fastify/rate-limit`'s; when to count, and what by, is said here, because the two doors differ in it. Counts are kept
 * in memory, for the last `CLIENTS` clients of each count: enough that nobody forgets whom they limit by chance, and a flood of addresses
 * takes some megabytes and no more.
 */
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ApiError } from '../errors.js';
import type { KeyUse } from '../key-use.js';
import type { Plan } from '../plans.js';
import { clientOf } from '../proxies.js';

/** Milliseconds. */
const WINDOW = 60_000;

/** Milliseconds by which clocks are put right all the time: no reason to begin anew. */
const STEP = 1_000;

/** Clients that each count keeps; the one that was quiet for longest is forgotten first. Some 200 bytes each. */
const CLIENTS = 10_000;

export interface Client {
  /** What its requests are counted by: an address at the free door; at the paid one the account that has bought, or a key of no account. */
  readonly name: string;
  /** The key's id; null at the free door. */
  readonly key: string | null;
  readonly plan: Plan;
  /**
   * Sees whether there is room for further requests, beside the one that the door has counted, for one that does the work of several: for all
   * of them or none. Nothing is counted yet.
   * @throws {ApiError} `rate_limited`: not so many are left; `too_costly`: so many never will be
   */
  readonly further: (request: FastifyRequest, reply: FastifyReply, requests: number) => Promise<Further>;
}

export interface Further {
  /** Counts them. @throws {ApiError} `rate_limited`: others were counted meanwhile */
  readonly count: () => Promise<void>;
  /** Seconds until whoever asks for all of it anew has room for it; 0 where there is room now. */
  readonly wait: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the door that it came through; null on paths outside both, and on routes that are open to all. */
    client: Client | null;
  }
  interface FastifyContextConfig {
    /** The route answers everybody: it asks for no key, and counts nothing. */
    open?: boolean;
  }
}

/** Before the doors. */
export function installLimits(app: FastifyInstance): void {
  app.decorateRequest('client', null);
  app.register(rateLimit, { global: false });
}

/** What the library says of a client's minute. */
type Minute = Exclude<Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>, { isAllowed: true }>;

/** The client of who comes without a key. */
export function addressOf({ ip }: FastifyRequest): string {
  return clientOf(ip);
}

/** A count of its own. @param options the window is a minute, and clients are addresses, unless they say otherwise */
export function limiter(app: FastifyInstance, options: RateLimitOptions) {
  const begin = () => app.createRateLimit({ timeWindow: WINDOW, cache: CLIENTS, keyGenerator: addressOf, ...options });
  let look = begin();
  let latest = 0;
  return (request: FastifyRequest, increment: boolean) => {
    const now = Date.now();
    // windows that began by a clock which was set back since would last until it is there again
    const setBack = now < latest - STEP;
    if (setBack) look = begin();
    latest = setBack ? now : Math.max(latest, now);
    // it answers `isAllowed` to those who may do anything, of whom there is no list
    return look(request, { increment }) as Promise<Minute>;
  };
}

/** What is answered once a client's minute is used up. */
export function refusal({ ttlInSeconds }: Minute): ApiError {
  return new ApiError('rate_limited', undefined, undefined, ttlInSeconds);
}

/**
 * For one door: counts requests against the limit of their client's plan, and tells the client how it stands.
 * @param use where the use of keys is counted
 */
export function limitByPlan(app: FastifyInstance, use: KeyUse) {
  const look = limiter(app, {
    keyGenerator: (request) => request.client?.name ?? '',
    max: (request) => request.client?.plan.requestsPerMinute ?? 0,
  });
  const tell = (reply: FastifyReply, { max, remaining, ttlInSeconds }: Minute): void => {
    reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': remaining, 'ratelimit-reset': ttlInSeconds });
  };

  const note = (request: FastifyRequest, requests: number, minute?: Minute): void => {
    const key = request.client?.key ?? null;
    if (key === null) return;
    if (minute?.isExceeded === true) use.refused(key);
    else use.letIn(key, requests, minute === undefined ? 0 : minute.max - minute.remaining);
  };

  /** The request itself. Without a promise where there is nothing to count: this is on the way of every request. */
  const admit = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (request.client?.plan.requestsPerMinute === null) {
      note(request, 1);
      return done();
    }
    look(request, true).then((minute) => {
      tell(reply, minute);
      note(request, 1, minute);
      done(minute.isExceeded ? refusal(minute) : undefined);
    }, done);
  };

  /** The door has let it in, and it is refused after all. */
  const turnBack = (request: FastifyRequest, minute: Minute): ApiError => {
    const key = request.client?.key ?? null;
    if (key !== null) use.turnedBack(key);
    return refusal(minute);
  };

  const further: Client['further'] = async (request, reply, requests) => {
    if (request.client?.plan.requestsPerMinute === null) {
      const count = (): Promise<void> => {
        note(request, requests);
        return Promise.resolve();
      };
      return { count, wait: 0 };
    }
    const before = await look(request, false);
    tell(reply, before); // what was told at the door may be from before others were counted
    if (requests >= before.max) {
      const words = `This counts as ${requests + 1} requests; the plan allows ${before.max} in a minute`;
      throw new ApiError('too_costly', words);
    }
    if (before.remaining < requests) throw turnBack(request, before);
    const count = async (): Promise<void> => {
      let minute = before;
      for (let counted = 0; counted < requests; counted++) minute = await look(request, true);
      tell(reply, minute);
      if (minute.isExceeded) throw turnBack(request, minute);
      note(request, requests, minute);
    };
    return { count, wait: before.remaining < requests + 1 ? before.ttlInSeconds : 0 };
  };

  return { admit, further };
}

/**
 * For the paid door: limits the requests from an address that come without a valid key. A client with a key never meets this limit, whoever
 * shares its address, so a guess that is right is answered also beyond it. The limit is there to send programs with a wrong key away: what
 * keeps keys from being guessed is their 160 random bits.
 * @returns counts a request, and says how it is refused
 */
export function limitRefusals(app: FastifyInstance, max: number): (request: FastifyRequest) => Promise<ApiError> {
  const look = limiter(app, { max });
  return async (request) => {
    const minute = await look(request, true);
    if (!minute.isExceeded) return new ApiError('unauthorized');
    const detail = `this key is not valid, and more than ${max} requests without a valid one came from this address`;
    return new ApiError('rate_limited', undefined, detail, minute.ttlInSeconds);
  };
}
