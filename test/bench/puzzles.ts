/**
 * `npm run bench:puzzles -- ARCHIVE...`: does Stockfish agree that a puzzle's moves are the best ones, that no other comes near the first,
 * and that the game is won where the solution ends?
 *
 * Puzzles come in the order of their ids, which are hashes: the first so many are a sample that has nothing to do with what they are.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import { listArchives } from '../../src/archive/open.js';
import { WorkerPool } from '../../src/pipeline/pool.js';
import { minePuzzles, type MiningReport } from '../../src/pipeline/puzzles.js';
import { scanArchives } from '../../src/pipeline/scan.js';
import type { Puzzle } from '../../src/store/puzzles.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { compileKernel } from '../../src/tactics/kernel.js';
import { readRecords } from '../../src/tactics/record.js';
import { ALL_PATTERNS, PATTERNS } from '../../src/tactics/types.js';
import { ENGINE } from '../../src/tactics/version.js';
import { play } from '../properties/referee.js';
import { warnIfStale } from './built.js';
import { grouped, markdownTable } from './markdown.js';
import { makeScratch } from './scratch.js';
import { CachedOracle, defaultCache } from './soundness/cache.js';
import { Progress } from './soundness/progress.js';
import { isMate, scoreText } from './soundness/score.js';
import { lookForStockfish } from './soundness/stockfish.js';
import { UciEngine, type Line, type Oracle } from './soundness/uci.js';

/** Centipawns by which the second-best move is to be worse, and what is to be left at the end of a solution that does not mate. */
const MARGIN = 200;
const WON = 200;
/** Shares in percent that are promised. */
const GOALS = { best: 99, only: 95 };

const HELP = `
  best   the solution's first move is Stockfish's best
  only   Stockfish's second-best move is worse by two pawns, or loses the mate
  later  each later move of the solution is Stockfish's best too; the one that mates may have company
  won    where the solution ends without mate, Stockfish sees the solver two pawns up

The archives are scanned at l2 into a database that is thrown away; --db takes one that is there, and leaves its puzzles in it. Stockfish is the
file that the environment variable STOCKFISH names, else the one on PATH or in /usr/games; its answers are cached.

Examples:
  $ npm run bench:puzzles -- games.zip more.pgn
  $ npm run -s bench:puzzles -- --db data/motif.db --sample 200 --failures wrong.jsonl

Exit codes: 0 both goals are met, or SKIPPED for want of Stockfish, 1 one is not, or could not be measured, 2 wrong command line.`;

interface Flags {
  db?: string;
  sample: number;
  nodes: number;
  cache?: string;
  failures?: string;
}

const command = newCommand('bench:puzzles', 'Has Stockfish judge the puzzles of real games.', HELP)
  .argument('[archive...]', 'archives of games, PGN files, folders')
  .option('--db <file>', 'a database whose tactics become puzzles, in place of archives, or beside them')
  .option('--sample <n>', 'how many puzzles are judged', wholeNumber(1, 1_000_000), 1000)
  .option('--nodes <n>', 'nodes of each search', wholeNumber(1, 1_000_000_000), 1_000_000)
  .option('--cache <file>', "Stockfish's answers (default: motif/puzzles.jsonl in the user's cache folder)")
  .option('--failures <file>', 'write each puzzle that it does not agree with, one JSON line each');

interface Judged {
  puzzle: Puzzle;
  best: boolean;
  only: boolean;
  later: boolean;
  won: boolean;
  lines: Line[];
}

/** What the archives and the database hold together, mined. */
async function mine(store: Store): Promise<MiningReport> {
  const pool = new WorkerPool({ size: availableParallelism(), module: await compileKernel() });
  try {
    if (command.args.length > 0) {
      await scanArchives(await listArchives(command.args), {
        pool,
        store,
        engine: ENGINE,
        depth: 'l2',
        patterns: ALL_PATTERNS,
      });
    }
    const progress = new Progress('positions asked', store.countPuzzleCandidates(ENGINE));
    const report = await minePuzzles({ store, pool, engine: ENGINE, onProgress: ({ asked }) => progress.show(asked) });
    progress.end(report.asked);
    return report;
  } finally {
    await pool.close();
  }
}

function judgeFirst(puzzle: Puzzle, lines: Line[]): Pick<Judged, 'best' | 'only'> {
  const [first, second] = lines;
  if (first === undefined) throw new Error(`no score for ${puzzle.fen}`);
  const near =
    second !== undefined && (isMate(first.score) ? isMate(second.score) : first.score - second.score < MARGIN);
  return { best: first.pv[0] === puzzle.line[0], only: !near };
}

/** Asks about the later moves of the solution, and where it ends. */
async function judgeRest(oracle: Oracle, { fen, line }: Puzzle): Promise<Pick<Judged, 'later' | 'won'>> {
  const board = new Chess(fen);
  let later = true;
  for (const [index, move] of line.entries()) {
    const before = board.fen();
    play(board, move);
    if (index === 0 || index % 2 === 1 || board.isCheckmate()) continue;
    const [best] = await oracle.ask({ fen: before, lines: 2 });
    if (best?.pv[0] !== move) later = false;
  }
  if (board.isGameOver()) return { later, won: board.isCheckmate() };
  const [answer] = await oracle.ask({ fen: board.fen(), lines: 1 });
  return { later, won: answer !== undefined && -answer.score >= WON };
}

