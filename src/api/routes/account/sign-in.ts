/** Signing in: a link is asked for, looked at, and used. */
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../accounts/accounts.js';
import { readEmail } from '../../accounts/mail.js';
import { isToken, readGoal } from '../../accounts/sign-in.js';
import { ApiError } from '../../errors.js';
import { limiter } from '../../plugins/limit.js';
import * as schemas from '../../schemas/account.js';
import { refuseBeyond } from './limits.js';
import { post } from './request.js';

/** Milliseconds. */
const WHILE = 15 * 60_000;
/** Links that an address may ask for in that time, and that are sent to one e-mail address: a letter is a stranger's to read. */
const LINKS_FROM = 10;
const LINKS_TO = 5;

export function signInRoutes(pages: FastifyInstance, accounts: Accounts): void {
  const { signIn } = accounts;
  const from = limiter(pages, { timeWindow: WHILE, max: LINKS_FROM });
  const to = limiter(pages, {
    timeWindow: WHILE,
    max: LINKS_TO,
    keyGenerator: (request) => readEmail((request.body as schemas.EmailRequest).email) ?? '',
  });

  pages.post<{ Body: schemas.EmailRequest }>('/sign-in', post(schemas.EmailBody), async (request) => {
    const email = readEmail(request.body.email);
    if (email === null)
      throw new ApiError('invalid_field', 'This is not an e-mail address, which looks like name@example.org');
    refuseBeyond(await from(request, true));
    refuseBeyond(await to(request, true));
    await signIn.send(email, readGoal(request.body.goal));
    return { sent: true, delivered: accounts.mailer.delivers };
  });

  pages.post<{ Body: schemas.TokenRequest }>('/sign-in/look', post(schemas.TokenBody), (request) => {
    refuseMiscopied(request.body.token);
    const link = signIn.look(request.body.token);
    if (link === undefined) throw new ApiError('link_spent');
    return { email: link.email };
  });

  pages.post<{ Body: schemas.TokenRequest }>('/sign-in/confirm', post(schemas.TokenBody), async (request, reply) => {
    refuseMiscopied(request.body.token);
    const used = await signIn.use(request.body.token);
    if (used === undefined) throw new ApiError('link_spent');
    await reply.signIn(used.account.id);
    return { goal: used.goal };
  });
}

/** Who has copied a part of a link is not helped by being told that it was used before. */
function refuseMiscopied(token: string): void {
  if (!isToken(token)) throw new ApiError('link_miscopied');
}
