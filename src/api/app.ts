/**
 * Builds the REST app, without listening: `server.ts` does that, and tests inject requests into it.
 *
 * Timeouts are set by hand because the framework's defaults are none, and one slow client must not hold a socket for ever.
 */
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { unlimitedAccess, type Access } from './access.js';
import { makeAccounts, type AccountsOptions } from './accounts/accounts.js';
import type { Analyst } from './analyst.js';
import { AnswerCache } from './answers.js';
import { withoutKeys } from './log.js';
import { installBookkeeping } from './plugins/bookkeeping.js';
import { installCors } from './plugins/cors.js';
import { installDoors } from './plugins/doors.js';
import { installDraining } from './plugins/draining.js';
import { installJsonBody } from './plugins/json-body.js';
import { installLimits } from './plugins/limit.js';
import { installOpenApi } from './plugins/openapi.js';
import { installPages, type PagesOptions } from './plugins/pages.js';
import { installRefusals, onClientError, onFrameworkError } from './plugins/refusals.js';
import { installAccounts } from './routes/account/index.js';
import { extractRoute } from './routes/extract.js';
import { extractBatchRoute } from './routes/extract-batch.js';
import { extractGameRoute } from './routes/extract-game.js';
import { healthRoute } from './routes/health.js';
import { installOperators, type OperatorOptions } from './routes/operators.js';
import { installStripeEvents } from './routes/stripe-events.js';
import { UnreadAnswers } from './unread.js';

/** Milliseconds. */
export const TIMEOUTS = {
  /** All header bytes: an honest client sends them in one packet; slow-loris clients are cut here. */
  headers: 10_000,
  /** The whole request: 1 MB from a phone on a bad line takes some ten seconds. */
  request: 30_000,
  /** A socket on which nothing moves, while an answer is computed too: well above the longest game's analysis. */
  connection: 60_000,
  /** Between two requests: longer than the 60 s of common proxies, so that the proxy closes idle connections, not we under its hands. */
  keepAlive: 65_000,
  /** What a request that is on its way when the service is told to stop has to arrive. */
  arrival: 5_000,
  /** How often node looks for connections over their time; its default of 30 s would double the limits above. */
  check: 5_000,
};

/** Bytes of request headers. Node's own limit is 16 kB; the service reads three short ones. */
const MAX_HEADER_SIZE = 8 * 1024;

export interface AppOptions extends OperatorOptions {
  /** Where analyses come from. The caller owns it, and closes it after the app. */
  analyst: Analyst;
  /** Who may ask how much. Default: the free door is open without limit, and nobody has a key. */
  access?: Access;
  /** What the pages need beside their files. Default nothing. */
  pages?: PagesOptions;
  /** Who sells, and where people sign in. Default: there are no accounts. */
  accounts?: AccountsOptions;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is believed (`proxies.ts`). Default none. */
  trustProxy?: string[];
  /** In place of the service's own, for tests that cannot wait so long. */
  timeouts?: Partial<typeof TIMEOUTS>;
  /** The framework's logger options; default none. Bodies and headers are never logged, nor keys wherever they stand. */
  logger?: FastifyServerOptions['logger'];
}

/** Tells the requests of different runs apart, in logs that hold several. */
const RUN = Date.now().toString(36);
let requests = 0;

function requestId(): string {
  return `${RUN}-${++requests}`;
}

/** The app with all its routes; not yet ready (`await app.ready()`), not listening. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { access = unlimitedAccess(), trustProxy = [] } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const app = Fastify({
    logger: withoutKeys(options.logger ?? false),
    trustProxy: trustProxy.length > 0 && trustProxy,
    connectionTimeout: timeouts.connection,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.check,
      maxHeaderSize: MAX_HEADER_SIZE,
      // refused like any other request (refusals.ts), where node would send an empty answer
      requireHostHeader: false,
    },
    genReqId: requestId,
    // who asks on an open connection while the service closes is answered (plugins/draining.ts); the framework's 503 is none of ours
    return503OnClosing: false,
    clientErrorHandler: onClientError,
    frameworkErrors: onFrameworkError,
    // Keys that would reach into prototypes are refused, not silently dropped.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // The published messages name the offending field, so nothing may be coerced or dropped before it is looked at.
    ajv: {
      // verbose: complaints come with the value that they are of, and with what it might have been
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        allErrors: false,
        verbose: true,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  installJsonBody(app);
  installCors(app);
  installOpenApi(app);
  installRefusals(app);
  installDraining(app, timeouts.arrival);
  installLimits(app);
  installPages(app, options.pages ?? {});
  installBookkeeping(app, access);
  installOperators(app, options);
  if (options.accounts !== undefined) {
    const accounts = makeAccounts(options.accounts, app.log);
    installAccounts(app, accounts, access);
    if (accounts.stripe !== null) installStripeEvents(app, accounts.stripe, accounts.billing);
  }
  const answers = new AnswerCache();
  const unread = new UnreadAnswers();
  installDoors(app, access, async (api) => {
    await api.register(healthRoute);
    await api.register(extractRoute, { analyst: options.analyst, answers, unread });
    await api.register(extractGameRoute, { analyst: options.analyst, unread });
    await api.register(extractBatchRoute, { analyst: options.analyst });
  });
  return app;
}
