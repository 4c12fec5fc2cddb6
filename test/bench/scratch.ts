/** A folder for databases and archives made for one run, gone when the process ends, however it ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'motif-bench-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  // without a listener a signal would end the process and leave the folder
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code));
  return folder;
}
