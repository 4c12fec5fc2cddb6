/** Why requests had better go elsewhere for a while: what `/readyz` answers. */
import { StoreError, type StoreErrorCode } from '../store/errors.js';
import type { Store } from '../store/store.js';
import { STANDARD_START } from '../tactics/game.js';
import { ENGINE } from '../tactics/version.js';
import type { AnalysisQueue } from './queue.js';

/** What may be told to strangers: not where it lies, as the store's own words do. */
const WRONG_WITH_DATABASE: Partial<Record<StoreErrorCode, string>> = {
  moved: 'was moved, deleted or replaced, or one of the two files beside it was',
  corrupt: 'is damaged: it was cut short or written over',
  not_a_database: 'was written over: it is no database any more',
  locked: 'is held by another process',
};

/** In words; null where requests may come. */
export function whyNotReady(
  store: Pick<Store, 'assertWhole' | 'findPosition'>,
  queue: Pick<AnalysisQueue, 'taken' | 'limit'>,
): string | null {
  if (queue.taken >= queue.limit) return 'the queue is full';
  try {
    store.assertWhole(); // keys that are made or revoked in another file are not heard of
    store.findPosition(STANDARD_START, ENGINE);
    return null;
  } catch (error) {
    const words = error instanceof StoreError ? WRONG_WITH_DATABASE[error.code] : undefined;
    return `the database ${words ?? 'cannot be read'}`; // what is wrong with it stands in the log of whatever needed it
  }
}
