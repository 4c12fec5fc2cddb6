/**
 * Stripe as far as the service asks it, on loopback: customers, prices, checkouts, subscriptions. The official library talks to it as it
 * would to Stripe, and events are signed as Stripe signs them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const WEBHOOK_SECRET = 'whsec_of_a_test';

type Fields = Record<string, unknown>;

interface FakeSubscription {
  id: string;
  customer: string;
  price: string;
  quantity: number;
  status: string;
  metadata: Record<string, string>;
  cancel_at_period_end: boolean;
  /** On another day than the period's last, as it can be set at Stripe. */
  cancel_at: number | null;
  start: number;
  end: number;
  ended_at: number | null;
  invoice: { status: string; billing_reason: string };
}

export class StripeFake {
  readonly prices = new Map<string, Fields>();
  readonly customers = new Map<string, Fields>();
  readonly sessions = new Map<string, Fields>();
  readonly subscriptions = new Map<string, FakeSubscription>();
  /** `POST /v1/customers` and so on, in order. */
  readonly calls: string[] = [];
  /** What was written by the last of each of these calls, field by field. */
  readonly forms = new Map<string, Record<string, string>>();
  /** Answers everything with this status instead. */
  failWith: number | null = null;
  /** Called before an answer about a subscription goes out. */
  beforeAnswer: (() => Promise<void>) | null = null;
  /** Called before a checkout that is open is taken back. */
  beforeExpire: (() => void) | null = null;
  #count = 0;
  /** Customers by `Idempotency-Key`: whoever asks again with the same one is given the same answer. */
  readonly #made = new Map<string, Fields>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #stripe = new Stripe('sk_test_x');

  constructor() {
    this.addPrice('price_builder', 2900, 'motif_builder');
    this.addPrice('price_scale', 5900, 'motif_scale');
  }

