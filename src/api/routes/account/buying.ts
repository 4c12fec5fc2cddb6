/** Buying a plan, changing and cancelling it: what a button asks of `Billing`. */
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../accounts/accounts.js';
import { ApiError } from '../../errors.js';
import * as schemas from '../../schemas/account.js';
import { post, signedIn } from './request.js';
import { checkoutFor, state } from './state.js';

export function buyingRoutes(pages: FastifyInstance, accounts: Accounts): void {
  const { billing } = accounts;

  pages.post<{ Body: schemas.PlanRequest }>('/checkout', post(schemas.PlanBody), async (request) => {
    const account = signedIn(request);
    if (checkoutFor(request, accounts) === 'none') throw new ApiError('not_for_sale');
    return { url: await billing.start(account, request.body.plan) };
  });

  pages.post<{ Body: schemas.CheckoutRequest }>('/checkout/finish', post(schemas.CheckoutBody), async (request) => ({
    paid: await billing.finish(signedIn(request).id, request.body.checkout),
  }));

  pages.post<{ Body: schemas.PlanRequest }>('/subscription/change', post(schemas.PlanBody), async (request, reply) => {
    await billing.change(signedIn(request).id, request.body.plan);
    return state(request, reply, accounts);
  });

  pages.post('/subscription/cancel', post(schemas.NoBody), async (request, reply) => {
    await billing.cancel(signedIn(request).id);
    return state(request, reply, accounts);
  });

  pages.post('/subscription/resume', post(schemas.NoBody), async (request, reply) => {
    await billing.resume(signedIn(request).id);
    return state(request, reply, accounts);
  });

  pages.post('/portal', post(schemas.NoBody), async (request) => ({ url: await billing.portal(signedIn(request).id) }));
}
