/** An export that is stopped or cannot be written: what it says, and what it leaves. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../src/paths.js';
import { ended, run, start, type Ended } from '../run.js';
import { scanned } from './world.js';

/** Loaded before a job, in which whatever is streamed into a file then finds no room, or more of it used than this user may. */
const NO_ROOM = {
  ENOSPC: preload(`createWriteStream('/dev/full')`),
  EDQUOT: preload(`createWriteStream(path, { ...options, fs: { ...fs, write: refuse, writev: refuse } })`),
};

function preload(stream: string): string {
  return `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { createWriteStream } = fs;
const quota = Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT', syscall: 'write' });
const refuse = (...args) => process.nextTick(args.at(-1), quota);
fs.createWriteStream = (path, options) => ${stream};
syncBuiltinESMExports();
`;
}

/** Loaded before an export: a Ctrl-C comes while its first file gets its name. */
const STOPPED = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  fs.promises.rename = rename;
  syncBuiltinESMExports();
  const come = new Promise((resolve) => process.once('SIGINT', resolve));
  const awake = setInterval(() => undefined, 1000); // to wait for a signal keeps no process
  process.kill(process.pid, 'SIGINT');
  await come;
  clearInterval(awake);
  return rename(from, to);
};
syncBuiltinESMExports();
`;

/** Loaded before an export to a pipe: a Ctrl-C comes while its first piece is written. */
const STOPPED_PIPE = `const { write } = process.stdout;
process.stdout.write = (piece) => {
  process.stdout.write = write;
  write.call(process.stdout, piece);
  const awake = setInterval(() => undefined, 1000); // to wait for a signal keeps no process
  process.once('SIGINT', () => {
    clearInterval(awake);
    process.stdout.emit('drain');
  });
  process.kill(process.pid, 'SIGINT');
  return false;
};
`;

/** Loaded before an export: its second file cannot get its name. */
const REFUSED_NAME = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { rename } = fs.promises;
let names = 0;
fs.promises.rename = async (from, to) => {
  if (++names === 2) throw Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO', syscall: 'rename' });
  return rename(from, to);
};
syncBuiltinESMExports();
`;

/**
 * An export of scanned games before which a module is loaded.
 * @param to where it goes; a file in the folder unless given
 */
async function exportedWith(module: string, to?: string): Promise<{ folder: string; out: string } & Ended> {
  const { folder, db } = await scanned();
  const loaded = join(folder, 'loaded.mjs');
  writeFileSync(loaded, module);
  const out = to ?? join(folder, 'set.csv');
  const job = join(ROOT, 'dist', 'jobs', 'export.js');
  const flags = ['--format', 'lichess-csv', '--out', out, '--db', db, '--workers', '1', '--quiet'];
  return { folder, out, ...(await ended(spawn(process.execPath, ['--import', loaded, job, ...flags]))) };
}

describe('npm run export', () => {
  it.skipIf(process.platform === 'win32')(
    'does not claim to stop without a dataset while its files get their names',
    async () => {
      const { out, code, stderr } = await exportedWith(STOPPED);
      expect(stderr).toContain('SIGINT: the dataset is written, and its files get their names;');
      expect(stderr).not.toContain('without a dataset');
      expect(code).toBe(0);
      expect(['', '.card.md', '.card.svg'].map((end) => existsSync(out + end))).toEqual([true, true, true]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'does not claim that nothing was written, where it was stopped on the way to standard output',
    async () => {
      const { code, stdout, stderr } = await exportedWith(STOPPED_PIPE, '-');
      expect(stdout).toMatch(/^PuzzleId,/);
      expect(stderr).toContain('export: stopped; what went to standard output is no whole dataset, but the puzzles');
      expect(code).toBe(130);
    },
  );

  it('does not say that nothing was written where some files have their names already', async () => {
    const { folder, code, stderr } = await exportedWith(REFUSED_NAME);
    expect(code).toBe(1);
    expect(stderr).toContain('set.csv could not be written (EIO: i/o error, rename)');
    expect(stderr).toContain('Some files of the dataset may be in their places');
    expect(stderr).not.toContain('No dataset was written');
    expect(readdirSync(folder).filter((name) => name.startsWith('set.'))).toEqual(['set.csv']);
  });

  it.runIf(existsSync('/dev/full')).each(['ENOSPC', 'EDQUOT'] as const)(
    'says where there is no room what could not be written, and that the puzzles are kept: %s',
    async (fault) => {
      const { folder, db } = await scanned();
      const out = join(folder, 'x.epd');
      const full = join(folder, 'full.mjs');
      writeFileSync(full, NO_ROOM[fault]);
      const job = join(ROOT, 'dist', 'jobs', 'export.js');
      const args = ['--format', 'epd', '--out', out, '--db', db, '--quiet'];
      const { code, stderr } = await ended(spawn(process.execPath, ['--import', full, job, ...args]));
      expect(code).toBe(1);
      expect(stderr).toContain(`export: ${out} could not be written (${fault}`);
      expect(stderr).toContain('found so far are kept in the database');
      expect(existsSync(out)).toBe(false);
      expect(stderr).toContain('free some space');
    },
  );

  it('asks for space only where space is what is missing', async () => {
    const { folder, db } = await scanned();
    // a name so long that the file's name while it is written would be too long
    const out = join(folder, `${'x'.repeat(237)}.epd`);
    const { code, stderr } = await run('export', ['--format', 'epd', '--out', out, '--db', db, '--quiet']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/could not be written \(.*\); name another file/);
    expect(stderr).not.toContain('free some space');
  });

  it('ends at a signal without a dataset', async () => {
    const { folder, db } = await scanned();
    const child = start('export', ['--format', 'epd', '--out', join(folder, 'x.epd'), '--db', db, '--workers', '1']);
    const end = ended(child);
    // as soon as it listens: its threads take some tenths of a second to start
    setTimeout(() => child.kill('SIGINT'), 350);
    const { code } = await end;
    // the run may have been done by then, or not yet have listened
    expect([0, 130, null]).toContain(code);
    const left = readdirSync(folder).filter((name) => name.startsWith('x.epd'));
    expect(left.length).toBe(code === 0 ? 3 : 0);
  });
});
