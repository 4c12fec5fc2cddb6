/**
 * The tables `subscriptions`, `customers`, `checkouts` and `payment_events`: what was bought, as the payment provider says.
 *
 * Rows are copies of what the provider knows. Whatever changes them changes `accounts.plan` in the same transaction, so that a key is
 * never on a plan that nobody pays for. Times are milliseconds since 1970, UTC.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

export type SubscriptionStatus = 'active' | 'past_due' | 'waiting' | 'ended';

/** What a provider says of a subscription. */
export interface SubscriptionNews {
  id: string;
  account: string;
  /** Null where its price belongs to no plan. */
  plan: string | null;
  price: string;
  /** A month, in the currency's smallest unit. */
  amount: number;
  /** Three letters, lower case. */
  currency: string;
  status: SubscriptionStatus;
  started: number;
  periodEnd: number;
  cancelAt: number | null;
  ended: number | null;
}

export interface SubscriptionRow extends SubscriptionNews {
  provider: string;
  checked: number;
  /** The key that was issued for it of itself. */
  firstKey: string | null;
}

export interface PaymentEventRef {
  id: string;
  type: string;
}

const COLUMNS = `provider, id, account, plan, price, amount, currency, status, started, period_end AS periodEnd, cancel_at AS cancelAt,
  ended, checked, first_key AS firstKey`;

