/**
 * `npm run build:bundle`: `scan` and its threads -> few files instead of many, in the place of what the compiler made, so that they start sooner.
 *
 * What they share goes into `dist/chunks`, under the hash of its content; what is there of earlier builds goes, so that nobody packs it.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { ROOT, SCAN_WORKER, ZIP_WORKER } from '../src/paths.js';

const DIST = join(ROOT, 'dist');
const CHUNKS = join(DIST, 'chunks');

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: [join(DIST, 'jobs', 'scan.js'), SCAN_WORKER, ZIP_WORKER],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  outbase: DIST,
  outdir: DIST,
  chunkNames: 'chunks/[name]-[hash]',
  allowOverwrite: true,
  metafile: true,
  logLevel: 'warning',
});

// only now: what was bundled before, and not compiled again since, is read from them
for (const name of readdirSync(CHUNKS)) {
  const path = join(CHUNKS, name);
  if (!(relative(ROOT, path).replaceAll('\\', '/') in metafile.outputs)) rmSync(path);
}
