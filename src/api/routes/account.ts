/**
 * What the pages of pricing, sign-in and dashboard ask, under `/pages`: outside both doors, for this site's own pages alone.
 *
 * Whatever changes anything is a POST with JSON, and brings a token along that only these pages are given.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountRow } from '../../store/accounts.js';
import type { Access } from '../access.js';
import type { Accounts } from '../accounts/accounts.js';
import { isFromHere } from '../accounts/here.js';
import { readEmail } from '../accounts/mail.js';
import { patiently } from '../accounts/patience.js';
import { readGoal } from '../accounts/sign-in.js';
import type { CheckoutKind, StateView, TestCheckoutView } from '../../web/account/types.js';
import { MOST_KEYS, viewAccount, viewKey, viewPricing } from '../accounts/view.js';
import { ApiError } from '../errors.js';
import { hashKey, makeKey, makeKeyId } from '../key.js';
import { limiter } from '../plugins/limit.js';
import { onError } from '../plugins/refusals.js';
import { installSessions } from '../plugins/sessions.js';
import { clientOf } from '../proxies.js';
import * as schemas from '../schemas/account.js';

const ACCOUNT_PREFIX = '/pages/account';

/** Bytes of a body: an e-mail address and a path. */
const BODY_LIMIT = 4 * 1024;

/** Milliseconds. */
const MINUTE = 60_000;
const WHILE = 15 * MINUTE;

/** Of all routes, from one address in a minute: somebody who is quick makes some fifty, and many may share an address. */
const REQUESTS = 600;
/** Links that an address may ask for in a quarter of an hour, and that are sent to one e-mail address: a letter is a stranger's to read. */
const LINKS_FROM = 10;
const LINKS_TO = 5;
/** Clients that are remembered by each of these. */
const CACHE = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who has signed in; null for nobody. */
    account: AccountRow | null;
  }
}

export function installAccounts(app: FastifyInstance, accounts: Accounts, access: Access): void {
  app.register(
    async (pages) => {
      await accounts.billing.begin();
      await guard(pages, accounts);
      stateRoutes(pages, accounts, access);
      signInRoutes(pages, accounts);
      buyingRoutes(pages, accounts);
      keyRoutes(pages, accounts);
    },
    { prefix: ACCOUNT_PREFIX },
  );
  keepTidy(app, accounts);
}

/** Milliseconds between two looks at what is overdue or has expired. */
const TIDY_EVERY = 10 * MINUTE;

function keepTidy(app: FastifyInstance, accounts: Accounts): void {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  const tidy = (): void => {
    // a provider that does not answer may hold it up for longer than that
    underWay ??= accounts.tidy(closing.signal).finally(() => (underWay = undefined));
  };
  app.addHook('onReady', (done) => {
    timer = setInterval(tidy, TIDY_EVERY).unref();
    tidy();
    done();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await underWay;
    accounts.mailer.close();
  });
}

/** What holds for every route here. */
async function guard(pages: FastifyInstance, accounts: Accounts): Promise<void> {
  const { settings, sessions, secret, now, store } = accounts;
  pages.setErrorHandler((error, request, reply) => onError(inOwnWords(error), request, reply));

  const look = limiter(pages, { max: REQUESTS, cache: CACHE, keyGenerator: addressOf });
  pages.addHook('onRequest', async (request) => refuseBeyond(await look(request, true)));

  await installSessions(pages, {
    store: sessions,
    secret,
    https: settings.publicUrl?.startsWith('https:') === true,
    now,
  });
  pages.decorateRequest('account', null);
  pages.addHook('onRequest', (request, _reply, done) => {
    const { account } = request.session;
    if (account !== undefined) request.account = store.accounts.find(account) ?? null;
    done();
  });
  pages.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    reply.removeHeader('access-control-allow-origin'); // other sites have no business here
    done();
  });
  // behind the body's parser, for what is refused as no JSON says so
  pages.addHook('preValidation', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    pages.csrfProtection(request, reply, done);
  });
}

function stateRoutes(pages: FastifyInstance, accounts: Accounts, access: Access): void {
  pages.get('/plans', { schema: { hide: true } }, (request) =>
    viewPricing(accounts.plans, checkoutFor(request, accounts)),
  );

  pages.get('/state', { schema: { hide: true } }, async (request, reply) => {
    if (request.account !== null) {
      await accounts.billing.refresh(request.account.id);
      access.use.flush(); // what is not written yet would be missing
      access.keys.flush();
    }
    return state(request, reply, accounts);
  });
}

