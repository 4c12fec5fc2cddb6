/**
 * Buying, changing and ending subscriptions: what an account has paid for, and so what its keys may do.
 *
 * There is one way in which anything comes to be paid for: `#settle`. It asks the provider how a subscription stands and writes that down
 * together with the plan of its account. Events, the buyer's return from the checkout, the dashboard's buttons and a look at what is overdue
 * all lead there, and do nothing else; so an event that comes twice, late, before its time or not at all changes nothing but the moment.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { AccountRow, Accounts } from '../../store/accounts.js';
import type { PaymentEventRef, SubscriptionRow, Subscriptions } from '../../store/subscriptions.js';
import { ApiError } from '../errors.js';
import type { Plan, PlanTable } from '../plans.js';
import { patiently, Turns } from './patience.js';
import {
  lookupKeyOf,
  ProviderError,
  UnsureError,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderSubscription,
} from './provider.js';

/** Milliseconds: how long after its end a period may go without news before the provider is asked, and how often then. */
const OVERDUE = 60 * 60_000;
const MINUTE = 60_000;

export interface BillingOptions {
  plans: PlanTable;
  store: { accounts: Pick<Accounts, 'find'>; subscriptions: Subscriptions };
  provider: PaymentProvider;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export class Billing {
  readonly #options: BillingOptions;
  readonly #turns = new Turns();
  /** Subscriptions of these open something. Real money always does; tests only as long as the service runs as one. */
  readonly #counted: readonly string[];

  constructor(options: BillingOptions) {
    this.#options = options;
    this.#counted = [...new Set(['stripe', options.provider.name])];
  }

  /** The plan that an account has paid for at this moment; null for none. */
  paidPlan({ plan, planUntil }: AccountRow): string | null {
    return planUntil === null || this.#options.now() < planUntil ? plan : null;
  }

  get provider(): PaymentProvider {
    return this.#options.provider;
  }

  /** Once at the start: what a test checkout has given is worth nothing where real money is taken. */
  async begin(): Promise<void> {
    await patiently(() => this.#store.entitleAll(this.#counted));
  }

  /**
   * The subscription that an account lives by, or would if it were paid; undefined where all have ended. Of two it is the one that goes on,
   * for that is what its buyer has to see to.
   */
  current(account: string): SubscriptionRow | undefined {
    const goesOn = ({ cancelAt }: SubscriptionRow): number => (cancelAt === null ? 1 : 0);
    return this.#notEnded(account).sort((a, b) => rank(b) - rank(a) || goesOn(b) - goesOn(a) || b.amount - a.amount)[0];
  }

  /**
   * Begins a checkout. What was begun before is taken back, so that nobody pays twice.
   * @returns the page where it is paid
   */
  start(account: AccountRow, planName: string): Promise<string> {
    return this.#turns.take(account.id, async () => {
      const { provider, now, store } = this.#options;
      const plan = this.#planForSale(planName);
      if (store.accounts.find(account.id) === undefined) throw new ApiError('signed_out'); // deleted in another window
      await this.#closeCheckouts(account.id);
      await this.refresh(account.id);
      const current = this.current(account.id);
      if (current !== undefined && current.status !== 'waiting') {
        throw new ApiError('conflict', 'You already have a plan; you can change it on your dashboard');
      }
      const customer = await this.#customer(account);
      const checkout = await provider.startCheckout({ account, customer, plan });
      const row = { id: checkout.id, account: account.id, plan: plan.name, created: now() };
      await patiently(() => this.#store.addCheckout(provider.name, row));
      return checkout.url;
    });
  }

  /**
   * Lets an account go, once nothing of it goes on being paid for, or can still be bought.
   * @param forget deletes it. In the account's turn, so that no checkout is begun meanwhile
   * @throws {ApiError} `conflict`: it has a subscription that is not cancelled
   */
  release(account: string, forget: () => Promise<void>): Promise<void> {
    return this.#turns.take(account, async () => {
      await this.#closeCheckouts(account);
      // an event about them may be lost or on its way, and afterwards nobody could take it in
      for (const { id, provider } of this.#notEnded(account)) {
        if (provider === this.provider.name) await this.#settle(id, null);
      }
      if (this.#notEnded(account).some(({ cancelAt }) => cancelAt === null)) {
        throw new ApiError('conflict', 'Cancel your plan first: otherwise you would keep paying for it');
      }
      await forget();
    });
  }

  /** The buyer is back from the checkout, perhaps before the event is. @returns whether it was paid */
  async finish(account: string, checkout: string): Promise<boolean> {
    if (this.#store.checkoutOwner(this.provider.name, checkout) !== account) {
      throw new ApiError('not_found', 'There is no such checkout');
    }
    return this.#settleCheckout(checkout);
  }

  /**
   * An event whose signature was found good.
   * @returns what became of it
   * @throws what the provider throws: it is to send the event again
   */
  async receive(event: PaymentEvent): Promise<'applied' | 'duplicate' | 'ignored'> {
    const { provider, log, now } = this.#options;
    if (this.#store.knowsEvent(provider.name, event.id)) return 'duplicate';
    if (event.subscription === null) {
      await patiently(() => this.#store.passEvent(provider.name, event, now()));
      return 'ignored';
    }
    const outcome = await this.#settle(event.subscription, event);
    if (event.checkout !== null) {
      const { checkout } = event;
      await patiently(() => this.#store.closeCheckout(provider.name, checkout, now()));
    }
    log.info({ event: event.id, type: event.type, outcome }, 'payment event');
    return outcome;
  }

  /** Another plan, at once. */
  async change(account: string, planName: string): Promise<void> {
    const plan = this.#planForSale(planName);
    await this.#turns.take(account, async () => {
      const { id, plan: before, cancelAt } = this.#open(account);
      if (before === plan.name) throw new ApiError('conflict', `You are on ${plan.title} already`);
      if (cancelAt !== null) throw new ApiError('conflict', 'Your plan is cancelled; keep it first, then change it');
      await this.provider.change(id, plan);
      await this.#settleChanged(id);
    });
  }

  /** Ends with the period that is paid for: also another subscription, where an account has come to pay twice. */
  async cancel(account: string): Promise<void> {
    await this.#turns.take(account, async () => {
      this.#open(account);
      let changed = false;
      for (const { id, cancelAt, provider } of this.#notEnded(account)) {
        if (provider !== this.provider.name) continue;
        if (cancelAt === null) await (changed ? unsurely(this.provider.cancel(id)) : this.provider.cancel(id));
        changed ||= cancelAt === null;
        await this.#settleChanged(id);
      }
    });
  }

  /** Takes a cancellation back. */
  async resume(account: string): Promise<void> {
    await this.#turns.take(account, async () => {
      const { id, cancelAt } = this.#open(account);
      if (cancelAt !== null) await this.provider.resume(id);
      await this.#settleChanged(id);
    });
  }

  /** The provider's page for card and invoices; null where there is none. */
  async portal(account: string): Promise<string | null> {
    const customer = this.#store.customerOf(this.provider.name, account);
    return customer === undefined ? null : this.provider.portal(customer);
  }

  /** Asks about what an account's subscription came to, where its period is over: before it is shown, or another one is sold. */
  async refresh(account: string): Promise<void> {
    const { now, log } = this.#options;
    const current = this.current(account);
    if (current?.provider !== this.provider.name) return;
    const { id, cancelAt, periodEnd, checked } = current;
    const over = cancelAt !== null && now() >= cancelAt;
    const late = now() >= periodEnd && now() >= checked + MINUTE;
    if (!over && !late) return;
    try {
      await this.#settle(id, null);
    } catch (error) {
      log.warn({ err: error, subscription: id }, 'the state of a subscription could not be asked for');
    }
  }

  /**
   * Asks the provider about what should have been renewed or ended by now, for events can be lost.
   * @param signal ends it, without waiting for an answer: what is not asked is overdue the next time, too
   */
  async sweep(signal: AbortSignal): Promise<void> {
    let stop = (): void => undefined;
    const aborted = new Promise<void>((resolve) => (stop = resolve));
    signal.addEventListener('abort', stop);
    // the signal lives as long as the service
    await this.#askOverdue(signal, aborted).finally(() => signal.removeEventListener('abort', stop));
  }

  async #askOverdue(signal: AbortSignal, aborted: Promise<void>): Promise<void> {
    const { provider, log, now } = this.#options;
    for (const id of this.#store.due(provider.name, now() - OVERDUE, now() - OVERDUE)) {
      if (signal.aborted) return;
      const asked = this.#settle(id, null).catch((error: unknown) =>
        log.warn(
          { err: error, subscription: id },
          'the state of a subscription could not be asked for; trying again later',
        ),
      );
      await Promise.race([asked, aborted]);
    }
  }

  get #store(): Subscriptions {
    return this.#options.store.subscriptions;
  }

  /** After something was done with a subscription. */
  async #settleChanged(id: string): Promise<void> {
    await unsurely(this.#settle(id, null));
  }

  /** In turn for each subscription: what was asked first must not be written last. */
  #settle(id: string, event: PaymentEventRef | null): Promise<'applied' | 'duplicate' | 'ignored'> {
    const { provider, log, now } = this.#options;
    return this.#turns.take(`subscription ${id}`, async () => {
      const found = await provider.subscription(id);
      const account = found === null ? undefined : await this.#accountOf(found);
      if (found === null || account === undefined) {
        // another product's at the same Stripe account, or an account that was deleted
        log.warn({ subscription: id, event: event?.id }, 'a payment belongs to no account here, and is ignored');
        if (event !== null) await patiently(() => this.#store.passEvent(provider.name, event, now()));
        return 'ignored';
      }
      const { customer: _customer, namedAccount: _namedAccount, lookupKey: _lookupKey, ...rest } = found;
      const news = { ...rest, account, plan: this.#planOf(found) };
      const done = await patiently(() => this.#store.settle(provider.name, news, this.#counted, now(), event));
      this.#watch(account, news.id);
      return done ? 'applied' : 'duplicate';
    });
  }

  /** Takes back what was begun, so that it cannot be paid any more; what was paid before is taken in. */
  async #closeCheckouts(account: string): Promise<void> {
    const { provider, now } = this.#options;
    for (const id of this.#store.openCheckouts(provider.name, account)) {
      if (!(await provider.expireCheckout(id))) await this.#settleCheckout(id);
      await patiently(() => this.#store.closeCheckout(provider.name, id, now()));
    }
  }

  /** Subscriptions that an account pays for, or that wait to be paid. */
  #notEnded(account: string): SubscriptionRow[] {
    return this.#store.of(account).filter(({ ended, provider }) => ended === null && this.#counted.includes(provider));
  }

  async #settleCheckout(id: string): Promise<boolean> {
    const subscription = await this.provider.checkoutSubscription(id);
    if (subscription === null) return false;
    await this.#settle(subscription, null);
    await patiently(() => this.#store.closeCheckout(this.provider.name, id, this.#options.now()));
    return true;
  }

  /** By its customer, whom only we have made; by the account written on it where the customer is not known, as after a restored backup. */
  async #accountOf({ customer, namedAccount }: ProviderSubscription): Promise<string | undefined> {
    const { provider, store } = this.#options;
    const known = this.#store.accountOf(provider.name, customer);
    if (known !== undefined || namedAccount === null) return known;
    if (store.accounts.find(namedAccount) === undefined) return undefined;
    // whoever has a customer of their own is not this one
    const theirs = await patiently(() => this.#store.addCustomer(provider.name, customer, namedAccount));
    return theirs === customer ? namedAccount : undefined;
  }

  /** The price decides, whatever else is written on a subscription. */
  #planOf({ price, lookupKey }: ProviderSubscription): string | null {
    for (const { name, stripePrice, earlierStripePrices } of this.#options.plans.plans.values()) {
      if (price === stripePrice || earlierStripePrices.includes(price)) return name;
      if (stripePrice === null && lookupKey === lookupKeyOf(name)) return name;
    }
    return null;
  }

  /** Says aloud what the operator has to see to. */
  #watch(account: string, id: string): void {
    const { log, provider } = this.#options;
    const row = this.#store.find(provider.name, id);
    if (row?.plan === null && row.ended === null) {
      log.error(
        { account, subscription: id, price: row.price },
        'a subscription is at a price that belongs to no plan, and opens nothing: add the price to its plan (earlier_stripe_prices)',
      );
    }
    const paid = this.#store.of(account).filter(({ status }) => status === 'active');
    if (paid.length > 1) log.warn({ account, subscriptions: paid.map((each) => each.id) }, 'an account pays twice');
  }

  #planForSale(name: string): Plan {
    const plan = this.#options.plans.plans.get(name);
    if (plan?.forSale !== true) throw new ApiError('not_found', 'There is no such plan for sale');
    return plan;
  }

  /** The one that can be changed now. */
  #open(account: string): SubscriptionRow {
    const current = this.current(account);
    if (current === undefined) throw new ApiError('conflict', 'You have no plan; choose one on the pricing page');
    if (current.provider !== this.provider.name) {
      throw new ApiError(
        'conflict',
        'Your plan was bought through another payment service than the one used now; ask the operator',
      );
    }
    return current;
  }

  async #customer(account: AccountRow): Promise<string> {
    const known = this.#store.customerOf(this.provider.name, account.id);
    if (known !== undefined) return known;
    const made = await this.provider.makeCustomer(account);
    return patiently(() => this.#store.addCustomer(this.provider.name, made, account.id));
  }
}

/** What is asked after something was done: that it fails does not mean that nothing has changed. */
async function unsurely<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    throw cause instanceof ProviderError ? new UnsureError(cause.message, { cause }) : cause;
  }
}

function rank({ status }: SubscriptionRow): number {
  return ['ended', 'waiting', 'past_due', 'active'].indexOf(status);
}
