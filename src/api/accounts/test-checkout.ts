/**
 * The built-in test checkout: buys and cancels like a payment provider, and takes no money. It is there so that everything can be tried on a
 * laptop, and says what it is wherever it is met.
 *
 * It plays the provider's part in full: it remembers its own subscriptions (`test_payments`), renews and ends them by the clock, and tells the
 * service by events alone, as Stripe does. The one difference is that its events need no signature, for they do not travel.
 */
import { randomBytes } from 'node:crypto';
import type { AccountRow } from '../../store/accounts.js';
import type { TestPayments } from '../../store/test-payments.js';
import { base32 } from '../key.js';
import type { Plan, PlanTable } from '../plans.js';
import { patiently, Turns } from './patience.js';
import {
  lookupKeyOf,
  ProviderError,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderSubscription,
} from './provider.js';

export interface TestCheckoutOptions {
  store: TestPayments;
  plans: PlanTable;
  /** Takes the events, as the webhook does. */
  deliver: (event: PaymentEvent) => Promise<unknown>;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface Checkout {
  id: string;
  account: string;
  customer: string;
  plan: string;
  /** Cents a month. */
  amount: number;
  state: 'open' | 'paid' | 'expired';
  subscription: string | null;
}

interface Subscription {
  id: string;
  account: string;
  customer: string;
  plan: string;
  amount: number;
  started: number;
  /** When it ends, where it was cancelled. */
  cancelAt: number | null;
}

export class TestCheckout implements PaymentProvider {
  readonly name = 'test';

  /** Two clicks pay once. */
  readonly #turns = new Turns();

  constructor(private readonly options: TestCheckoutOptions) {}

  makeCustomer(_account: AccountRow): Promise<string> {
    return Promise.resolve(makeId('cus_test'));
  }

  async startCheckout({ account, customer, plan }: { account: AccountRow; customer: string; plan: Plan }) {
    const id = makeId('cs_test');
    const amount = centsOf(plan);
    await this.#put({ id, account: account.id, customer, plan: plan.name, amount, state: 'open', subscription: null });
    return { id, url: `/test-checkout?id=${id}` };
  }

  expireCheckout(id: string): Promise<boolean> {
    const checkout = this.#checkout(id);
    if (checkout?.state === 'paid') return Promise.resolve(false);
    return (checkout === undefined ? Promise.resolve() : this.#put({ ...checkout, state: 'expired' })).then(() => true);
  }

  checkoutSubscription(id: string): Promise<string | null> {
    return Promise.resolve(this.#checkout(id)?.subscription ?? null);
  }

  subscription(id: string): Promise<ProviderSubscription | null> {
    const found = this.#subscription(id);
    if (found === undefined) return Promise.resolve(null);
    const { customer, account, plan, amount, started, cancelAt } = found;
    const now = this.options.now();
    const ended = cancelAt !== null && now >= cancelAt ? cancelAt : null;
    return Promise.resolve({
      id,
      customer,
      namedAccount: account,
      price: `price_test_${plan}_${amount}`,
      lookupKey: lookupKeyOf(plan),
      amount,
      currency: 'usd',
      status: ended === null ? 'active' : 'ended',
      started,
      periodEnd: ended ?? endOfPeriod(started, now),
      cancelAt,
      ended,
    });
  }

  async change(id: string, plan: Plan): Promise<void> {
    await this.#change(id, { plan: plan.name, amount: centsOf(plan) });
  }

  async cancel(id: string): Promise<void> {
    await this.#change(id, { cancelAt: endOfPeriod(this.#known(id).started, this.options.now()) });
  }

  async resume(id: string): Promise<void> {
    await this.#change(id, { cancelAt: null });
  }

  portal(): Promise<null> {
    return Promise.resolve(null);
  }

  /** What the page shows of a checkout; undefined where there is none of this id, or it is another's. */
  view(id: string, account: string): Pick<Checkout, 'plan' | 'amount' | 'state'> | undefined {
    const checkout = this.#checkout(id);
    return checkout?.account === account ? checkout : undefined;
  }

  /** The button on its page: "pays", once. @returns false where the checkout is not open any more */
  pay(id: string): Promise<boolean> {
    return this.#turns.take(id, () => this.#pay(id));
  }

  async #pay(id: string): Promise<boolean> {
    const checkout = this.#checkout(id);
    if (checkout?.state !== 'open') return false;
    const { account, customer, plan, amount } = checkout;
    const subscription: Subscription = {
      id: makeId('sub_test'),
      account,
      customer,
      plan,
      amount,
      started: this.options.now(),
      cancelAt: null,
    };
    await this.#put({ ...checkout, state: 'paid', subscription: subscription.id }, subscription);
    await this.#tell('checkout.session.completed', subscription.id, id);
    await this.#tell('customer.subscription.created', subscription.id);
    return true;
  }

  async #change(id: string, changes: Partial<Subscription>): Promise<void> {
    await this.#put({ ...this.#known(id), ...changes });
    await this.#tell('customer.subscription.updated', id);
  }

  #tell(type: string, subscription: string, checkout: string | null = null): Promise<unknown> {
    return this.options.deliver({ id: makeId('evt_test'), type, subscription, checkout });
  }

  #put(...rows: (Checkout | Subscription)[]): Promise<void> {
    return patiently(() => this.options.store.put(...rows));
  }

  #checkout(id: string): Checkout | undefined {
    return id.startsWith('cs_test_') ? (this.options.store.get(id) as Checkout | undefined) : undefined;
  }

  #subscription(id: string): Subscription | undefined {
    return id.startsWith('sub_test_') ? (this.options.store.get(id) as Subscription | undefined) : undefined;
  }

  #known(id: string): Subscription {
    const found = this.#subscription(id);
    if (found === undefined) throw new ProviderError(`the test checkout knows no subscription ${id}`);
    return found;
  }
}

/** The end of the month, counted from the start, in which `now` lies; a month's last day where there is no such day. */
export function endOfPeriod(started: number, now: number): number {
  const from = new Date(started);
  for (let months = 1; ; months++) {
    const end = new Date(started);
    end.setUTCDate(1);
    end.setUTCMonth(from.getUTCMonth() + months);
    const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
    end.setUTCDate(Math.min(from.getUTCDate(), lastDay));
    if (end.getTime() > now) return end.getTime();
  }
}

function centsOf({ pricePerMonth }: Plan): number {
  return Math.round((pricePerMonth ?? 0) * 100);
}

function makeId(kind: string): string {
  return `${kind}_${base32(randomBytes(15))}`;
}