function signInRoutes(pages: FastifyInstance, accounts: Accounts): void {
  const { signIn } = accounts;
  const from = limiter(pages, { timeWindow: WHILE, max: LINKS_FROM, cache: CACHE, keyGenerator: addressOf });
  const to = limiter(pages, {
    timeWindow: WHILE,
    max: LINKS_TO,
    cache: CACHE,
    keyGenerator: (request) => readEmail((request.body as schemas.EmailRequest).email) ?? '',
  });

  pages.post<{ Body: schemas.EmailRequest }>('/sign-in', post(schemas.EmailBody), async (request) => {
    const email = readEmail(request.body.email);
    if (email === null)
      throw new ApiError('invalid_field', 'That is no e-mail address; it looks like name@example.org');
    refuseBeyond(await from(request, true));
    refuseBeyond(await to(request, true));
    await signIn.send(email, readGoal(request.body.goal));
    return { sent: true, delivered: accounts.mailer.delivers };
  });

  pages.post<{ Body: schemas.TokenRequest }>('/sign-in/look', post(schemas.TokenBody), (request) => {
    const link = signIn.look(request.body.token);
    if (link === undefined) throw new ApiError('link_spent');
    return { email: link.email };
  });

  pages.post<{ Body: schemas.TokenRequest }>('/sign-in/confirm', post(schemas.TokenBody), async (request, reply) => {
    const used = await signIn.use(request.body.token);
    if (used === undefined) throw new ApiError('link_spent');
    await reply.signIn(used.account.id);
    return { goal: used.goal };
  });

  pages.post('/sign-out', post(schemas.NoBody), async (_request, reply) => {
    await reply.signOut();
    return { signed_out: true };
  });

  pages.post('/sign-out/everywhere', post(schemas.NoBody), async (request, reply) => {
    const { id } = signedIn(request);
    await reply.signOut();
    await patiently(() => accounts.store.accounts.dropSessions(id));
    return { signed_out: true };
  });

  pages.post('/delete', post(schemas.NoBody), async (request, reply) => {
    const { id } = signedIn(request);
    await accounts.billing.release(id, async () => {
      await reply.signOut();
      await patiently(() => accounts.store.accounts.delete(id));
    });
    return { deleted: true };
  });
}

function buyingRoutes(pages: FastifyInstance, accounts: Accounts): void {
  const { billing, testCheckout, store } = accounts;

  pages.post<{ Body: schemas.PlanRequest }>('/checkout', post(schemas.PlanBody), async (request) => {
    const account = signedIn(request);
    if (checkoutFor(request, accounts) === 'none') throw new ApiError('not_for_sale');
    return { url: await billing.start(account, request.body.plan) };
  });

  pages.post<{ Body: schemas.CheckoutRequest }>('/checkout/finish', post(schemas.CheckoutBody), async (request) => ({
    paid: await billing.finish(signedIn(request).id, request.body.checkout),
  }));

  pages.post<{ Body: schemas.PlanRequest }>('/subscription/change', post(schemas.PlanBody), async (request, reply) => {
    await billing.change(signedIn(request).id, request.body.plan);
    return state(request, reply, accounts);
  });

  pages.post('/subscription/cancel', post(schemas.NoBody), async (request, reply) => {
    await billing.cancel(signedIn(request).id);
    return state(request, reply, accounts);
  });

  pages.post('/subscription/resume', post(schemas.NoBody), async (request, reply) => {
    await billing.resume(signedIn(request).id);
    return state(request, reply, accounts);
  });

  pages.post('/portal', post(schemas.NoBody), async (request) => ({ url: await billing.portal(signedIn(request).id) }));

  if (testCheckout === null) return;
  pages.get<{ Querystring: { id: string } }>(
    '/test-checkout',
    { schema: { hide: true, querystring: schemas.CheckoutQuery } },
    (request): TestCheckoutView => {
      const view = testCheckout.view(request.query.id, signedIn(request).id);
      if (view === undefined) throw new ApiError('not_found', 'There is no such checkout');
      const { plan, amount, state } = view;
      return { plan: accounts.plans.plans.get(plan)?.title ?? plan, amount, state };
    },
  );
  pages.post<{ Body: schemas.CheckoutRequest }>('/test-checkout/pay', post(schemas.CheckoutBody), async (request) => {
    const { id } = signedIn(request);
    const { checkout } = request.body;
    if (checkoutFor(request, accounts) === 'none') throw new ApiError('not_for_sale');
    if (store.subscriptions.checkoutOwner(testCheckout.name, checkout) !== id) {
      throw new ApiError('not_found', 'There is no such checkout');
    }
    request.log.warn({ checkout }, 'the test checkout sells a plan without money');
    if (!(await testCheckout.pay(checkout))) throw new ApiError('conflict', 'This checkout is over; begin anew');
    return { url: `/dashboard?checkout=${checkout}` };
  });
}

