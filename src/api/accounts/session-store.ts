/** Sessions in the database, for the session plugin: what a cookie says is known by its hash alone, and a restart signs nobody out. */
import type { FastifySessionObject, SessionStore } from '@fastify/session';
import type { Accounts } from '../../store/accounts.js';
import { patiently } from './patience.js';
import { hashToken } from './sign-in.js';

declare module 'fastify' {
  interface Session {
    /** Who has signed in; absent before. */
    account?: string;
    /** The UTC day on which the session was last made longer. */
    day?: string;
  }
}

type Done = (error?: unknown) => void;

export class StoredSessions implements SessionStore {
  /** @param now milliseconds since 1970 */
  constructor(
    private readonly store: Pick<Accounts, 'findSession' | 'addSession' | 'saveSession' | 'dropSession'>,
    private readonly now: () => number,
  ) {}

  /**
   * A session begins as nobody's (`signIn` makes it, and names its account then); whatever has an account was stored before. So a request
   * that comes while its session is ended elsewhere cannot bring it back to life.
   */
  set(id: string, session: FastifySessionObject, done: Done): void {
    const { account = null } = session;
    const row = { account, data: JSON.stringify(session), expires: session.cookie.expires?.getTime() ?? 0 };
    const hash = hashToken(id);
    patiently(() => {
      if (account === null) this.store.addSession(hash, row);
      else this.store.saveSession(hash, row);
    }).then(() => done(), done);
  }

  get(id: string, done: (error: unknown, session?: FastifySessionObject | null) => void): void {
    try {
      const row = this.store.findSession(hashToken(id));
      if (row === undefined || row.expires <= this.now()) return done(null, null);
      const session = JSON.parse(row.data) as FastifySessionObject;
      const { cookie } = session;
      if (cookie.expires != null) cookie.expires = new Date(cookie.expires);
      done(null, session);
    } catch (error) {
      done(error);
    }
  }

  destroy(id: string, done: Done): void {
    patiently(() => this.store.dropSession(hashToken(id))).then(() => done(), done);
  }
}