  async listen(): Promise<{ host: string; port: number; protocol: 'http' }> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.address;
  }

  get address(): { host: string; port: number; protocol: 'http' } {
    return { host: '127.0.0.1', port: (this.#server.address() as AddressInfo).port, protocol: 'http' };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  addPrice(id: string, cents: number, lookup: string | null, more: Fields = {}): void {
    const recurring = { interval: 'month', interval_count: 1 };
    this.prices.set(id, {
      id,
      object: 'price',
      unit_amount: cents,
      currency: 'usd',
      lookup_key: lookup,
      recurring,
      active: true,
      ...more,
    });
  }

  /** The buyer pays on the hosted page. @returns the subscription's id */
  pay(session: string, changes: Partial<FakeSubscription> = {}): string {
    const checkout = this.sessions.get(session)!;
    const id = `sub_${++this.#count}`;
    this.subscriptions.set(id, {
      id,
      customer: checkout['customer'] as string,
      price: checkout['price'] as string,
      quantity: Number(checkout['quantity']),
      status: 'active',
      metadata: checkout['metadata'] as Record<string, string>,
      cancel_at_period_end: false,
      cancel_at: null,
      start: now(),
      end: now() + 30 * 86_400,
      ended_at: null,
      invoice: { status: 'paid', billing_reason: 'subscription_create' },
      ...changes,
    });
    this.sessions.set(session, { ...checkout, status: 'complete', subscription: id });
    return id;
  }

  /** An event about an object as it is now, as the bytes and the header that Stripe would send. */
  event(type: string, object: Fields, changes: Fields = {}): { payload: string; id: string } {
    const id = `evt_${++this.#count}`;
    const event = {
      id,
      object: 'event',
      type,
      livemode: false,
      created: now(),
      api_version: Stripe.API_VERSION,
      data: { object },
      ...changes,
    };
    return { payload: JSON.stringify(event), id };
  }

  sign(payload: string, secret = WEBHOOK_SECRET, age = 0): string {
    return this.#stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: now() - age });
  }

  /** A subscription as it stands in an answer or an event: with its invoice's id alone, unless that is expanded. */
  object(id: string, expanded: readonly string[] = []): Fields {
    const { price, quantity, start, end, invoice, ...rest } = this.subscriptions.get(id)!;
    const invoiceId = `in_${id}`;
    return {
      ...rest,
      object: 'subscription',
      livemode: false,
      start_date: start,
      cancel_at: rest.cancel_at_period_end ? end : rest.cancel_at,
      canceled_at: rest.ended_at,
      items: {
        object: 'list',
        data: [
          {
            id: `si_${id}`,
            object: 'subscription_item',
            price: this.prices.get(price),
            quantity,
            current_period_end: end,
          },
        ],
      },
      latest_invoice: expanded.includes('latest_invoice')
        ? { id: invoiceId, object: 'invoice', ...invoice }
        : invoiceId,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://x');
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const call = `${request.method} ${url.pathname}`;
    this.calls.push(call);
    this.forms.set(call, Object.fromEntries(form));
    const [status, body] =
      this.failWith !== null
        ? [this.failWith, { error: { type: 'api_error', message: 'out of order' } }]
        : this.#route(request, url, form);
    if (url.pathname.startsWith('/v1/subscriptions/')) await this.beforeAnswer?.();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #route(
    { method, headers }: IncomingMessage,
    { pathname, searchParams }: URL,
    form: URLSearchParams,
  ): [number, unknown] {
    const [, , kind = '', id = '', more = ''] = pathname.split('/');
    const post = method === 'POST';
    if (kind === 'prices' && id === '') {
      const keys = [...searchParams].filter(([name]) => name.startsWith('lookup_keys')).map(([, value]) => value);
      return [
        200,
        { object: 'list', data: [...this.prices.values()].filter((p) => keys.includes(p['lookup_key'] as string)) },
      ];
    }
    if (kind === 'prices') return found(this.prices.get(id));
    if (kind === 'customers' && post) {
      const key = String(headers['idempotency-key']);
      const customer = this.#made.get(key) ?? {
        id: `cus_${++this.#count}`,
        object: 'customer',
        email: form.get('email'),
      };
      this.#made.set(key, customer);
      this.customers.set(customer['id'] as string, customer);
      return [200, customer];
    }
    if (kind === 'checkout')
      return this.#checkout(post, more === '' ? undefined : more, pathname.endsWith('/expire'), form);
    if (kind === 'billing_portal')
      return [200, { id: 'bps_1', url: `https://billing.stripe.test/${form.get('customer')}` }];
    if (kind === 'subscriptions') {
      const subscription = this.subscriptions.get(id);
      if (subscription === undefined) return found(undefined);
      if (post) {
        const price = form.get('items[0][price]');
        if (price === 'price_scale' && this.declines) {
          return [402, { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }];
        }
        if (price !== null) subscription.price = price;
        if (form.has('cancel_at_period_end'))
          subscription.cancel_at_period_end = form.get('cancel_at_period_end') === 'true';
        if (form.get('cancel_at') === '') subscription.cancel_at = null;
      }
      return [200, this.object(id, [...searchParams.values()])];
    }
    return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL ${pathname}` } }];
  }

  /** The card is refused where a dearer plan is to be charged. */
  declines = false;

  #checkout(post: boolean, id: string | undefined, expire: boolean, form: URLSearchParams): [number, unknown] {
    if (id === undefined && post) {
      const session = {
        id: `cs_test_${++this.#count}`,
        object: 'checkout.session',
        url: `https://checkout.stripe.test/${this.#count}`,
        status: 'open',
        customer: form.get('customer'),
        price: form.get('line_items[0][price]'),
        quantity: form.get('line_items[0][quantity]'),
        mode: form.get('mode'),
        client_reference_id: form.get('client_reference_id'),
        success_url: form.get('success_url'),
        metadata: { motif_account: form.get('subscription_data[metadata][motif_account]') },
        subscription: null,
      };
      this.sessions.set(session.id, session);
      return [200, session];
    }
    if (expire) this.beforeExpire?.();
    const session = this.sessions.get(id ?? '');
    if (session !== undefined && expire) {
      if (session['status'] !== 'open') return [400, { error: { type: 'invalid_request_error', message: 'not open' } }];
      session['status'] = 'expired';
    }
    return found(session);
  }
}

function found(object: Fields | undefined): [number, unknown] {
  if (object !== undefined) return [200, object];
  return [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } }];
}

/** Seconds, as everything at Stripe. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** Seconds for which a signature is good. */
export const TOLERANCE = 300;
