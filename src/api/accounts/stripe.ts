/**
 * Stripe as the payment provider, through its official library: hosted Checkout, subscriptions, the customer portal, signed events.
 *
 * What is stored of it are ids, prices and dates; cards and names stay there.
 */
import Stripe from 'stripe';
import type { AccountRow } from '../../store/accounts.js';
import type { SubscriptionStatus } from '../../store/subscriptions.js';
import { ApiError } from '../errors.js';
import type { Plan } from '../plans.js';
import {
  lookupKeyOf,
  PaymentDeclinedError,
  ProviderError,
  UnsureError,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderName,
  type ProviderSubscription,
} from './provider.js';

export interface StripeOptions {
  /** `sk_live_...`, `sk_test_...`, or a restricted key. */
  secretKey: string;
  /** `whsec_...`, of the endpoint that leads to `/webhooks/stripe`. */
  webhookSecret: string;
  publicUrl: () => string;
  /** Another server than Stripe's, for tests. */
  api?: { host: string; port: number; protocol: 'http' | 'https' };
}

/** Milliseconds: a person is waiting, and Stripe sends an event again that was not answered. */
const TIMEOUT = 10_000;
/** Milliseconds for which a price that was looked up is believed. */
const PRICE_LIFE = 10 * 60_000;

/** What its words come down to. `unpaid` and `paused` are not paid for; `past_due` is still being collected, and goes on meanwhile. */
const STATUS: Record<string, SubscriptionStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

export class StripeProvider implements PaymentProvider {
  readonly name: ProviderName;
  readonly #stripe: Stripe;
  readonly #options: StripeOptions;
  readonly #prices = new Map<string, { id: string; at: number }>();

