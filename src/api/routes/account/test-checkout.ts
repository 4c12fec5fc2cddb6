/** The page of the test checkout, which sells without money. */
import type { FastifyInstance } from 'fastify';
import type { TestCheckoutView } from '../../../web/account/types.js';
import type { Accounts } from '../../accounts/accounts.js';
import type { TestCheckout } from '../../accounts/test-checkout.js';
import { ApiError } from '../../errors.js';
import * as schemas from '../../schemas/account.js';
import { post, signedIn } from './request.js';
import { checkoutFor } from './state.js';

export function testCheckoutRoutes(pages: FastifyInstance, accounts: Accounts, testCheckout: TestCheckout): void {
  const { store } = accounts;

  pages.get<{ Querystring: { id: string } }>(
    '/test-checkout',
    { schema: { hide: true, querystring: schemas.CheckoutQuery } },
    (request): TestCheckoutView => {
      const view = testCheckout.view(request.query.id, signedIn(request).id);
      if (view === undefined) throw new ApiError('not_found', 'There is no such checkout');
      const { plan, amount, state } = view;
      return { plan: accounts.plans.plans.get(plan)?.title ?? plan, amount, state };
    },
  );
  pages.post<{ Body: schemas.CheckoutRequest }>('/test-checkout/pay', post(schemas.CheckoutBody), async (request) => {
    const { id } = signedIn(request);
    const { checkout } = request.body;
    if (checkoutFor(request, accounts) === 'none') throw new ApiError('not_for_sale');
    if (store.subscriptions.checkoutOwner(testCheckout.name, checkout) !== id) {
      throw new ApiError('not_found', 'There is no such checkout');
    }
    request.log.warn({ checkout }, 'the test checkout is selling a plan without payment');
    if (!(await testCheckout.pay(checkout)))
      throw new ApiError('conflict', 'This checkout has ended; choose the plan again');
    return { url: `/dashboard?checkout=${checkout}` };
  });
}
