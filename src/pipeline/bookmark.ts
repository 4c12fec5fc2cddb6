/**
 * How far one archive is read: what goes to the disk with every batch, and where the next run begins.
 *
 * Reading is ahead of committing, so a bookmark has two sides. `startOf` answers the reader from what an earlier run left, and never
 * changes; everything else is told in the order of commits, and is what the store keeps: a draft takes in what a batch brings, and takes the
 * bookmark's place once the batch is committed.
 *
 * The place is the *beginning of the last game* that was dealt with, not its end: where a game begins the splitter can begin too, whatever
 * came before, while a game that was too large, or that a cut left without an end, has no end to go on from. The next run splits that
 * one game again and passes it over.
 */
import type { BrokenChanges, Checkpoint, CheckpointTerms, Place, Progress } from '../store/checkpoints.js';
import type { ArchiveRef, CheckpointRow } from '../store/rows.js';
import type { Outcome } from './packet.js';
import { countedName } from './report.js';

/** Which archive, on which terms, and what an earlier run on them left. */
interface Subject {
  archive: ArchiveRef;
  on: CheckpointTerms;
  found: Checkpoint | undefined;
}

/** Entries that broke off, and where each is to be tried again. */
type BrokenEntries = ReadonlyMap<number, Place>;

export class Bookmark {
  readonly #subject: Subject;
  /** Of what was found. */
  readonly #foundBroken: BrokenEntries;
  #state: Progress;
  readonly #broken: Map<number, Place>;
  /** What of them is not committed yet: a zip may have tens of thousands, too many to write them all with each batch. */
  #uncommitted: BrokenChanges = new Map();

  /** @param found what an earlier run on the same terms left; undefined where the archive is read from its beginning */
  constructor(archive: ArchiveRef, on: CheckpointTerms, found: Checkpoint | undefined) {
    this.#subject = { archive, on, found };
    const { place = beginningOf(0), broken = [], kept = 0, filtered = {}, quarantined = {} } = found ?? {};
    this.#foundBroken = new Map(broken.map((each) => [each.entry, each]));
    this.#broken = new Map(this.#foundBroken);
    this.#state = { place, complete: false, kept, filtered, quarantined, skipped: [] };
  }

  /** Where to begin in an entry; null where nothing of it is left to read. */
  startOf(entry: number): Place | null {
    const { found } = this.#subject;
    if (found === undefined || entry > found.place.entry) return beginningOf(entry);
    if (entry === found.place.entry) return found.place;
    return this.#foundBroken.get(entry) ?? null;
  }

  /** What is to come of the next batch. */
  draft(): Draft {
    return new Draft(this.#subject, this.#state, this.#broken, this.#uncommitted);
  }

  /** The batch is committed, with what its draft has to say. */
  advance(draft: Draft): void {
    this.#state = draft.state;
    for (const [entry, place] of draft.changes) {
      if (place === null) this.#broken.delete(entry);
      else this.#broken.set(entry, place);
    }
    this.#uncommitted = draft.saysAnything() ? new Map() : draft.changes;
  }
}

/** Told of what a batch holds, in its order. The bookmark stays as it is: the batch may yet fail. */
export class Draft {
  readonly #subject: Subject;
  #state: Progress;
  readonly #broken: BrokenEntries;
  readonly #changes: Map<number, Place | null>;
  #anyGames = false;
  #ended = false;

  constructor(subject: Subject, state: Progress, broken: BrokenEntries, uncommitted: BrokenChanges) {
    this.#subject = subject;
    this.#state = state;
    this.#broken = broken;
    this.#changes = new Map(uncommitted);
  }

  get state(): Progress {
    return this.#state;
  }

  /** What of broken entries has changed. */
  get changes(): BrokenChanges {
    return this.#changes;
  }

  /** Games of an entry. @param last where the last one begins */
  games(last: Place, outcomes: readonly Outcome[]): void {
    let { place, kept } = this.#state;
    const { entry } = last;
    if (entry >= place.entry) place = last;
    if (this.#isBroken(entry)) this.#changes.set(entry, last);
    const filtered = copyOf(this.#state.filtered);
    const quarantined = copyOf(this.#state.quarantined);
    for (const outcome of outcomes) {
      if (outcome.kind === 'filtered') addOne(filtered, outcome.reason);
      else if (outcome.kind === 'quarantined') addOne(quarantined, outcome.fault.reason);
      else kept++;
    }
    this.#state = { ...this.#state, place, kept, filtered, quarantined };
    this.#anyGames = true;
  }

  /** The entry broke off behind its last whole game: the next run tries what follows. */
  breakOff(entry: number): void {
    if (this.#isBroken(entry)) return;
    const { place } = this.#state;
    this.#changes.set(entry, entry === place.entry ? place : beginningOf(entry));
  }

  /** The entry was read to its end, be it at the second try. */
  mend(entry: number): void {
    this.#changes.set(entry, null); // another scan of the archive may have left it as broken
  }

  /** The last entry was read. @param entries how many there are */
  end(entries: number, skipped: readonly string[]): void {
    const complete = this.#countBroken() === 0;
    this.#state = { ...this.#state, place: beginningOf(entries), complete, skipped };
    this.#ended = true;
  }

  /** What is to be committed; undefined where that says nothing. */
  row(): CheckpointRow | undefined {
    const { archive, on } = this.#subject;
    return this.saysAnything() ? { archive, on, state: this.#state, broken: this.#changes } : undefined;
  }

  /** An end may bring nothing new; and where there was no game at all, it costs little to look again. */
  saysAnything(): boolean {
    return this.#anyGames || (this.#ended && gamesBehind(this.#state) > 0 && this.#saysNews());
  }

  #saysNews(): boolean {
    const { found } = this.#subject;
    if (found === undefined) return true;
    const { broken, ...progress } = found;
    return (
      JSON.stringify(this.#state) !== JSON.stringify(progress) ||
      broken.length !== this.#countBroken() ||
      broken.some(({ entry, offset }) => this.#placeOf(entry)?.offset !== offset)
    );
  }

  /** Where a broken entry is to be tried again; undefined for one that is not broken. */
  #placeOf(entry: number): Place | undefined {
    const change = this.#changes.get(entry);
    return change === undefined ? this.#broken.get(entry) : (change ?? undefined);
  }

  #isBroken(entry: number): boolean {
    return this.#placeOf(entry) !== undefined;
  }

  #countBroken(): number {
    let count = this.#broken.size;
    for (const [entry, place] of this.#changes) count += Number(place !== null) - Number(this.#broken.has(entry));
    return count;
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
