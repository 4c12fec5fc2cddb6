/** How these routes count: by address, and with words of their own for who is beyond. */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.js';
import { clientOf } from '../../proxies.js';

/** Clients that are remembered by each count. */
export const CACHE = 10_000;

export function addressOf(request: FastifyRequest): string {
  return clientOf(request.ip);
}

/** @throws {ApiError} `rate_limited` */
export function refuseBeyond({ isExceeded, ttlInSeconds }: { isExceeded: boolean; ttlInSeconds: number }): void {
  if (!isExceeded) return;
  const minutes = Math.ceil(ttlInSeconds / 60);
  const words = `Too many requests; try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  throw new ApiError('rate_limited', words, undefined, ttlInSeconds);
}
