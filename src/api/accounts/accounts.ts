/**
 * What the account pages stand on, put together: who sells, who carries letters, and what is looked at from time to time.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../../store/store.js';
import type { PlanTable } from '../plans.js';
import { Billing } from './billing.js';
import { logMailer, smtpMailer, type Mailer } from './mail.js';
import { patiently } from './patience.js';
import type { PaymentProvider } from './provider.js';
import { StoredSessions } from './session-store.js';
import type { AccountSettings } from './settings.js';
import { SignIn } from './sign-in.js';
import { StripeProvider } from './stripe.js';
import { TestCheckout } from './test-checkout.js';

export interface AccountsOptions {
  settings: AccountSettings;
  plans: PlanTable;
  store: Pick<Store, 'accounts' | 'subscriptions' | 'testPayments' | 'keys' | 'keyDays' | 'usage'>;
  /** Where people reach the service; asked once it listens. */
  publicUrl: () => string;
  /** In place of the one that the settings name, for tests. */
  mailer?: Mailer;
  /** Milliseconds since 1970. Default the system's clock. */
  now?: () => number;
}

export interface Accounts {
  readonly store: AccountsOptions['store'];
  readonly plans: PlanTable;
  readonly settings: AccountSettings;
  readonly billing: Billing;
  /** Null where the test checkout sells. */
  readonly stripe: StripeProvider | null;
  /** Null where Stripe sells. */
  readonly testCheckout: TestCheckout | null;
  readonly signIn: SignIn;
  readonly sessions: StoredSessions;
  readonly mailer: Mailer;
  readonly secret: Uint8Array;
  readonly now: () => number;
  /** Looks at what is overdue, and forgets what has expired. @param signal ends it soon; the rest is done the next time */
  tidy(signal: AbortSignal): Promise<void>;
}

export function makeAccounts(options: AccountsOptions, log: FastifyBaseLogger): Accounts {
  const { settings, plans, store, publicUrl, now = () => Date.now() } = options;
  const mailer = options.mailer ?? makeMailer(settings, log);
  const stripe = settings.stripe && new StripeProvider({ ...settings.stripe, publicUrl });
  const testCheckout =
    stripe === null
      ? new TestCheckout({ store: store.testPayments, plans, now, deliver: (event) => billing.receive(event) })
      : null;
  const provider: PaymentProvider = stripe ?? testCheckout!;
  const billing = new Billing({ plans, store, provider, log, now });
  const kept = settings.secret === null ? null : Buffer.from(settings.secret);
  return {
    store,
    plans,
    settings,
    billing,
    stripe,
    testCheckout,
    mailer,
    now,
    signIn: new SignIn({ store: store.accounts, mailer, publicUrl, now }),
    sessions: new StoredSessions(store.accounts, now),
    secret: kept ?? store.accounts.secret('cookies', () => randomBytes(32)),
    async tidy(signal) {
      try {
        await billing.sweep(signal);
        if (signal.aborted) return;
        await patiently(() => store.accounts.forgetExpired(now()));
        await patiently(() => store.keyDays.forgetOld(now()));
      } catch (error) {
        log.warn({ err: error }, 'expired sessions and days could not be removed; trying again later');
      }
    },
  };
}

function makeMailer({ smtp }: AccountSettings, log: FastifyBaseLogger): Mailer {
  if (smtp !== null) return smtpMailer(smtp.url, smtp.from);
  return logMailer(({ to, subject, link }) =>
    log.warn({ to, subject, link }, 'SMTP_URL is not set, so this e-mail is not sent; its link is in this line'),
  );
}
