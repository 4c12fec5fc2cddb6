/** What these routes say to who is beyond their limits: words of their own. */
import { ApiError } from '../../errors.js';

/** @throws {ApiError} `rate_limited` */
export function refuseBeyond({ isExceeded, ttlInSeconds }: { isExceeded: boolean; ttlInSeconds: number }): void {
  if (!isExceeded) return;
  const minutes = Math.ceil(ttlInSeconds / 60);
  const words = `Too many requests; try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  throw new ApiError('rate_limited', words, undefined, ttlInSeconds);
}
