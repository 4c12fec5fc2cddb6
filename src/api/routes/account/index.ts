/**
 * What the pages of pricing, sign-in and dashboard ask, under `/pages`: outside both doors, for this site's own pages alone.
 *
 * Whatever changes anything is a POST with JSON, and brings a token along that only these pages are given (`guard.ts`).
 */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access.js';
import type { Accounts } from '../../accounts/accounts.js';
import { buyingRoutes } from './buying.js';
import { guard } from './guard.js';
import { keyRoutes } from './keys.js';
import { signInRoutes } from './sign-in.js';
import { signOutRoutes } from './sign-out.js';
import { stateRoutes } from './state.js';
import { testCheckoutRoutes } from './test-checkout.js';

const ACCOUNT_PREFIX = '/pages/account';

/** Milliseconds between two looks at what is overdue or has expired. */
const TIDY_EVERY = 10 * 60_000;

export function installAccounts(app: FastifyInstance, accounts: Accounts, access: Access): void {
  app.register(
    async (pages) => {
      await accounts.billing.begin();
      await guard(pages, accounts);
      stateRoutes(pages, accounts, access);
      signInRoutes(pages, accounts);
      signOutRoutes(pages, accounts);
      buyingRoutes(pages, accounts);
      if (accounts.testCheckout !== null) testCheckoutRoutes(pages, accounts, accounts.testCheckout);
      keyRoutes(pages, accounts);
    },
    { prefix: ACCOUNT_PREFIX },
  );
  keepTidy(app, accounts);
}

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
