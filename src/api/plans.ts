/**
 * Who may ask how much, and for what price: the one table of plans, which the doors enforce, the pricing page shows and the checkout
 * sells. Here is what it consists of, and the plans that are built in; an operator's file changes them (`plan-file.ts`).
 */

/** What one client may do, and what it pays. */
export interface Plan extends Offer {
  readonly name: string;
  /** Requests in a minute; null for no limit, 0 for none at all. */
  readonly requestsPerMinute: number | null;
  /** Game analyses in a UTC day; null for no limit, 0 for none at all. */
  readonly gamesPerDay: number | null;
}

/** How a plan is shown and sold. It changes nothing of what may be done. */
export interface Offer {
  /** What people read: `Builder`. */
  readonly title: string;
  /** For whom it is, in a line. */
  readonly description: string;
  /** US dollars, to the cent; 0 for nothing, null on request. */
  readonly pricePerMonth: number | null;
  /** Whether it can be bought online. */
  readonly forSale: boolean;
  /** Whether the pricing page has it. */
  readonly listed: boolean;
  /** The id of its price at Stripe; null: the price there that has the lookup key `motif_NAME`. */
  readonly stripePrice: string | null;
  /** Ids of prices at which it was sold before: who has one keeps it. */
  readonly earlierStripePrices: readonly string[];
}

export interface PlanTable {
  readonly plans: ReadonlyMap<string, Plan>;
  /**
   * Requests with a missing or wrong key that an address may make in a minute at the paid door; then it is told to wait until the minute is
   * over. Valid keys do not meet this limit.
   */
  readonly refusedKeysPerMinute: number;
  /** Whom to ask about plans that are not sold online: an e-mail address or a page; null where the operator names nobody. */
  readonly contact: string | null;
}

/** The plan of those without a key. */
export const FREE = 'free';

/** Said beside the prices. */
export const PRICE_NOTE = 'Introductory prices. Early subscribers keep their rate when prices rise.';

/** A plan without limits that is neither shown nor sold: what a new one is before anything is said of it. */
export function barePlan(name: string): Plan {
  return {
    name,
    requestsPerMinute: null,
    gamesPerDay: null,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    description: '',
    pricePerMonth: null,
    forSale: false,
    listed: false,
    stripePrice: null,
    earlierStripePrices: [],
  };
}

function builtIn(name: string, rest: Partial<Plan>): [string, Plan] {
  return [name, { ...barePlan(name), listed: true, ...rest }];
}

/** Free, Builder and Scale as published; Custom is by agreement. */
export const BUILT_IN_PLANS: PlanTable = {
  plans: new Map([
    builtIn(FREE, {
      requestsPerMinute: 30,
      gamesPerDay: 3,
      pricePerMonth: 0,
      description: 'To try it out, and for occasional use. No sign-up.',
    }),
    builtIn('builder', {
      requestsPerMinute: 120,
      pricePerMonth: 29,
      forSale: true,
      description: 'For an application, a club or a coach.',
    }),
    builtIn('scale', {
      requestsPerMinute: 500,
      pricePerMonth: 59,
      forSale: true,
      description: 'For busy services. Priority support by e-mail.',
    }),
    builtIn('custom', { description: 'Dedicated servers, on-premise installations or large volumes, by agreement.' }),
  ]),
  refusedKeysPerMinute: 60,
  contact: null,
};

/** The plans that keys can be on: all but the free one, which needs none. */
export function paidPlans({ plans }: PlanTable): string[] {
  return [...plans.keys()].filter((name) => name !== FREE);
}

/** In a few words: `120 requests a minute`. */
export function describePlan({ requestsPerMinute, gamesPerDay }: Plan): string {
  const requests = requestsPerMinute === null ? 'no limit' : `${requestsPerMinute} requests a minute`;
  return gamesPerDay === null ? requests : `${requests}, ${gamesPerDay} games a day`;
}