  constructor(options: StripeOptions) {
    this.#options = options;
    this.name = /^[a-z]+_live_/.test(options.secretKey) ? 'stripe' : 'stripe-test';
    this.#stripe = new Stripe(options.secretKey, {
      maxNetworkRetries: 2,
      timeout: TIMEOUT,
      telemetry: false,
      appInfo: { name: 'Motif' },
      ...options.api,
    });
  }

  /**
   * @param body the bytes as they came: the signature is over these
   * @param signature the header `stripe-signature`
   * @throws {ApiError} `bad_signature`: forged, of another endpoint, or older than five minutes
   * @returns null for an event of the other mode (tests and real money do not mix)
   */
  readEvent(body: Buffer, signature: string): PaymentEvent | null {
    let event: Stripe.Event;
    try {
      event = this.#stripe.webhooks.constructEvent(body, signature, this.#options.webhookSecret);
    } catch (error) {
      throw new ApiError('bad_signature', undefined, error instanceof Error ? error.message.split('\n')[0] : undefined);
    }
    if (event.livemode !== (this.name === 'stripe')) return null;
    const { id, type } = event;
    const nothing = { id, type, subscription: null, checkout: null };
    switch (type) {
      case 'customer.subscription.created':
      case 'customer.subscription.updated':
      case 'customer.subscription.deleted':
      case 'customer.subscription.paused':
      case 'customer.subscription.resumed':
        return { ...nothing, subscription: event.data.object.id };
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed': {
        const session = event.data.object;
        return { ...nothing, subscription: idOf(session.subscription), checkout: session.id };
      }
      case 'invoice.paid':
      case 'invoice.payment_failed':
      case 'invoice.marked_uncollectible':
      case 'invoice.voided': {
        const details = event.data.object.parent?.subscription_details;
        return { ...nothing, subscription: idOf(details?.subscription ?? null) };
      }
      default:
        return nothing;
    }
  }

  async makeCustomer({ id, email }: AccountRow): Promise<string> {
    const customer = await this.#ask(() =>
      this.#stripe.customers.create(
        { email, metadata: { motif_account: id } },
        { idempotencyKey: `motif-customer-${id}` },
      ),
    );
    return customer.id;
  }

  async startCheckout({ account, customer, plan }: { account: AccountRow; customer: string; plan: Plan }) {
    const price = await this.#price(plan);
    const home = this.#options.publicUrl();
    const session = await this.#ask(() =>
      this.#stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        client_reference_id: account.id,
        line_items: [{ price, quantity: 1 }],
        subscription_data: { metadata: { motif_account: account.id } },
        success_url: `${home}/dashboard?checkout={CHECKOUT_SESSION_ID}`,
        cancel_url: `${home}/pricing`,
      }),
    );
    if (session.url === null) throw new ProviderError('Stripe gave a checkout without an address');
    return { id: session.id, url: session.url };
  }

  async expireCheckout(id: string): Promise<boolean> {
    try {
      const session = await this.#stripe.checkout.sessions.retrieve(id);
      if (session.status !== 'open') return session.status === 'expired';
      await this.#stripe.checkout.sessions.expire(id);
      return true;
    } catch (error) {
      if (isMissing(error)) return true; // another Stripe account's, from before: nobody can pay it here
      // paid between the two
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
      throw this.#inWords(error);
    }
  }

  async checkoutSubscription(id: string): Promise<string | null> {
    const session = await this.#ask(() => this.#stripe.checkout.sessions.retrieve(id));
    return session.status === 'complete' ? idOf(session.subscription) : null;
  }

  async subscription(id: string): Promise<ProviderSubscription | null> {
    let found: Stripe.Subscription;
    try {
      found = await this.#stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    } catch (error) {
      if (isMissing(error)) return null;
      throw this.#inWords(error);
    }
    const item = found.items.data[0];
    if (item === undefined) return null;
    const { price, quantity = 1 } = item;
    return {
      id: found.id,
      customer: idOf(found.customer)!,
      namedAccount: found.metadata['motif_account'] ?? null,
      price: price.id,
      lookupKey: price.lookup_key,
      amount: (price.unit_amount ?? 0) * quantity,
      currency: price.currency,
      status: statusOf(found),
      started: found.start_date * 1000,
      periodEnd: item.current_period_end * 1000,
      cancelAt: found.cancel_at_period_end ? item.current_period_end * 1000 : found.cancel_at && found.cancel_at * 1000,
      ended:
        STATUS[found.status] === 'ended'
          ? (found.ended_at ?? found.canceled_at ?? item.current_period_end) * 1000
          : null,
    };
  }

  /** What the dearer plan costs more for the rest of the month is charged now, or nothing changes; what a cheaper one saves is credited. */
  async change(id: string, plan: Plan): Promise<void> {
    const price = await this.#price(plan);
    const { items } = await this.#ask(() => this.#stripe.subscriptions.retrieve(id));
    const [item] = items.data;
    if (item === undefined) throw new ProviderError(`Subscription ${id} has no item at Stripe`);
    await this.#update(id, {
      items: [{ id: item.id, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
  }

  async cancel(id: string): Promise<void> {
    await this.#update(id, { cancel_at_period_end: true });
  }

  async resume(id: string): Promise<void> {
    const { cancel_at: stillEnds } = await this.#update(id, { cancel_at_period_end: false });
    // a day that was set for it, as Stripe's own page for customers may do, goes by its own name only
    if (stillEnds !== null) await this.#update(id, { cancel_at: '' });
  }

  async portal(customer: string): Promise<string> {
    const return_url = `${this.#options.publicUrl()}/dashboard`;
    const session = await this.#ask(() => this.#stripe.billingPortal.sessions.create({ customer, return_url }));
    return session.url;
  }

  /**
   * The id of a plan's price, which is what the table says: nobody is to be charged something else than the page shows.
   * @throws {ProviderError} there is none, or it differs
   */
  async #price(plan: Plan): Promise<string> {
    const known = this.#prices.get(plan.name);
    if (known !== undefined && Date.now() - known.at < PRICE_LIFE) return known.id;
    const { stripePrice } = plan;
    const price =
      stripePrice !== null
        ? await this.#ask(() => this.#stripe.prices.retrieve(stripePrice))
        : (await this.#ask(() => this.#stripe.prices.list({ lookup_keys: [lookupKeyOf(plan.name)], active: true })))
            .data[0];
    const where = stripePrice ?? `the one with the lookup key ${lookupKeyOf(plan.name)}`;
    if (price === undefined) throw new ProviderError(`Plan ${plan.name} has no price at Stripe: ${where} is not there`);
    const cents = Math.round((plan.pricePerMonth ?? NaN) * 100);
    const { unit_amount, currency, recurring, active } = price;
    const monthly = recurring?.interval === 'month' && recurring.interval_count === 1;
    if (!active || unit_amount !== cents || currency !== 'usd' || !monthly) {
      const there = `${unit_amount ?? '?'} ${currency} every ${recurring?.interval_count ?? '?'} ${recurring?.interval ?? '(once)'}`;
      throw new ProviderError(
        `Plan ${plan.name} costs ${cents} US cents a month by the table; its price at Stripe (${where}) is ${active ? '' : 'archived, '}${there}`,
      );
    }
    this.#prices.set(plan.name, { id: price.id, at: Date.now() });
    return price.id;
  }

  /** Where the answer is lost or a breakdown, it may be done all the same; every other error is a refusal. */
  async #update(id: string, change: Stripe.SubscriptionUpdateParams): Promise<Stripe.Subscription> {
    try {
      return await this.#stripe.subscriptions.update(id, change);
    } catch (cause) {
      const { StripeConnectionError, StripeAPIError } = Stripe.errors;
      if (cause instanceof StripeConnectionError || cause instanceof StripeAPIError) {
        throw new UnsureError(`Stripe: ${cause.message}`, { cause });
      }
      throw this.#inWords(cause);
    }
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  #inWords(cause: unknown): Error {
    if (cause instanceof Stripe.errors.StripeCardError) {
      return new PaymentDeclinedError('the payment was declined', { cause });
    }
    if (cause instanceof Stripe.errors.StripeError) return new ProviderError(`Stripe: ${cause.message}`, { cause });
    return cause instanceof Error ? cause : new ProviderError(String(cause));
  }
}

/** A subscription counts from its first payment on: one that was begun with a slow way of paying is active there before the money is. */
function statusOf({ status, latest_invoice: invoice }: Stripe.Subscription): SubscriptionStatus {
  const known = STATUS[status] ?? 'waiting';
  if (known !== 'active' || invoice === null || typeof invoice === 'string') return known;
  return invoice.billing_reason === 'subscription_create' && invoice.status !== 'paid' ? 'waiting' : known;
}

function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' && value !== null ? value.id : value;
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
