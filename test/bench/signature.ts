/** `npm run signature`: what the engine's results hash to, for the commit that changes them and for `src/tactics/version.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, newCommand, outliveReader, runCommand, writeLine } from '../../jobs/cli.js';
import { ROOT } from '../../src/paths.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { warnIfStale } from './built.js';
import { grouped } from './markdown.js';
import { computeSignature } from './signature/compute.js';

const HELP = `
Prints the signature on stdout, and what it was taken of on stderr. Stores and caches keep it beside each result, so that results of
different engines are never mixed: after a change of results, run it with --write, build, and quote it in the commit.

Examples:
  $ npm run -s signature
  $ npm run build && npm run signature -- --write && npm run build:ts

Exit codes: 0 done (whether or not the constant was true), 1 it could not be computed, 2 wrong command line.`;

const VERSION_FILE = join(ROOT, 'src', 'tactics', 'version.ts');
const CONSTANT = /(\bsignature: ')[^']*(')/;

const command = newCommand('signature', "A hash over the engine's results on fixed positions.", HELP).option(
  '--write',
  'put it into src/tactics/version.ts',
);

async function write(hash: string): Promise<void> {
  const text = await readFile(VERSION_FILE, 'utf8');
  if (!CONSTANT.test(text)) throw new Error(`${VERSION_FILE} holds no signature`);
  await writeFile(VERSION_FILE, text.replace(CONSTANT, `$1${hash}$2`));
  process.stderr.write('written to src/tactics/version.ts; run `npm run build:ts`\n');
}

async function sign(): Promise<number> {
  warnIfStale();
  const isToWrite = command.opts<{ write?: true }>().write === true;
  if (isToWrite) outliveReader(); // `| head -1` has what it wanted before the file is written
  const start = performance.now();
  const { hash, games, l1, l2 } = await computeSignature(await loadEngine());
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  await writeLine(hash);
  process.stderr.write(
    `${grouped(games)} games; l1: ${grouped(l1.positions)} positions, ${grouped(l1.bytes)} bytes; ` +
      `l2: ${grouped(l2.positions)} positions, ${grouped(l2.bytes)} bytes; ${seconds} s\n`,
  );
  if (isToWrite) await write(hash);
  else if (hash !== ENGINE.signature) {
    process.stderr.write(
      `src/tactics/version.ts says ${ENGINE.signature}: results have changed (--write puts it right)\n`,
    );
  }
  return EXIT.ok;
}

await runCommand(command, sign);
