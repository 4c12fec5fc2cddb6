/** Benchmarks that take one number help, and refuse what is none before they begin. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';

test.each([['bench/search.js'], ['crash/many.js']])('%s', (script) => {
  const run = (argument: string) =>
    spawnSync(process.execPath, [join(ROOT, 'dist', 'test', script), argument], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Exit codes:') as string });
  for (const wrong of ['many', '0', '1.5', '--points'])
    expect(run(wrong)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('error:') as string });
});
