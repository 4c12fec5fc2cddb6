/** `npm run serve`: the REST service, until it is told to stop. */
import { once } from 'node:events';
import { Option } from 'commander';
import { startServer } from '../src/api/server.js';
import { EXIT, newCommand, runCommand, wholeNumber } from './cli.js';

/** Milliseconds that requests under way get to finish after a signal. */
const GRACE = 15_000;
/** Milliseconds within which a second signal is the first one's echo: npm passes on what the terminal has sent to everybody. */
const ECHO = 500;
/** Milliseconds between two looks for the parent process. */
const PARENT_CHECK = 500;

const HELP = `
Prints its address on standard output as soon as it answers; the log goes to standard error. SIGTERM and SIGINT (Ctrl-C) let requests
under way finish; a second signal ends it at once.

Examples:
  $ npm run serve
  $ npm run serve -- --host 0.0.0.0 --port 8080 --db /var/lib/motif/motif.db
  $ curl http://127.0.0.1:3000/api/v1/health
  $ curl -H 'Content-Type: application/json' -d '{"fen":"6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37"}' \\
      http://127.0.0.1:3000/api/v1/extract

Exit codes: 0 stopped by a signal; 1 failed; 2 wrong command line`;

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

interface Flags {
  host: string;
  port: number;
  db: string;
  logLevel: string;
}

const command = newCommand('serve', 'The REST service over the store and the engine.', HELP)
  .option('--host <host>', 'interface to listen on', '127.0.0.1')
  .option('--port <port>', 'port to listen on; 0 for any that is free', wholeNumber(0, 65535), 3000)
  .option('--db <file>', 'the database; created where there is none', 'data/motif.db')
  .addOption(new Option('--log-level <level>', 'what the log on standard error holds').choices(LEVELS).default('warn'));

await runCommand(command, async () => {
  const { host, port, db, logLevel } = command.opts<Flags>();
  const server = await startServer({ host, port, db, logLevel });
  process.stdout.write(`Motif is ready: ${server.url}/api/v1 (store: ${db})\n`);

  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), npmGone()]);
  process.stderr.write('serve: stopping; once more to stop at once\n');
  const first = performance.now();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (performance.now() - first > ECHO) process.exit(EXIT.failure);
    });
  }
  setTimeout(() => {
    process.stderr.write(`serve: requests still open after ${GRACE / 1000} s were cut off\n`);
    process.exit(EXIT.failure);
  }, GRACE).unref();
  await server.close();
  return EXIT.ok;
});

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
