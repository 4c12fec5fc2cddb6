/**
 * The tables `accounts`, `sign_in_links`, `sessions` and `secrets`: who buys, and how they show that it is them.
 *
 * Whatever lets somebody in is known by its hash alone, so that who reads the file can sign in as nobody. Times are milliseconds since
 * 1970, UTC.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

export interface AccountRow {
  id: string;
  /** In lower case. */
  email: string;
  created: number;
  /** What is paid for; null where nothing is. */
  plan: string | null;
  /** When that ends if nobody says more; null where it goes on. */
  planUntil: number | null;
}

export interface SignInLink {
  email: string;
  /** The page to go on to. */
  goal: string;
  expires: number;
}

export interface SessionRow {
  /** Null before anybody has signed in. */
  account: string | null;
  /** JSON. */
  data: string;
  expires: number;
}

const ACCOUNT = 'id, email, created, plan, plan_until AS planUntil';

export class Accounts {
  readonly #access: Access;
  readonly #byId: Statement<[string], AccountRow>;
  readonly #byEmail: Statement<[string], AccountRow>;
  readonly #insert: Statement<[string, string, number]>;
  readonly #delete: Statement<[string]>;
  readonly #forgetUse: Statement<[string]>;
  readonly #addLink: Statement<[Uint8Array, string, string, number]>;
  readonly #link: Statement<[Uint8Array], SignInLink>;
  readonly #takeLink: Statement<[Uint8Array], SignInLink>;
  readonly #dropLinks: Statement<[string]>;
  readonly #oldLinks: Statement<[number]>;
  readonly #session: Statement<[Uint8Array], SessionRow>;
  readonly #addSession: Statement<[Uint8Array, string | null, string, number]>;
  readonly #saveSession: Statement<[string | null, string, number, Uint8Array]>;
  readonly #dropSession: Statement<[Uint8Array]>;
  readonly #dropSessions: Statement<[string]>;
  readonly #oldSessions: Statement<[number]>;
  readonly #secret: Statement<[string], Uint8Array>;
  readonly #addSecret: Statement<[string, Uint8Array]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#byId = db.prepare(`SELECT ${ACCOUNT} FROM accounts WHERE id = ?`);
    this.#byEmail = db.prepare(`SELECT ${ACCOUNT} FROM accounts WHERE email = ?`);
    this.#insert = db.prepare('INSERT INTO accounts (id, email, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    this.#delete = db.prepare('DELETE FROM accounts WHERE id = ?');
    this.#forgetUse = db.prepare('DELETE FROM key_days WHERE key IN (SELECT id FROM keys WHERE account = ?)');
    this.#addLink = db.prepare('INSERT INTO sign_in_links (hash, email, goal, expires) VALUES (?, ?, ?, ?)');
    this.#link = db.prepare('SELECT email, goal, expires FROM sign_in_links WHERE hash = ?');
    this.#takeLink = db.prepare('DELETE FROM sign_in_links WHERE hash = ? RETURNING email, goal, expires');
    this.#dropLinks = db.prepare('DELETE FROM sign_in_links WHERE email = ?');
    this.#oldLinks = db.prepare('DELETE FROM sign_in_links WHERE expires <= ?');
    this.#session = db.prepare('SELECT account, data, expires FROM sessions WHERE hash = ?');
    this.#addSession = db.prepare('INSERT INTO sessions (hash, account, data, expires) VALUES (?, ?, ?, ?)');
    this.#saveSession = db.prepare('UPDATE sessions SET account = ?, data = ?, expires = ? WHERE hash = ?');
    this.#dropSession = db.prepare('DELETE FROM sessions WHERE hash = ?');
    this.#dropSessions = db.prepare('DELETE FROM sessions WHERE account = ?');
    this.#oldSessions = db.prepare('DELETE FROM sessions WHERE expires <= ?');
    this.#secret = db.prepare<[string], Uint8Array>('SELECT value FROM secrets WHERE name = ?').pluck();
    this.#addSecret = db.prepare('INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  }

  find(id: string): AccountRow | undefined {
    return this.#access.read(() => this.#byId.get(id));
  }

  findByEmail(email: string): AccountRow | undefined {
    return this.#access.read(() => this.#byEmail.get(email));
  }

  /** Forgets an account, with its sessions, subscriptions, checkouts, keys and their use. */
  delete(id: string): void {
    this.#access.keep(() => {
      const email = this.#byId.get(id)?.email;
      if (email !== undefined) this.#dropLinks.run(email);
      this.#forgetUse.run(id);
      this.#delete.run(id);
    });
  }

  addLink(hash: Uint8Array, { email, goal, expires }: SignInLink): void {
    this.#access.write(() => this.#addLink.run(hash, email, goal, expires));
  }

  /** Whom a link is for, without using it up; undefined where it was used, has expired or never was. */
  findLink(hash: Uint8Array, now: number): SignInLink | undefined {
    const link = this.#access.read(() => this.#link.get(hash));
    return link !== undefined && now < link.expires ? link : undefined;
  }

  /**
   * Uses a link up, and finds its account or makes it: in one transaction, so that a link is good once however many use it at a time.
   * The other links that were sent to the address end with it.
   * @param id for a new account
   */
  useLink(hash: Uint8Array, now: number, id: string): { account: AccountRow; goal: string } | undefined {
    return this.#access.keep(() => {
      const link = this.#takeLink.get(hash);
      if (link === undefined || now >= link.expires) return undefined;
      this.#dropLinks.run(link.email);
      this.#insert.run(id, link.email, now);
      const account = this.#byEmail.get(link.email);
      return account && { account, goal: link.goal };
    });
  }

  findSession(hash: Uint8Array): SessionRow | undefined {
    return this.#access.read(() => this.#session.get(hash));
  }

  /** A session that begins. */
  addSession(hash: Uint8Array, { account, data, expires }: SessionRow): void {
    this.#access.write(() => this.#addSession.run(hash, account, data, expires));
  }

  /** Changes a session that there is; one that was ended meanwhile stays so. */
  saveSession(hash: Uint8Array, { account, data, expires }: SessionRow): void {
    this.#access.write(() => this.#saveSession.run(account, data, expires, hash));
  }

  dropSession(hash: Uint8Array): void {
    this.#access.keep(() => this.#dropSession.run(hash));
  }

  /** Signs an account out everywhere. */
  dropSessions(account: string): void {
    this.#access.keep(() => this.#dropSessions.run(account));
  }

  /** Forgets links and sessions that have expired. */
  forgetExpired(now: number): void {
    this.#access.write(() => {
      this.#oldLinks.run(now);
      this.#oldSessions.run(now);
    });
  }

  /** A secret that is made once and kept. @param make what it is where there is none yet */
  secret(name: string, make: () => Uint8Array): Uint8Array {
    const kept = this.#access.read(() => this.#secret.get(name));
    if (kept !== undefined) return kept;
    return this.#access.keep(() => {
      this.#addSecret.run(name, make());
      return this.#secret.get(name)!; // another process's, where that was quicker
    });
  }
}
