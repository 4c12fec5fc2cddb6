/** The table `test_payments`: what the built-in test checkout remembers, as JSON by id. What it means is `api/accounts/test-checkout.ts`. */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

export class TestPayments {
  readonly #access: Access;
  readonly #get: Statement<[string], string>;
  readonly #put: Statement<[string, string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#get = db.prepare<[string], string>('SELECT body FROM test_payments WHERE id = ?').pluck();
    this.#put = db.prepare(
      'INSERT INTO test_payments (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    );
  }

  get(id: string): unknown {
    const body = this.#access.read(() => this.#get.get(id));
    return body === undefined ? undefined : JSON.parse(body);
  }

  /** One row, or several that change together. */
  put(...rows: readonly { id: string }[]): void {
    this.#access.keep(() => {
      for (const row of rows) this.#put.run(row.id, JSON.stringify(row));
    });
  }
}