function keyRoutes(pages: FastifyInstance, accounts: Accounts): void {
  const { store, now } = accounts;

  /** Tries ids until one is free, which is at once. */
  const create = async <T extends string>(
    account: AccountRow,
    note: string,
    insert: (key: { id: string; plan: string; note: string; hash: Uint8Array; created: number }) => T | 'taken',
  ): Promise<{ outcome: Exclude<T, 'taken'>; id: string; key: string }> => {
    const plan = accounts.billing.paidPlan(account);
    if (plan === null) throw new ApiError('conflict', 'Keys come with a plan; choose one on the pricing page');
    for (;;) {
      const id = makeKeyId();
      const key = makeKey(id);
      const row = { id, plan, note, hash: hashKey(key), created: now() };
      const outcome = await patiently(() => insert(row));
      if (outcome !== 'taken') return { outcome: outcome as Exclude<T, 'taken'>, id, key };
    }
  };
  /** A key of the account that has signed in; whoever asks for another's is told that there is none. */
  const own = (request: FastifyRequest, id: string) => {
    const row = store.keys.find(id);
    if (row?.account !== signedIn(request).id) throw new ApiError('not_found', 'There is no such key');
    return row;
  };

  pages.post('/keys/first', post(schemas.NoBody), async (request) => {
    const account = signedIn(request);
    const made = await create(account, '', (key) => store.keys.createFirst(account.id, key));
    return made.outcome === 'created' ? { id: made.id, key: made.key } : { id: null, key: null };
  });

  pages.post<{ Body: schemas.NewKeyRequest }>('/keys/create', post(schemas.NewKeyBody), async (request) => {
    const account = signedIn(request);
    const { outcome, id, key } = await create(account, request.body.note.trim(), (row) =>
      store.keys.createFor(account.id, row, MOST_KEYS),
    );
    if (outcome === 'full') throw new ApiError('conflict', `You have ${MOST_KEYS} keys; revoke one first`);
    return { id, key };
  });

  pages.post<{ Body: schemas.RotateRequest }>('/keys/rotate', post(schemas.RotateBody), async (request) => {
    const { id } = own(request, request.body.id);
    const key = makeKey(id);
    const grace = request.body.grace_minutes * MINUTE;
    const done = await patiently(() => store.keys.rotate(id, hashKey(key), now(), grace === 0 ? null : now() + grace));
    if (!done) throw new ApiError('conflict', 'This key is revoked, and stays so; make another one');
    return { id, key };
  });

  pages.post<{ Body: schemas.KeyRequest }>('/keys/revoke', post(schemas.KeyBody), async (request) => {
    const { id } = own(request, request.body.id);
    await patiently(() => store.keys.revoke(id, now()));
    return viewKey(store.keys.find(id)!, now());
  });
}

/** What all pages begin with: a token for what they will ask, and who has signed in. */
function state(request: FastifyRequest, reply: FastifyReply, accounts: Accounts): StateView {
  const { account } = request;
  // as it is now: the request itself may have changed it
  const row = account === null ? undefined : accounts.store.accounts.find(account.id);
  return {
    csrf: reply.csrfToken(),
    checkout: checkoutFor(request, accounts),
    portal: accounts.stripe !== null,
    account: row === undefined ? null : viewAccount(row, accounts),
  };
}

/** Where the asker could buy. Without Stripe only this machine may, unless the operator opens the test checkout to all. */
function checkoutFor(request: FastifyRequest, { stripe, settings }: Accounts): CheckoutKind {
  if (stripe !== null) return stripe.name === 'stripe' ? 'stripe' : 'stripe-test';
  return settings.testCheckout || isFromHere(request) ? 'test' : 'none';
}

function signedIn({ account }: FastifyRequest): AccountRow {
  if (account === null) throw new ApiError('signed_out');
  return account;
}

/** @param body what may be sent */
function post<T>(body: T) {
  return { schema: { hide: true, body }, bodyLimit: BODY_LIMIT } as const;
}

function addressOf(request: FastifyRequest): string {
  return clientOf(request.ip);
}

function refuseBeyond({ isExceeded, ttlInSeconds }: { isExceeded: boolean; ttlInSeconds: number }): void {
  if (!isExceeded) return;
  const minutes = Math.ceil(ttlInSeconds / 60);
  const words = `Too many requests; try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  throw new ApiError('rate_limited', words, undefined, ttlInSeconds);
}

/** The validator's complaints name the fields of the published interface; these routes have others. */
function inOwnWords(error: unknown): unknown {
  const { validation } = error as { validation?: { instancePath: string; message?: string }[] };
  if (validation?.[0] === undefined) return error;
  const { instancePath, message = 'is not valid' } = validation[0];
  return new ApiError(
    'invalid_field',
    `${instancePath === '' ? 'The request' : `'${instancePath.slice(1)}'`} ${message}`,
  );
}
