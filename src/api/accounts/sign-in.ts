/**
 * Signing in by a link that is sent by e-mail: no passwords to lose.
 *
 * The link holds 256 random bits, behind a `#`, where neither logs nor referrers nor link scanners see them. It is good once, for fifteen
 * minutes, and does nothing until somebody presses the button on its page: programs that look at all links in a mail sign nobody in. The
 * database knows its hash alone. Every address gets the same answer and the same letter, whether it has an account or not; the account
 * begins with the first sign-in.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { AccountRow, Accounts, SignInLink } from '../../store/accounts.js';
import { base32 } from '../key.js';
import type { Mailer } from './mail.js';
import { patiently } from './patience.js';

/** Milliseconds for which a link is good. */
const LINK_LIFE = 15 * 60_000;

const TOKEN = /^[\w-]{43}$/;

export interface SignInOptions {
  store: Pick<Accounts, 'addLink' | 'findLink' | 'useLink'>;
  mailer: Mailer;
  publicUrl: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

export class SignIn {
  constructor(private readonly options: SignInOptions) {}

  /**
   * Sends a link.
   * @param goal the page to go on to: a path of this site
   * @throws {MailError} the letter could not be sent
   */
  async send(email: string, goal: string): Promise<void> {
    const { store, mailer, publicUrl, now } = this.options;
    const token = randomBytes(32).toString('base64url');
    await patiently(() => store.addLink(hashToken(token), { email, goal, expires: now() + LINK_LIFE }));
    const link = `${publicUrl()}/sign-in#${token}`;
    await mailer.send({ to: email, subject: 'Sign in to Motif', text: letter(link), link });
  }

  /** Whom a link is for, without using it up; undefined where it is good no more. */
  look(token: string): SignInLink | undefined {
    return this.options.store.findLink(hashToken(token), this.options.now());
  }

  /** Uses a link up. @returns undefined where it is good no more */
  async use(token: string): Promise<{ account: AccountRow; goal: string } | undefined> {
    const { store, now } = this.options;
    return patiently(() => store.useLink(hashToken(token), now(), makeAccountId()));
  }
}

/** Whether a token can be one of ours: what was cut off on its way, or has a full stop behind it, cannot. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Where a sign-in may lead: a page of this site, never another site's. */
export function readGoal(text: string | undefined): string {
  return text !== undefined && /^\/[a-z-]+(?:\?[\w=&%.-]*)?$/.test(text) ? text : '/dashboard';
}

/** SHA-256, as of keys: nobody goes through 2^256 tokens, however fast the hash. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** 120 random bits: the id is told to the payment provider, and must never be another account's after a restored backup. */
function makeAccountId(): string {
  return `acct_${base32(randomBytes(15))}`;
}

function letter(link: string): string {
  return `Hello,

To sign in to Motif, open this link and press the button on its page:

${link}

The link works once, within 15 minutes. If you did not ask for it, ignore this e-mail: nobody can sign in without the link.
`;
}
