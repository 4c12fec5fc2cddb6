/** The part of a transaction that takes in a batch: games, what was set aside, and what became of either. */
import { addGame, noCounts } from './batch-counts.js';
import type { Games, ScanTerms } from './games.js';
import type { Quarantine } from './quarantine.js';
import type { BatchCounts, BatchPart, GameRow } from './rows.js';
import type { Sources } from './sources.js';

/**
 * Some games of a batch fall short of what is stored of them (`Written`), as where another process has scanned them since this one asked
 * what there is to do. Nothing of the batch is written, for what is recorded with it would not be true.
 */
export class FallsShortError extends Error {
  override readonly name = 'FallsShortError';

  constructor(readonly games: ReadonlySet<GameRow>) {
    super(`${games.size} games of the batch are to be examined whole first`);
  }
}

export class BatchWriter {
  readonly #sources: Sources;
  readonly #games: Games;
  readonly #quarantine: Quarantine;

  constructor(sources: Sources, games: Games, quarantine: Quarantine) {
    this.#sources = sources;
    this.#games = games;
    this.#quarantine = quarantine;
  }

  /** To be called in a transaction. @throws {FallsShortError} and the transaction is to be rolled back */
  write(parts: readonly BatchPart[], terms: ScanTerms): BatchCounts {
    const counts = noCounts();
    const short = new Set<GameRow>();
    for (const part of parts) this.#writePart(part, terms, counts, short);
    if (short.size > 0) throw new FallsShortError(short);
    return counts;
  }

  #writePart(part: BatchPart, terms: ScanTerms, counts: BatchCounts, short: Set<GameRow>): void {
    const entryId = this.#sources.entryId(part.entry);
    const mayRelease = this.#quarantine.holds(entryId);
    for (const game of part.games) {
      const written = this.#games.write(game, entryId, terms);
      if (written === 'short') short.add(game);
      else addGame(counts, written, game, terms.patterns);
      if (mayRelease) this.#quarantine.release(entryId, game.offset);
    }
    if (mayRelease) for (const offset of part.known ?? []) this.#quarantine.release(entryId, offset);
    for (const row of part.quarantine) {
      if (this.#quarantine.put(entryId, row)) counts.quarantined++;
    }
  }
}
