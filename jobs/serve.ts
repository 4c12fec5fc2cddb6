/** `npm run serve`: the REST service, until it is told to stop. */
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { Option } from 'commander';
import { parsePublicUrl } from '../src/api/accounts/public-url.js';
import { readSettings } from '../src/api/accounts/settings.js';
import { loadPlans, PlanPathError } from '../src/api/plan-file.js';
import { BUILT_IN_PLANS, type PlanTable } from '../src/api/plans.js';
import { parseTrustedProxies } from '../src/api/proxies.js';
import { startServer } from '../src/api/server.js';
import { given } from '../src/given.js';
import { shown } from '../src/pgn/shown.js';
import { dbOption, EXIT, newCommand, notBlank, readBy, runCommand, wholeNumber } from './cli.js';
import { ECHO_MS } from './stop.js';

/** Milliseconds that requests under way get to finish after a signal. */
const GRACE = 15_000;
/** Milliseconds between two looks for the parent process. */
const PARENT_CHECK = 500;

const HELP = `
Prints its address on standard output as soon as it answers; the log goes to standard error. SIGTERM and SIGINT (Ctrl-C) let requests in
progress finish: those that have not arrived in full after 5 seconds are cut off, and those not answered after 15. A second signal ends it at once.

Requests go to /api/v1 without a key, where each address (IPv4, or the first 64 bits of IPv6) is counted separately, or to /v1 with a key
("npm run keys"), sent as "Authorization: Bearer KEY". The plan says how much is allowed:

  free     30 requests a minute, 3 games a UTC day   builder  120 requests a minute
  scale    500 requests a minute                     custom   no limit

--plans changes the plans by a JSON file, which only lists what is different; null means no limit:

  { "plans": { "free": { "requests_per_minute": 60, "games_per_day": 10 }, "team": { "requests_per_minute": 250 } },
    "refused_keys_per_minute": 60 }

refused_keys_per_minute is how many requests without a valid key an address may make to /v1 in a minute; beyond that, more of them get a 429
in place of a 401 until the minute is over. A valid key is let in all the while.

People sign in, buy plans and manage their keys at /pricing and /dashboard (docs/accounts.md). Payments go through Stripe if its keys are in
the environment (STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET). Otherwise there is a test checkout, which takes no money and works on this
machine only; --test-checkout opens it to everybody. Sign-in links are sent by e-mail if SMTP_URL and MAIL_FROM are set, and are written to
the log otherwise. Cookies are signed with MOTIF_SECRET, or with a secret kept in the database. Links lead to --public-url, or
MOTIF_PUBLIC_URL.

Behind a reverse proxy, give its address as --trust-proxy; otherwise all its clients count as one. X-Forwarded-For is believed from nobody else.

Examples:
  $ npm run serve
  $ npm run serve -- --host 0.0.0.0 --port 8080 --db /var/lib/motif/motif.db
  $ npm run serve -- --public-url https://motif.example --trust-proxy loopback
  $ npm run serve -- --plans plans.json --trust-proxy 10.0.0.7,10.1.0.0/16
  $ curl http://127.0.0.1:3000/api/v1/health
  $ curl -H 'Content-Type: application/json' -d '{"fen":"6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37"}' \\
      http://127.0.0.1:3000/api/v1/extract

Exit codes: 0 stopped by a signal; 1 failed, or requests that had arrived in full were cut off unanswered; 2 wrong command line`;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const publicAddress = readBy(parsePublicUrl, RangeError);
const proxies = readBy(parseTrustedProxies, RangeError);
const plansOf = readBy(loadPlans, PlanPathError);

interface Flags {
  host: string;
  port: number;
  db: string;
  nightly: string;
  logLevel: string;
  plans?: PlanTable;
  trustProxy?: string[];
  publicUrl?: string;
  testCheckout?: true;
}

const command = newCommand('serve', 'Serves the REST interface and the pages.', HELP)
  .option('--host <host>', 'interface to listen on', notBlank, '127.0.0.1')
  .option('--port <port>', 'port to listen on; 0 for any free port', wholeNumber(0, 65535), 3000)
  .addOption(dbOption('the database; created if it does not exist'))
  .option(
    '--nightly <folder>',
    'the --out folder of "npm run nightly", whose reports the page /runs opens',
    notBlank,
    'data/nightly',
  )
  .option('--plans <file>', 'JSON file with the plans that differ from the built-in ones', plansOf)
  .option(
    '--trust-proxy <list>',
    'addresses and ranges of reverse proxies to trust, or loopback, linklocal, uniquelocal',
    proxies,
  )
  .option('--public-url <url>', 'public address for links, such as https://motif.example', publicAddress)
  .option(
    '--test-checkout',
    'let everybody buy in the test checkout, without paying; never use it where plans are sold',
  )
  .addOption(
    new Option('--log-level <level>', 'least severe level of the log on standard error')
      .choices(LEVELS)
      .default('warn'),
  );

await runCommand(command, async () => {
  const { plans = BUILT_IN_PLANS, publicUrl, testCheckout, ...flags } = command.opts<Flags>();
  const accounts = readSettings(process.env, given({ publicUrl, testCheckout }));
  const server = await startServer({ ...flags, plans, accounts }).catch((error: unknown) => {
    throw inWords(error, flags);
  });
  // before anybody is told that it is ready, and may tell it to stop: nothing would wait for requests under way
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), npmGone()]);
  // the default is where it is looked for, not said to be
  if (command.getOptionValueSource('nightly') === 'cli') sayWithoutNights(flags.nightly);
  process.stdout.write(`Motif is ready: ${server.url}/api/v1 (store: ${flags.db})\n`);

  await told;
  process.stderr.write('serve: stopping; send the signal again to end at once\n');
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

/** Says that there are no reports where the operator has named a folder of them. A first night may make it yet, so that is no fault. */
function sayWithoutNights(folder: string): void {
  let is: string;
  try {
    const info = statSync(folder, { throwIfNoEntry: false });
    if (info?.isDirectory() === true) return;
    is = info === undefined ? 'there is no such folder yet' : 'this is not a folder';
  } catch (error) {
    // the service is running by now, and stays
    is = `it cannot be looked into (${error instanceof Error ? error.message : String(error)})`;
  }
  process.stderr.write(
    `serve: --nightly ${shown(folder)}: ${is}; /runs opens no reports before "npm run nightly -- --out" has written there\n`,
  );
}

/** Why nobody can listen there, and what to do; whatever else it is comes back as it is. */
function inWords(error: unknown, { host, port }: Pick<Flags, 'host' | 'port'>): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  const { code, syscall } = error;
  const say = (words: string): Error => new Error(`${words} (${String(code)})`, { cause: error });
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return say(
      `--host ${host} is not an address of this machine; use 127.0.0.1 to be reached from this machine only, 0.0.0.0 from anywhere`,
    );
  if (syscall !== 'listen') return error;
  if (code === 'EADDRINUSE')
    return say(
      `port ${port} of ${host} is in use, perhaps by another "npm run serve"; end that, or use another --port`,
    );
  if (code === 'EACCES')
    return say(`this user may not listen on port ${port}; use a --port from 1024 on, behind a proxy`);
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
