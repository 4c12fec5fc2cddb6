/**
 * `npm run analyze`: FENs, EPD, tables or JSON lines on stdin, or the games of a PGN file -> one JSON answer a line, the same objects as the service's; or the games
 * themselves, with their tactics written in.
 */
import { fstatSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { given } from '../src/given.js';
import { ArchiveError, NO_PGN, openArchive, STDIN, TextWatch } from '../src/archive/open.js';
import { isHalf } from '../src/pgn/half.js';
import { jsonLine } from '../src/pgn/json-line.js';
import { shownLines } from '../src/pgn/shown.js';
import { GameSplitter, splitGames, type RawGame } from '../src/pgn/splitter.js';
import { strayWords } from '../src/pgn/strays.js';
import { decode } from '../src/pgn/text.js';
import { answerAll, gameTasks, positionTasks } from '../src/pipeline/answering.js';
import type { GamesTask } from '../src/pipeline/answers.js';
import { MODES, settle, settleNotes, type Settled } from '../src/tactics/options.js';
import type { BadGame } from '../src/tactics/stream.js';
import { explainFens } from './explain.js';
import {
  depthOption,
  EXIT,
  newCommand,
  notBlank,
  patternsOption,
  refuse,
  runCommand,
  wholeNumber,
  writeLine,
} from './cli.js';

const HELP = `
Without --pgn, reads FENs from standard input, one a line, and writes a JSON answer a line in the same order: the body that POST
/api/v1/extract answers with. A line that is not the FEN of a legal position gives {"error":"Invalid FEN","message":...,"line":N}, which
says what is wrong; blank lines are skipped (but counted). EPD is read as well: the answer ends with the "id" of its operations, and the
others are ignored, as are columns of numbers behind a FEN (FEN,+35 or FEN | 35 | 0.5). UCI moves may follow "moves", as engines are told
them (position fen ... moves d4e2 g1g2): the position they lead to is analysed, and a move that is none, or not legal, gives
{"error":"Illegal move",...}. Of a table of puzzles as Lichess publishes it (PuzzleId,FEN,Moves,...), the position behind the first move is
analysed, and the answer ends with the puzzle's "id"; its heading is skipped. Of a JSON object its "fen" is analysed, whatever else it holds, and
the answer ends with its "id".

With --pgn, writes an answer a game, as POST /api/v1/extract_game does; a game that cannot be read gives {"error":"Invalid PGN","game":N,...}
with the reason and its place in the file. The file, or standard input, may be packed (zip, zstd, gzip, bzip2). Of a damaged file the games
before the fault are analysed; of a zip, those of all other entries too. Of a last game that breaks off, what is there is.

With --annotate, writes the games themselves, as PGN: all that stands in them stays, and behind the moves come comments that name the tactics
played, with arrows and coloured squares as Lichess draws them, and variations that show the best one where it was missed (not with --mode
played). A game that is annotated again gets nothing twice. One that cannot be read is written as it stands, and standard error says why.

It works on all processors, or as many threads as --workers says, and answers in the order of the input: each line as soon as it has come.

With --explain, says why instead: every trigger that the forcing tree searched and every candidate of l1, whether it was confirmed, and the line
or the refutation that decided. Explains the FEN that is given, or those on standard input.

Examples:
  $ echo '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37' | npm run -s analyze
  $ npm run -s analyze -- --depth l1 --patterns fork,pin < positions.txt > answers.jsonl
  $ npm run -s analyze < suite.epd
  $ npm run -s analyze < puzzles.jsonl
  $ npm run -s analyze -- --pgn games.pgn --mode available --with-sequence
  $ npm run -s analyze -- --pgn games.pgn --annotate > annotated.pgn
  $ npm run -s analyze -- --explain '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37'
  $ curl -s https://example.org/games.pgn.zst | npm run -s analyze -- --pgn -

Exit codes: 0 done; 1 failed; 2 wrong command line; 3 done, but some input was refused`;

interface Flags {
  depth: string;
  withSequence?: true;
  patterns?: string[];
  pgn?: string;
  mode?: string;
  annotate?: true;
  explain?: string | true;
  json?: true;
  workers: number;
}

const command = newCommand(
  'analyze',
  'Finds the tactics in positions (FENs or EPD on standard input) or games (a PGN file), as JSON lines.',
  HELP,
)
  .addOption(depthOption())
  .option('--with-sequence', 'include the forcing lines (l2 only)')
  .addOption(patternsOption())
  .option(
    '--pgn <file>',
    'analyse the games of this file (PGN, plain or in zip, zstd, gzip, bzip2) instead; - for standard input',
    notBlank,
  )
  .addOption(
    new Option(
      '--mode <mode>',
      'with --pgn: tactics that were played, or all that were available (default: played; with --annotate, available)',
    ).choices(MODES),
  )
  .option('--annotate', 'with --pgn: write the games as PGN, with their tactics in comments, arrows and variations')
  .option(
    '--explain [fen]',
    'say why, in words: what became of every candidate, and the line that decided it',
    notBlank,
  )
  .option('--json', 'with --explain: as JSON instead, one object a line')
  .option('--workers <n>', 'threads that analyse', wholeNumber(1, 256), availableParallelism())
  // refused below, in words that say where a FEN goes
  .allowExcessArguments(true);

await runCommand(command, async () => {
  const { pgn, depth, mode, patterns, withSequence, annotate, explain, json = false, workers } = command.opts<Flags>();
  if (command.args.length > 0)
    refuse(
      command,
      'too many arguments: quote a FEN and put it after --explain, or pipe FENs in; a file of games goes after --pgn',
    );
  if (withSequence && depth === 'l1') refuse(command, '--with-sequence needs --depth l2: l1 finds no lines');
  if (mode !== undefined && pgn === undefined) refuse(command, '--mode needs --pgn: it is for games');
  if (annotate) {
    if (pgn === undefined) refuse(command, '--annotate needs --pgn: it writes into games');
    if (depth === 'l1') refuse(command, '--annotate needs --depth l2: l1 proves nothing');
    if (withSequence) refuse(command, '--annotate shows the lines anyway: leave out --with-sequence');
  }
  if (json && explain === undefined) refuse(command, '--json is for --explain only: all other answers are JSON anyway');
  if (explain !== undefined) {
    if (pgn !== undefined) refuse(command, '--explain takes FENs: leave out --pgn');
    if (depth === 'l1') refuse(command, '--explain needs --depth l2: l1 proves nothing');
    if (withSequence) refuse(command, '--explain shows the lines anyway: leave out --with-sequence');
    if (command.getOptionValueSource('workers') === 'cli')
      refuse(command, '--explain works on one thread: leave out --workers');
    const fens = explain === true ? givenPositions() : oneLine(explain);
    return explainFens(fens, settle({ patterns }).mask, json);
  }
  const settled = annotate
    ? settleNotes({ patterns, mode })
    : settle({ depth, mode, patterns, with_sequence: withSequence });
  try {
    if (pgn === undefined) return await answerPositions(settled, workers);
    return await answerGames(pgn, settled, annotate === true, workers);
  } catch (error) {
    letGoOfInput();
    throw error;
  }
});

/** @returns the exit code */
async function answerPositions(settled: Settled, workers: number): Promise<number> {
  let done = 0;
  let refused = 0;
  await answerAll(positionTasks(givenPositions(), settled), workers, async (_, { answers }) => {
    const lines = answers.flatMap((answer) => {
      if (answer === null) return [];
      if (typeof answer === 'string') {
        done++;
        return answer;
      }
      refused++;
      return jsonLine(answer);
    });
    if (lines.length > 0) await writeLine(lines.join('\n'));
  });
  process.stderr.write(`analyze: positions analysed: ${done}, refused: ${refused}\n`);
  if (refused > 1 && done === 0) {
    say('none of the lines is a FEN or EPD of a legal position; to read games, use --pgn -');
  }
  return refused > 0 ? EXIT.badInput : EXIT.ok;
}

/** @returns the exit code */
async function answerGames(path: string, settled: Settled, annotated: boolean, workers: number): Promise<number> {
  const watch = new TextWatch();
  let done = 0;
  let refused = 0;
  let faults = 0;
  const tasks = tasksOf(path, settled, annotated, watch, () => faults++);
  await answerAll(tasks, workers, async ({ games, entry }, { answers }) => {
    const texts = answers.flatMap((answer, index) => {
      if (typeof answer === 'string') {
        done++;
        return answer;
      }
      refused++;
      const game = games[index];
      if (annotated && game !== undefined) return asItStands(game, answer, entry);
      return jsonLine({ ...answer, ...given({ entry }) });
    });
    if (texts.length > 0) await writeLine(texts.join('\n'));
  });
  process.stderr.write(`analyze: games ${annotated ? 'annotated' : 'analysed'}: ${done}, refused: ${refused}\n`);
  const none = done + refused + faults === 0 && watch.sawText;
  if (none) say(`${path === STDIN ? 'standard input' : path}: ${NO_PGN}`);
  return refused + faults > 0 || none ? EXIT.badInput : EXIT.ok;
}

/** A game that cannot be annotated is not lost: says why, and gives its text, unless it is not there as a whole. */
function asItStands(raw: RawGame, { game, message, line }: BadGame, entry?: string): string[] {
  const whole = raw.fault === undefined;
  const place = `game ${game}${entry === undefined ? '' : ` of ${entry}`}${line === undefined ? '' : `, line ${line}`}`;
  say(`${place}: ${message}; ${whole ? 'written as it stands' : 'left out'}`);
  return whole ? [`${decode(raw.bytes).trimEnd()}\n`] : [];
}

function givenPositions(): AsyncIterable<Uint8Array> {
  // node would read nothing from it, and say nothing
  if (fstatSync(0).isDirectory()) throw new Error('standard input is a folder; give it positions, one a line');
  return standardInput();
}

function standardInput(): AsyncIterable<Uint8Array> {
  if (process.stdin.isTTY) process.stderr.write('analyze: reading from the terminal; end with Ctrl-D\n');
  return process.stdin as AsyncIterable<Uint8Array>;
}

// eslint-disable-next-line @typescript-eslint/require-await -- read like a stream
async function* oneLine(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** For a run that fails: whoever writes to standard input may do so much later, and an open pipe would keep the process until then. */
function letGoOfInput(): void {
  // a file has no `unref`, and nothing to wait for
  if ('unref' in process.stdin) process.stdin.unref();
}

function say(words: string): void {
  process.stderr.write(`analyze: ${shownLines(words)}\n`);
}

/**
 * The games of a PGN file, or of all the PGN files in a zip: numbered through, and those of a zip with their entry's name. Standard input is
 * unpacked as files are.
 * @param onFault is told of an entry that cannot be read, or not to its end; the others are read
 */
async function* tasksOf(
  path: string,
  settled: Settled,
  annotated: boolean,
  watch: TextWatch,
  onFault: () => void,
): AsyncGenerator<GamesTask & { entry?: string }> {
  const tell = ({ message }: ArchiveError): void => {
    say(message);
    onFault();
  };
  const tellOfHalf = ({ line }: RawGame, entry?: string): void => {
    const words = `breaks off in the middle of its last game, which begins in line ${line}; of that one, what is there was read`;
    tell(new ArchiveError('truncated', words, path, entry));
  };
  const archive = await openArchive(path, undefined, path === STDIN ? standardInput() : undefined);
  try {
    let first = 1;
    for await (const entry of archive.entries()) {
      const splitter = new GameSplitter();
      const before = first;
      try {
        const games = splitGames(watch.over(entry.open()), splitter);
        const named = given({ entry: archive.kind === 'zip' ? entry.name : undefined });
        for await (const task of gameTasks(games, settled, annotated, first, named)) {
          first += task.games.length;
          yield task;
          const last = task.games.at(-1);
          if (last !== undefined && isHalf(last)) tellOfHalf(last, named.entry);
        }
        // of what holds no game at all there are other words
        if (first > before && splitter.strays !== null)
          tell(new ArchiveError('corrupt', strayWords(splitter.strays), path, entry.name));
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        tell(error);
      }
    }
    for (const warning of archive.warnings) say(warning);
  } finally {
    await archive.close();
  }
}
