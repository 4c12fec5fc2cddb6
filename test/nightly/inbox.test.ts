/** What a night finds: what is new, what it knows, and what is not ready or not to be read. */
import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lookInto, type Inbox, type InboxOptions } from '../../src/nightly/inbox.js';
import type { Checkpoint } from '../../src/store/checkpoints.js';
import { StoreError } from '../../src/store/errors.js';
import { ENGINE } from '../../src/tactics/version.js';
import { pgn, tempFolder } from '../pipeline/fixture.js';

const TERMS = { engine: ENGINE, depth: 'l2', patterns: 1023 } as const;

function look(folder: string, changes: Partial<InboxOptions> = {}): Promise<Inbox> {
  return lookInto(folder, { terms: TERMS, settle: 0, find: () => undefined, ...changes });
}

function names(files: readonly { path: string }[]): string[] {
  return files.map(({ path }) => basename(path)).sort();
}

function checkpoint(complete: boolean, kept = 5): Checkpoint {
  const place = { entry: 0, offset: 1, line: 1 };
  return { place, complete, kept, broken: [], filtered: { date: 1 }, quarantined: { bad_token: 2 }, skipped: [] };
}

describe('archives', () => {
  test('are new where the store knows nothing of them, in any folder below, in one order', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'b.pgn'), pgn(1));
    writeFileSync(join(folder, 'deep', 'a.pgn'), pgn(2));
    writeFileSync(join(folder, 'notes.txt'), 'nothing of ours');
    const { fresh, known, left, bad, copies } = await look(folder);
    expect(fresh.map(({ path }) => path)).toEqual([join(folder, 'b.pgn'), join(folder, 'deep', 'a.pgn')]);
    expect({ known, left, bad, copies }).toEqual({ known: 0, left: [], bad: [], copies: [] });
  });

  test('are known where they were read to their end, and go on where they were not', async () => {
    const folder = tempFolder();
    for (const n of [1, 2, 3]) writeFileSync(join(folder, `${n}.pgn`), pgn(n));
    const all = (await look(folder)).fresh.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex'));
    const states = new Map([
      [all[0], checkpoint(true)],
      [all[1], checkpoint(false)],
    ]);
    const asked: unknown[] = [];
    const inbox = await look(folder, {
      find: (fingerprint, on) => {
        asked.push(on);
        return states.get(Buffer.from(fingerprint).toString('hex'));
      },
    });
    expect(inbox.known).toBe(1);
    expect(inbox.fresh).toMatchObject([
      { path: join(folder, '2.pgn'), before: 8 },
      { path: join(folder, '3.pgn'), before: 0 },
    ]);
    expect(asked[0]).toEqual({ ...TERMS, terms: '', stamp: 0 });
  });

  test('are asked for on the terms of the night', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, '1.pgn'), pgn(1));
    const asked: string[] = [];
    const terms = { ...TERMS, filter: 'min-elo 2000', plies: { from: 3, to: 9 } };
    await look(folder, { terms, find: (_, on) => void asked.push(on.terms) });
    expect(asked).toEqual(['plies 3-9 min-elo 2000']);
  });

  test('that are copies of each other are read once, and known once the first is', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    copyFileSync(join(folder, 'a.pgn'), join(folder, 'b.pgn'));
    const inbox = await look(folder);
    expect(names(inbox.fresh)).toEqual(['a.pgn']);
    expect(inbox.copies).toMatchObject([{ path: join(folder, 'b.pgn'), why: `is a copy of ${join(folder, 'a.pgn')}` }]);
    expect(await look(folder, { find: () => checkpoint(true) })).toMatchObject({ fresh: [], copies: [], known: 2 });
  });

  test('that are copies of one that was read to its end are known, also where the store knows their date of no scan', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    copyFileSync(join(folder, 'a.pgn'), join(folder, 'b.pgn'));
    // as of a large archive, whose checkpoint goes by its date, too
    const states = [undefined, checkpoint(true)];
    const inbox = await look(folder, { find: () => states.shift() });
    expect(inbox).toMatchObject({ fresh: [], copies: [], known: 2 });
  });

  test('are not called bad where the store is what cannot be read', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, '1.pgn'), pgn(1));
    const damaged = new StoreError('corrupt', 'Database x.db: it is damaged');
    const find = (): never => {
      throw damaged;
    };
    await expect(look(folder, { find })).rejects.toBe(damaged);
  });

  test('that cannot be read are told, with the reason', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'page.pgn'), Buffer.from([0, 1, 2, 3, 0, 0, 255]));
    writeFileSync(join(folder, 'x.7z'), Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0]));
    const { fresh, bad } = await look(folder);
    expect(fresh).toEqual([]);
    expect(names(bad)).toEqual(['page.pgn', 'x.7z']);
    expect(bad.find(({ path }) => path.endsWith('page.pgn'))?.why).toContain('does not look like PGN');
  });

  test('of a folder that is not there are an error that says so', async () => {
    await expect(look(join(tempFolder(), 'no'))).rejects.toThrow('there is no such file');
  });
});

