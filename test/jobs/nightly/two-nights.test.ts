/** Two nights in one place: one after the other, and at once. */
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open.js';
import { pgns } from '../../pipeline/fixture.js';
import { ended, run, start } from '../run.js';
import { place, instead, numbers } from './place.js';

describe('two nights', () => {
  test("do not overlap, on the database or on the folder; a killed one is in nobody's way, and is finished", async () => {
    const { db, out, flags, folder, night } = place({ 'a.pgn': pgns(3) });
    // it waits for a file that was written to a moment ago
    const first = start('nightly', instead(flags, '--settle', '60'));
    const over = ended(first);
    await once(first.stderr, 'data');
    const second = await night('--json');
    expect(second.code).toBe(4);
    expect(second.stderr).toMatch(
      /another night is at work on .* \(run 1, process \d+, since .*, now in its stage "find"\); nothing was done/,
    );
    expect(numbers(second)).toEqual({ state: 'busy' });
    const other = await run('nightly', instead(flags, '--db', join(out, 'other.db')));
    expect(other.code).toBe(4);
    const link = join(out, 'link.db');
    symlinkSync(db, link);
    const elsewhere = join(folder, '..', 'elsewhere');
    const before = readdirSync(out).sort();
    expect((await run('nightly', instead(flags, '--db', link, '--out', elsewhere))).code).toBe(4);
    expect(existsSync(elsewhere)).toBe(false);
    // neither a database nor a lock of its own
    expect(readdirSync(out).sort()).toEqual(before);

    first.kill('SIGKILL');
    await over;
    const third = await run('nightly', [...flags]);
    expect(third).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('run 1 ended in its stage "find"') as string,
    });
    expect(third.stdout).toMatch(/games {5}3 new/);
    const store = openStore(db, { readonly: true });
    expect(store.runs.list(9).map(({ state }) => state)).toEqual(['done', 'killed']);
    store.close();
  });

  test.skipIf(process.platform === 'win32')('the first of which was asked to stop leave what one leaves', async () => {
    const { db, flags, night } = place({ 'a.pgn': pgns(3) });
    const first = start('nightly', instead(flags, '--settle', '60'));
    const over = ended(first);
    await once(first.stderr, 'data');
    first.kill('SIGTERM');
    const { code, stdout, stderr } = await over;
    expect(code).toBe(143);
    expect(stderr).toContain('SIGTERM: finishing the work in progress');
    expect(stdout).toContain('the next night does the rest');
    expect((await night()).code).toBe(0);
    const store = openStore(db, { readonly: true });
    expect(store.runs.list(9).map(({ state }) => state)).toEqual(['done', 'stopped']);
    expect(store.counts().games).toBe(3);
    store.close();
  });
});
