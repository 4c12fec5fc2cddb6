/**
 * `npm run export -- --format F --out FILE`: stored tactics -> a dataset of puzzles.
 *
 * Puzzles are first looked for among the positions that no run has asked yet (`pipeline/puzzles.ts`), then chosen and written
 * (`src/export`). Only flags, signals, progress and exit codes are here.
 */
import { accessSync, constants } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { InvalidArgumentError, Option } from 'commander';
import { exportPuzzles, type ExportRequest } from '../src/export/export.js';
import { dataPaths, exportToFiles, outputPaths } from '../src/export/files.js';
import { findFormat, FORMATS } from '../src/export/formats.js';
import { gapsOf, type Gaps } from '../src/export/gaps.js';
import type { ExportCounts } from '../src/export/report.js';
import { WorkerPool } from '../src/pipeline/pool.js';
import { count, countGames, gamesWere } from '../src/tactics/figures.js';
import { minePuzzles } from '../src/pipeline/puzzles.js';
import { isThere } from '../src/store/errors.js';
import { dbFlag } from '../src/store/shell.js';
import { openStore } from '../src/store/open.js';
import type { Store } from '../src/store/store.js';
import { compileKernel, loadEngine } from '../src/tactics/kernel.js';
import { ENGINE } from '../src/tactics/version.js';
import { dbOption, EXIT, newCommand, refuse, results, runCommand, wholeNumber, writeLine } from './cli.js';
import { addChoiceOptions, CHOICE_HELP, settleChoice, type ChoiceFlags } from './choice.js';
import { behindRemark, partialRemarks } from './remarks.js';
import { Steps } from './steps.js';
import { besideProgress, listenForStop, type Stop } from './stop.js';
import { faultOfPlace, isTaken, placeOf, placesOfDatabase, STDOUT } from './target.js';

const HELP = `
Formats:
${FORMATS.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

First looks for puzzles among the tactics of the database (each position is examined only once, by whichever run comes first), then selects
and writes them. Next to FILE it writes FILE.card.md, which says what is in the dataset, how it was selected and where it comes from, and a
chart, FILE.card.svg. Files get their names only when they are complete; a run that fails or is stopped leaves none. Existing files are not
overwritten without --force, which also removes the parts of an earlier split. With --out - the dataset goes to standard output, and no card
is written. What counts as a puzzle, what the fields mean and how the difficulty is estimated: docs/puzzles.md.
${CHOICE_HELP}

Examples:
  $ npm run export -- --format lichess-csv --out puzzles.csv
  $ npm run export -- --format jsonl --out forks.jsonl --patterns fork --min-gain 300 --moves 2-3
  $ npm run export -- --format parquet --out train.parquet --per-pattern 5000 --split 80/10/10 --seed 7
  $ npm run export -- --format pgn --out study.pgn --player "Tal" --limit 60
  $ npm run -s export -- --format epd --out - --mate --moves 2 | head

Exit codes:
  0    the dataset is written
  1    no dataset was written: the database has no puzzles, none of them matches, or a file cannot be written
  2    wrong command line: an unknown flag or value, or files that exist already
  130  stopped by SIGINT (Ctrl-C): no dataset was written, but the puzzles found so far are kept in the database
  143  stopped by SIGTERM, in the same way`;

interface Flags extends ChoiceFlags {
  format: string;
  out: string;
  db: string;
  workers: number;
  mine: boolean;
  licence?: string;
  force?: true;
  json?: true;
  quiet?: true;
}

const command = newCommand('export', 'Writes the puzzles of the database as a dataset.', HELP)
  .addOption(
    new Option('--format <format>', 'format of the dataset')
      .choices(FORMATS.map(({ name }) => name))
      .makeOptionMandatory(),
  )
  .requiredOption('--out <file>', 'file to write; - for standard output')
  .addOption(dbOption('the database'));
addChoiceOptions(command)
  .option('--licence <text>', 'terms on which the dataset may be used, for its card', readLicence)
  .option('--workers <n>', 'worker threads that look for puzzles', wholeNumber(1, 256), availableParallelism())
  .option('--no-mine', 'do not look for new puzzles; the database is only read')
  .option('--force', 'replace an existing dataset, with all parts of an earlier split')
  .option('--json', 'end with one line of JSON instead of the table')
  .option('--quiet', 'show no progress');

/** Blank terms would stand on the card as if something had been said. */
function readLicence(text: string): string {
  if (text.trim() === '')
    throw new InvalidArgumentError(
      'Terms are needed, such as CC0-1.0; without --licence the card says that none were stated.',
    );
  return text;
}

