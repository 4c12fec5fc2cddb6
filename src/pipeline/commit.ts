/**
 * Outcomes -> the store. The only place where a scan writes.
 *
 * Batches come in input order, so that which of two equal games is stored, and every row id, are the same however many workers there
 * are. Each is a transaction of its own: with the write-ahead log a commit costs no wait for the disk, and larger transactions,
 * measured, gain no time, while rows that wait for one outlive the cheap garbage collection.
 */
import { FallsShortError } from '../store/batch-writer.js';
import type { CheckpointTerms } from '../store/checkpoints.js';
import type { BatchCounts, BatchPart, EngineId, EntryRef, GameRow, QuarantineRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { countSeen, type PlyRange } from '../tactics/plies.js';
import type { Depth, PatternMask } from '../tactics/types.js';
import type { GameBatch } from './batches.js';
import type { Bookmark } from './bookmark.js';
import type { Outcome } from './packet.js';
import type { Tally } from './report.js';

/** What was asked of the scan. */
export interface ScanTerms {
  engine: EngineId;
  depth: Depth;
  patterns: PatternMask;
  /** The plies to look at; all unless given. */
  plies?: PlyRange;
  /** Which games it is about, as `filterText` writes it; all unless given. */
  filter?: string;
}

/** What a scan chooses among games and plies, as one text that is equal where it means the same; empty for everything. */
function choiceText({ plies, filter = '' }: Pick<ScanTerms, 'plies' | 'filter'>): string {
  return plies === undefined ? filter : `plies ${plies.from}-${plies.to} ${filter}`.trim();
}

/** The terms on which a checkpoint of an archive has to hold. @param stamp of the file */
export function checkpointTerms(terms: ScanTerms, stamp: number): CheckpointTerms {
  const { engine, depth, patterns } = terms;
  return { engine, depth, patterns, terms: choiceText(terms), stamp };
}

/** Where games stand, and what notes how far their archive is read. */
export interface BatchSource {
  entry: EntryRef;
  bookmark: Bookmark;
}

/**
 * Commits a batch, and with it how far its archive is read; then counts it: what is reported is on the disk.
 * @param outcomes one for each game of the batch, in its order
 * @returns which games of the batch fall short of what the store has (`Written`): where there are any, nothing is stored or counted
 * @throws {StoreError} nothing of the batch is stored or counted
 */
export function commitBatch(
  { store, engine, depth, patterns, plies }: ScanTerms & { store: Store },
  tally: Tally,
  { entry, bookmark }: BatchSource,
  batch: GameBatch,
  outcomes: readonly Outcome[],
): number[] {
  const part = { entry, ...rowsOf(batch, outcomes) };
  const checkpoint = bookmark.behind(entry.ordinal, batch, outcomes);
  const row = { engine, depth, patterns, ...(plies && { plies }), parts: [part], checkpoint };
  let counts: BatchCounts;
  try {
    counts = tally.clock.during('commit', () => store.writeBatch(row));
  } catch (error) {
    if (!(error instanceof FallsShortError)) throw error;
    return Array.from(batch.offsets.keys()).filter((index) => error.offsets.has(batch.offsets[index]!));
  }
  bookmark.advance(checkpoint);
  tally.commit(counts);
  for (const outcome of outcomes) {
    if (outcome.kind === 'known') tally.known++;
    else if (outcome.kind === 'filtered') tally.filter(outcome.reason);
    else if (outcome.kind === 'quarantined') tally.quarantine(outcome.fault.reason);
    else tally.analysed += countSeen(outcome.game.masks);
  }
  return [];
}

function rowsOf(batch: GameBatch, outcomes: readonly Outcome[]): Omit<BatchPart, 'entry'> {
  const { bytes, bounds, offsets } = batch;
  if (outcomes.length !== offsets.length) {
    throw new Error(`a batch of ${offsets.length} games came back with ${outcomes.length} outcomes`);
  }
  const games: GameRow[] = [];
  const quarantine: QuarantineRow[] = [];
  const known: number[] = [];
  outcomes.forEach((outcome, index) => {
    const [offset = 0, begin = 0, end = 0] = [offsets[index], bounds[index], bounds[index + 1]];
    if (outcome.kind === 'known') known.push(offset);
    else if (outcome.kind === 'scanned') games.push({ ...outcome.game, offset, length: end - begin });
    else if (outcome.kind === 'quarantined')
      quarantine.push({ ...outcome.fault, offset, bytes: bytes.subarray(begin, end) });
  });
  return { games, quarantine, known };
}
