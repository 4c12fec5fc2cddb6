/**
 * What a night finds in its folder: archives that are new, those that it knows, and those that are not ready.
 *
 * New is what the store does not have a checkpoint of that says "read to the end" on the same terms: so an archive that an earlier night
 * began, or that was damaged, comes again, and one that was renamed or copied does not. A file that somebody is still writing would be
 * read as one that was cut off, and is left for the next night.
 */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileError } from '../archive/errors.js';
import { fingerprintKey, identify, type Identity } from '../archive/fingerprint.js';
import { listArchives } from '../archive/open.js';
import { gamesBehind } from '../pipeline/bookmark.js';
import { checkpointTerms, type ScanTerms } from '../pipeline/commit.js';
import type { Checkpoint, CheckpointTerms } from '../store/checkpoints.js';
import type { ArchiveRef } from '../store/rows.js';

/** Names under which programs keep what they have not got whole. (Hidden names, such as rsync's, are not even listed.) */
const UNFINISHED = /(?:\.(?:part|partial|tmp|temp|crdownload|download|filepart|opdownload|!ut|aria2|incomplete)|~)$/i;

/** Beside a file of this name with this behind it, a downloader is at work on it. */
const COMPANIONS = ['.aria2', '.part', '.st'];

export interface NewArchive extends Identity {
  path: string;
  /** Games that an earlier run has behind it; 0 where nobody began. */
  before: number;
}

/** An archive that is not read, and why, in words that follow its path. */
export interface SetAside {
  path: string;
  /** Bytes. */
  size: number;
  why: string;
}

export interface Inbox {
  /** In the order in which they are to be read. */
  fresh: NewArchive[];
  /** How many were read to their end before. */
  known: number;
  /** Copies of others in the folder, which are not read. */
  copies: SetAside[];
  /** Not whole yet, it seems. */
  left: SetAside[];
  /** What cannot be read at all. */
  bad: SetAside[];
}

export interface InboxOptions {
  terms: ScanTerms;
  /** Seconds for which a file has to have been left alone. */
  settle: number;
  /** How far an archive was read, as the store has it. */
  find: (fingerprint: Uint8Array, on: CheckpointTerms) => Checkpoint | undefined;
  /** Told of each archive that was read to its end before. */
  onKnown?: (archive: ArchiveRef) => void;
  /** Told that there is something to wait for, and how many seconds. */
  onWait?: (files: number, seconds: number) => void;
  /** Ends the wait; what was waited for is left. */
  signal?: AbortSignal;
}

/** @throws {ArchiveError} the folder cannot be listed */
export async function lookInto(folder: string, options: InboxOptions): Promise<Inbox> {
  const inbox: Inbox = { fresh: [], known: 0, copies: [], left: [], bad: [] };
  const paths = await listArchives([folder], (path, why) => {
    if (whyUnfinished(path) === null) inbox.bad.push({ path, size: 0, why });
  });
  const unfinished = await findUnfinished(folder);
  for (const [path, why] of unfinished) inbox.left.push({ path, size: (await lookAt(path))?.size ?? 0, why });
  const whole = paths.filter((path) => !unfinished.has(path));
  const settled = await waitUntilSettled(whole, inbox, options);
  await identifyAll(settled, inbox, options);
  return inbox;
}

/** Words for a folder in which nothing is that a night could read, now or later; null for any other. It may be the wrong one, or a disk that is not there. */
export function emptyWords(folder: string, { fresh, known, copies, left, bad }: Inbox): string | null {
  const files = known + [fresh, copies, left, bad].reduce((sum, list) => sum + list.length, 0);
  return files > 0 ? null : `no archives in ${folder}: is this the folder where they arrive, and is its disk there?`;
}

function whyUnfinished(path: string): string | null {
  if (UNFINISHED.test(path)) return 'has the name of an unfinished file';
  const companion = COMPANIONS.map((suffix) => path + suffix).find((name) => existsSync(name));
  return companion === undefined ? null : `is still being downloaded: ${companion} is next to it`;
}

