/**
 * Archives that were moved or renamed.
 *
 * What was read to its end is not opened again, and of what broke off there may be nothing new: it would keep the name that it had, under
 * which nobody finds it, in queries, exports and the quarantine.
 */
import { identify } from '../archive/fingerprint.js';
import { singleNames } from '../archive/single.js';
import type { ArchiveRef } from '../store/rows.js';
import type { Store } from '../store/store.js';

/** Has the store know an archive by the path that it has now, unless it also is where it was. */
export async function followArchive(
  { whereabouts }: Store,
  { fingerprint, path }: Pick<ArchiveRef, 'fingerprint' | 'path'>,
): Promise<void> {
  const before = whereabouts.find(fingerprint);
  if (before === undefined || before === path || (await isThere(before, fingerprint))) return;
  const now = singleNames(path);
  whereabouts.move(
    fingerprint,
    path,
    singleNames(before).map((name, index) => [name, now[index]!]),
  );
}

/** Whether a file is there and is the archive: another one may have taken its name. */
async function isThere(path: string, fingerprint: Uint8Array): Promise<boolean> {
  return identify(path).then(
    (there) => Buffer.compare(there.fingerprint, fingerprint) === 0,
    () => false,
  );
}
