/** The scripts of package.json, which start what people use on whatever Node they have. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

test.each([
  ['scan', (name: string) => [`${name}.pgn`]],
  ['analyze', (name: string) => ['--pgn', `${name}.pgn`]],
  ['nightly', (name: string) => ['--archives', name]],
])(
  '%s says where a path leads in the folder in which npm was called, which is not the one that it runs scripts in',
  (job, flagsOf) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'motif-scripts-')));
    const called = (name: string): string =>
      spawnSync('npm', ['--prefix', ROOT, 'run', '-s', job, '--', ...flagsOf(name)], { cwd: folder, encoding: 'utf8' })
        .stderr;
    try {
      writeFileSync(join(folder, 'motif-here.pgn'), '1. e4 *\n');
      mkdirSync(join(folder, 'motif-here'));
      expect(called('motif-here')).toContain(`; npm runs this in ${ROOT}, so give it as ${join(folder, 'motif-here')}`);
      const nowhere = called('motif-nowhere');
      expect(nowhere).toContain('there is no such');
      expect(nowhere).not.toContain('npm runs this in');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
