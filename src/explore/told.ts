/** What strangers are told of where games lie. */
import { fileName } from '../store/file-name.js';
import { plain } from './words.js';

/** An archive's file name, by which it may be asked for, too: its folders on the server are nobody's business. */
export function toldName(path: string): string {
  return fileName(plain(path));
}
