/**
 * What a run did, in numbers that add up.
 *
 * Every game that the splitter hands out is counted as seen before it is given to a worker, and as stored, duplicate, filtered or
 * quarantined when its outcome is committed: two counts made in two places, so that a game lost between them is noticed.
 */
import type { ArchiveError } from '../archive/errors.js';
import { given } from '../given.js';
import { noCounts } from '../store/batch-counts.js';
import type { Checkpoint } from '../store/checkpoints.js';
import type { BatchCounts } from '../store/rows.js';
import { byPattern, type Pattern } from '../tactics/types.js';
import { addSpent, NOTHING_SPENT, StageClock, type Spent, type StageTimes } from './stages.js';

/** What is wrong with an archive, or with one of its entries; as an `ArchiveError` says it. */
export type ArchiveFault = Pick<ArchiveError, 'path' | 'entry' | 'reason'>;

export interface ScanReport {
  games: {
    seen: number;
    stored: number;
    duplicate: number;
    /** Of variants other than standard chess, and what the scan's filter leaves out. */
    filtered: number;
    quarantined: number;
  };
  /** Of the games stored, those that the database held already, less deep, less wide, or by another engine. */
  renewed: number;
  /** Positions, candidates and confirmed tactics of the games that this run stored. */
  positions: number;
  candidates: number;
  tactics: number;
  tacticsByPattern: Record<Pattern, number>;
  /** Positions that were analysed, those of duplicates included: what the engine did. */
  analysed: number;
  quarantineByReason: Record<string, number>;
  /** Quarantined games that an earlier run had not quarantined already. */
  quarantineNew: number;
  /** By what they do not meet (`rating`, `date` ...), or by the name of their variant. */
  filteredByReason: Record<string, number>;
  archives: number;
  /** Of these, those that this run has read to their end, and found nothing wrong with. */
  read: number;
  /** Archives that could not be read, or not to their end; also what only has the name of one. */
  bad: number;
  /** Fingerprints of the archives, each once, in the order in which they were read. */
  fingerprints: Uint8Array[];
  /** Of `games.seen`, those that earlier runs had dealt with, so that this one passed them over. */
  before: number;
  /** Archives of which nothing was read, for an earlier run had read them to their end, or this one a copy. */
  finished: number;
  /** Of these, copies of what this run has read. */
  copies: number;
  /** Archives that were read on from where an earlier run was broken off: which, and where. */
  resumed: string[];
  /** Archives and entries that could not be read, or not to their end: which, why, and what to do. */
  unread: string[];
  /** The same of what was opened, so that nobody has to read it out of words. */
  faults: ArchiveFault[];
  /** What in them was passed over because it is no PGN, and the like. */
  skipped: string[];
  /** The games were those of the database, brought up to date: `stored` are those that were behind. */
  reanalysis: boolean;
  /** Ended by request before everything was read; what is counted is committed. */
  interrupted: boolean;
  /** Of the archives as they lie on the disk, those that this run dealt with; 0 where no archive was read. */
  bytes: number;
  seconds: number;
  stages: StageTimes;
}

/** Of a worker pool, what the report tells. */
export interface Threads {
  readonly size: number;
  readonly spent: Readonly<Spent>;
}

/** Reasons, which may be names of variants, that are counted each by itself. */
const NAMES_MAX = 40;

/**
 * The name under which one more is counted: an archive may hold as many variants as it has games, for they are strangers' words.
 * @param known whether the name is counted already @param names how many are
 */
export function countedName(name: string, known: boolean, names: number): string {
  return known || names < NAMES_MAX ? name : 'other';
}

/** Counts as a run goes on. */
export class Tally {
  seen = 0;
  filtered = 0;
  quarantined = 0;
  /** Duplicates that were recognised before they were analysed. */
  known = 0;
  analysed = 0;
  archives = 0;
  read = 0;
  bad = 0;
  bytes = 0;
  readonly fingerprints: Uint8Array[] = [];
  before = 0;
  finished = 0;
  copies = 0;
  interrupted = false;
  reanalysis = false;
  readonly resumed: string[] = [];
  readonly unread: string[] = [];
  readonly faults: ArchiveFault[] = [];
  readonly skipped: string[] = [];
  readonly committed = noCounts();
  readonly #reasons = new Map<string, number>();
  readonly #filtered = new Map<string, number>();
  readonly clock = new StageClock();
  readonly #pool: Threads;
  readonly #spentBefore: Readonly<Spent>;

