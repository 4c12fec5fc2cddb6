/**
 * What all command lines share: how they fail, how they end, and how they write results.
 *
 * Exit codes are a contract with scripts: 0 done, 1 could not do it, 2 the command line itself is wrong, 3 done, but some of the input
 * was bad and said so.
 */
import { once } from 'node:events';
import { existsSync, fstatSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ArchiveError } from '../src/archive/errors.js';
import { shownLines } from '../src/pgn/shown.js';
import { InvalidPatternError } from '../src/tactics/errors.js';
import { DEPTHS, settle } from '../src/tactics/options.js';
import { PATTERNS } from '../src/tactics/types.js';

export const EXIT = { ok: 0, failure: 1, usage: 2, badInput: 3 } as const;

/**
 * Standard output, whole or with an error. Where it is a file, Node's own stream writes of a piece what the disk has room for, and leaves out
 * the rest without a word.
 */
export const results: Writable = wholly(process.stdout);

/** @param fd there is none where a thread has what only looks like standard output */
function wholly(stdout: Writable & { fd?: number }): Writable {
  const { fd } = stdout;
  if (fd === undefined || !fstatSync(fd).isFile()) return stdout;
  return new Writable({
    write(piece: Uint8Array, _encoding, done) {
      try {
        writeFileSync(fd, piece);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/**
 * A command with the house's manners: help with examples, usage errors that exit with 2.
 * @param help what `--help` prints behind the options: examples, exit codes, notes
 */
export function newCommand(name: string, summary: string, help: string): Command {
  return new Command(name)
    .description(summary)
    .addHelpText('after', `\n${help.trim()}\n`)
    .showHelpAfterError('(see --help)')
    .allowExcessArguments(false)
    .exitOverride();
}

/** Whether there is more to do than to write results, whoever reads them (`outliveReader`). */
let outlives = false;
/** What became of standard output: it is as it should be, its reader has gone, or it cannot be written. */
let output: 'open' | 'unread' | 'failed' = 'open';

/**
 * For commands that do more than write results, from before the first one on. Where these cannot be written, the rest is passed over, and the
 * command goes on: with its own exit code if only the reader has gone, for `scan ... | tee log` loses tee to the same Ctrl-C that the scan
 * answers.
 */
export function outliveReader(): void {
  outlives = true;
}

/** Whether results are passed over, as standard output can be written no more. */
export function isUnread(): boolean {
  return output !== 'open';
}

/**
 * Runs a command to its end and sets the exit code.
 * @param main does the work with the parsed command, and returns the exit code
 */
export async function runCommand(command: Command, main: () => Promise<number>): Promise<void> {
  results.on('error', (error: NodeJS.ErrnoException) => {
    if (isUnread()) return;
    if (error.code === 'EPIPE') {
      // The reader of a pipe has gone (`| head`): it has what it wanted.
      output = 'unread';
      if (!outlives) process.exit(EXIT.ok);
    } else {
      output = 'failed';
      process.stderr.write(`${command.name()}: standard output cannot be written (${error.message})\n`);
      if (!outlives) process.exit(EXIT.failure);
      process.exitCode = EXIT.failure; // main may have returned
    }
  });
  // Nobody reads the progress or a warning any more (`2>&1 | head`, a full disk below the log): that is no reason to end hours of work.
  process.stderr.on('error', () => undefined);
  for (const each of [command, ...command.commands]) refuseRepeats(each);
  try {
    command.parse();
    const code = await main();
    process.exitCode = output === 'failed' ? EXIT.failure : code;
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return;
    }
    const words = error instanceof Error ? error.message : String(error);
    const meant = error instanceof ArchiveError && error.code === 'not_found' ? whereItIs(error.path) : '';
    process.stderr.write(`${command.name()}: ${shownLines(words + meant)}\n`);
    process.exitCode = EXIT.failure;
  }
}

/** Ends with a usage error. @param words what is wrong with the command line, and what would do */
export function refuse(command: Command, words: string): never {
  return command.error(`error: ${shownLines(words)}`);
}

/** What a path means in the folder where npm was called, which runs a script in that of its package; without npm, what it means here. */
export function asCalled(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '', path);
}

/**
 * Words that follow those on a path that is not there: where it is, if that is what it means in the folder where npm was called.
 * @returns '' where it is not there either
 */
export function whereItIs(path: string): string {
  const meant = asCalled(path);
  if (meant === resolve(path) || !existsSync(meant)) return '';
  return `; npm runs this in ${process.cwd()}, so give it as ${meant}`;
}

/** Readers of options that add up where they are given again. */
const COLLECTORS = new WeakSet<object>();

/**
 * An option that is met by any of several values: with commas between, or where it is given again.
 * @param parse one value
 */
export function list<T>(parse: (text: string) => T): (text: string, before: T[] | undefined) => T[] {
  return collector((text, before = []) => [...before, ...text.split(',').map((part) => parse(part.trim()))]);
}

/** Marks a reader that takes in what was given before. */
export function collector<T>(read: (text: string, before?: T) => T): (text: string, before: T | undefined) => T {
  COLLECTORS.add(read);
  return read;
}

/** Ends with a usage error where an option of one value has two, of which one would be forgotten, or is given with its opposite. */
function refuseRepeats(command: Command): void {
  const given = new Set<string>();
  for (const option of command.options) {
    const { long, negate } = option;
    const opposite = command.options.find(
      (other) => other.attributeName() === option.attributeName() && other.negate !== negate,
    );
    command.on(`option:${option.name()}`, () => {
      const takesOne = option.required || option.optional;
      if (takesOne && given.has(option.name()) && !(option.parseArg && COLLECTORS.has(option.parseArg)))
        refuse(command, `${long} is given twice, but takes only one value: leave one of them out`);
      if (opposite !== undefined && given.has(opposite.name()))
        refuse(command, `${opposite.long} and ${long} contradict each other: leave one of them out`);
      given.add(option.name());
    });
  }
}

/** Writes one result line, and waits where the reader is slower than we are. */
export async function writeLine(text: string): Promise<void> {
  if (isUnread() || results.write(text + '\n')) return;
  try {
    await once(results, 'drain');
  } catch (error) {
    if (!isUnread()) throw error;
  }
}

/**
 * Writes what nobody can have again, before anything else is done.
 * @throws where it cannot be written: also where the reader has gone, of whom `writeLine` takes it that he has what he wanted
 */
export function writeOnce(text: string): void {
  writeFileSync(process.stdout.fd, text);
}

/** Rows of cells -> lines, with columns as wide as their widest cell; the last one may be of any length. */
export function align(rows: readonly string[][]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns - 1 }, (_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** @param words what help says of it */
export function dbOption(words: string): Option {
  return new Option('--db <file>', words).default('data/motif.db').argParser(databaseFile);
}

/**
 * The name of a database, for flags. `:memory:` SQLite would keep in memory alone; `file:` begins a URI for it, which is no URI here: the
 * file would be called so, and `?mode=ro` be part of its name.
 */
function databaseFile(text: string): string {
  if (text === ':memory:') throw new InvalidArgumentError('It would be lost when the command ends; name a file.');
  if (/^file:/i.test(text))
    throw new InvalidArgumentError(`Give the path of a file, not a URI; a file with this very name is ./${text}`);
  return notBlank(text);
}

export function depthOption(): Option {
  return new Option('--depth <depth>', 'l1: structural scan; l2: confirmed by the forcing tree')
    .choices(DEPTHS)
    .default('l2');
}

export function patternsOption(): Option {
  return patternList('--patterns <a,b>');
}

/** A list of patterns by another name. */
export function patternList(flag: string): Option {
  return new Option(flag, `only these: ${PATTERNS.join(', ')} (default: all)`).argParser(parsePatterns);
}

/** Names of patterns with commas between, any number of times, for flags. */
const parsePatterns = collector<string[]>((text, before = []) => {
  const patterns = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (patterns.length === 0)
    throw new InvalidArgumentError(`Give at least one pattern; the patterns are ${PATTERNS.join(', ')}.`);
  try {
    settle({ patterns });
  } catch (error) {
    if (error instanceof InvalidPatternError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
  return [...before, ...patterns];
});

/**
 * A value that says something, for flags. A blank one is a script's variable that was not set: as a database it would be one that vanishes with
 * the process, as a host all interfaces.
 */
export function notBlank(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is blank; give it a value, or leave it out.');
  return text;
}

/**
 * A value that the program itself knows how to read, for flags: what it refuses is a usage error, in its words.
 * @param Refusal what `read` throws where it refuses; everything else it throws is a fault
 */
export function readBy<T>(
  read: (text: string) => T,
  Refusal: abstract new (...args: never[]) => Error,
): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      if (error instanceof Refusal) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };
}

/** A whole number between two bounds, for flags. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}
