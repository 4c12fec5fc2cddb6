/**
 * Cookies, sessions and their protection, for the account pages alone: the doors know no cookies, and never will.
 *
 * Three plugins of the framework's own do it. The session's cookie holds a random id, signed; all else lies in the database. Nothing is
 * written before somebody signs in. The token against forged requests (CSRF) is bound to the session, or to having none.
 */
import { hkdfSync } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import session from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY, dayOf } from '../../store/days.js';
import type { StoredSessions } from '../accounts/session-store.js';

export interface SessionOptions {
  store: StoredSessions;
  /** At least 32 bytes; who knows it can forge signatures, though no session. */
  secret: Uint8Array;
  /** Whether browsers reach the service by https, as its operator says. */
  https: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Milliseconds: signed in for so long after the last visit. */
const LIFE = 30 * DAY;

declare module 'fastify' {
  interface FastifyReply {
    /** Signs this browser in: under a new session id, whatever it had before. */
    signIn(account: string): Promise<void>;
    /** Signs it out. */
    signOut(): Promise<void>;
    /** What the next request that changes anything has to bring along. */
    csrfToken(): string;
  }
}

/** For the routes of this context. */
export async function installSessions(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const { store, secret, https, now } = options;
  // a name that browsers take only with Secure, from this host, for all of it: no sister domain can set it
  const prefix = https ? '__Host-' : '';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
  const secure = https ? true : 'auto';

  if (https) {
    // The session plugin sends no Secure cookie over what it takes for plain http, and behind a proxy that is not trusted everything looks so.
    // The operator knows better.
    app.addHook('onRequest', (request, _reply, done) => {
      Object.defineProperty(request, 'protocol', { value: 'https' });
      done();
    });
  }
  await app.register(cookie, { secret: keyOf(secret, 'cookie') });
  await app.register(session, {
    store,
    secret: keyOf(secret, 'session'),
    cookieName: `${prefix}motif_session`,
    cookie: { ...attributes, secure, maxAge: LIFE },
    saveUninitialized: false,
    rolling: false,
  });
  await app.register(csrf, {
    cookieKey: `${prefix}motif_csrf`,
    cookieOpts: { ...attributes, secure, signed: true },
    csrfOpts: { hmacKey: keyOf(secret, 'csrf') },
    getUserInfo: owner,
    getToken: (request) => {
      const token = request.headers['csrf-token'];
      return typeof token === 'string' ? token : undefined;
    },
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const { session } = request;
    const day = dayOf(now());
    if (session.account !== undefined && session.day !== day) session.day = day; // which makes it last longer
    done();
  });
  app.decorateReply('signIn', async function (this: FastifyReply, account: string) {
    const { request } = this;
    await request.session.regenerate();
    request.session.account = account;
  });
  app.decorateReply('signOut', async function (this: FastifyReply) {
    await this.request.session.destroy();
    this.clearCookie(`${prefix}motif_session`, { ...attributes, secure: https });
  });
  app.decorateReply('csrfToken', function (this: FastifyReply) {
    return this.generateCsrf({ userInfo: owner(this.request) });
  });
}

/** Whose a token is: the session's, or nobody's. */
function owner(request: FastifyRequest): string {
  // the session is gone once somebody has signed out
  const session = request.session as FastifyRequest['session'] | null;
  return session?.account === undefined ? 'nobody' : `session ${session.sessionId}`;
}

/** One secret, and a key for each use: what leaks of one says nothing of the others. */
function keyOf(secret: Uint8Array, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `motif ${use}`, 32)).toString('base64');
}