/** By name, for what is in them may look like anything, or like nothing yet. */
async function findUnfinished(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  // the list of archives has told of one that may not be read, or is gone meanwhile
  const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const item of items) {
    if (item.name.startsWith('.')) continue;
    const path = join(folder, item.name);
    if (item.isDirectory()) for (const inner of await findUnfinished(path)) found.set(...inner);
    else {
      const why = whyUnfinished(path);
      if (why !== null) found.set(path, why);
    }
  }
  return found;
}

/** What changes when somebody writes to a file. */
interface Look {
  size: number;
  /** Milliseconds since 1970: of its bytes or, for what copies with its date, of its entry. */
  touched: number;
}

/** Null where it is gone. */
async function lookAt(path: string): Promise<Look | null> {
  return stat(path).then(
    (info) => ({ size: info.size, touched: Math.max(info.mtimeMs, info.ctimeMs) }),
    () => null,
  );
}

/** Those files that nobody has touched for `settle` seconds, or does while we wait until that time is over. */
async function waitUntilSettled(paths: readonly string[], inbox: Inbox, options: InboxOptions): Promise<string[]> {
  const span = options.settle * 1000;
  const looks = new Map<string, Look | null>();
  for (const path of paths) looks.set(path, await lookAt(path));
  const now = Date.now();
  // a date in the future says nothing: the full time
  const left = (look: Look | null): number => (look === null ? 0 : span - Math.max(now - look.touched, 0));
  const young = paths.filter((path) => left(looks.get(path) ?? null) > 0);
  if (young.length === 0) return [...paths];

  // no call takes as many values as a folder may have files
  const wait = young.reduce((most, path) => Math.max(most, left(looks.get(path) ?? null)), 0);
  options.onWait?.(young.length, wait / 1000);
  await sleep(wait, undefined, options.signal && { signal: options.signal }).catch((error: unknown) => {
    if (options.signal?.aborted !== true) throw error;
  });
  const growing = new Map<string, number>();
  for (const path of young) {
    const [before, after] = [looks.get(path), await lookAt(path)];
    const same = before?.size === after?.size && before?.touched === after?.touched;
    if (!same || options.signal?.aborted === true) growing.set(path, after?.size ?? 0);
  }
  for (const [path, size] of growing) {
    inbox.left.push({ path, size, why: `was written to in the last ${options.settle} s, and may not be complete yet` });
  }
  return paths.filter((path) => !growing.has(path));
}

async function identifyAll(paths: readonly string[], inbox: Inbox, options: InboxOptions): Promise<void> {
  const { terms, find, onKnown } = options;
  const files: { path: string; identity: Identity; found: Checkpoint | undefined }[] = [];
  const done = new Set<string>();
  for (const path of paths) {
    let identity: Identity;
    try {
      identity = await identify(path);
    } catch (error) {
      inbox.bad.push({ path, size: 0, why: fileError(error, path).reason });
      continue;
    }
    const found = find(identity.fingerprint, checkpointTerms(terms, identity.stamp));
    if (found?.complete === true) done.add(fingerprintKey(identity.fingerprint));
    files.push({ path, identity, found });
  }
  const first = new Map<string, string>();
  for (const { path, identity, found } of files) {
    const key = fingerprintKey(identity.fingerprint);
    const original = first.get(key);
    // a large file with another date has a checkpoint of its own, which would take the place of the first one's, every night
    if (found?.complete === true || done.has(key)) {
      inbox.known++;
      onKnown?.({ path, ...identity });
    } else if (original !== undefined)
      inbox.copies.push({ path, size: identity.size, why: `is a copy of ${original}` });
    else {
      first.set(key, path);
      inbox.fresh.push({ path, ...identity, before: found === undefined ? 0 : gamesBehind(found) });
    }
  }
}
