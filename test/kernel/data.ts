/** Test data that the project may not ship: a folder named by MOTIF_DATA, with `epd` and `pgn` in it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

const folder = process.env['MOTIF_DATA'];

/** A path below the data folder, or null where the variable is not set. */
function dataPath(...parts: string[]): string | null {
  if (folder === undefined || folder === '') return null;
  const path = join(folder, ...parts);
  if (!existsSync(path)) throw new Error(`MOTIF_DATA=${folder} has no ${parts.join('/')}`);
  return path;
}

/** Runs the tests with the path, or says aloud that they are left out. */
export function describeWithData(name: string, parts: string[], tests: (path: string) => void): void {
  const path = dataPath(...parts);
  if (path !== null) {
    describe(name, () => {
      tests(path);
    });
    return;
  }
  console.warn(`skipped: ${name} (set MOTIF_DATA to a folder that holds ${parts.join('/')})`);
  describe.skip(`${name}: MOTIF_DATA is not set`, () => {
    tests('');
  });
}
