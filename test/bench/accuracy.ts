/**
 * `npm run bench:accuracy -- PUZZLES.csv`: how often does the engine say what the labels of the Lichess puzzles say?
 *
 * The report depends on the engine and the file alone, never on the machine: what it took is told on stderr.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { ENGINE } from '../../src/tactics/version.js';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import type { Disagreement } from './accuracy/disagreements.js';
import { replacePart } from './accuracy/document.js';
import {
  figuresOf,
  findFalls,
  findLike,
  keep,
  makeKept,
  parseKept,
  partName,
  type Kept,
  type KeptRun,
} from './accuracy/kept.js';
import { Tally, type Measures } from './accuracy/measures.js';
import { readPuzzles } from './accuracy/puzzles.js';
import { makeReport } from './accuracy/report.js';
import { judgeAll } from './accuracy/threads.js';
import { warnIfStale } from './built.js';
import { grouped } from './markdown.js';

const HELP = `
Any file in the Lichess puzzle format will do: the database itself (database.lichess.org, CC0), or a part of it with at least the
columns PuzzleId, FEN, Moves, Rating and Themes. The project ships none, for want of size, not of licence.

  recall line      of the puzzles labelled T: l2 has T at one of the solver's moves, with that move as trigger
  recall first     the same at the solver's first move alone
  precision line   of what is so reported: the label says it too
  (within)         the same without what the labels cannot judge: it lies behind the puzzle's last move, or is a fork on it
  solved           the solution's first move is the trigger of the first tactic
  seen at l1       recall line of the structural scan

Means are unweighted; the row "all", the ratings and the causes count (puzzle, pattern) pairs, "solved" always puzzles. The report says
of every further table what it counts.

The repository keeps its figures in docs/accuracy.json, of all puzzles and of every fourth, and the report in docs/accuracy.md; after a
change of results:
  $ npm run bench:accuracy -- puzzles-dev.csv --keep docs/accuracy.json --write docs/accuracy.md
  $ npm run bench:accuracy -- puzzles-dev.csv --every 4 --keep docs/accuracy.json

Examples:
  $ npm run bench:accuracy -- puzzles.csv
  $ npm run bench:accuracy -- puzzles-dev.csv --every 4 --against docs/accuracy.json
  $ zstdcat lichess_db_puzzle.csv.zst | npm run bench:accuracy -- - --every 400 --offset 7
  $ npm run -s bench:accuracy -- puzzles.csv --markdown --disagreements disagreements.jsonl > report.md

Exit codes: 0 done, 1 a figure has fallen (see stderr), or it could not be measured or compared, 2 wrong command line, 3 done, but some
rows could not be read (see stderr).`;

interface Flags {
  every: number;
  offset: number;
  workers: number;
  json?: true;
  markdown?: true;
  disagreements?: string;
  write?: string;
  keep?: string;
  against?: string;
  fall: number;
}

const command = newCommand('bench:accuracy', 'Measures the engine against the labels of Lichess puzzles.', HELP)
  .argument('<puzzles.csv>', 'the puzzles; - for standard input')
  .option('--every <n>', 'take every nth puzzle only', wholeNumber(1, 1_000_000), 1)
  .option(
    '--offset <k>',
    'and begin with number k, from 0: parts with different k share no puzzle',
    wholeNumber(0, 999_999),
    0,
  )
  .option(
    '--workers <n>',
    'threads; the report is the same with any number',
    wholeNumber(1, 256),
    availableParallelism(),
  )
  .option('--markdown', 'the report as docs/accuracy.md keeps it')
  .option('--json', 'one line of JSON instead of tables')
  .option('--disagreements <file>', 'write each (puzzle, pattern) on which label and engine differ, one JSON line each')
  .option('--write <file>', 'put the report between the two markers of a Markdown file')
  .option('--keep <file>', 'put the main figures into a JSON file, beside those of other parts')
  .option('--against <file>', 'compare them with those in such a file; fail, and keep nothing, where one has fallen')
  .option('--fall <points>', 'by more than so many points of a percent', points, 0.5);

function points(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value > 100) throw new InvalidArgumentError('A number from 0 to 100 is needed.');
  return value;
}

/** Which engine on which puzzles. */
function headOf({ puzzles, labelled_puzzles: labelled, positions }: Measures, run: KeptRun): string {
  return (
    `Engine ${run.engine.version}, signature \`${run.engine.signature}\`, on ${partName(run)}.\n` +
    `${grouped(puzzles)} puzzles, ${grouped(labelled)} with one of the ten labels; ${grouped(positions)} positions. ` +
    'Shares in percent.'
  );
}

