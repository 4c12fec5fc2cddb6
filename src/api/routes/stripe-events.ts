/**
 * `POST /webhooks/stripe`: where Stripe tells of payments. Only what it has signed is looked at, and what is answered with 200 is written
 * down; anything else it sends again.
 */
import type { FastifyInstance } from 'fastify';
import type { Billing } from '../accounts/billing.js';
import type { StripeProvider } from '../accounts/stripe.js';
import { ApiError } from '../errors.js';

/** Bytes: an event holds one object, tens of kilobytes at most. */
const BODY_LIMIT = 512 * 1024;

export function installStripeEvents(app: FastifyInstance, stripe: StripeProvider, billing: Billing): void {
  app.register((webhook, _options, done) => {
    // the signature is over the bytes as they came
    webhook.removeAllContentTypeParsers();
    webhook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    webhook.post<{ Body: Buffer | undefined }>(
      '/webhooks/stripe',
      { schema: { hide: true }, bodyLimit: BODY_LIMIT },
      async (request) => {
        const signature = request.headers['stripe-signature'];
        if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) throw new ApiError('bad_signature');
        const event = stripe.readEvent(request.body, signature);
        if (event === null) {
          request.log.warn('an event of the other mode of Stripe (test or live) was passed over');
          return { outcome: 'ignored' };
        }
        return { outcome: await billing.receive(event) };
      },
    );
    done();
  });
}