/** Ends the run where its files could not be written, before the work. */
function refuseTargets({ out, force, db, split, json, licence }: Flags): void {
  if (out === STDOUT) {
    if (split !== undefined) refuse(command, '--split writes a file for each part: name one with --out');
    if (json) refuse(command, '--json and the dataset cannot both go to standard output: name a file with --out');
    if (licence !== undefined)
      refuse(command, '--licence goes on the card, and none is written with --out -: name a file with --out');
    if (force) refuse(command, '--force replaces files, and --out - writes none: leave out --force');
    return;
  }
  if (out.trim() === '') refuse(command, '--out needs the name of a file, or - for standard output');
  if (/[/\\]$/.test(out)) refuse(command, `--out ${out} names a folder; name a file in it`);
  try {
    accessSync(dirname(out), constants.W_OK);
  } catch {
    refuse(command, `--out ${out}: its folder does not exist or may not be written`);
  }
  const { data, picture, card } = outputPaths(out, split);
  const paths = [...new Set([...data, ...dataPaths(out), picture, card])];
  const there = paths.filter(isTaken);
  for (const path of there) {
    const fault = faultOfPlace(path);
    if (fault !== null) refuse(command, `--out ${out}: ${path} ${fault}`);
  }
  const ofDatabase = placesOfDatabase(db);
  if (paths.some((path) => ofDatabase.includes(placeOf(path))))
    refuse(
      command,
      `--out ${out} would overwrite the database, or what SQLite or a night keeps beside it; name another file`,
    );
  if (there.length > 0 && !force)
    refuse(
      command,
      `${there.join(', ')} ${there.length === 1 ? 'exists' : 'exist'}; --force replaces the dataset with all its parts, or name another file with --out`,
    );
}

async function run(): Promise<number> {
  const flags = command.opts<Flags>();
  const choice = settleChoice(command, flags);
  refuseTargets(flags);
  if (!isThere(flags.db)) throw new Error(`there is no database ${flags.db}: ${scanFirst(flags.db)}`);
  const naming = { begun: false };
  const streaming = { begun: false };
  const steps = new Steps(process.stderr, flags.quiet);
  const stop = listenForStop(besideProgress(steps), () =>
    naming.begun ? whenWritten(flags.out) : 'stopping without a dataset',
  );
  const store = openStore(flags.db, flags.mine ? { mustExist: true } : { readonly: true });
  try {
    if (!store.hasGames) throw new Error(`the database ${flags.db} holds no games: ${scanFirst(flags.db)}`);
    if (flags.mine) await mine(store, flags, stop, steps);
    const known = store.puzzleVerdicts(ENGINE).get('puzzle') ?? 0;
    if (known === 0) throw new Error(`there are no puzzles in the database ${flags.db}: ${whyNone(store, flags)}`);
    const gaps = findGaps(store, flags, steps);
    const request = {
      ...{ store, engine: await loadEngine(), of: ENGINE, format: findFormat(flags.format)!, ...choice },
      signal: stop.signal,
      onProgress: ({ seen, written }: { seen: number; written: number }) =>
        steps.show('writing', seen, known, `${count(written)} written`),
    };
    const onStreaming = (): void => void (streaming.begun = true);
    return await write(request, gaps, flags, steps, onStreaming, () => (naming.begun = true));
  } catch (error) {
    const code = stop.exitCode();
    if (code === undefined || naming.begun)
      throw isOfFiles(error) ? new Error(unwritten(flags.out, error, naming.begun), { cause: error }) : error;
    steps.stop();
    const left = streaming.begun ? 'what went to standard output is no whole dataset' : 'no dataset was written';
    process.stderr.write(`export: stopped; ${left}, but the puzzles found so far are kept in the database\n`);
    return code;
  } finally {
    steps.stop();
    store.close();
  }
}

/** What a signal is told that comes too late to keep a dataset from being there. */
function whenWritten(out: string): string {
  return out === STDOUT ? 'the dataset is written' : 'the dataset is written, and its files get their names';
}

/** @throws where it was stopped */
async function mine(store: Store, { workers }: Flags, stop: Stop, steps: Steps): Promise<void> {
  if (store.countPuzzleCandidates(ENGINE) === 0) return;
  const pool = new WorkerPool({ size: workers, module: await compileKernel() });
  try {
    const { interrupted } = await minePuzzles({
      ...{ store, pool, engine: ENGINE, signal: stop.signal },
      onProgress: ({ asked, total, puzzles }) =>
        steps.show('looking for puzzles', asked, total, `${count(puzzles)} found`),
    });
    if (interrupted) stop.signal.throwIfAborted();
  } finally {
    await pool.close();
  }
}