describe('files that are not whole', () => {
  test.each(['a.zip.part', 'a.pgn.tmp', 'a.pgn.crdownload', 'A.PGN.PART', 'a.pgn~', 'a.pgn.partial', 'a.pgn.aria2'])(
    'are told by the name %s, whatever is in them',
    async (name) => {
      const folder = tempFolder();
      writeFileSync(join(folder, name), name.includes('zip') ? '' : pgn(1));
      const { fresh, left, bad } = await look(folder);
      expect({ fresh, bad }).toEqual({ fresh: [], bad: [] });
      expect(left).toMatchObject([
        { path: join(folder, name), why: expect.stringContaining('unfinished file') as string },
      ]);
    },
  );

  test('are told by their names alone, and not where they are hidden', async () => {
    const folder = tempFolder();
    for (const name of ['x.7z', 'x.7z.part'])
      writeFileSync(join(folder, name), Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0]));
    writeFileSync(join(folder, '.a.pgn.part'), pgn(1));
    const { fresh, left, bad } = await look(folder);
    expect({ fresh, bad }).toEqual({ fresh: [], bad: [] });
    expect(names(left)).toEqual(['x.7z', 'x.7z.part']);
  });

  test.each(['.aria2', '.part', '.st'])('are told by the %s that their downloader keeps beside them', async (end) => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    writeFileSync(join(folder, `a.pgn${end}`), '');
    expect(names((await look(folder)).left)).toContain('a.pgn');
    rmSync(join(folder, `a.pgn${end}`));
    expect(names((await look(folder)).fresh)).toEqual(['a.pgn']);
  });

  test.each(['.crdownload', '.tmp', '.partial'])(
    'are not those beside which the %s of their next version comes',
    async (end) => {
      const folder = tempFolder();
      writeFileSync(join(folder, 'a.pgn'), pgn(1));
      writeFileSync(join(folder, `a.pgn${end}`), '');
      const { fresh, left } = await look(folder);
      expect([names(fresh), names(left)]).toEqual([['a.pgn'], [`a.pgn${end}`]]);
    },
  );

  test('are left where they grow while we wait, and taken where they do not', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'grows.pgn'), pgn(1));
    writeFileSync(join(folder, 'rests.pgn'), pgn(2));
    // its size was set when the copy began
    writeFileSync(join(folder, 'fills.pgn'), pgn(4));
    const waits: number[] = [];
    const onWait = (files: number, seconds: number): void => {
      waits.push(files, seconds);
      appendFileSync(join(folder, 'grows.pgn'), pgn(3));
      utimesSync(join(folder, 'fills.pgn'), new Date(), new Date());
    };
    const { fresh, left } = await look(folder, { settle: 1, onWait });
    expect(names(fresh)).toEqual(['rests.pgn']);
    expect(names(left)).toEqual(['fills.pgn', 'grows.pgn']);
    expect(left[0]?.why).toBe('was written to in the last 1 s, and may not be complete yet');
    expect(waits[0]).toBe(3);
    expect(waits[1]).toBeGreaterThan(0);
    expect(waits[1]).toBeLessThanOrEqual(1);
  });

  test('that vanish while we wait are left, also where another takes their place', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    const onWait = (): void => renameSync(join(folder, 'a.pgn'), join(folder, 'b.pgn'));
    const { fresh, left } = await look(folder, { settle: 1, onWait });
    expect(fresh).toEqual([]);
    expect(names(left)).toEqual(['a.pgn']);
  });

  test('are waited for also where a copy brought its old date with it, but not where nobody touched them', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    utimesSync(join(folder, 'a.pgn'), 1000, 1000);
    const waits: number[] = [];
    await look(folder, { settle: 1, onWait: (files) => waits.push(files) });
    expect(waits).toEqual([1]);
    await look(folder, { settle: 1, onWait: (files) => waits.push(files) });
    expect(waits).toEqual([1]);
  });

  test('are waited for no longer than asked where their date lies in the future', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    const tomorrow = Date.now() / 1000 + 86_400;
    utimesSync(join(folder, 'a.pgn'), tomorrow, tomorrow);
    const waits: number[] = [];
    await look(folder, {
      settle: 60,
      signal: AbortSignal.abort(),
      onWait: (_, seconds) => waits.push(seconds),
    });
    expect(waits).toEqual([60]);
  });

  test('are left where the wait is broken off', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'a.pgn'), pgn(1));
    const { fresh, left } = await look(folder, { settle: 60, signal: AbortSignal.abort() });
    expect(fresh).toEqual([]);
    expect(left).toHaveLength(1);
  });
});
