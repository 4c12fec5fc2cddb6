/**
 * Counts the game analyses that clients were given on a UTC day, against a cap.
 *
 * A game is taken before the work begins, so that requests at the same time cannot all have the last one, and counted when its answer
 * is ready, or given back. What is counted is in the database before the answer goes out, so that a restart forgives nothing; where
 * the database is busy it is kept here and written with the next one, or by `flush`.
 */
import { DAY, dayOf } from '../store/days.js';
import type { Usage } from '../store/usage.js';

export type UsageStore = Pick<Usage, 'gamesOn' | 'addGames'>;

export interface DailyGamesOptions {
  store: UsageStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told of every failure of the store: what was counted is kept, and holds as long as the service runs. */
  onStoreError(error: unknown): void;
}

/** A game that was taken, and is to be counted or given back. */
export interface TakenGame {
  readonly day: string;
  readonly client: string;
}

/** Games by day and client. */
class Tally {
  readonly #games = new Map<string, { taken: TakenGame; games: number }>();

  get({ day, client }: TakenGame): number {
    return this.#games.get(`${day} ${client}`)?.games ?? 0;
  }

  add(taken: TakenGame, games: 1 | -1): void {
    const key = `${taken.day} ${taken.client}`;
    const sum = this.get(taken) + games;
    if (sum === 0) this.#games.delete(key);
    else this.#games.set(key, { taken, games: sum });
  }

  clear(): void {
    this.#games.clear();
  }

  get size(): number {
    return this.#games.size;
  }

  *rows(): Generator<[day: string, client: string, games: number]> {
    for (const { taken, games } of this.#games.values()) yield [taken.day, taken.client, games];
  }
}

export class DailyGames {
  readonly #options: DailyGamesOptions;
  /** Taken, and neither counted nor given back yet. */
  readonly #underWay = new Tally();
  /** Counted, and not in the database yet. */
  readonly #unwritten = new Tally();

  constructor(options: DailyGamesOptions) {
    this.#options = options;
  }

  /** Takes one of a client's games of today; null where it has none left. */
  take(client: string, cap: number): TakenGame | null {
    const game = { day: dayOf(this.#options.now()), client };
    if (this.#underWay.get(game) + this.#unwritten.get(game) + this.#written(game) >= cap) return null;
    this.#underWay.add(game, 1);
    return game;
  }

  /** The game was analysed. It counts for the day on which it was taken. */
  count(game: TakenGame): void {
    this.#underWay.add(game, -1);
    this.#unwritten.add(game, 1);
    this.flush();
  }

  /** Nothing came of it. */
  giveBack(game: TakenGame): void {
    this.#underWay.add(game, -1);
  }

  /** Seconds until the next UTC midnight, when all caps begin anew; rounded up: 1 to 86,400. */
  secondsToMidnight(): number {
    return Math.ceil((DAY - (this.#options.now() % DAY)) / 1000);
  }

  /** Writes what is not in the database yet. */
  flush(): void {
    if (this.#unwritten.size === 0) return;
    try {
      this.#options.store.addGames(dayOf(this.#options.now()), this.#unwritten.rows());
      this.#unwritten.clear();
    } catch (error) {
      this.#options.onStoreError(error);
    }
  }

  #written({ day, client }: TakenGame): number {
    try {
      return this.#options.store.gamesOn(day, client);
    } catch (error) {
      this.#options.onStoreError(error);
      return 0;
    }
  }
}
