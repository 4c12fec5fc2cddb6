/**
 * How far one archive is read: what goes to the disk with every batch, and where the next run begins.
 *
 * Reading is ahead of committing, so a bookmark has two sides. `startOf` answers the reader from what an earlier run left, and never
 * changes; everything else is told in the order of commits, and is what the store keeps.
 *
 * The place is the *beginning of the last game* that was dealt with, not its end: where a game begins the splitter can begin too, whatever
 * came before, while a game that was too large, or that a cut left without an end, has no end to go on from. The next run splits that
 * one game again and passes it over.
 */
import type { Checkpoint, CheckpointTerms, Place } from '../store/checkpoints.js';
import type { ArchiveRef, CheckpointRow } from '../store/rows.js';
import type { GameBatch } from './batches.js';
import type { Outcome } from './packet.js';
import { countedName } from './report.js';

export class Bookmark {
  readonly #archive: ArchiveRef;
  readonly #on: CheckpointTerms;
  readonly #found: Checkpoint | undefined;
  readonly #broken: Map<number, Place>;
  readonly #filtered: Record<string, number>;
  readonly #quarantined: Record<string, number>;
  #place: Place;
  #kept: number;

  /** @param found what an earlier run on the same terms left; undefined where the archive is read from its beginning */
  constructor(archive: ArchiveRef, on: CheckpointTerms, found: Checkpoint | undefined) {
    this.#archive = archive;
    this.#on = on;
    this.#found = found;
    this.#place = found?.place ?? beginningOf(0);
    this.#broken = new Map(found?.broken.map((place) => [place.entry, place]));
    this.#kept = found?.kept ?? 0;
    // names are strangers' words: nothing may be inherited where they are looked up
    this.#filtered = Object.assign(emptyRecord(), found?.filtered);
    this.#quarantined = Object.assign(emptyRecord(), found?.quarantined);
  }

  /** Where to begin in an entry; null where nothing of it is left to read. */
  startOf(entry: number): Place | null {
    if (this.#found === undefined || entry > this.#found.place.entry) return beginningOf(entry);
    if (entry === this.#found.place.entry) return this.#found.place;
    return this.#found.broken.find((place) => place.entry === entry) ?? null;
  }

  /** Goes behind a batch. @returns what is to be committed with it */
  advance(entry: number, batch: GameBatch, outcomes: readonly Outcome[]): CheckpointRow {
    const last = batch.offsets.length - 1;
    const place = { entry, offset: batch.offsets[last] ?? 0, line: batch.lines[last] ?? 1 };
    if (entry < this.#place.entry) this.#broken.set(entry, place);
    else this.#place = place;
    for (const outcome of outcomes) {
      if (outcome.kind === 'filtered') addOne(this.#filtered, outcome.reason);
      else if (outcome.kind === 'quarantined') addOne(this.#quarantined, outcome.fault.reason);
      else this.#kept++;
    }
    return this.#row();
  }

  /** The entry broke off behind its last whole game: the next run tries what follows. */
  breakOff(entry: number): void {
    if (this.#broken.has(entry)) return;
    this.#broken.set(entry, entry === this.#place.entry ? this.#place : beginningOf(entry));
  }

  /** The entry was read to its end, be it at the second try. */
  mend(entry: number): void {
    this.#broken.delete(entry);
  }

  /**
   * The last entry was read.
   * @param entries how many there are
   * @returns what is to be committed; undefined where that says nothing new, or there was no game at all: then it costs little to look again
   */
  end(entries: number, skipped: readonly string[]): CheckpointRow | undefined {
    this.#place = beginningOf(entries);
    const row = this.#row(skipped);
    if (this.#games === 0 || JSON.stringify(row.state) === JSON.stringify(this.#found)) return undefined;
    return row;
  }

  get #games(): number {
    return this.#kept + sum(this.#filtered) + sum(this.#quarantined);
  }

  #row(skipped?: readonly string[]): CheckpointRow {
    const state: Checkpoint = {
      place: this.#place,
      broken: [...this.#broken.values()],
      complete: skipped !== undefined && this.#broken.size === 0,
      kept: this.#kept,
      filtered: this.#filtered,
      quarantined: this.#quarantined,
      skipped: skipped ?? [],
    };
    return { archive: this.#archive, on: this.#on, state };
  }
}

/** The games that a checkpoint has behind it. */
export function gamesBehind({ kept, filtered, quarantined }: Checkpoint): number {
  return kept + sum(filtered) + sum(quarantined);
}

function beginningOf(entry: number): Place {
  return { entry, offset: null, line: 1 };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function emptyRecord(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

function addOne(counts: Record<string, number>, name: string): void {
  const kept = countedName(name, counts[name] !== undefined, Object.keys(counts).length);
  counts[kept] = (counts[kept] ?? 0) + 1;
}
