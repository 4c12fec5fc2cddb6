/**
 * Outcomes -> the store. The only place where a scan writes.
 *
 * Batches come in input order, so that which of two equal games is stored, and every row id, are the same however many workers there
 * are. Each is a transaction of its own, with how far it leads in each archive that it has games of, or sees the end of: with the write-ahead
 * log a commit costs no wait for the disk, and larger transactions, measured, gain no time, while rows that wait for one outlive the cheap
 * garbage collection.
 */
import { FallsShortError } from '../store/batch-writer.js';
import type { CheckpointTerms } from '../store/checkpoints.js';
import type { BatchCounts, BatchPart, CheckpointRow, EngineId, GameRow, QuarantineRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { countSeen, type PlyRange } from '../tactics/plies.js';
import type { Depth, PatternMask } from '../tactics/types.js';
import type { Batch, GameBatch } from './batches.js';
import type { Bookmark, Draft } from './bookmark.js';
import type { Outcome } from './packet.js';
import type { Piece } from './pieces.js';
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

/**
 * Commits a batch, and with it how far its archives are read; then counts it: what is reported is on the disk.
 * @param outcomes one for each game of the batch, in its order
 * @returns which games of the batch fall short of what the store has (`Written`): where there are any, nothing is stored or counted
 * @throws {StoreError} nothing of the batch is stored or counted
 */
export function commitBatch(
  { store, engine, depth, patterns, plies }: ScanTerms & { store: Store },
  tally: Tally,
  { games, pieces }: Batch,
  outcomes: readonly Outcome[],
): number[] {
  const count = games.offsets.length;
  if (outcomes.length !== count) {
    throw new Error(`a batch of ${count} games came back with ${outcomes.length} outcomes`);
  }
  const rows = new Rows(games, outcomes);
  for (const piece of pieces) rows.add(piece);
  const { parts, checkpoints } = rows;
  if (parts.length > 0 || checkpoints.length > 0) {
    const batch = { engine, depth, patterns, ...(plies && { plies }), parts, checkpoints };
    let counts: BatchCounts;
    try {
      counts = tally.clock.during('commit', () => store.writeBatch(batch));
    } catch (error) {
      if (!(error instanceof FallsShortError)) throw error;
      return rows.indexesOf(error.games);
    }
    tally.commit(counts);
  }
  rows.advance();
  for (const piece of pieces) if (piece.kind === 'archive' && piece.whole) tally.read++;
  for (const outcome of outcomes) {
    if (outcome.kind === 'known') tally.known++;
    else if (outcome.kind === 'filtered') tally.filter(outcome.reason);
    else if (outcome.kind === 'quarantined') tally.quarantine(outcome.fault.reason);
    else tally.analysed += countSeen(outcome.game.masks);
  }
  return [];
}

/** What the store is to take in, gathered piece by piece. */
class Rows {
  readonly parts: BatchPart[] = [];
  readonly #batch: GameBatch;
  readonly #outcomes: readonly Outcome[];
  readonly #drafts = new Map<Bookmark, Draft>();
  /** Where each game stands in the batch. */
  readonly #indexes = new Map<GameRow, number>();
  /** Games of the batch that are gathered. */
  #done = 0;

  constructor(batch: GameBatch, outcomes: readonly Outcome[]) {
    this.#batch = batch;
    this.#outcomes = outcomes;
  }

  get checkpoints(): CheckpointRow[] {
    return [...this.#drafts.values()].flatMap((draft) => draft.row() ?? []);
  }

  add(piece: Piece): void {
    if (piece.kind === 'archive') this.#draftOf(piece.bookmark).end(piece.entries, piece.skipped);
    else {
      const { entry, bookmark } = piece.source;
      const draft = this.#draftOf(bookmark);
      if (piece.kind === 'games') {
        const end = this.#done + piece.count;
        this.parts.push({ entry, ...this.#take(end) });
        const [offset = 0, line = 1] = [this.#batch.offsets[end - 1], this.#batch.lines[end - 1]];
        draft.games({ entry: entry.ordinal, offset, line }, this.#outcomes.slice(end - piece.count, end));
      } else if (piece.broke) draft.breakOff(entry.ordinal);
      else draft.mend(entry.ordinal);
    }
  }

  /** Where games stand in the batch. */
  indexesOf(games: ReadonlySet<GameRow>): number[] {
    return [...this.#indexes].filter(([game]) => games.has(game)).map(([, index]) => index);
  }

  /** All is committed. */
  advance(): void {
    for (const [bookmark, draft] of this.#drafts) bookmark.advance(draft);
  }

  #draftOf(bookmark: Bookmark): Draft {
    const draft = this.#drafts.get(bookmark) ?? bookmark.draft();
    this.#drafts.set(bookmark, draft);
    return draft;
  }

  /** The games up to an index, which are of one entry. */
  #take(until: number): Omit<BatchPart, 'entry'> {
    const { bytes, bounds, offsets } = this.#batch;
    const games: GameRow[] = [];
    const quarantine: QuarantineRow[] = [];
    const known: number[] = [];
    for (let index = this.#done; index < until; index++) {
      const outcome = this.#outcomes[index]!;
      const [offset = 0, begin = 0, end = 0] = [offsets[index], bounds[index], bounds[index + 1]];
      if (outcome.kind === 'known') known.push(offset);
      else if (outcome.kind === 'scanned') {
        const game = { ...outcome.game, offset, length: end - begin };
        this.#indexes.set(game, index);
        games.push(game);
      } else if (outcome.kind === 'quarantined')
        quarantine.push({ ...outcome.fault, offset, bytes: bytes.subarray(begin, end) });
    }
    this.#done = until;
    return { games, quarantine, known };
  }
}