function render(measures: Measures, run: KeptRun, json: boolean): string {
  if (!json) return `${headOf(measures, run)}\n\n${makeReport(measures)}`;
  const { file, sha256, every, offset } = run;
  return JSON.stringify({ engine: ENGINE, file, sha256, every, offset, ...measures });
}

async function writeOut(out: Writable | undefined, disagreements: readonly Disagreement[]): Promise<void> {
  if (out === undefined) return;
  for (const item of disagreements) if (!out.write(JSON.stringify(item) + '\n')) await once(out, 'drain');
}

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function readKept(path: string): Kept {
  try {
    return parseKept(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Whether no figure has fallen by more than `most` points; those that have are named on stderr. */
function holds(kept: Kept, run: KeptRun, most: number): boolean {
  const like = findLike(kept, run);
  const falls = findFalls(like.figures, run.figures, most);
  for (const { figure, was, is } of falls) process.stderr.write(`fallen: ${figure}, ${was} -> ${is ?? 'nothing'}\n`);
  const result = falls.length === 0 ? 'none has' : `${falls.length} have`;
  process.stderr.write(
    `compared with the figures of engine ${like.engine.signature}: ${result} fallen by more than ${most} points\n`,
  );
  return falls.length === 0;
}

async function measure(): Promise<number> {
  const flags = command.opts<Flags>();
  const { every, offset, workers } = flags;
  if (offset >= every) {
    command.error(`error: --offset ${offset} is not below --every ${every}`, { exitCode: EXIT.usage });
  }
  warnIfStale();
  const [path = '-'] = command.args;
  const against = flags.against === undefined ? undefined : readKept(flags.against);
  const tally = new Tally();
  const out = flags.disagreements === undefined ? undefined : createWriteStream(flags.disagreements);
  const start = performance.now();
  const cpu = process.cpuUsage();
  let bad = 0;

  const hash = createHash('sha256');
  const chunks: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path);
  for await (const verdict of judgeAll(readPuzzles(hashing(chunks, hash), every, offset), workers)) {
    if ('refused' in verdict) {
      if (++bad <= 10) process.stderr.write(`warning: ${verdict.refused}\n`);
      continue;
    }
    tally.add(verdict);
    await writeOut(out, verdict.disagreements);
  }
  if (out !== undefined) await finished(out.end());

  const measures = tally.measures();
  const { version, signature } = ENGINE;
  const run: KeptRun = {
    file: basename(path),
    sha256: hash.digest('hex'),
    every,
    offset,
    engine: { version, signature },
    puzzles: measures.puzzles,
    figures: figuresOf(measures),
  };
  await writeLine(render(measures, run, flags.json ?? false));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  if (bad > 0) process.stderr.write(`${bad} rows could not be read\n`);
  process.stderr.write(
    `${seconds(performance.now() - start)} s, ${seconds((user + system) / 1000)} s of processor time\n`,
  );

  if (against !== undefined && !holds(against, run, flags.fall)) return EXIT.failure;
  if (flags.keep !== undefined) {
    const kept = existsSync(flags.keep) ? readKept(flags.keep) : { runs: [] };
    writeFileSync(flags.keep, makeKept(keep(kept, run)));
  }
  if (flags.write !== undefined) {
    const document = readFileSync(flags.write, 'utf8');
    writeFileSync(flags.write, replacePart(document, render(measures, run, false)));
  }
  return bad > 0 ? EXIT.badInput : EXIT.ok;
}

await runCommand(command, measure);
