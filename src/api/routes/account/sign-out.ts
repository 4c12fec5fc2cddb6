/** Leaving: signing out, here or everywhere, and deleting the account. */
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../accounts/accounts.js';
import { patiently } from '../../accounts/patience.js';
import * as schemas from '../../schemas/account.js';
import { post, signedIn } from './request.js';

export function signOutRoutes(pages: FastifyInstance, accounts: Accounts): void {
  pages.post('/sign-out', post(schemas.NoBody), async (_request, reply) => {
    await reply.signOut();
    return { signed_out: true };
  });

  pages.post('/sign-out/everywhere', post(schemas.NoBody), async (request, reply) => {
    const { id } = signedIn(request);
    await reply.signOut();
    await patiently(() => accounts.store.accounts.dropSessions(id));
    return { signed_out: true };
  });

  pages.post('/delete', post(schemas.NoBody), async (request, reply) => {
    const { id } = signedIn(request);
    await accounts.billing.release(id, async () => {
      await reply.signOut();
      await patiently(() => accounts.store.accounts.delete(id));
    });
    return { deleted: true };
  });
}
