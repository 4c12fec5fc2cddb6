/** Which archive standard input is. */
import type { Identity } from '../archive/fingerprint.js';
import type { Archive } from '../archive/open.js';
import type { Store } from '../store/store.js';

/**
 * Standard input is never the same again: the moment is part of what it is, so that no checkpoint is found for it. Where an earlier stream
 * that began like it has games in the quarantine, it is another archive, lest its games take their places.
 */
export async function identifyOnce(stdin: Archive, store: Store): Promise<Identity> {
  let fingerprint = await stdin.fingerprint();
  const isQuarantined = (): boolean => store.quarantined([fingerprint]).next().done !== true;
  for (let again = 1; isQuarantined(); again++) {
    const other = await stdin.fingerprint(again);
    if (Buffer.compare(other, fingerprint) === 0) break;
    fingerprint = other;
  }
  return { fingerprint, size: stdin.size ?? 0, stamp: Date.now() };
}
