/**
 * A world whose payments go through Stripe, with Ann signed in: what the tests of Stripe's part begin with. The bindings are those of the
 * test that runs.
 */
import { afterEach, beforeEach } from 'vitest';
import type { PlanTable } from '../../../src/api/plans.js';
import { StripeFake, WEBHOOK_SECRET } from './stripe-fake.js';
import { openWorld, type Browser, type World } from './world.js';

export let stripe: StripeFake;
export let world: World;
export let ann: Browser;

/** Opens the world anew, in place of the one that there is. */
export async function open(plans?: PlanTable, secretKey = 'sk_test_x'): Promise<void> {
  stripe = new StripeFake();
  const api = await stripe.listen();
  world = await openWorld({
    settings: { stripe: { secretKey, webhookSecret: WEBHOOK_SECRET, api } },
    ...(plans !== undefined && { plans }),
  });
  ann = world.browser('203.0.113.7');
  await ann.signIn(world);
}

/** Opens a world for every test of a file, and closes it. */
export function useStripe(): void {
  beforeEach(() => open());
  afterEach(async () => {
    await world.close();
    await stripe.close();
  });
}

/** Sends an event to the webhook. */
export async function deliver(payload: string, signature = stripe.sign(payload)) {
  const reply = await world.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
}

/**
 * Begins a purchase.
 * @returns the checkout's id
 */
export async function begin(plan = 'builder', who = ann): Promise<string> {
  const { body, status } = await who.post<{ url: string }>('/checkout', { plan });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return [...stripe.sessions.values()].at(-1)!['id'] as string;
}

export const completed = (checkout: string) =>
  stripe.event('checkout.session.completed', stripe.sessions.get(checkout)!).payload;
export const about = (kind: string, id: string) =>
  stripe.event(`customer.subscription.${kind}`, stripe.object(id)).payload;
export const paidInvoice = (id: string) =>
  stripe.event('invoice.paid', {
    id: 'in_1',
    object: 'invoice',
    parent: { subscription_details: { subscription: id } },
  }).payload;

/** Keys that anybody has. */
export const keys = () => world.store.keys.list().length;
