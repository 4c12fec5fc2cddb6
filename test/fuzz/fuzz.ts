/** `npm run fuzz`: a million cases, offline. The tests run ten thousand. */
import { Worker } from 'node:worker_threads';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import type { FuzzReport } from './run.js';

/** Seconds without a new case after which the one at hand is taken to hang. */
const HANG = 60;

const HELP = `
Every case is bytes that look like PGN and are not quite, or, one in eight, an archive that is not quite whole; the archive readers, the splitter, the tag reader, the decoder and a whole scan must take them without a
crash, a hang or growing memory, and the same way in any chunks. A case that fails is made small and shown. Cases depend on the seed
and their number alone.

Examples:
  $ npm run fuzz
  $ npm run fuzz -- --cases 1000000 --seed 7
  $ npm run fuzz -- --seed 7 --first 123456 --cases 1

Exit codes: 0 nothing was found, 1 something was, 2 wrong command line.`;

interface Flags {
  cases: number;
  seed: number;
  first: number;
}

const command = newCommand('fuzz', 'Throws broken games and archives at their readers.', HELP)
  .option('--cases <n>', 'how many', wholeNumber(1, 1_000_000_000), 100_000)
  .option('--seed <n>', 'which ones', wholeNumber(0, 2_147_483_647), 1)
  .option('--first <n>', 'number of the first', wholeNumber(0, 1_000_000_000), 0);

function run(flags: Flags): Promise<FuzzReport> {
  const current = new Int32Array(new SharedArrayBuffer(4));
  current[0] = flags.first;
  const worker = new Worker(new URL('worker.js', import.meta.url), { workerData: { ...flags, current } });
  return new Promise((resolve, reject) => {
    let last = -1;
    let since = performance.now();
    let told = since;
    const watch = setInterval(() => {
      const index = Atomics.load(current, 0);
      const now = performance.now();
      if (index !== last) [last, since] = [index, now];
      else if (now - since > HANG * 1000) {
        reject(new Error(`case ${index} of seed ${flags.seed} does not end`));
        void worker.terminate();
      }
      if (now - told > 30_000) {
        told = now;
        process.stderr.write(`${index - flags.first} cases\n`);
      }
    }, 1000);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearInterval(watch);
      reject(new Error(`the thread ended with ${code} in case ${Atomics.load(current, 0)} of seed ${flags.seed}`));
    });
  });
}

async function main(): Promise<number> {
  const { cases, archives, bytes, games, seconds, slowest, growth, failure } = await run(command.opts<Flags>());
  await writeLine(
    `${cases} cases of ${(bytes / cases).toFixed(0)} bytes, ${archives} of them archives; ${games.games} games: ${games.scanned} scanned, ${games.filtered} filtered, ` +
      `${games.quarantined} quarantined; ${(cases / seconds).toFixed(0)} cases/s, the slowest took ${slowest.toFixed(0)} ms, ` +
      `memory grew by ${growth.toFixed(0)} MB`,
  );
  if (failure === null) return EXIT.ok;
  await writeLine(
    `case ${failure.index}: ${failure.message}\n${JSON.stringify(Buffer.from(failure.bytes).toString('latin1'))}`,
  );
  return EXIT.failure;
}

await runCommand(command, main);
