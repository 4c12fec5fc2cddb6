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
  /** Never changed, only replaced: what is committed with a batch is worked out before it is known whether it can be. */
  #state: Checkpoint;

  /** @param found what an earlier run on the same terms left; undefined where the archive is read from its beginning */
  constructor(archive: ArchiveRef, on: CheckpointTerms, found: Checkpoint | undefined) {
    this.#archive = archive;
    this.#on = on;
    this.#found = found;
    const { place = beginningOf(0), broken = [], kept = 0, filtered = {}, quarantined = {} } = found ?? {};
    this.#state = { place, broken, complete: false, kept, filtered, quarantined, skipped: [] };
  }

  /** Where to begin in an entry; null where nothing of it is left to read. */
  startOf(entry: number): Place | null {
    if (this.#found === undefined || entry > this.#found.place.entry) return beginningOf(entry);
    if (entry === this.#found.place.entry) return this.#found.place;
    return this.#found.broken.find((place) => place.entry === entry) ?? null;
  }

  /** Where a batch leads: what is to be committed with it. */
  behind(entry: number, batch: GameBatch, outcomes: readonly Outcome[]): CheckpointRow {
    const last = batch.offsets.length - 1;
    const here = { entry, offset: batch.offsets[last] ?? 0, line: batch.lines[last] ?? 1 };
    let { place, broken, kept } = this.#state;
    if (entry >= place.entry) place = here;
    else broken = broken.map((other) => (other.entry === entry ? here : other));
    const filtered = copyOf(this.#state.filtered);
    const quarantined = copyOf(this.#state.quarantined);
    for (const outcome of outcomes) {
      if (outcome.kind === 'filtered') addOne(filtered, outcome.reason);
      else if (outcome.kind === 'quarantined') addOne(quarantined, outcome.fault.reason);
      else kept++;
    }
    return this.#row({ ...this.#state, place, broken, kept, filtered, quarantined });
  }

  /** The batch is committed. @param row what `behind` gave for it */
  advance({ state }: CheckpointRow): void {
    this.#state = state;
  }

  /** The entry broke off behind its last whole game: the next run tries what follows. */
  breakOff(entry: number): void {
    const { place, broken } = this.#state;
    if (broken.some((other) => other.entry === entry)) return;
    this.#state = { ...this.#state, broken: [...broken, entry === place.entry ? place : beginningOf(entry)] };
  }

  /** The entry was read to its end, be it at the second try. */
  mend(entry: number): void {
    const broken = this.#state.broken.filter((place) => place.entry !== entry);
    this.#state = { ...this.#state, broken };
  }

  /**
   * The last entry was read.
   * @param entries how many there are
   * @returns what is to be committed; undefined where that says nothing new, or there was no game at all: then it costs little to look again
   */
  end(entries: number, skipped: readonly string[]): CheckpointRow | undefined {
    const complete = this.#state.broken.length === 0;
    this.#state = { ...this.#state, place: beginningOf(entries), complete, skipped };
    if (gamesBehind(this.#state) === 0 || JSON.stringify(this.#state) === JSON.stringify(this.#found)) return undefined;
    return this.#row(this.#state);
  }

  #row(state: Checkpoint): CheckpointRow {
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

/** Names are strangers' words: nothing may be inherited where they are looked up. */
function copyOf(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.assign(Object.create(null) as Record<string, number>, counts);
}

function addOne(counts: Record<string, number>, name: string): void {
  const kept = countedName(name, counts[name] !== undefined, Object.keys(counts).length);
  counts[kept] = (counts[kept] ?? 0) + 1;
}
