/**
 * A zip on standard input. Its directory lies at its end, so that it cannot be read as it comes: it goes to a temporary file first,
 * which is gone when the archive is closed or the process ends in an orderly way.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveError } from './errors.js';

export interface Spooled {
  path: string;
  size: number;
  remove: () => void;
}

/** @throws {ArchiveError} where there is no room for it, and what `chunks` throws */
export async function spool(chunks: AsyncIterable<Uint8Array>, name: string): Promise<Spooled> {
  let folder: string | undefined;
  const remove = (): void => {
    process.off('exit', remove);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', remove);
  try {
    folder = await mkdtemp(join(tmpdir(), 'motif-'));
    const path = join(folder, 'stdin.zip');
    const file = await open(path, 'wx');
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    return { path, size: (await stat(path)).size, remove };
  } catch (error) {
    remove();
    if (error instanceof ArchiveError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    const reason = `is a zip, which has to be saved before it can be read, and that failed (${words}); save it to a file and scan that`;
    throw new ArchiveError('not_readable', reason, name, undefined, error);
  }
}
