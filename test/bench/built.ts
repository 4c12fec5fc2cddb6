/** Benchmarks run what is built: a figure of an old kernel would be believed. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KERNEL_WASM, ROOT } from '../../src/paths.js';

/** Says so on stderr where a source of the kernel is younger than the kernel. */
export function warnIfStale(): void {
  const folder = join(ROOT, 'src', 'kernel');
  const built = statSync(KERNEL_WASM).mtimeMs;
  const young = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && statSync(join(folder, name)).mtimeMs > built,
  );
  if (young.length === 0) return;
  process.stderr.write(
    `warning: ${young.join(', ')} changed after the kernel was built: run \`npm run build\` first\n`,
  );
}
