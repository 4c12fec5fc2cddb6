/**
 * What the service needs of whoever takes the money. There are two: Stripe, and the built-in test checkout, which takes none.
 *
 * A provider is the one who knows: its events only say that something has changed, and what it is now is then asked. So it does not matter
 * whether events come twice, late or in another order.
 */
import type { AccountRow } from '../../store/accounts.js';
import type { SubscriptionNews } from '../../store/subscriptions.js';
import type { Plan } from '../plans.js';

/** Whose word counts: `stripe` is real money, `stripe-test` its test mode. */
export type ProviderName = 'stripe' | 'stripe-test' | 'test';

/** A subscription as its provider knows it, before it is known here whose it is and what it opens. */
export interface ProviderSubscription extends Omit<SubscriptionNews, 'account' | 'plan'> {
  customer: string;
  /** The account that was written on it when it was bought. */
  namedAccount: string | null;
  /** The name under which the provider finds its price: `motif_builder`. */
  lookupKey: string | null;
}

/** An event, as far as it matters here. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The subscription that has changed; null where it is about nothing that is looked at. */
  subscription: string | null;
  /** The checkout that has ended. */
  checkout: string | null;
}

export interface PaymentProvider {
  readonly name: ProviderName;
  /** Makes the provider's name for an account. */
  makeCustomer(account: AccountRow): Promise<string>;
  /** @returns its id, and the page where it is paid */
  startCheckout(order: { account: AccountRow; customer: string; plan: Plan }): Promise<{ id: string; url: string }>;
  /** Takes a checkout back, so that it cannot be paid any more. @returns false where it was paid before */
  expireCheckout(id: string): Promise<boolean>;
  /** The subscription that a checkout has led to; null where it has not, or not yet. */
  checkoutSubscription(id: string): Promise<string | null>;
  /** @returns null where there is none of this id */
  subscription(id: string): Promise<ProviderSubscription | null>;
  /** Puts a subscription on another plan, at once. @throws {PaymentDeclinedError} and all stays as it was */
  change(id: string, plan: Plan): Promise<void>;
  /** Lets a subscription end with the period that is paid for. */
  cancel(id: string): Promise<void>;
  /** Takes a cancellation back. */
  resume(id: string): Promise<void>;
  /** The provider's own page for card and invoices; null where it has none. */
  portal(customer: string): Promise<string | null>;
}

/** The name under which a plan's price is found where the plan names no price. */
export function lookupKeyOf(plan: string): string {
  return `motif_${plan}`;
}

/** The buyer's bank or card said no. */
export class PaymentDeclinedError extends Error {
  override readonly name = 'PaymentDeclinedError';
}

/** The provider has not said whether what was to change has changed. */
export class UnsureError extends Error {
  override readonly name = 'UnsureError';
}

/** The provider cannot be reached, or does not sell this plan as the table says. The message is for the operator. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}
