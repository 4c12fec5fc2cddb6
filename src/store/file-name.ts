/** The names of files in stored paths, which may have been written down on another machine. */
import { win32 } from 'node:path';

/** The last part of a path: by the rules of Windows, which know both separators. */
export function fileName(path: string): string {
  return win32.basename(path);
}
