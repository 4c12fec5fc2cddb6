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
import type { Checkpoint, CheckpointTerms, Place, Progress } from '../store/checkpoints.js';
import type { ArchiveRef, CheckpointRow } from '../store/rows.js';
import type { GameBatch } from './batches.js';
import type { Outcome } from './packet.js';
import { countedName } from './report.js';

export class Bookmark {
  readonly #archive: ArchiveRef;
  readonly #on: CheckpointTerms;
  readonly #found: Checkpoint | undefined;
  /** Of `#found`, by entry. */
  readonly #foundBroken: ReadonlyMap<number, Place>;
  /** Never changed, only replaced: what is committed with a batch is worked out before it is known whether it can be. */
  #state: Progress;
  /** Entries that broke off, and where each is to be tried again. */
  readonly #broken: Map<number, Place>;
  /** What of them is not committed yet: a zip may have tens of thousands, too many to write them all with each batch. */
  #uncommitted = new Map<number, Place | null>();

  /** @param found what an earlier run on the same terms left; undefined where the archive is read from its beginning */
  constructor(archive: ArchiveRef, on: CheckpointTerms, found: Checkpoint | undefined) {
    this.#archive = archive;
    this.#on = on;
    this.#found = found;
    const { place = beginningOf(0), broken = [], kept = 0, filtered = {}, quarantined = {} } = found ?? {};
    this.#foundBroken = new Map(broken.map((each) => [each.entry, each]));
    this.#broken = new Map(this.#foundBroken);
    this.#state = { place, complete: false, kept, filtered, quarantined, skipped: [] };
  }

  /** Where to begin in an entry; null where nothing of it is left to read. */
  startOf(entry: number): Place | null {
    if (this.#found === undefined || entry > this.#found.place.entry) return beginningOf(entry);
    if (entry === this.#found.place.entry) return this.#found.place;
    return this.#foundBroken.get(entry) ?? null;
  }

  /** Where a batch leads: what is to be committed with it. */
  behind(entry: number, batch: GameBatch, outcomes: readonly Outcome[]): CheckpointRow {
    const last = batch.offsets.length - 1;
    const here = { entry, offset: batch.offsets[last] ?? 0, line: batch.lines[last] ?? 1 };
    let { place, kept } = this.#state;
    const broken = new Map(this.#uncommitted);
    if (entry >= place.entry) place = here;
    if (this.#broken.has(entry)) broken.set(entry, here);
    const filtered = copyOf(this.#state.filtered);
    const quarantined = copyOf(this.#state.quarantined);
    for (const outcome of outcomes) {
      if (outcome.kind === 'filtered') addOne(filtered, outcome.reason);
      else if (outcome.kind === 'quarantined') addOne(quarantined, outcome.fault.reason);
      else kept++;
    }
    return this.#row({ ...this.#state, place, kept, filtered, quarantined }, broken);
  }

  /** The batch is committed. @param row what `behind` gave for it */
  advance({ state, broken }: CheckpointRow): void {
    this.#state = state;
    for (const [entry, place] of broken) if (place !== null) this.#broken.set(entry, place);
    this.#uncommitted = new Map();
  }

  /** The entry broke off behind its last whole game: the next run tries what follows. */
  breakOff(entry: number): void {
    if (this.#broken.has(entry)) return;
    const { place } = this.#state;
    const again = entry === place.entry ? place : beginningOf(entry);
    this.#broken.set(entry, again);
    this.#uncommitted.set(entry, again);
  }

  /** The entry was read to its end, be it at the second try. */
  mend(entry: number): void {
    this.#broken.delete(entry);
    this.#uncommitted.set(entry, null); // another scan of the archive may have left it as broken
  }

  /**
   * The last entry was read.
   * @param entries how many there are
   * @returns what is to be committed; undefined where that says nothing new, or there was no game at all: then it costs little to look again
   */
  end(entries: number, skipped: readonly string[]): CheckpointRow | undefined {
    const complete = this.#broken.size === 0;
    this.#state = { ...this.#state, place: beginningOf(entries), complete, skipped };
    if (gamesBehind(this.#state) === 0 || this.#saysNothingNew()) return undefined;
    return this.#row(this.#state, this.#uncommitted);
  }

  #saysNothingNew(): boolean {
    if (this.#found === undefined) return false;
    const { broken, ...progress } = this.#found;
    return (
      JSON.stringify(this.#state) === JSON.stringify(progress) &&
      broken.length === this.#broken.size &&
      broken.every((each) => this.#broken.get(each.entry)?.offset === each.offset)
    );
  }

  #row(state: Progress, broken: CheckpointRow['broken']): CheckpointRow {
    return { archive: this.#archive, on: this.#on, state, broken };
  }
}

/** The games that a checkpoint has behind it. */
export function gamesBehind({ kept, filtered, quarantined }: Progress): number {
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
