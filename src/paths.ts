/**
 * Where the project's own files lie, whether this runs compiled (`dist/src/...`) or from source under the test runner (`src/...`).
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) {
      const advice = 'if this code is bundled, have the bundler leave motif external';
      throw new Error(`motif: no package.json above ${fileURLToPath(import.meta.url)}; ${advice}`);
    }
    folder = parent;
  }
  return folder;
}

/** The project's root folder. */
export const ROOT = findRoot();

/** The compiled kernel, built by `npm run build:kernel`. */
export const KERNEL_WASM = join(ROOT, 'dist', 'kernel.wasm');

/** The compiled entry of a worker thread: threads cannot load TypeScript, so tests too run the built file. */
export const SCAN_WORKER = join(ROOT, 'dist', 'src', 'pipeline', 'worker.js');

/** The compiled entry of the thread in which a library lists zips. */
export const ZIP_WORKER = join(ROOT, 'dist', 'src', 'archive', 'zip-worker.js');

/** The pages, built by `npm run build:web`. */
export const WEB_ROOT = join(ROOT, 'dist', 'web');

/** Numbered SQL files, applied in order by the store. */
export const MIGRATIONS = join(ROOT, 'src', 'store', 'migrations');

/** The compiled entry of the explorer's threads. */
export const EXPLORE_WORKER = join(ROOT, 'dist', 'src', 'explore', 'worker.js');
