/** The scripts of package.json, which start what people use on whatever Node they have. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('name only flags of node that its documentation has: others go with the next version, and it starts no more', () => {
  const calls = Object.values(scripts).filter((line) => line.startsWith('node '));
  const flags = calls.flatMap((line) => [...line.matchAll(/ (--[a-z-]+)/g)].map(([, flag = '']) => flag));
  expect(calls.length).toBeGreaterThan(10);
  expect(flags.length).toBeGreaterThan(2);
  for (const flag of flags) expect(process.allowedNodeEnvironmentFlags, flag).toContain(flag);
});

test('say what is missing where the packages that build it are, as in a clone that somebody installs from too early', () => {
  const folder = mkdtempSync(join(tmpdir(), 'motif-scripts-'));
  try {
    copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    const { status, stderr } = spawnSync('npm', ['run', 'prepare'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain('run npm ci in its folder first');
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
  execFileSync('npm', ['run', '-s', 'build:ready'], { cwd: ROOT });
});
