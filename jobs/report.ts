/** `--report FILE`: what a run did, whole, for programs. The line of `--json` stays as short as it was promised to be. */
import type { FullReport } from '../src/pipeline/numbers.js';
import { faultOfFile, STDOUT, writeWhole } from './target.js';

/** How every report begins. */
const HEAD = '{\n  "games_seen"';

/** What is wrong with the file, before hours of work; null where nothing is. @param archives that the same run reads */
export function faultOfReport(target: string, archives: readonly string[]): string | null {
  if (target === STDOUT) return '--report needs a file; --json writes to standard output';
  return faultOfFile('--report', target, HEAD, archives);
}

/** @throws what the file system says */
export async function writeReport(target: string, report: FullReport): Promise<void> {
  await writeWhole(target, (file) => file.writeFile(JSON.stringify(report, null, 2) + '\n'));
}