  /** @param pool what works for the run; it may have worked for others before */
  constructor(pool: Threads = { size: 1, spent: NOTHING_SPENT }) {
    this.#pool = pool;
    this.#spentBefore = { ...pool.spent };
  }

  /** Games whose outcome is known and committed. */
  get done(): number {
    return this.committed.stored + this.duplicate + this.filtered + this.quarantined;
  }

  get duplicate(): number {
    return this.committed.duplicate + this.known;
  }

  get seconds(): number {
    return this.clock.seconds;
  }

  blame({ path, entry, reason, message }: ArchiveFault & { message: string }): void {
    this.unread.push(message);
    this.faults.push({ path, reason, ...given({ entry }) });
  }

  filter(reason: string, count = 1): void {
    this.filtered += count;
    const name = countedName(reason, this.#filtered.has(reason), this.#filtered.size);
    this.#filtered.set(name, (this.#filtered.get(name) ?? 0) + count);
  }

  quarantine(reason: string, count = 1): void {
    this.quarantined += count;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + count);
  }

  /**
   * Counts what an earlier run has behind it, as if it had been read again: games that the database holds are duplicates, those that
   * were filtered or quarantined are so again. So the counts of a run are those of its archives, wherever it began.
   */
  resume({ kept, filtered, quarantined }: Checkpoint): void {
    const done = this.done;
    this.known += kept;
    for (const [name, count] of Object.entries(filtered)) this.filter(name, count);
    for (const [reason, count] of Object.entries(quarantined)) this.quarantine(reason, count);
    this.seen += this.done - done;
    this.before += this.done - done;
  }

  commit(counts: BatchCounts): void {
    const sum = this.committed;
    sum.stored += counts.stored;
    sum.renewed += counts.renewed;
    sum.duplicate += counts.duplicate;
    sum.positions += counts.positions;
    sum.candidates += counts.candidates;
    sum.tactics += counts.tactics;
    sum.quarantined += counts.quarantined;
    counts.tacticsByPattern.forEach(
      (count, code) => (sum.tacticsByPattern[code] = (sum.tacticsByPattern[code] ?? 0) + count),
    );
  }

  /** @throws Error where games were lost or counted twice: a fault of the program, never of an archive. */
  report(): ScanReport {
    const { duplicate } = this;
    const { stored, renewed, positions, candidates, tactics, tacticsByPattern, quarantined } = this.committed;
    if (this.seen !== this.done) {
      throw new Error(
        `the counts do not add up: ${this.seen} games seen, but ${stored} stored + ${duplicate} duplicate + ` +
          `${this.filtered} filtered + ${this.quarantined} quarantined = ${this.done}`,
      );
    }
    return {
      games: { seen: this.seen, stored, duplicate, filtered: this.filtered, quarantined: this.quarantined },
      renewed,
      positions,
      candidates,
      tactics,
      tacticsByPattern: byPattern((code) => tacticsByPattern[code] ?? 0),
      analysed: this.analysed,
      quarantineByReason: Object.fromEntries(this.#reasons),
      quarantineNew: quarantined,
      filteredByReason: Object.fromEntries(this.#filtered),
      archives: this.archives,
      read: this.read,
      bad: this.bad,
      fingerprints: [...this.fingerprints],
      before: this.before,
      finished: this.finished,
      copies: this.copies,
      resumed: [...this.resumed],
      unread: [...this.unread],
      faults: [...this.faults],
      skipped: [...this.skipped],
      interrupted: this.interrupted,
      reanalysis: this.reanalysis,
      bytes: this.bytes,
      seconds: this.seconds,
      stages: this.clock.times(this.#pool.size, since(this.#spentBefore, this.#pool.spent)),
    };
  }
}

function since(before: Readonly<Spent>, now: Readonly<Spent>): Spent {
  const { busy, engine, decode, start } = before;
  return addSpent(now, { busy: -busy, engine: -engine, decode: -decode, start: -start });
}
