/**
 * `npm run bench:accuracy -- PUZZLES.csv`: how often does the engine say what the labels of the Lichess puzzles say?
 *
 * The report depends on the engine and the file alone, never on the machine: what it took is told on stderr.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import { judge, type Disagreement } from './accuracy/judge.js';
import { Tally, type Measures } from './accuracy/measures.js';
import { readPuzzles } from './accuracy/puzzles.js';
import { accuracyTables } from './accuracy/tables.js';
import { Tree } from './accuracy/tree.js';
import { warnIfStale } from './built.js';
import { grouped } from './markdown.js';

const HELP = `
Any file in the Lichess puzzle format will do: the database itself (database.lichess.org, CC0), or a part of it with at least the
columns PuzzleId, FEN, Moves, Rating and Themes. The project ships none, for want of size, not of licence.

  recall line      of the puzzles labelled T: l2 has T at one of the solver's moves, with that move as trigger
  recall first     the same at the solver's first move alone
  precision line   of what is so reported: the label says it too
  solved           the solution's first move is the trigger of the first tactic
  seen at l1       recall line of the structural scan

Means are unweighted; the row "all", the ratings and the causes count (puzzle, pattern) pairs, "solved" always puzzles.

Examples:
  $ npm run bench:accuracy -- puzzles.csv
  $ zstdcat lichess_db_puzzle.csv.zst | npm run bench:accuracy -- - --every 400 --offset 7
  $ npm run -s bench:accuracy -- puzzles.csv --markdown --disagreements disagreements.jsonl > table.md

Exit codes: 0 done, 1 the file cannot be read, 2 wrong command line, 3 done, but some rows could not be read (see stderr).`;

interface Flags {
  every: number;
  offset: number;
  json?: true;
  markdown?: true;
  disagreements?: string;
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
  .option('--markdown', 'the tables alone, as docs/accuracy.md keeps them')
  .option('--json', 'one line of JSON instead of tables')
  .option(
    '--disagreements <file>',
    'write each (puzzle, pattern) on which label and engine differ, one JSON line each',
  );

function render(measures: Measures, flags: Flags): string {
  const part = flags.every === 1 ? {} : { every: flags.every, offset: flags.offset };
  if (flags.json) return JSON.stringify({ engine: ENGINE, ...part, ...measures });
  const tables = accuracyTables(measures);
  if (flags.markdown) return tables;
  const subset = flags.every === 1 ? '' : ` (one in ${flags.every}, from number ${flags.offset})`;
  const { puzzles, labelled_puzzles: labelled, positions } = measures;
  const head =
    `${grouped(puzzles)} puzzles${subset}, ${grouped(labelled)} with one of the ten labels, ` +
    `${grouped(positions)} positions; shares in percent`;
  return `${head}\n\n${tables}`;
}

async function write(out: Writable | undefined, disagreements: readonly Disagreement[]): Promise<void> {
  if (out === undefined) return;
  for (const item of disagreements) if (!out.write(JSON.stringify(item) + '\n')) await once(out, 'drain');
}

async function measure(): Promise<number> {
  const flags = command.opts<Flags>();
  if (flags.offset >= flags.every) {
    command.error(`error: --offset ${flags.offset} is not below --every ${flags.every}`, { exitCode: EXIT.usage });
  }
  warnIfStale();
  const [path = '-'] = command.args;
  const engine = await loadEngine();
  const tree = await Tree.load();
  const tally = new Tally();
  const out = flags.disagreements === undefined ? undefined : createWriteStream(flags.disagreements);
  const start = performance.now();
  const cpu = process.cpuUsage();
  let bad = 0;
  const refuse = (what: string): void => {
    if (++bad <= 10) process.stderr.write(`warning: ${what}\n`);
  };

  const chunks: AsyncIterable<Uint8Array> = path === '-' ? process.stdin : createReadStream(path);
  for await (const puzzle of readPuzzles(chunks, flags.every, flags.offset)) {
    if ('reason' in puzzle) {
      refuse(`line ${puzzle.line}: ${puzzle.reason}`);
      continue;
    }
    const verdict = judge(engine, tree, puzzle);
    if (verdict === null) {
      refuse(`puzzle ${puzzle.id}: its moves cannot be played`);
      continue;
    }
    tally.add(verdict);
    await write(out, verdict.disagreements);
  }
  if (out !== undefined) await finished(out.end());

  await writeLine(render(tally.measures(), flags));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  if (bad > 0) process.stderr.write(`${bad} rows could not be read\n`);
  process.stderr.write(
    `${seconds(performance.now() - start)} s, ${seconds((user + system) / 1000)} s of processor time\n`,
  );
  return bad > 0 ? EXIT.badInput : EXIT.ok;
}

await runCommand(command, measure);
