/** What strangers are told of where games lie. */
import { win32 } from 'node:path';
import { plain } from './words.js';

/** An archive's file name, by which it may be asked for, too: its folders on the server are nobody's business. */
export function toldName(path: string): string {
  return win32.basename(plain(path)); // which knows both separators
}
