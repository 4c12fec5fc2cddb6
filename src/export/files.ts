/**
 * A dataset as files: the puzzles, one file or one for each part of a split, and beside them the card and its picture.
 *
 * Everything is written under another name, and takes its own when all of it is whole: a run that is killed or fails leaves no half file
 * that could pass for a dataset, and what was there before stays. That other name is each run's own, so that two runs to one place do not
 * write into each other's files; what killed runs left under such names goes when the same dataset is written a day later or more.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, lstatSync, type WriteStream } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { given } from '../given.js';
import { DAY } from '../store/days.js';
import { makeCard, makePicture } from './card.js';
import { PARTS, partPath, type Split } from './choose-split.js';
import { exportPuzzles, type ExportReport, type ExportRequest } from './export.js';
import type { Gaps } from './gaps.js';
import { behindLinks } from './links.js';
import type { WrittenFile } from './report.js';

/** Behind a file's name and a dot, while it is written. */
const LEFT_OVER = /^[0-9a-f]{8}\.partial$/;

export interface FileRequest extends Omit<ExportRequest, 'out'> {
  /** The dataset's file; with a split, the name that those of the parts are made from. */
  path: string;
  /** For the card. */
  licence?: string;
  /** For the card. */
  gaps?: Gaps;
  /** For the card: which puzzles of the database `store` gives, in words; all unless given. */
  from?: string;
  /**
   * Whether what is there goes, with all files of the same dataset, split otherwise: beside the new ones their games would stand in two parts.
   * Else nothing is replaced, not even what has come to be since the export began.
   */
  replace?: boolean;
  /** Called when all is written, just before the first file gets its name: from then on `signal` ends nothing. */
  onNaming?: () => void;
  /** What to say where no puzzle fits: given it, that is an error, and no file is written. @param seen puzzles in the store */
  emptyError?: (seen: number) => string;
}

export interface FileReport extends ExportReport {
  files: WrittenFile[];
  /** Where the card is. */
  card: string;
}

/** The files that an export to a path writes, the card last. */
export function outputPaths(path: string, split?: Split): { data: string[]; picture: string; card: string } {
  const data =
    split === undefined ? [path] : PARTS.filter((part) => split[part] > 0).map((part) => partPath(path, part));
  return { data, picture: `${path}.card.svg`, card: `${path}.card.md` };
}

/** All files that puzzles of this dataset may stand in, however it is or was split. What has a card of its own is a dataset, and no part. */
export function dataPaths(path: string): string[] {
  const parts = PARTS.map((part) => partPath(path, part));
  return [path, ...parts.filter((part) => !existsSync(outputPaths(part).card))];
}

/** @throws what `exportPuzzles` and the file system say; nothing is left then */
export async function exportToFiles(request: FileRequest): Promise<FileReport> {
  const { path, split, format, of, licence, filter, sample, seed, gaps, from, signal } = request;
  const { data, picture, card } = outputPaths(path, split);
  // a link stays, and what it leads to is written anew
  const places = new Map<string, string>();
  for (const file of [...data, picture, card]) places.set(file, behindLinks(file));
  const mark = randomBytes(4).toString('hex');
  const partialOf = (file: string): string => `${places.get(file)!}.${mark}.partial`;
  for (const place of places.values()) await removeLeftOver(place);
  const open: WriteStream[] = [];
  try {
    const report = await exportPuzzles({
      ...request,
      out: (part) => {
        const stream = createWriteStream(partialOf(part === null ? path : partPath(path, part)), { flags: 'wx' });
        open.push(stream);
        return stream;
      },
    });
    if (report.counts.puzzles === 0 && request.emptyError) throw new Error(request.emptyError(report.seen));
    for (const stream of open) {
      stream.end();
      await finished(stream);
    }
    const files = report.parts.map((part, index) => ({ ...part, name: basename(data[index]!) }));
    const name = basename(path);
    await writeFile(partialOf(picture), makePicture(name, report.counts), { flag: 'wx' });
    const context = {
      name,
      format,
      choice: given({ filter, sample, split, seed }),
      engine: of,
      counts: report.counts,
      files,
      licence: licence ?? null,
      picture: basename(picture),
      ...given({ gaps, from }),
    };
    await writeFile(partialOf(card), makeCard(context), { flag: 'wx' });
    // whoever asked for a stop was told that there will be no dataset
    signal?.throwIfAborted();
    if (!request.replace) refuseLate([...data, picture, card]);
    request.onNaming?.();
    for (const file of [...data, picture, card]) await rename(partialOf(file), places.get(file)!);
    if (request.replace) {
      for (const file of dataPaths(path)) if (!data.includes(file)) await rm(file, { force: true });
    }
    return { ...report, files, card };
  } catch (error) {
    for (const stream of open) await closed(stream);
    for (const file of [...data, picture, card]) await rm(partialOf(file), { force: true });
    throw error;
  }
}

/** What a killed run left of a file: unlike one that is being written, nobody has touched it for a day. */
async function removeLeftOver(place: string): Promise<void> {
  const folder = dirname(place);
  const begin = `${basename(place)}.`;
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    if (!name.startsWith(begin) || !LEFT_OVER.test(name.slice(begin.length))) continue;
    const path = join(folder, name);
    const info = lstatSync(path, { throwIfNoEntry: false });
    if (info !== undefined && Date.now() - info.mtimeMs > DAY) await rm(path, { force: true });
  }
}

/** @throws {Error} where a name is taken */
function refuseLate(files: readonly string[]): void {
  const late = files.find((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  if (late !== undefined) {
    throw new Error(
      `${late} was created since the export began: name another file, or give --force; the puzzles found are kept in the database`,
    );
  }
}

/** A file that is still open could be made again by what is not yet written. */
async function closed(stream: WriteStream): Promise<void> {
  if (stream.closed) return;
  stream.destroy();
  await new Promise<void>((resolve) => stream.once('close', () => resolve()));
}
