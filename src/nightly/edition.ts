/**
 * Exports the puzzles that no night exported before, as one edition: a folder of files.
 *
 * Files are written into a folder with a name of its own; when they are whole and on the disk, the edition and its puzzles are noted in
 * one transaction, and then the folder gets its name. A night that is cut short before the note has exported nothing, and the next one
 * begins anew; one that is cut short behind it leaves a folder that the next night has only to name. What could not be written, as on a
 * full disk, is removed at once.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { puzzlesWereRemoved, type PuzzleSource } from '../export/export.js';
import type { Puzzle } from '../store/puzzles.js';
import type { EngineId } from '../store/rows.js';
import { openStore } from '../store/open.js';
import type { Store } from '../store/store.js';
import { EDITION_NAME, editionsIn, liesIn, namesIn, PARTIAL_NAME } from './folders.js';
import { namingPlace } from './unwritten.js';

/**
 * Writes puzzles into a folder, in whatever formats. It may ask for them as often as it likes, takes them one by one, and lets others have a
 * turn.
 */
export type WriteFiles = (edition: {
  source: PuzzleSource;
  puzzles: number;
  /** Where to write; it gets the edition's name when all is there. */
  folder: string;
  /** `0001`, `0002` ... */
  name: string;
}) => Promise<void>;

/** Puzzles between two turns of the event loop. */
const TURN = 500;

export interface EditionOptions {
  store: Store;
  engine: EngineId;
  /** Of the night. */
  run: number;
  /** The folder that nights write to. */
  out: string;
  write: WriteFiles;
  /** Ids of editions that earlier nights made and did not come to report. */
  unreported: ReadonlySet<number>;
  /** Told of every puzzle that goes into the edition, or is in one of those. */
  onPuzzle?: (puzzle: Puzzle) => void;
  signal?: AbortSignal;
}

export interface EditionMade {
  folder: string;
  puzzles: number;
  files: string[];
}

/**
 * @returns null where no puzzle is new; undefined where the night was asked to stop before the edition was whole
 * @throws what the writer, the store and the file system say, the latter with the place; what the writer leaves half-done is removed
 */
export async function makeEdition(options: EditionOptions): Promise<EditionMade | null | undefined> {
  const { store, engine, run, out, write, signal } = options;
  const home = editionsIn(out);
  // of its own, for a connection from which rows are being read takes no writes, and signs of life are writes
  const reader = openStore(store.file, { readonly: true });
  try {
    const ids = await findFresh(reader, options);
    if (ids === undefined) return undefined;
    if (ids.length === 0) return null;
    const name = nextName(home, store);
    const partial = join(home, `.${name}.partial`);
    const source = { puzzles: () => chosen(reader.puzzles(engine), ids) };
    const files = await fill(partial, () => write({ source, puzzles: ids.length, folder: partial, name }));
    if (signal?.aborted === true) return undefined;
    const folder = resolve(home, name);
    noteDurably(store.file, { run, folder, puzzles: ids.length, files }, ids);
    await rename(partial, folder);
    return { folder, puzzles: ids.length, files };
  } catch (error) {
    // whatever the writer threw, it was told to
    if (signal?.aborted === true) return undefined;
    throw error;
  } finally {
    reader.close();
  }
}

/** Makes a folder and fills it, all on the disk, or leaves none. @returns the names of its files */
async function fill(folder: string, write: () => Promise<void>): Promise<string[]> {
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await write();
    const files = (await readdir(folder)).sort();
    for (const file of files) await toDisk(join(folder, file));
    await toDisk(folder);
    return files;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw namingPlace(error, folder);
  }
}

/**
 * Brings to an end what a night that was cut short left.
 * @returns folders that got their names
 */
export async function mendEditions(store: Store, out: string): Promise<string[]> {
  const home = resolve(editionsIn(out));
  const named: string[] = [];
  const partials = namesIn(home, PARTIAL_NAME);
  if (partials.length === 0) return named;
  const here = store.editions.list().filter(({ folder, pruned }) => pruned === null && liesIn(home, folder));
  const noted = new Set(here.map(({ folder }) => basename(folder)));
  for (const partial of partials) {
    const name = PARTIAL_NAME.exec(partial)?.[1] ?? '';
    const folder = join(home, name);
    if (noted.has(name) && !existsSync(folder)) {
      await rename(join(home, partial), folder);
      named.push(folder);
    } else await rm(join(home, partial), { recursive: true, force: true });
  }
  return named;
}

/** The ids of puzzles that no edition has, in the store's order; undefined where the night was asked to stop. */
async function findFresh(reader: Store, options: EditionOptions): Promise<IdList | undefined> {
  const { store, engine, unreported, onPuzzle, signal } = options;
  const ids = new IdList();
  let seen = 0;
  for (const puzzle of reader.puzzles(engine)) {
    if (seen++ % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted === true) return undefined;
    const edition = store.editions.editionOf(puzzle.id);
    if (edition === undefined || unreported.has(edition)) onPuzzle?.(puzzle);
    if (edition === undefined) ids.push(puzzle.id);
  }
  return ids;
}

/** Those puzzles whose ids are listed, in the same order; others may have come since. @throws where one of them is gone */
function* chosen(puzzles: Iterable<Puzzle>, ids: IdList): Generator<Puzzle> {
  const wanted = ids[Symbol.iterator]();
  let next = wanted.next();
  for (const puzzle of puzzles) {
    if (next.done === true) return;
    if (puzzle.id !== next.value) continue;
    yield puzzle;
    next = wanted.next();
  }
  if (next.done !== true) throw puzzlesWereRemoved();
}

/** Behind the last one, of this database or of another that wrote here. */
function nextName(home: string, store: Store): string {
  const folders = namesIn(home, EDITION_NAME).map(Number);
  const noted = store.editions.list().flatMap(({ folder }) => (/(\d{4,})$/.exec(folder) ?? []).slice(1).map(Number));
  return String(Math.max(0, ...folders, ...noted) + 1).padStart(4, '0');
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Not even a power cut takes it back: else the folder would be there, and its puzzles would count as new. */
function noteDurably(
  file: string,
  edition: { run: number; folder: string; puzzles: number; files: string[] },
  ids: Iterable<string>,
): void {
  const store = openStore(file, { durable: true });
  try {
    store.editions.add(edition, ids);
  } finally {
    store.close();
  }
}

/** Ids, which are ASCII, at a byte a character: a million take 12 MB. */
class IdList implements Iterable<string> {
  readonly #full: Buffer[] = [];
  #open: string[] = [];
  length = 0;

  push(id: string): void {
    this.length++;
    if (this.#open.push(id) < 4096) return;
    this.#full.push(Buffer.from(this.#open.join('\n'), 'latin1'));
    this.#open = [];
  }

  *[Symbol.iterator](): Generator<string> {
    for (const part of this.#full) yield* part.toString('latin1').split('\n');
    yield* this.#open;
  }
}
