/** `npm run serve`: the REST service, until it is told to stop. */
import { once } from 'node:events';
import { Option } from 'commander';
import { parsePublicUrl } from '../src/api/accounts/public-url.js';
import { readSettings } from '../src/api/accounts/settings.js';
import { BUILT_IN_PLANS, loadPlans } from '../src/api/plans.js';
import { parseTrustedProxies } from '../src/api/proxies.js';
import { startServer } from '../src/api/server.js';
import { given } from '../src/given.js';
import { dbOption, EXIT, newCommand, notBlank, readBy, runCommand, wholeNumber } from './cli.js';
import { ECHO_MS } from './stop.js';

/** Milliseconds that requests under way get to finish after a signal. */
const GRACE = 15_000;
/** Milliseconds between two looks for the parent process. */
const PARENT_CHECK = 500;

const HELP = `
Prints its address on standard output as soon as it answers; the log goes to standard error. SIGTERM and SIGINT (Ctrl-C) let requests
under way finish: those that have not arrived after 5 seconds are cut off, and what is not answered after 15. A second signal ends it at once.

There are two doors: /api/v1 without a key, each address (IPv4, or the first 64 bits of IPv6) for itself, and /v1 with a key ("npm run
keys"), sent as "Authorization: Bearer KEY". What each may do is in one table:

  free     30 requests a minute, 3 games a UTC day   builder  120 requests a minute
  scale    500 requests a minute                     custom   no limit

--plans changes it with a JSON file, which names what is different; null stands for no limit:

  { "plans": { "free": { "requests_per_minute": 60, "games_per_day": 10 }, "team": { "requests_per_minute": 250 } },
    "refused_keys_per_minute": 60 }

refused_keys_per_minute is how many requests without a valid key an address may make at /v1; then none from there is looked at until the
minute is over.

People sign in, buy and look after their keys at /pricing and /dashboard (docs/accounts.md). Payments go through Stripe where its keys are in
the environment, STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET. Without them there is a test checkout, which takes no money, for this machine
alone; --test-checkout opens it to everybody. Sign-in links are sent by SMTP_URL and MAIL_FROM, and stand in the log without them. MOTIF_SECRET
signs the cookies (by default a secret that the database keeps). Links lead to --public-url, or MOTIF_PUBLIC_URL.

Behind a reverse proxy, name its address with --trust-proxy, or all the world is one client. Nobody else's X-Forwarded-For is believed.

Examples:
  $ npm run serve
  $ npm run serve -- --host 0.0.0.0 --port 8080 --db /var/lib/motif/motif.db
  $ npm run serve -- --public-url https://motif.example --trust-proxy loopback
  $ npm run serve -- --plans plans.json --trust-proxy 10.0.0.7,10.1.0.0/16
  $ curl http://127.0.0.1:3000/api/v1/health
  $ curl -H 'Content-Type: application/json' -d '{"fen":"6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37"}' \\
      http://127.0.0.1:3000/api/v1/extract

Exit codes: 0 stopped by a signal; 1 failed, or requests were cut off unanswered; 2 wrong command line`;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const publicAddress = readBy(parsePublicUrl, RangeError);
const proxies = readBy(parseTrustedProxies, RangeError);

interface Flags {
  host: string;
  port: number;
  db: string;
  nightly: string;
  logLevel: string;
  plans?: string;
  trustProxy?: string[];
  publicUrl?: string;
  testCheckout?: true;
}

const command = newCommand('serve', 'The REST service over the store and the engine.', HELP)
  .option('--host <host>', 'interface to listen on', notBlank, '127.0.0.1')
  .option('--port <port>', 'port to listen on; 0 for any that is free', wholeNumber(0, 65535), 3000)
  .addOption(dbOption('the database; created where there is none'))
  .option('--nightly <folder>', 'what nights write to: the page /runs opens their reports', notBlank, 'data/nightly')
  .option('--plans <file>', 'JSON with the plans that differ from the built-in ones')
  .option(
    '--trust-proxy <list>',
    'addresses and ranges of reverse proxies, or loopback, linklocal, uniquelocal',
    proxies,
  )
  .option('--public-url <url>', 'the address that people know, such as https://motif.example: for links', publicAddress)
  .option('--test-checkout', 'let everybody buy in the test checkout, without money: never where keys are worth some')
  .addOption(new Option('--log-level <level>', 'what the log on standard error holds').choices(LEVELS).default('warn'));

await runCommand(command, async () => {
  const { plans, publicUrl, testCheckout, ...flags } = command.opts<Flags>();
  const accounts = readSettings(process.env, given({ publicUrl, testCheckout }));
  const table = plans === undefined ? BUILT_IN_PLANS : loadPlans(plans);
  const server = await startServer({ ...flags, plans: table, accounts }).catch((error: unknown) => {
    throw inWords(error, flags);
  });
  process.stdout.write(`Motif is ready: ${server.url}/api/v1 (store: ${flags.db})\n`);

  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), npmGone()]);
  process.stderr.write('serve: stopping; once more to stop at once\n');
  const first = performance.now();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (performance.now() - first > ECHO_MS) process.exit(EXIT.failure);
    });
  }
  setTimeout(() => {
    process.stderr.write(`serve: requests still open after ${GRACE / 1000} s were cut off\n`);
    process.exit(EXIT.failure);
  }, GRACE).unref();
  await server.close();
  // what the payment provider may have been asked meanwhile nobody waits for any more
  process.exit(EXIT.ok);
});

/** Why nobody can listen there, and what to do; whatever else it is comes back as it is. */
function inWords(error: unknown, { host, port }: Pick<Flags, 'host' | 'port'>): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  const { code, syscall } = error;
  const say = (words: string): Error => new Error(`${words} (${String(code)})`, { cause: error });
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return say(`--host ${host} is no address of this machine; 127.0.0.1 listens to this machine alone, 0.0.0.0 to all`);
  if (syscall !== 'listen') return error;
  if (code === 'EADDRINUSE')
    return say(
      `port ${port} of ${host} is taken, perhaps by another "npm run serve"; end that, or take another --port`,
    );
  if (code === 'EACCES')
    return say(`port ${port} may not be taken by this user; take a --port from 1024 on, and put a proxy before it`);
  return error;
}

/**
 * Resolves when the npm that started this process is gone. npm passes signals on to its shell, and many shells end of them without
 * telling us: a supervisor that stops `npm run serve` would leave the service behind, holding its port.
 */
function npmGone(): Promise<void> {
  return new Promise((resolve) => {
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, PARENT_CHECK);
    timer.unref();
  });
}
