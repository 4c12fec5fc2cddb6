/** What the pages show: rows of the store as JSON, names as everywhere in the interface, times in ISO 8601. */
import type { AccountRow } from '../../store/accounts.js';
import { DAY, dayOf } from '../../store/days.js';
import type { KeyDay } from '../../store/key-days.js';
import type { KeyRow } from '../../store/keys.js';
import type { SubscriptionRow } from '../../store/subscriptions.js';
import { clientOfKey } from '../plugins/doors.js';
import { FREE, PRICE_NOTE, type Plan, type PlanTable } from '../plans.js';
import type {
  AccountView,
  CheckoutKind,
  KeyView,
  PlanView,
  PricingView,
  SubscriptionView,
  UseView,
} from '../../web/account/types.js';
import type { Accounts } from './accounts.js';

/** Keys that an account may have at a time: they share its limits, so more of them give no more. */
export const MOST_KEYS = 10;

/** Days of use that are shown. */
const DAYS_SHOWN = 30;

function viewPlan(plan: Plan): PlanView {
  return {
    name: plan.name,
    title: plan.title,
    description: plan.description,
    price_per_month: plan.pricePerMonth,
    requests_per_minute: plan.requestsPerMinute,
    games_per_day: plan.gamesPerDay,
    for_sale: plan.forSale,
    needs_key: plan.name !== FREE,
  };
}

export function viewPricing({ plans, contact }: PlanTable, checkout: CheckoutKind): PricingView {
  const listed = [...plans.values()].filter((plan) => plan.listed);
  return { plans: listed.map((plan) => viewPlan(plan)), note: PRICE_NOTE, contact, checkout };
}

export function viewAccount(row: AccountRow, accounts: Accounts): AccountView {
  const { store, plans, now } = accounts;
  const paid = accounts.billing.paidPlan(row);
  const plan = plans.plans.get(paid ?? '');
  const subscription = accounts.billing.current(row.id);
  const keys = store.keys.of(row.id);
  const today = dayOf(now());
  const firstDay = dayOf(now() - (DAYS_SHOWN - 1) * DAY);
  const games = store.usage.gamesOn(today, clientOfKey({ id: '', account: row.id }));
  return {
    email: row.email,
    plan: plan === undefined ? null : viewPlan(plan),
    subscription: subscription === undefined ? null : viewSubscription(subscription, plans),
    first_key_due: paid !== null && subscription?.firstKey === null && keys.every(({ revoked }) => revoked !== null),
    keys: keys.map((key) => viewKey(key, now())),
    most_keys: MOST_KEYS,
    use: { first_day: firstDay, today, days: store.keyDays.of(row.id, firstDay).map(viewUse), games_today: games },
  };
}

function viewSubscription(row: SubscriptionRow, { plans }: PlanTable): SubscriptionView {
  return {
    plan: row.plan,
    title: plans.get(row.plan ?? '')?.title ?? row.plan,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    period_end: timeText(row.periodEnd),
    cancel_at: row.cancelAt === null ? null : timeText(row.cancelAt),
    test: row.provider !== 'stripe',
  };
}

export function viewKey(row: KeyRow, now: number): KeyView {
  const graceful = row.previousUntil !== null && now < row.previousUntil;
  return {
    id: row.id,
    prefix: `motif_${row.id}_`,
    note: row.note,
    created: timeText(row.created),
    rotated: row.rotated === null ? null : timeText(row.rotated),
    previous_until: graceful ? timeText(row.previousUntil!) : null,
    revoked: row.revoked === null ? null : timeText(row.revoked),
    last_used: row.lastUsed === null ? null : timeText(row.lastUsed),
  };
}

function viewUse({ key, day, requests, refused, peak }: KeyDay): UseView {
  return { key, day, requests, refused, peak };
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}