export class Subscriptions {
  readonly #access: Access;
  readonly #find: Statement<[string, string], SubscriptionRow>;
  readonly #of: Statement<[string], SubscriptionRow>;
  readonly #due: Statement<[string, number, number], string>;
  readonly #put: Statement<[SubscriptionRow]>;
  readonly #entitle: Statement<{ account: string; counted: string }>;
  readonly #all: Statement<[], string>;
  readonly #event: Statement<[string, string], number>;
  readonly #addEvent: Statement<[string, string, string, number]>;
  readonly #customer: Statement<[string, string], string>;
  readonly #owner: Statement<[string, string], string>;
  readonly #addCustomer: Statement<[string, string, string]>;
  readonly #addCheckout: Statement<[string, string, string, string, number]>;
  readonly #openCheckouts: Statement<[string, string], string>;
  readonly #checkoutOwner: Statement<[string, string], string>;
  readonly #closeCheckout: Statement<[number, string, string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#find = db.prepare(`SELECT ${COLUMNS} FROM subscriptions WHERE provider = ? AND id = ?`);
    this.#of = db.prepare(`SELECT ${COLUMNS} FROM subscriptions WHERE account = ? ORDER BY started DESC, id`);
    this.#due = db
      .prepare<[string, number, number], string>(
        `SELECT id FROM subscriptions WHERE provider = ? AND ended IS NULL
         AND (plan IS NULL OR min(period_end, coalesce(cancel_at, period_end)) < ?) AND checked < ?`,
      )
      .pluck();
    this.#put = db.prepare(
      `INSERT INTO subscriptions (provider, id, account, plan, price, amount, currency, status, started, period_end, cancel_at, ended, checked)
       VALUES (@provider, @id, @account, @plan, @price, @amount, @currency, @status, @started, @periodEnd, @cancelAt, @ended, @checked)
       ON CONFLICT (provider, id) DO UPDATE SET plan = excluded.plan, price = excluded.price, amount = excluded.amount,
         currency = excluded.currency, status = excluded.status, period_end = excluded.period_end, cancel_at = excluded.cancel_at,
         ended = excluded.ended, checked = excluded.checked`,
    );
    this.#entitle = db.prepare(
      `UPDATE accounts SET (plan, plan_until) = (
         SELECT plan, cancel_at FROM subscriptions
         WHERE account = @account AND plan IS NOT NULL AND status IN ('active', 'past_due')
           AND provider IN (SELECT value FROM json_each(@counted))
         ORDER BY amount DESC, started DESC LIMIT 1)
       WHERE id = @account`,
    );
    this.#all = db.prepare<[], string>('SELECT DISTINCT account FROM subscriptions').pluck();
    this.#event = db
      .prepare<[string, string], number>('SELECT 1 FROM payment_events WHERE provider = ? AND id = ?')
      .pluck();
    this.#addEvent = db.prepare(
      'INSERT INTO payment_events (provider, id, type, received) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#customer = db
      .prepare<[string, string], string>('SELECT customer FROM customers WHERE provider = ? AND account = ?')
      .pluck();
    this.#owner = db
      .prepare<[string, string], string>('SELECT account FROM customers WHERE provider = ? AND customer = ?')
      .pluck();
    this.#addCustomer = db.prepare(
      'INSERT INTO customers (provider, customer, account) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#addCheckout = db.prepare(
      'INSERT INTO checkouts (provider, id, account, plan, created) VALUES (?, ?, ?, ?, ?)',
    );
    this.#openCheckouts = db
      .prepare<[string, string], string>(
        'SELECT id FROM checkouts WHERE provider = ? AND account = ? AND closed IS NULL ORDER BY created',
      )
      .pluck();
    this.#checkoutOwner = db
      .prepare<[string, string], string>('SELECT account FROM checkouts WHERE provider = ? AND id = ?')
      .pluck();
    this.#closeCheckout = db.prepare(
      'UPDATE checkouts SET closed = ? WHERE provider = ? AND id = ? AND closed IS NULL',
    );
  }

  find(provider: string, id: string): SubscriptionRow | undefined {
    return this.#access.read(() => this.#find.get(provider, id));
  }

  /** All that an account ever had, the newest first. */
  of(account: string): SubscriptionRow[] {
    return this.#access.read(() => this.#of.all(account));
  }

  /**
   * Those that should have been renewed or ended before `over`, or are on no plan, which may have been mended, and of which the provider
   * was not asked since `checked`.
   */
  due(provider: string, over: number, checked: number): string[] {
    return this.#access.read(() => this.#due.all(provider, over, checked));
  }

  /** Whether an event was dealt with before. */
  knowsEvent(provider: string, id: string): boolean {
    return this.#access.read(() => this.#event.get(provider, id) !== undefined);
  }

  /** An event of which nothing follows. */
  passEvent(provider: string, { id, type }: PaymentEventRef, now: number): void {
    this.#access.keep(() => this.#addEvent.run(provider, id, type, now));
  }

  /**
   * Takes in what a provider says of a subscription, and puts its account on the plan that follows: all of it or nothing.
   *
   * As long as its price stays, a subscription keeps its plan: who has bought at a price that is not offered any more keeps both. One that has
   * ended stays so, whatever comes late.
   * @param counted the providers whose subscriptions open anything
   * @param event why; noted with the rest. Null: the provider was asked without one
   * @returns false where the event was dealt with before, and nothing was done
   */
  settle(
    provider: string,
    news: SubscriptionNews,
    counted: readonly string[],
    now: number,
    event: PaymentEventRef | null,
  ): boolean {
    return this.#access.keep(() => {
      if (event !== null && this.#addEvent.run(provider, event.id, event.type, now).changes === 0) return false;
      const known = this.#find.get(provider, news.id);
      if (known?.ended != null && news.ended === null) return true;
      const plan = known?.price === news.price ? (known.plan ?? news.plan) : news.plan;
      this.#put.run({ ...news, plan, provider, checked: now, firstKey: null });
      this.#entitle.run({ account: known?.account ?? news.account, counted: JSON.stringify(counted) });
      return true;
    });
  }

  /** Puts every account on the plan that follows from its subscriptions, where other providers count than before. */
  entitleAll(counted: readonly string[]): void {
    this.#access.keep(() => {
      for (const account of this.#all.all()) this.#entitle.run({ account, counted: JSON.stringify(counted) });
    });
  }

  /** The provider's name for an account. */
  customerOf(provider: string, account: string): string | undefined {
    return this.#access.read(() => this.#customer.get(provider, account));
  }

  /** The account behind a provider's customer. */
  accountOf(provider: string, customer: string): string | undefined {
    return this.#access.read(() => this.#owner.get(provider, customer));
  }

  /** @returns the customer that the account has now: another one, where that was quicker */
  addCustomer(provider: string, customer: string, account: string): string {
    return this.#access.keep(() => {
      this.#addCustomer.run(provider, customer, account);
      return this.#customer.get(provider, account) ?? customer;
    });
  }

  addCheckout(provider: string, checkout: { id: string; account: string; plan: string; created: number }): void {
    const { id, account, plan, created } = checkout;
    this.#access.keep(() => this.#addCheckout.run(provider, id, account, plan, created));
  }

  /** Checkouts that an account has begun and that may still be paid. */
  openCheckouts(provider: string, account: string): string[] {
    return this.#access.read(() => this.#openCheckouts.all(provider, account));
  }

  checkoutOwner(provider: string, id: string): string | undefined {
    return this.#access.read(() => this.#checkoutOwner.get(provider, id));
  }

  closeCheckout(provider: string, id: string, now: number): void {
    this.#access.keep(() => this.#closeCheckout.run(now, provider, id));
  }
}
