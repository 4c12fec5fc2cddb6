/** What a night did, summed over the scans that it is made of. */
import { countedName, type ScanReport } from '../pipeline/report.js';
import type { ScanState } from '../pipeline/scan.js';
import { noRunCounts, type RunCounts } from '../store/runs.js';
import type { Batch, BatchCounts } from '../store/rows.js';
import { PartTally, scanPartOf, type ScanPart } from './part.js';

/** Games a second, over a span of the scan. */
export interface Sample {
  /** From the scan's beginning to the span's end. */
  seconds: number;
  gamesPerSecond: number;
}

/** Spans that are kept; twice as many are merged in pairs, so that a night of any length has a curve. */
const SAMPLES_MAX = 120;

export class NightTally {
  /** With what the scan under way has committed, where the tally hears of it (`commit`). */
  readonly counts: RunCounts = noRunCounts();
  /** Archives and entries that could not be read, or not to their end. */
  readonly unread: string[] = [];
  /** Games that earlier runs had dealt with, in archives that this one went on with. */
  before = 0;
  /** Bytes of archives that were dealt with. */
  bytes = 0;
  readonly #pace = new Pace();
  /** Of the scans that are over. */
  #over: ScanPart = scanPartOf(noRunCounts());
  #underWay = new PartTally();
  /** Games that this run set aside itself, by reason, whatever became of the scan that did. */
  #setAside = noRunCounts().quarantineByReason;

  /**
   * Hears of what the scan under way commits.
   * @returns what takes it back, should it not be committed after all
   */
  commit(batch: Pick<Batch, 'parts' | 'checkpoints'>, committed: BatchCounts): () => void {
    const setAside = this.#setAside;
    const takeBack = this.#underWay.commit(batch, committed);
    this.#setAside = Object.assign(noRunCounts().quarantineByReason, setAside);
    for (const { reason } of batch.parts.flatMap(({ quarantine }) => quarantine))
      addAll(this.#setAside, { [reason]: 1 });
    this.#sumUnderWay();
    return () => {
      takeBack();
      this.#setAside = setAside;
      this.#sumUnderWay();
    };
  }

  /** Takes in a scan that is over, in the place of what it was heard to commit. */
  add(report: ScanReport): void {
    this.#close({ ...report, scanSeconds: report.seconds });
    this.before += report.before;
    this.bytes += report.bytes;
    // one by one: no call takes as many values as an archive may have entries
    for (const line of report.unread) this.unread.push(line);
    this.#pace.close(report.games.seen - report.before, report.seconds);
  }

  /**
   * Keeps what a scan was heard to commit that came to no report, for it failed.
   * @param again whether its archives are read again: all that it saw is counted then, but what it stored as known
   */
  keep(again: boolean): void {
    const heard = this.#underWay.counts();
    const { stored } = heard.games;
    const { games, quarantineByReason, filteredByReason } = noRunCounts();
    this.#close(
      again ? { ...heard, quarantineByReason, filteredByReason, games: { ...games, seen: stored, stored } } : heard,
    );
  }

  /** Hears how far the scan under way is. */
  update({ games, seconds, before = { games: 0, bytes: 0 } }: ScanState): void {
    this.#pace.update(games - before.games, seconds);
    this.#underWay.seconds = seconds;
  }

  /** Sums up with a scan that is over; the next begins from nothing. */
  #close(part: ScanPart): void {
    this.#sum(part);
    this.#over = scanPartOf(this.counts);
    this.#underWay = new PartTally();
  }

  #sumUnderWay(): void {
    this.#sum(this.#underWay.counts());
    this.counts.quarantineNew = this.#setAside;
  }

  #sum(part: ScanPart): void {
    const sum = scanPartOf(this.#over);
    for (const name of ['seen', 'stored', 'duplicate', 'filtered', 'quarantined'] as const) {
      sum.games[name] += part.games[name];
    }
    for (const name of ['renewed', 'positions', 'candidates', 'tactics', 'scanSeconds'] as const)
      sum[name] += part[name];
    for (const name of ['tacticsByPattern', 'quarantineByReason', 'filteredByReason'] as const)
      addAll(sum[name], part[name]);
    Object.assign(this.counts, sum);
  }

  get pace(): Sample[] {
    return this.#pace.samples();
  }
}

/** Adds up counts by name, of which there may be only so many. */
export function addAll(sums: Record<string, number>, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) {
    const kept = countedName(name, sums[name] !== undefined, Object.keys(sums).length);
    sums[kept] = (sums[kept] ?? 0) + count;
  }
}

/** The curve of the speed, in spans of equal length. */
class Pace {
  /** Games by the second of the night's scanning, at the ends of spans. */
  #points: { seconds: number; games: number }[] = [];
  /** Seconds, at least, from one point to the next. */
  #step = 1;
  /** Of the scans that are over. */
  #seconds = 0;
  #games = 0;

  update(games: number, seconds: number): void {
    const point = { seconds: this.#seconds + seconds, games: this.#games + games };
    if (point.seconds - (this.#points.at(-1)?.seconds ?? 0) < this.#step) return;
    this.#points.push(point);
    if (this.#points.length < 2 * SAMPLES_MAX) return;
    this.#points = this.#points.filter((_, index) => index % 2 === 1);
    this.#step *= 2;
  }

  close(games: number, seconds: number): void {
    this.#seconds += seconds;
    this.#games += games;
  }

  samples(): Sample[] {
    const end = { seconds: this.#seconds, games: this.#games };
    const points = end.seconds > (this.#points.at(-1)?.seconds ?? 0) ? [...this.#points, end] : this.#points;
    let last = { seconds: 0, games: 0 };
    return points.flatMap((point) => {
      const [span, games] = [point.seconds - last.seconds, point.games - last.games];
      last = point;
      return span > 0 ? [{ seconds: point.seconds, gamesPerSecond: Math.max(games, 0) / span }] : [];
    });
  }
}