/** What the dataset will lack; said on standard error, as a dataset on standard output has no card. */
function findGaps(store: Store, { mine }: Flags, steps: Steps): Gaps {
  steps.stop();
  const gaps = gapsOf(store, ENGINE);
  const behind = gaps.staleGames > 0 ? behindRemark(store.search, store.file) : null;
  if (behind !== null) process.stderr.write(`export: some games are missing from the dataset: ${behind}\n`);
  for (const remark of partialRemarks(gaps.partialGames, store.file)) process.stderr.write(`export: ${remark}\n`);
  const unasked = gaps.unaskedPositions;
  if (unasked > 0) {
    const [positions, them] = unasked === 1 ? ['1 position has', 'it'] : [`${count(unasked)} positions have`, 'them'];
    // without --no-mine they have come since, by a scan that is under way
    const advice = mine ? 'run again' : 'leave out --no-mine';
    process.stderr.write(`export: ${positions} not been examined for puzzles yet; ${advice} to examine ${them}\n`);
  }
  return gaps;
}

/**
 * @param onStreaming called before anything goes to standard output
 * @param onNaming called when all is written: a signal is too late from then on
 */
async function write(
  request: Omit<ExportRequest, 'out'>,
  gaps: Gaps,
  flags: Flags,
  steps: Steps,
  onStreaming: () => void,
  onNaming: () => void,
): Promise<number> {
  if (flags.out === STDOUT) {
    const out = (): Writable => {
      onStreaming();
      return results;
    };
    const { seen, counts } = await exportPuzzles({ ...request, out });
    request.signal?.throwIfAborted();
    onNaming();
    steps.stop();
    if (counts.puzzles === 0) throw new Error(noneFits(seen));
    process.stderr.write(`export: ${count(counts.puzzles)} of ${count(seen)} puzzles written\n`);
    return EXIT.ok;
  }
  const report = await exportToFiles({
    ...{ ...request, path: flags.out, emptyError: noneFits, gaps, onNaming, replace: flags.force === true },
    ...(flags.licence !== undefined && { licence: flags.licence }),
  });
  steps.stop();
  const { seen, counts, files, card } = report;
  if (flags.json) {
    await writeLine(
      JSON.stringify({
        ...{ format: flags.format, puzzles: counts.puzzles, of: seen, files, card, ...numbers(counts) },
        stale_games: gaps.staleGames,
        partial_games: gaps.partialGames.games,
        unasked_positions: gaps.unaskedPositions,
      }),
    );
    return EXIT.ok;
  }
  const rows: [string, string][] = [
    ['puzzles written', `${count(counts.puzzles)} of ${count(seen)}`],
    ...Object.entries(counts.patterns).map(([pattern, n]): [string, string] => [`  ${pattern}`, count(n)]),
    ['mates', count(counts.mates)],
    ...files.map(({ name, puzzles, bytes }): [string, string] => [
      name,
      `${count(puzzles)} ${puzzles === 1 ? 'puzzle' : 'puzzles'}, ${count(bytes)} bytes`,
    ]),
    ['card', card],
  ];
  const width = Math.max(20, ...rows.map(([name]) => name.length)) + 1;
  await writeLine(rows.map(([name, value]) => name.padEnd(width) + value).join('\n'));
  return EXIT.ok;
}

/** A full disk, a limit, a drive that is gone: the system's own words name neither the file nor what to do. */
function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** @param naming whether its files were getting their names, one after the other: then some may have theirs */
function unwritten(out: string, { message, code }: NodeJS.ErrnoException, naming: boolean): string {
  const where = out === STDOUT ? 'standard output' : out;
  const room = code === 'ENOSPC' || code === 'EDQUOT' ? 'free some space, or ' : '';
  const left = naming ? 'Some files of the dataset may be in their places' : 'No dataset was written';
  return (
    `${where} could not be written (${message}); ${room}name another file with --out. ${left}; the puzzles ` +
    'found so far are kept in the database'
  );
}

function numbers({ patterns, moves, phases, mates }: ExportCounts): object {
  return { patterns, moves: Object.fromEntries(moves), phases, mates };
}

function noneFits(seen: number): string {
  return `none of the ${count(seen)} puzzles matches; loosen the filters, or scan more games. No dataset was written`;
}

function whyNone(store: Store, { db, mine }: Flags): string {
  if (!mine && store.countPuzzleCandidates(ENGINE) > 0) return 'leave out --no-mine to look for them';
  const { games, stale } = store.countStale(ENGINE, { depth: 'l2' });
  if (stale > 0) {
    const which =
      stale === games
        ? `its ${gamesWere(games)}`
        : `of its ${countGames(games)}, ${count(stale)} ${stale === 1 ? 'was' : 'were'}`;
    return `${which} scanned by an older engine or only at l1; to bring them up to date: npm run scan -- --reanalyze --depth l2${dbFlag(db)}`;
  }
  const [partial] = partialRemarks(store.countPartial(ENGINE), db);
  if (partial !== undefined) return `none of its tactics is the only good move after a mistake; ${partial}`;
  return `none of its tactics is the only good move after a mistake; scan more games: npm run scan -- GAMES${dbFlag(db)}`;
}

function scanFirst(db: string): string {
  return `scan first: npm run scan -- GAMES${dbFlag(db)}`;
}

await runCommand(command, run);
