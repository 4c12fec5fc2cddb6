/** Links in the place of files that are written: they stay, and what they lead to is written. */
import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Where a name leads, through all links, be there a file already or not.
 * @throws what the file system says of one that may not be looked at, and of links that go round in circles
 */
export function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isAbout(error, 'ENOENT')) throw error;
  }
  let next: string;
  try {
    next = readlinkSync(path);
  } catch (error) {
    if (isAbout(error, 'ENOENT', 'EINVAL')) return path; // nothing is there, or no link
    throw error;
  }
  return behindLinks(resolve(realpathSync(dirname(path)), next));
}

function isAbout(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
