/** What operators set up: half of it is an error before anything listens. */
import { describe, expect, it } from 'vitest';
import { readEmail } from '../../../src/api/accounts/mail.js';
import { isLoopback, parsePublicUrl, urlFromListening } from '../../../src/api/accounts/public-url.js';
import { DEFAULT_SETTINGS, readSettings } from '../../../src/api/accounts/settings.js';
import { endOfPeriod } from '../../../src/api/accounts/test-checkout.js';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };

describe('settings', () => {
  it('are those of a laptop where nothing is set', () => {
    expect(readSettings({})).toEqual(DEFAULT_SETTINGS);
    expect(readSettings({ STRIPE_SECRET_KEY: '', SMTP_URL: '' })).toEqual(DEFAULT_SETTINGS);
  });

  it('are read from the environment, and flags go before', () => {
    const env = {
      ...STRIPE,
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: 'Motif <m@example.org>',
      MOTIF_SECRET: 'x'.repeat(32),
      MOTIF_PUBLIC_URL: 'https://motif.example/',
    };
    expect(readSettings(env)).toEqual({
      publicUrl: 'https://motif.example',
      stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' },
      testCheckout: false,
      smtp: { url: 'smtps://u:p@mail.example', from: 'Motif <m@example.org>' },
      secret: 'x'.repeat(32),
    });
    expect(readSettings(env, { publicUrl: 'https://other.example' }).publicUrl).toBe('https://other.example');
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, {}, /STRIPE_WEBHOOK_SECRET is not/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_x' }, {}, /STRIPE_SECRET_KEY is not/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_x' }, {}, /not a secret key of Stripe/],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'x' }, {}, /whsec_/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_x' }, {}, /--public-url https/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_x' }, { publicUrl: 'http://localhost:3000' }, /--public-url https/],
    [STRIPE, { testCheckout: true }, /for free/],
    [{ SMTP_URL: 'smtp://x' }, {}, /MAIL_FROM is not/],
    [{ SMTP_URL: 'mail.example', MAIL_FROM: 'x@y.zz' }, {}, /smtp:\/\//],
    [{ MOTIF_SECRET: 'short' }, {}, /at least 32 characters/],
    [{ MOTIF_PUBLIC_URL: 'motif.example' }, {}, /MOTIF_PUBLIC_URL: .*not an address/],
  ])('%j with %j are refused', (env, flags, message) => {
    expect(() => readSettings(env, flags)).toThrow(message);
  });
});

describe('the public address', () => {
  it.each([
    'https://motif.example/path',
    'https://motif.example/?a',
    'https://motif.example/#a',
    'https://u:p@motif.example',
    'http://motif.example',
    'ftp://x',
    'x',
  ])('is not %s', (text) => expect(() => parsePublicUrl(text)).toThrow(RangeError));

  it.each([
    ['https://motif.example', 'https://motif.example'],
    ['https://Motif.example:8443/', 'https://motif.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('is %s', (text, url) => expect(parsePublicUrl(text)).toBe(url));

  it('comes from where the service listens, where the operator names none', () => {
    expect(urlFromListening('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
    expect(urlFromListening('http://0.0.0.0:3000')).toBe('http://127.0.0.1:3000');
    expect(urlFromListening('http://[::]:3000')).toBe('http://127.0.0.1:3000');
    expect(urlFromListening('http://10.0.0.7:3000')).toBe('http://10.0.0.7:3000');
  });

  it('knows this machine’s own names from others that look so', () => {
    for (const own of ['localhost', 'motif.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1', '::ffff:127.0.0.1']) {
      expect(isLoopback(own), own).toBe(true);
    }
    for (const other of [
      '',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
      '::ffff:10.0.0.1',
      '::2',
    ]) {
      expect(isLoopback(other), other).toBe(false);
    }
  });
});

it('an e-mail address is one spelling of itself', () => {
  expect(readEmail(' Ann+chess@Example.ORG ')).toBe('ann+chess@example.org');
  for (const no of ['', '@x.org', 'a@b', 'a@b.c', 'a@-b.org', 'a@b..org', 'a"b@c.org', 'a@b.org\n', 'ä@b.org'].filter(
    (x) => x.trim() === x,
  )) {
    expect(readEmail(no), no).toBeNull();
  }
});

it('a month that began on the 31st ends on the last day of the next, and on the 31st again after that', () => {
  const start = Date.UTC(2023, 11, 31, 8);
  const ends = [0, 1, 2, 3].map((month) => endOfPeriod(start, Date.UTC(2024, month, 1)));
  expect(ends.map((end) => new Date(end).toISOString().slice(0, 13))).toEqual([
    '2024-01-31T08',
    '2024-02-29T08',
    '2024-03-31T08',
    '2024-04-30T08',
  ]);
  expect(endOfPeriod(start, Date.UTC(2024, 0, 31, 8))).toBe(Date.UTC(2024, 1, 29, 8));
});
