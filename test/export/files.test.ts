/** Datasets as files: whole or not at all, the same twice, each with a card that tells the truth. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeCard, makePicture } from '../../src/export/card.js';
import { parseSplit } from '../../src/export/choose-split.js';
import { exportPuzzles } from '../../src/export/export.js';
import { exportToFiles, type FileRequest } from '../../src/export/files.js';
import { findFormat, FORMATS } from '../../src/export/formats.js';
import { noCounts } from '../../src/export/report.js';
import { UNRULY } from '../../src/pgn/shown.js';
import type { Puzzle } from '../../src/store/puzzles.js';
import { tempFolder } from '../store/fixture.js';
import { Collector, ENGINE_ID, HOSTILE, hostile, sharedEngine, synthesized } from './fixture.js';

async function write(
  path: string,
  puzzles: Iterable<Puzzle>,
  more: Partial<FileRequest> = {},
): ReturnType<typeof exportToFiles> {
  const format = findFormat('lichess-csv')!;
  const store = { puzzles: () => puzzles };
  return exportToFiles({ store, engine: await sharedEngine(), of: ENGINE_ID, format, path, ...more });
}

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('the same store, twice', () => {
  it.each(FORMATS.map(({ name }) => name))('gives byte-identical files: %s, card and picture', async (name) => {
    const folders = [tempFolder(), tempFolder()];
    for (const folder of folders) {
      const split = parseSplit('70/20/10');
      const sample = { perPattern: 40 };
      await write(join(folder, 'set.out'), [...synthesized(600)], {
        format: findFormat(name)!,
        split,
        sample,
        seed: 9,
      });
    }
    const [one, two] = folders.map((folder) =>
      readdirSync(folder).map((file) => [file, sha256(join(folder, file))] as const),
    );
    expect(one!.map(([file]) => file)).toEqual([
      ...['set.out.card.md', 'set.out.card.svg', 'set.test.out', 'set.train.out', 'set.validation.out'],
    ]);
    expect(two).toEqual(one);
  });
});

describe('a dataset', () => {
  it('has a card that says what its files are', async () => {
    const path = join(tempFolder(), 'set.csv');
    const report = await write(path, [...synthesized(600)], {
      filter: { mate: false },
      split: parseSplit('80/20/0'),
      licence: 'CC0 | *really*',
    });
    expect(report.files.map(({ name }) => name)).toEqual(['set.train.csv', 'set.validation.csv']);
    const card = readFileSync(`${path}.card.md`, 'utf8');
    for (const { name, sha256: hash, bytes, puzzles } of report.files) {
      const file = join(path, '..', name);
      expect(hash).toBe(sha256(file));
      const content = readFileSync(file);
      expect(bytes).toBe(content.length);
      expect(puzzles).toBe(content.toString().trimEnd().split('\n').length - 1);
      expect(card).toContain(hash);
    }
    const { counts } = report;
    expect(counts.puzzles).toBe(report.files.reduce((sum, { puzzles }) => sum + puzzles, 0));
    expect(card).toContain(`| fork | ${counts.patterns.fork} |`);
    expect(card).toContain('- no mates');
    expect(card).toContain('train 80 %, validation 20 %, test 0 %');
    expect(card).toContain('`fixture`');
    for (const source of ['archive-0.pgn.zst', 'archive-1.pgn.zst', 'archive-2.pgn.zst'])
      expect(card).toContain(source);
    expect(card).toContain('CC0 \\| \\*really\\*');
    expect(card).toContain('(set.csv.card.svg)');
    expect([...counts.sources.values()].reduce((sum, n) => sum + n)).toBe(counts.puzzles);
    expect([...counts.moves.values()].reduce((sum, n) => sum + n)).toBe(counts.puzzles);
    expect([...counts.ratings.values()].reduce((sum, n) => sum + n)).toBe(counts.puzzles);
    const picture = readFileSync(`${path}.card.svg`, 'utf8');
    expect(picture).toContain(`>${counts.patterns.fork}</text>`);
  });

  it('has a card that says from which puzzles it was chosen, and what is not known of them', async () => {
    const path = join(tempFolder(), 'set.csv');
    const gaps = { staleGames: 2, partialGames: { games: 3, patterns: 3, plies: 1 }, unaskedPositions: 1 };
    await write(path, [...synthesized(3)], { from: 'only puzzles of tonight', gaps });
    const card = readFileSync(`${path}.card.md`, 'utf8');
    expect(card).toContain('- only puzzles of tonight\n- seed: 1\n- left out: any puzzles in 2 games');
    expect(card).toContain('- left out: in 3 games, patterns that the scan was not asked for');
    expect(card).toContain('- left out: any puzzles in 1 game at plies that the scan was not asked for');
    expect(card).not.toContain('all puzzles of the database');
  });

  it('has a card that tells the mean gain of what does not end in mate', async () => {
    const path = join(tempFolder(), 'set.csv');
    const puzzles = [...synthesized(100)];
    await write(path, puzzles);
    const gains = puzzles.filter(({ mate }) => !mate).map(({ gain }) => gain);
    expect(gains.length).toBeLessThan(puzzles.length);
    const mean = Math.round(gains.reduce((sum, gain) => sum + gain) / gains.length);
    expect(readFileSync(`${path}.card.md`, 'utf8')).toContain(`- mean gain of the others: ${mean} centipawns`);
  });

  it('of which a part is gone before it is written leaves nothing', async () => {
    const folder = tempFolder();
    const readings = [[...synthesized(600)], [...synthesized(590)]];
    const store = { puzzles: () => readings.shift()! };
    const written = write(join(folder, 'set.csv'), [], { store, sample: { limit: 600 } });
    await expect(written).rejects.toThrow('puzzles were removed from the database while they were being exported');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('counts one puzzle as one', async () => {
    const path = join(tempFolder(), 'set.csv');
    await write(path, [...synthesized(1)]);
    expect(readFileSync(`${path}.card.md`, 'utf8')).toContain('\n1 chess puzzle from real games');
    expect(readFileSync(`${path}.card.svg`, 'utf8')).toContain(': 1 puzzle<');
  });

  it.each(['set #1.csv', 'a (b.csv', 'a) b.csv', '100 %.csv', 'Ü ß?.csv'])(
    'has a card that finds its picture: %s',
    async (name) => {
      const path = join(tempFolder(), name);
      const { card } = await write(path, [...synthesized(3)]);
      // as Markdown reads a link: to a bracket that none inside has opened, and without blanks
      const [, link = ''] = /^!\[[^\]]*\]\(([^()\s]*)\)$/m.exec(readFileSync(card, 'utf8')) ?? [];
      expect(fileURLToPath(new URL(link, pathToFileURL(card)))).toBe(`${path}.card.svg`);
    },
  );

  it('has a card that no name breaks out of', () => {
    const counts = noCounts();
    for (const name of HOSTILE) counts.sources.set(name, 1);
    const card = makeCard({
      ...{ name: 'a`b|c\n# d.csv', format: findFormat('epd')!, choice: {}, engine: ENGINE_ID, counts, files: [] },
      ...{ licence: '# heading\n<b>', picture: 'a b.svg' },
    });
    expect(card.replaceAll('\n', '').match(UNRULY)).toBe(null);
    const headings = card.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual([
      "# `a'b\\|c # d.csv`",
      ...['## Files', '## How it was chosen', '## What is in it', '## What made it', '## Sources', '## Licence'],
    ]);
    expect(card).toContain('\\# heading \\<b\\>');
    const svg = makePicture('<script>&', counts);
    expect(svg).not.toContain('<script');
  });

  it('tells of an archive whose path begins at the root no more than its name', async () => {
    const [puzzle] = hostile();
    const path = join(tempFolder(), 'set.jsonl');
    const game = { ...puzzle!.game, archive: '/home/somebody/games/2024.zip', entry: 'C:\\Users\\x\\a.pgn' };
    await write(path, [{ ...puzzle!, game }], { format: findFormat('jsonl')! });
    const text = readFileSync(path, 'utf8') + readFileSync(`${path}.card.md`, 'utf8');
    expect(text).toContain('2024.zip');
    expect(text).not.toContain('somebody');
    expect(text).not.toContain('Users');
  });
});

describe('a dataset that fails', () => {
  it('leaves nothing, and what was there before stays', async () => {
    const folder = tempFolder();
    const path = join(folder, 'set.csv');
    writeFileSync(path, 'before');
    function* broken(): Generator<Puzzle> {
      yield* synthesized(2000);
      throw new Error('the disk of the store');
    }
    await expect(write(path, broken())).rejects.toThrow('the disk of the store');
    expect(readdirSync(folder)).toEqual(['set.csv']);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  it('does not take the place of what has come to be meanwhile, unless it is to replace what is there', async () => {
    const folder = tempFolder();
    const path = join(folder, 'set.csv');
    const late = `${path}.card.md`;
    function* slow(): Generator<Puzzle> {
      yield* synthesized(1000);
      writeFileSync(late, "somebody's");
    }
    await expect(write(path, slow())).rejects.toThrow(`${late} was created since the export began`);
    expect(readdirSync(folder)).toEqual(['set.csv.card.md']);
    expect(readFileSync(late, 'utf8')).toBe("somebody's");
    await write(path, slow(), { replace: true });
    expect(readFileSync(late, 'utf8')).toContain('1,000 chess puzzles');
  });

  it('does not write into the files of another run to the same place', async () => {
    const folder = tempFolder();
    const path = join(folder, 'set.csv');
    let other: Promise<unknown> = Promise.resolve();
    function* beside(): Generator<Puzzle> {
      yield* synthesized(1000);
      other = write(path, synthesized(2000), { replace: true });
      yield* [...synthesized(1001)].slice(1000);
    }
    await write(path, beside(), { replace: true });
    await other;
    expect(readdirSync(folder)).toEqual(['set.csv', 'set.csv.card.md', 'set.csv.card.svg']);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n').length).toBe(2001);
    expect(readFileSync(`${path}.card.md`, 'utf8')).toContain(sha256(path));
  });

  it('removes what a killed run left of the same files, once it is a day old', async () => {
    const folder = tempFolder();
    const path = join(folder, 'set.csv');
    const left = ['set.csv.0123abcd.partial', 'set.csv.card.md.0123abcd.partial'];
    const others = ['set.csv.89abcdef.partial', 'set.csv.mine.partial', 'other.csv.0123abcd.partial'];
    for (const name of [...left, ...others]) writeFileSync(join(folder, name), '');
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const name of [...left, ...others.slice(1)]) utimesSync(join(folder, name), old, old);
    await write(path, synthesized(3));
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([...others].sort());
  });

  it('says so where its folder is not there, or its name is a folder', async () => {
    const folder = tempFolder();
    await expect(write(join(folder, 'none', 'set.csv'), [...synthesized(10)])).rejects.toThrow(/ENOENT/);
    mkdirSync(join(folder, 'set.csv'));
    await expect(write(join(folder, 'set.csv'), [...synthesized(10)], { replace: true })).rejects.toThrow(
      /EISDIR|directory/,
    );
    expect(readdirSync(folder)).toEqual(['set.csv']);
  });

  it('can be stopped between two batches', async () => {
    const folder = tempFolder();
    const stop = new AbortController();
    const run = write(join(folder, 'set.csv'), synthesized(1_000_000), {
      signal: stop.signal,
      onProgress: ({ seen }) => {
        if (seen >= 2000) stop.abort(new Error('enough'));
      },
    });
    await expect(run).rejects.toThrow('enough');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['begin', 'end'] as const)('can be stopped until its files get their names: in its %s', async (step) => {
    const folder = tempFolder();
    const stop = new AbortController();
    const epd = findFormat('epd')!;
    const encoder: typeof epd.encoder = (context) => ({
      ...epd.encoder(context),
      [step]: () => {
        stop.abort(new Error('enough'));
        return '';
      },
    });
    const path = join(folder, 'set.epd');
    const run = write(path, [...synthesized(3)], { format: { ...epd, encoder }, signal: stop.signal });
    await expect(run).rejects.toThrow('enough');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is an error where nothing fits, if it is said what to say', async () => {
    const path = join(tempFolder(), 'set.csv');
    const filter = { sources: ['nowhere'] };
    await expect(
      write(path, [...synthesized(10)], { filter, emptyError: (seen) => `none of ${seen}` }),
    ).rejects.toThrow('none of 10');
    expect(existsSync(path)).toBe(false);
    await write(path, [...synthesized(10)], { filter });
    expect(readFileSync(path, 'utf8').split('\n').length).toBe(2);
  });
});

describe('a stream', () => {
  it('that is slow holds up the reading of puzzles', async () => {
    let read = 0;
    function* counted(): Generator<Puzzle> {
      for (const puzzle of synthesized(5000)) {
        read++;
        yield puzzle;
      }
    }
    class Slow extends Collector {
      override _write(piece: Buffer, encoding: string, done: () => void): void {
        // no more than a few pieces may lie between reader and writer
        expect(read).toBeLessThanOrEqual((this.pieces.length + 3) * 500);
        setTimeout(() => super._write(piece, encoding, done), 2);
      }
    }
    const slow = new Slow({ highWaterMark: 1000 });
    const format = findFormat('lichess-csv')!;
    const engine = await sharedEngine();
    await exportPuzzles({ store: { puzzles: counted }, engine, of: ENGINE_ID, format, out: () => slow });
    expect(slow.bytes.toString().split('\n').length).toBe(5002);
  });

  it('whose reader goes away ends the export', async () => {
    class Gone extends Collector {
      override _write(): void {
        this.destroy();
      }
    }
    const run = exportPuzzles({
      ...{ store: { puzzles: () => synthesized(20_000) }, engine: await sharedEngine(), of: ENGINE_ID },
      ...{ format: findFormat('lichess-csv')!, out: () => new Gone({ highWaterMark: 10 }) },
    });
    await expect(run).rejects.toThrow('has gone');
  });

  it('whose reader has gone before it begins is none', async () => {
    const gone = new Collector().destroy();
    await once(gone, 'close');
    const run = exportPuzzles({
      ...{ store: { puzzles: () => synthesized(1) }, engine: await sharedEngine(), of: ENGINE_ID },
      ...{ format: findFormat('lichess-csv')!, out: () => gone },
    });
    await expect(run).rejects.toThrow('has gone');
  });
});
