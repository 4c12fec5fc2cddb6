/** What the routes of the account pages say of the requests that they take. */
import type { FastifyRequest } from 'fastify';
import type { AccountRow } from '../../../store/accounts.js';
import { ApiError } from '../../errors.js';

/** Bytes of a body: an e-mail address and a path. */
const BODY_LIMIT = 4 * 1024;

/** @throws {ApiError} `signed_out`: nobody has signed in */
export function signedIn({ account }: FastifyRequest): AccountRow {
  if (account === null) throw new ApiError('signed_out');
  return account;
}

/** @param body what may be sent */
export function post<T>(body: T) {
  return { schema: { hide: true, body }, bodyLimit: BODY_LIMIT } as const;
}
