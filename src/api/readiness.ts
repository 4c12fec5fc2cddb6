/** Why requests had better go elsewhere for a while: what `/readyz` answers. */
import { StoreError } from '../store/errors.js';
import type { Store } from '../store/store.js';
import { STANDARD_START } from '../tactics/game.js';
import { ENGINE } from '../tactics/version.js';
import type { AnalysisQueue } from './queue.js';

/** In words; null where requests may come. */
export function whyNotReady(
  store: Pick<Store, 'assertInPlace' | 'findPosition'>,
  queue: Pick<AnalysisQueue, 'taken' | 'limit'>,
): string | null {
  if (queue.taken >= queue.limit) return 'the queue is full';
  try {
    store.assertInPlace(); // keys that are made or revoked in another file are not heard of
    store.findPosition(STANDARD_START, ENGINE);
    return null;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'moved') return 'the database was moved, deleted or replaced';
    return 'the database cannot be read'; // what is wrong with it stands in the log of whatever needed it
  }
}
