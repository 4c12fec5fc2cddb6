/** The command lines of what developers run: benchmarks that take one number, and the signature, which writes a source. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { tempFolder } from '../store/fixture.js';

test.each([['bench/search.js'], ['crash/many.js']])(
  '%s helps, and refuses what is no number before it begins',
  (script) => {
    const run = (argument: string) =>
      spawnSync(process.execPath, [join(ROOT, 'dist', 'test', script), argument], { encoding: 'utf8' });
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Exit codes:') as string });
    for (const wrong of ['many', '0', '1.5', '--points'])
      expect(run(wrong)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('error:') as string });
  },
);

test('bench/signature.js --write writes, whether or not anybody reads the signature', async () => {
  // a root of its own: the sources that the other tests run from stay as they are
  const root = tempFolder();
  mkdirSync(join(root, 'src', 'tactics'), { recursive: true });
  for (const name of ['dist', 'node_modules', 'data', 'src/kernel', 'package.json'])
    symlinkSync(join(ROOT, name), join(root, name));
  const file = join(root, 'src', 'tactics', 'version.ts');
  const source = readFileSync(join(ROOT, 'src', 'tactics', 'version.ts'), 'utf8');
  writeFileSync(file, source.replace(/signature: '\w+'/, "signature: ''"));

  const script = join(root, 'dist', 'test', 'bench', 'signature.js');
  const command = spawn(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', script, '--write'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  command.stdout.destroy();
  expect(await once(command, 'close')).toEqual([0, null]);
  expect(readFileSync(file, 'utf8')).toBe(source);
});