async function judgeAll(oracle: Oracle, puzzles: readonly Puzzle[]): Promise<Judged[]> {
  const progress = new Progress('puzzles', puzzles.length);
  const judged: Judged[] = [];
  for (const puzzle of puzzles) {
    const lines = await oracle.ask({ fen: puzzle.fen, lines: 2 });
    judged.push({ puzzle, ...judgeFirst(puzzle, lines), ...(await judgeRest(oracle, puzzle)), lines });
    progress.show(judged.length);
  }
  progress.end(judged.length);
  return judged;
}

/** In percent. */
function share(judged: readonly Judged[], test: (one: Judged) => boolean): number {
  return (100 * judged.filter(test).length) / judged.length;
}

function shareText(judged: readonly Judged[], test: (one: Judged) => boolean): string {
  return judged.length === 0 ? '-' : share(judged, test).toFixed(1);
}

function row(name: string, judged: readonly Judged[]): string[] {
  const shares = (['best', 'only', 'later', 'won'] as const).map((what) => shareText(judged, (one) => one[what]));
  return [name, grouped(judged.length), ...shares];
}

function tables(judged: readonly Judged[]): string {
  const having = (code: number) => judged.filter(({ puzzle }) => patternsOf(puzzle).has(code));
  const byPattern = PATTERNS.map((name, code) => row(name, having(code)));
  const movesOf = ({ puzzle }: Judged): number => Math.min((puzzle.line.length + 1) / 2, 4);
  const lengths = ['one move', 'two moves', 'three moves', 'four moves and more'];
  const byLength = lengths.map((name, index) =>
    row(
      name,
      judged.filter((one) => movesOf(one) === index + 1),
    ),
  );
  const ends = [
    row(
      'mate',
      judged.filter(({ puzzle }) => puzzle.mate),
    ),
    row(
      'material',
      judged.filter(({ puzzle }) => !puzzle.mate),
    ),
  ];
  const head = ['puzzles', 'judged', 'best', 'only', 'later', 'won'];
  return markdownTable(head, [
    ...byPattern,
    ...byLength,
    ...ends,
    row('**all**', judged),
    ['goal', '', `${GOALS.best}`, `${GOALS.only}`, '', ''],
  ]);
}

function patternsOf({ records }: Puzzle): Set<number> {
  return new Set([...readRecords(records)].map(({ pattern }) => pattern));
}

function describe({ puzzle, best, only, later, won, lines }: Judged): object {
  const said = lines.map(({ score, pv }) => `${scoreText(score)} ${pv.slice(0, 6).join(' ')}`);
  const { id, fen, line, gain, mate, margin } = puzzle;
  return { id, fen, line: line.join(' '), gain, mate, margin, best, only, later, won, referee: said };
}

async function measure(): Promise<number> {
  const flags = command.opts<Flags>();
  if (command.args.length === 0 && flags.db === undefined) throw new Error('name archives to scan, or --db');
  const path = lookForStockfish();
  if (path === undefined) return EXIT.ok;
  warnIfStale();
  const store = openStore(flags.db ?? join(makeScratch(), 'puzzles.db'));
  const report = await mine(store);
  const puzzles: Puzzle[] = [];
  for (const puzzle of store.puzzles(ENGINE)) {
    if (puzzles.length === flags.sample) break;
    puzzles.push(puzzle);
  }
  const { games } = store.counts();
  const answers = [...store.puzzleVerdicts(ENGINE)].map(([verdict, count]) => `${verdict} ${grouped(count)}`);
  store.close();

  const referee = await UciEngine.start(path, flags.nodes);
  const made = { engine: referee.name, nodes: flags.nodes };
  const oracle = new CachedOracle(flags.cache ?? defaultCache('puzzles'), referee, made);
  let judged: Judged[];
  try {
    judged = await judgeAll(oracle, puzzles);
  } finally {
    referee.stop();
  }
  const wrong = judged.filter((one) => !one.best || !one.only || !one.later || !one.won).map(describe);
  if (flags.failures !== undefined)
    writeFileSync(flags.failures, wrong.map((one) => JSON.stringify(one) + '\n').join(''));
  await writeLine(
    `engine ${ENGINE.signature}; ${referee.name}, ${grouped(flags.nodes)} nodes; ${grouped(games)} games\n` +
      `positions asked: ${answers.join(', ')}\n\n${tables(judged)}`,
  );
  if (report.asked > 0) {
    const each = ((1000 * report.seconds) / report.asked).toFixed(1);
    process.stderr.write(`${grouped(report.asked)} positions asked, ${each} ms each (of all threads together)\n`);
  }
  if (judged.length < flags.sample) process.stderr.write(`only ${grouped(judged.length)} puzzles in these games\n`);
  const kept = share(judged, ({ best }) => best) >= GOALS.best && share(judged, ({ only }) => only) >= GOALS.only;
  return kept ? EXIT.ok : EXIT.failure; // no puzzle at all is no share, and keeps nothing
}

await runCommand(command, measure);
