/**
 * What the operator has set up: payments, e-mail, secrets and the public address, from flags and the environment. Half a set-up is an error,
 * told before the service listens, not at the first purchase.
 */
import { parsePublicUrl } from './public-url.js';

export interface AccountSettings {
  /** Null: derived from where the service listens. */
  publicUrl: string | null;
  /** Null: the built-in test checkout. */
  stripe: {
    secretKey: string;
    webhookSecret: string;
    api?: { host: string; port: number; protocol: 'http' | 'https' };
  } | null;
  /** Whether everybody may use the test checkout, not this machine alone. */
  testCheckout: boolean;
  /** Null: letters go into the log. */
  smtp: { url: string; from: string } | null;
  /** Null: one is made, and kept in the database. */
  secret: string | null;
}

export const DEFAULT_SETTINGS: AccountSettings = {
  publicUrl: null,
  stripe: null,
  testCheckout: false,
  smtp: null,
  secret: null,
};

/** The set-up does not fit together; the message says how it would. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const SHORTEST_SECRET = 32;

/**
 * @param env `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET`, `SMTP_URL`, `MAIL_FROM`, `MOTIF_SECRET`, `MOTIF_PUBLIC_URL`
 * @param flags those of the command line, which go before
 * @throws {SettingsError}
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  flags: { publicUrl?: string; testCheckout?: boolean } = {},
): AccountSettings {
  const of = (name: string): string | null => (env[name] === undefined || env[name] === '' ? null : env[name]);
  const publicUrl = flags.publicUrl ?? publicUrlOf(of('MOTIF_PUBLIC_URL'));
  const stripe = pair(of, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  const smtp = pair(of, 'SMTP_URL', 'MAIL_FROM');
  const secret = of('MOTIF_SECRET');

  if (stripe !== null) {
    if (!/^(?:sk|rk)_(?:live|test)_\w+$/.test(stripe[0])) {
      throw new SettingsError(
        'STRIPE_SECRET_KEY is not a secret key of Stripe, which looks like sk_live_... or sk_test_...',
      );
    }
    if (!stripe[1].startsWith('whsec_')) {
      throw new SettingsError(
        'STRIPE_WEBHOOK_SECRET is not a signing secret (whsec_...): Stripe shows it next to the endpoint',
      );
    }
    if (stripe[0].includes('_live_') && publicUrl?.startsWith('https:') !== true) {
      throw new SettingsError(
        'Real payments need a public address with https: --public-url https://motif.example, or MOTIF_PUBLIC_URL',
      );
    }
    if (flags.testCheckout === true) {
      throw new SettingsError(
        '--test-checkout gives keys away for free, and cannot be combined with STRIPE_SECRET_KEY',
      );
    }
  }
  if (smtp !== null && !/^smtps?:\/\/\S+$/.test(smtp[0])) {
    throw new SettingsError('SMTP_URL must look like smtp://user:password@mail.example:587 or smtps://...');
  }
  if (secret !== null && secret.length < SHORTEST_SECRET) {
    throw new SettingsError(
      `MOTIF_SECRET must have at least ${SHORTEST_SECRET} characters; to create one: openssl rand -base64 32`,
    );
  }
  return {
    publicUrl,
    stripe: stripe && { secretKey: stripe[0], webhookSecret: stripe[1] },
    testCheckout: flags.testCheckout ?? false,
    smtp: smtp && { url: smtp[0], from: smtp[1] },
    secret,
  };
}

/** Two that go together. */
function pair(of: (name: string) => string | null, first: string, second: string): [string, string] | null {
  const values = [of(first), of(second)] as const;
  if (values[0] === null && values[1] === null) return null;
  if (values[0] === null) throw new SettingsError(`${second} is set, but ${first} is not: set both or neither`);
  if (values[1] === null) throw new SettingsError(`${first} is set, but ${second} is not: set both or neither`);
  return [values[0], values[1]];
}

function publicUrlOf(text: string | null): string | null {
  if (text === null) return null;
  try {
    return parsePublicUrl(text);
  } catch (error) {
    throw new SettingsError(`MOTIF_PUBLIC_URL: ${(error as Error).message}`);
  }
}
