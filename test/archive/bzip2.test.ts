/** The library that unpacks bzip2, where it cannot be loaded at first. */
import library from '@foxglove/wasm-bz2';
import { afterAll, expect, it, vi } from 'vitest';
import { openArchive } from '../../src/archive/open.js';
import { contentOf, manyGames, scratch } from './helpers.js';
import { bzip2s } from './makers.js';

const folder = scratch();
afterAll(() => folder.remove());

const TEXT = manyGames(3);

async function content(path: string): Promise<string> {
  const archive = await openArchive(path);
  try {
    let text = '';
    for await (const entry of archive.entries()) text += (await contentOf(entry.open())).toString();
    return text;
  } finally {
    await archive.close();
  }
}

it('is loaded again for the archive after one for which it could not be, and then once for all', async () => {
  const init = vi.spyOn(library, 'init').mockRejectedValueOnce(new RangeError('out of memory'));
  const path = folder.file('games.pgn.bz2', bzip2s(TEXT));
  await expect(content(path)).rejects.toMatchObject({ code: 'not_readable', cause: { message: 'out of memory' } });
  await expect(content(path)).resolves.toBe(TEXT);
  await expect(content(path)).resolves.toBe(TEXT);
  expect(init).toHaveBeenCalledTimes(2);
});
