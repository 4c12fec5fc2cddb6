/** What the account pages are told by the service, as JSON: times in ISO 8601, days as `2024-02-29`, both UTC. */

export interface PlanView {
  name: string;
  title: string;
  description: string;
  /** US dollars; null on request. */
  price_per_month: number | null;
  /** Null: no limit. */
  requests_per_minute: number | null;
  games_per_day: number | null;
  for_sale: boolean;
  /** Whether requests need a key. */
  needs_key: boolean;
}

export interface PricingView {
  plans: PlanView[];
  note: string;
  contact: string | null;
  /** Who takes the money; `none` where nothing can be bought from where the page is looked at. */
  checkout: CheckoutKind;
}

export type CheckoutKind = 'stripe' | 'stripe-test' | 'test' | 'none';

export interface SubscriptionView {
  plan: string | null;
  title: string | null;
  /** A month, in the currency's smallest unit. */
  amount: number;
  currency: string;
  /** `waiting`: not paid yet, or not any more. */
  status: 'active' | 'past_due' | 'waiting' | 'ended';
  period_end: string;
  /** When it ends, where it was cancelled. */
  cancel_at: string | null;
  /** Whether it was bought in the test checkout, or in Stripe's test mode. */
  test: boolean;
}

export interface KeyView {
  id: string;
  /** What the key begins with. */
  prefix: string;
  note: string;
  created: string;
  rotated: string | null;
  /** Until when the secret before the last rotation is good, too. */
  previous_until: string | null;
  revoked: string | null;
  last_used: string | null;
}

export interface UseView {
  key: string;
  day: string;
  requests: number;
  refused: number;
  peak: number;
}

export interface AccountView {
  email: string;
  /** What is paid for; null: nothing, and the keys open nothing. */
  plan: PlanView | null;
  subscription: SubscriptionView | null;
  /** Whether a key is waiting to be shown, this once. */
  first_key_due: boolean;
  keys: KeyView[];
  most_keys: number;
  use: { first_day: string; today: string; days: UseView[]; games_today: number };
}

/** A key that was made or rotated: it stands in this one answer. */
export interface MadeKey {
  id: string;
  key: string;
}

/** What all account pages begin with. */
export interface StateView {
  /** Goes with everything that changes anything. */
  csrf: string;
  checkout: CheckoutKind;
  /** Whether the seller has a page of its own for card and invoices. */
  portal: boolean;
  /** Null where nobody has signed in. */
  account: AccountView | null;
}

/** A checkout without money. */
export interface TestCheckoutView {
  /** The plan's title. */
  plan: string;
  /** Cents a month. */
  amount: number;
  state: 'open' | 'paid' | 'expired';
}
