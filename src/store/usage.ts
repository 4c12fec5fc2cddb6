/** The table `daily_games`: how many game analyses a client was given on a UTC day. */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

export class Usage {
  readonly #access: Access;
  readonly #count: Statement<[string, string], number>;
  readonly #add: Statement<[string, string, number]>;
  readonly #forget: Statement<[string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#count = db
      .prepare<[string, string], number>('SELECT games FROM daily_games WHERE day = ? AND client = ?')
      .pluck();
    this.#add = db.prepare(
      `INSERT INTO daily_games (day, client, games) VALUES (?, ?, ?)
       ON CONFLICT (day, client) DO UPDATE SET games = games + excluded.games`,
    );
    this.#forget = db.prepare('DELETE FROM daily_games WHERE day < ?');
  }

  /** @param day `2024-02-29` */
  gamesOn(day: string, client: string): number {
    return this.#access.read(() => this.#count.get(day, client) ?? 0);
  }

  /** Counts games, all or, on an error, none; what was counted on the days before `today` is forgotten. */
  addGames(today: string, counted: Iterable<readonly [day: string, client: string, games: number]>): void {
    this.#access.write(() => {
      this.#forget.run(today);
      for (const [day, client, games] of counted) if (day >= today) this.#add.run(day, client, games);
    });
  }
}
