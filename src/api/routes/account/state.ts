/** What there is to buy, and what all account pages begin with: who has signed in, and the account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CheckoutKind, StateView } from '../../../web/account/types.js';
import type { Access } from '../../access.js';
import type { Accounts } from '../../accounts/accounts.js';
import { isFromHere } from '../../accounts/here.js';
import { viewAccount, viewPricing } from '../../accounts/view.js';

export function stateRoutes(pages: FastifyInstance, accounts: Accounts, access: Access): void {
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

/** What all pages begin with: a token for what they will ask, and who has signed in. */
export function state(request: FastifyRequest, reply: FastifyReply, accounts: Accounts): StateView {
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
export function checkoutFor(request: FastifyRequest, { stripe, settings }: Accounts): CheckoutKind {
  if (stripe !== null) return stripe.name === 'stripe' ? 'stripe' : 'stripe-test';
  return settings.testCheckout || isFromHere(request) ? 'test' : 'none';
}
