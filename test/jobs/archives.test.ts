/**
 * Every real archive through the real command: nothing is lost, nothing is stored twice, and the number of workers does not show.
 * Minutes of work, so it runs only where MOTIF_DATA names a folder with archives in `pgn`.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listArchives } from '../../src/archive/open.js';
import type { ScanNumbers } from '../../src/pipeline/numbers.js';
import { openStore } from '../../src/store/open.js';
import type { Depth } from '../../src/tactics/types.js';
import { describeWithData } from '../kernel/data.js';
import { tempFolder } from '../pipeline/fixture.js';
import { run } from './run.js';

const MINUTE = 60_000;
/** Some archives are no PGN at all: the scan says so and goes on. */
const DONE = 0;
const PARTLY_READ = 3;

async function scan(paths: string[], db: string, depth: Depth, workers: number): Promise<ScanNumbers> {
  const flags = ['--db', db, '--depth', depth, '--workers', String(workers), '--json', '--quiet'];
  const { code, stdout, stderr } = await run('scan', [...paths, ...flags]);
  expect([DONE, PARTLY_READ], stderr).toContain(code);
  const numbers = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ScanNumbers;
  const { games_seen, games_stored, games_duplicate, games_filtered, games_quarantined } = numbers;
  expect(games_stored + games_duplicate + games_filtered + games_quarantined, paths.join()).toBe(games_seen);
  return numbers;
}

function digestOf(db: string): string {
  const store = openStore(db, { readonly: true });
  try {
    return store.digest();
  } finally {
    store.close();
  }
}

describeWithData('real archives', ['pgn'], (folder) => {
  it(
    'scan at l2, every game accounted for, and have nothing new for a second scan',
    { timeout: 20 * MINUTE },
    async () => {
      const db = join(tempFolder(), 'all.db');
      const { games_seen, games_stored, games_duplicate, tactics } = await scan([folder], db, 'l2', 2);
      expect(games_stored).toBeGreaterThan(5000);
      expect(tactics).toBeGreaterThan(games_stored);
      const before = digestOf(db);
      const second = await scan([folder], db, 'l2', 2);
      expect(second).toMatchObject({ games_seen, games_stored: 0, games_duplicate: games_stored + games_duplicate });
      expect(digestOf(db)).toBe(before);
    },
  );

  it('each of them scans alone', { timeout: 5 * MINUTE }, async () => {
    const alone = join(tempFolder(), 'alone.db');
    const archives = await listArchives([folder]);
    let seen = 0;
    for (const path of archives) seen += (await scan([path], alone, 'l1', 1)).games_seen;
    const together = await scan([folder], join(tempFolder(), 'together.db'), 'l1', 2);
    expect(together.games_seen).toBe(seen);
  });

  it.each([
    ['l1', ['.']],
    ['l2', ['annotated', 'nasty', join('otb', 'Morphy.pgn')]],
  ] as const)('one worker and two leave the same store at %s', { timeout: 10 * MINUTE }, async (depth, names) => {
    const paths = names.map((name) => join(folder, name));
    const digests: string[] = [];
    for (const workers of [1, 2]) {
      const db = join(tempFolder(), 'same.db');
      await scan(paths, db, depth, workers);
      digests.push(digestOf(db));
    }
    expect(digests[1]).toBe(digests[0]);
  });
});
