/**
 * Outcomes -> transactions. The only place where a scan writes.
 *
 * Batches come in input order, so that which of two equal games is stored, and every row id, are the same however many workers there
 * are. Several batches share a transaction: pages of the indexes that they all touch are then written once.
 */
import type { BatchPart, EntryRef, GameRow, QuarantineRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import type { EngineId } from '../store/rows.js';
import type { Depth, PatternMask } from '../tactics/types.js';
import type { GameBatch } from './batches.js';
import type { Outcome } from './packet.js';
import type { Tally } from './report.js';

/** A transaction is closed when it holds this many games, or when its first batch has waited this many milliseconds. */
const GAMES = 2000;
const PATIENCE = 1000;

/** What was asked of the scan. */
export interface ScanTerms {
  engine: EngineId;
  depth: Depth;
  patterns: PatternMask;
}

export class Committer {
  readonly #store: Store;
  readonly #terms: ScanTerms;
  readonly #tally: Tally;
  #parts: BatchPart[] = [];
  #outcomes: Outcome[] = [];
  #since = 0;

  constructor(store: Store, terms: ScanTerms, tally: Tally) {
    this.#store = store;
    this.#terms = terms;
    this.#tally = tally;
  }

  /** @param outcomes one for each game of the batch, in its order. */
  add(entry: EntryRef, batch: GameBatch, outcomes: readonly Outcome[]): void {
    if (outcomes.length !== batch.games.length) {
      throw new Error(`a batch of ${batch.games.length} games came back with ${outcomes.length} outcomes`);
    }
    const games: GameRow[] = [];
    const quarantine: QuarantineRow[] = [];
    batch.games.forEach(({ bytes, offset }, index) => {
      const outcome = outcomes[index];
      if (outcome?.kind === 'scanned') games.push({ ...outcome.game, offset, length: bytes.length });
      else if (outcome?.kind === 'quarantined') quarantine.push({ ...outcome.fault, offset, bytes });
    });
    if (this.#parts.length === 0) this.#since = performance.now();
    this.#parts.push({ entry, games, quarantine });
    this.#outcomes.push(...outcomes);
    if (this.#outcomes.length >= GAMES || performance.now() - this.#since >= PATIENCE) this.flush();
  }

  /** Commits what is held back. Outcomes are counted only here: what is reported is on the disk. */
  flush(): void {
    if (this.#parts.length === 0) return;
    this.#tally.commit(this.#store.writeBatch({ ...this.#terms, parts: this.#parts }));
    for (const outcome of this.#outcomes) {
      if (outcome.kind === 'filtered') this.#tally.filter(outcome.variant);
      else if (outcome.kind === 'quarantined') this.#tally.quarantine(outcome.fault.reason);
      else this.#tally.analysed += outcome.game.masks.length / 2;
    }
    this.#parts = [];
    this.#outcomes = [];
  }
}
