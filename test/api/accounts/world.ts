/** The app with its account pages, as somebody with a browser meets it: cookies are kept, letters are read, and the clock is the test's. */
import type { FastifyInstance } from 'fastify';
import { onTestFinished, vi } from 'vitest';
import { makeAccess } from '../../../src/api/access.js';
import { MailError, type Letter } from '../../../src/api/accounts/mail.js';
import { DEFAULT_SETTINGS, type AccountSettings } from '../../../src/api/accounts/settings.js';
import type { AccountView, StateView } from '../../../src/web/account/types.js';
import { EngineAnalyst } from '../../../src/api/analyst.js';
import { buildApp } from '../../../src/api/app.js';
import { BUILT_IN_PLANS, type PlanTable } from '../../../src/api/plans.js';
import { openStore } from '../../../src/store/open.js';
import type { Store } from '../../../src/store/store.js';
import { loadEngine } from '../../../src/tactics/kernel.js';

export const NOON = Date.UTC(2024, 1, 29, 12);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export interface WorldOptions {
  store?: Store;
  plans?: PlanTable;
  settings?: Partial<AccountSettings>;
  trustProxy?: string[];
  /** A letter does not get through. */
  mailFails?: () => boolean;
}

export interface World {
  app: FastifyInstance;
  store: Store;
  /** All that was sent, the oldest first. */
  letters: Letter[];
  /** The system's: what it says, everybody believes. */
  clock: { now: number };
  log: string[];
  /** `POST /pages/account/sign-in` and so on. */
  routes: string[];
  /** Another browser, without cookies. */
  browser(from?: string): Browser;
  close(): Promise<void>;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

/** One is enough: it remembers nothing that matters here. */
let engine: ReturnType<typeof loadEngine> | undefined;

/** The clock stands at noon until the test moves it, and runs again behind the test. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    onTestFinished(() => void vi.useRealTimers());
  }
  const store = options.store ?? openStore(':memory:');
  const plans = options.plans ?? BUILT_IN_PLANS;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const letters: Letter[] = [];
  const log: string[] = [];
  const clock = {
    get now() {
      return Date.now();
    },
    set now(time: number) {
      vi.setSystemTime(time);
    },
  };
  const app = buildApp({
    analyst: new EngineAnalyst(await (engine ??= loadEngine())),
    access: makeAccess({
      plans,
      store,
      onStoreError: (error) => {
        throw error;
      },
    }),
    accounts: {
      settings,
      plans,
      store,
      publicUrl: () => settings.publicUrl ?? 'http://127.0.0.1:3000',
      mailer: {
        delivers: true,
        send: (letter) => {
          if (options.mailFails?.() === true) return Promise.reject(new MailError('no mail server'));
          letters.push(letter);
          return Promise.resolve();
        },
        close: () => undefined,
      },
    },
    trustProxy: options.trustProxy ?? [],
    logger: { level: 'trace', stream: { write: (line: string) => void log.push(line) } },
  });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => void routes.push(`${String(method)} ${url}`));
  await app.ready();
  return {
    app,
    store,
    letters,
    clock,
    log,
    routes,
    browser: (from) => new Browser(app, from),
    async close() {
      await app.close();
      store.close();
    },
  };
}

/** Keeps cookies as browsers do, as far as one site needs it. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Every Set-Cookie line that came. */
  readonly set: string[] = [];

  constructor(
    private readonly app: FastifyInstance,
    private readonly from = '127.0.0.1',
  ) {}

  async ask<T = Record<string, unknown>>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.app.inject({
      method,
      url: `/pages/account${path}`,
      remoteAddress: this.from,
      headers: { host: '127.0.0.1:3000', ...(cookie !== '' && { cookie }), ...headers },
      ...(body !== undefined && { payload: body }),
    });
    const lines = [reply.headers['set-cookie'] ?? []].flat();
    for (const line of lines) {
      this.set.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: reply.statusCode, body: reply.json<T>(), headers: reply.headers };
  }

  async state(): Promise<StateView> {
    return (await this.ask<StateView>('GET', '/state')).body;
  }

  async account(): Promise<AccountView> {
    const { account } = await this.state();
    if (account === null) throw new Error('nobody has signed in');
    return account;
  }

  /** A POST as the pages send it: with a fresh token. */
  async post<T = Record<string, unknown>>(path: string, body: object = {}, headers = {}): Promise<Answer<T>> {
    const { csrf } = await this.state();
    return this.ask<T>('POST', path, body, { 'csrf-token': csrf, ...headers });
  }

  /** By the link in the letter. */
  async signIn({ letters }: Pick<World, 'letters'>, email = 'ann@example.org'): Promise<void> {
    const asked = await this.post('/sign-in', { email });
    if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
    const confirmed = await this.post('/sign-in/confirm', { token: tokenIn(letters.at(-1)) });
    if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  }

  /** In the test checkout. @returns the checkout's id */
  async buy(plan = 'builder'): Promise<string> {
    const { body } = await this.post<{ url: string }>('/checkout', { plan });
    const checkout = new URL(body.url, 'http://x').searchParams.get('id') ?? '';
    const paid = await this.post('/test-checkout/pay', { checkout });
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body));
    return checkout;
  }

  /** @returns the key that is shown after buying */
  async firstKey(): Promise<string | null> {
    return (await this.post<{ key: string | null }>('/keys/first')).body.key;
  }
}

export function tokenIn(letter: Letter | undefined): string {
  return /#([\w-]{43})\n/.exec(letter?.text ?? '')?.[1] ?? '';
}

/** What the paid door answers to a key. */
export async function statusOf(app: FastifyInstance, key: string | null): Promise<number> {
  const reply = await app.inject({
    method: 'POST',
    url: '/v1/extract',
    headers: { authorization: `Bearer ${key ?? ''}` },
    payload: { fen: '8/8/4k3/8/8/3K4/8/8 w - - 0 1', depth: 'l1' },
  });
  return reply.statusCode;
}
