/** The threads of the explorer, where they cannot start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Explorer } from '../../src/explore/explorer.js';
import { compileKernel } from '../../src/tactics/kernel.js';

const entry = vi.hoisted(() => ({ file: '' }));
vi.mock('../../src/paths.js', async (original) => ({
  ...(await original<object>()),
  get EXPLORE_WORKER() {
    return entry.file;
  },
}));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'motif-explorer-'));
  entry.file = join(folder, 'worker.js');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('refuses what waits for a thread that cannot start, and answers once one can', async () => {
  const told: unknown[] = [];
  const onError = (error: unknown): void => void told.push(error);
  const explorer = new Explorer({ db: join(folder, 'motif.db'), module: await compileKernel(), onError });

  // as when an update is being installed under a service that runs
  const waiting = await Promise.allSettled([1, 2, 3].map(() => explorer.ask({ kind: 'stock' })));
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(String(told[0])).toContain('worker.js');

  writeFileSync(entry.file, 'module.exports = ({ kind }) => ({ answer: { kind } });');
  expect(await explorer.ask({ kind: 'stock' })).toEqual({ kind: 'stock' });
  await explorer.close();
});
