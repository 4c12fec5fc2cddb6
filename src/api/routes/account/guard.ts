/**
 * What holds for every route of the account pages: how much one address may ask, who has signed in, and that a change brings along the token
 * that these pages alone are given.
 */
import type { FastifyInstance } from 'fastify';
import type { AccountRow } from '../../../store/accounts.js';
import type { Accounts } from '../../accounts/accounts.js';
import { ApiError, wantedInstead, type Complaint } from '../../errors.js';
import { limiter } from '../../plugins/limit.js';
import { onError } from '../../plugins/refusals.js';
import { installSessions } from '../../plugins/sessions.js';
import { refuseBeyond } from './limits.js';

/** Of all routes, from one address in a minute: somebody who is quick makes some fifty, and many may share an address. */
const REQUESTS = 600;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who has signed in; null for nobody. */
    account: AccountRow | null;
  }
}

/** Before the routes. */
export async function guard(pages: FastifyInstance, accounts: Accounts): Promise<void> {
  const { settings, sessions, secret, now, store } = accounts;
  pages.setErrorHandler((error, request, reply) => onError(inOwnWords(error), request, reply));

  const look = limiter(pages, { max: REQUESTS });
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

/** The validator's complaints name the fields of the published interface; these routes have others. */
function inOwnWords(error: unknown): unknown {
  const [complaint] = (error as { validation?: Complaint[] }).validation ?? [];
  if (complaint === undefined) return error;
  const { instancePath } = complaint;
  const what = instancePath === '' ? 'The request' : `'${instancePath.slice(1)}'`;
  return new ApiError('invalid_field', `${what} ${wantedInstead(complaint)}`);
}
