/**
 * `npm run bench:soundness -- ARCHIVE...`: does Stockfish bear out what l2 reports in real games, and what does it see there that l2
 * does not report?
 *
 * The report depends on our engine, on Stockfish's version and on the archives, never on the machine: what it took is told on stderr.
 */
import { writeFileSync } from 'node:fs';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import { listArchives } from '../../src/archive/open.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeTactics } from '../../src/tactics/record.js';
import { ENGINE } from '../../src/tactics/version.js';
import { Tree } from './accuracy/tree.js';
import { warnIfStale } from './built.js';
import { grouped } from './markdown.js';
import { CachedOracle, defaultCache } from './soundness/cache.js';
import { findChance, type Chance } from './soundness/chances.js';
import { judgePosition, type Judged } from './soundness/judge.js';
import { measureChances, measureSoundness } from './soundness/measures.js';
import { samplePositions } from './soundness/positions.js';
import { Progress } from './soundness/progress.js';
import { lookForStockfish } from './soundness/stockfish.js';
import { chancesTable, soundnessTables, worstLines } from './soundness/tables.js';
import { UciEngine, type Oracle } from './soundness/uci.js';
import { describeChance, describeFailure } from './soundness/words.js';

const WORST = 10;

const HELP = `
Positions are taken from the games by a hash of theirs, whatever our engine says of them, until --tactics tactics have been found.

  sound strict   after the trigger Stockfish's score for the mover is at least the material before plus half the gain; for a mate,
                 it sees mate
  sound          the same, or the trigger is within 50 centipawns of Stockfish's best move
  chances        Stockfish's best move wins 200 centipawns over the material, or mates, and its second-best does not: is there a
                 tactic with that trigger? docs/soundness.md says what their kinds are

Stockfish is the file that the environment variable STOCKFISH names, else the one on PATH or in /usr/games. Its answers are cached, so
that a second run takes seconds, and one after a change of our engine asks only about new triggers.

Examples:
  $ npm run bench:soundness -- games.zip more.pgn
  $ npm run -s bench:soundness -- games.pgn --markdown --failures unsound.jsonl --missed-list missed.jsonl > tables.md
  $ npm run bench:soundness -- games.pgn --tactics 150 --missed 100

Exit codes: 0 done, or SKIPPED for want of Stockfish, 1 it could not be measured, 2 wrong command line.`;

interface Flags {
  tactics: number;
  positions: number;
  missed: number;
  nodes: number;
  cache?: string;
  failures?: string;
  missedList?: string;
  markdown?: true;
  json?: true;
}

const command = newCommand('bench:soundness', 'Has Stockfish judge the tactics of real games.', HELP)
  .argument('<archive...>', 'archives of games, PGN files, folders')
  .option('--tactics <n>', 'how many tactics are judged', wholeNumber(1, 1_000_000), 2000)
  .option(
    '--positions <n>',
    'how many positions are looked at to find them, at most',
    wholeNumber(1, 10_000_000),
    100_000,
  )
  .option('--missed <n>', 'how many of the positions are searched for chances', wholeNumber(0, 1_000_000), 5000)
  .option('--nodes <n>', 'nodes of each search', wholeNumber(1, 1_000_000_000), 200_000)
  .option('--cache <file>', "Stockfish's answers (default: motif/soundness.jsonl in the user's cache folder)")
  .option('--failures <file>', 'write each trigger with an unsound tactic, one JSON line each')
  .option('--missed-list <file>', 'write each chance that no tactic takes, one JSON line each')
  .option('--markdown', 'the tables alone, as docs/soundness.md keeps them')
  .option('--json', 'one line of JSON instead of tables');

/** Judges tactics position by position, until there are enough. */
async function judgeTactics(oracle: Oracle, engine: Engine, fens: readonly string[], goal: number): Promise<Judged[]> {
  const progress = new Progress('tactics', goal);
  const judged: Judged[] = [];
  let count = 0;
  for (const fen of fens) {
    if (count >= goal) break;
    const tactics = makeTactics(engine.analyze(fen, 'l2'), fen, true);
    judged.push(...(await judgePosition(oracle, fen, tactics)));
    count += tactics.length;
    progress.show(count);
  }
  progress.end(count);
  if (count < goal) process.stderr.write(`only ${grouped(count)} tactics in ${grouped(fens.length)} positions\n`);
  return judged;
}

async function findChances(oracle: Oracle, engine: Engine, fens: readonly string[]): Promise<Chance[]> {
  const tree = await Tree.load();
  const progress = new Progress('positions searched for chances', fens.length);
  const chances: Chance[] = [];
  for (const [index, fen] of fens.entries()) {
    const chance = await findChance(oracle, engine, tree, fen);
    if (chance !== undefined) chances.push(chance);
    progress.show(index + 1);
  }
  progress.end(fens.length);
  return chances;
}

function writeList(path: string | undefined, items: readonly object[]): void {
  if (path !== undefined) writeFileSync(path, items.map((item) => JSON.stringify(item) + '\n').join(''));
}

async function measure(): Promise<number> {
  const flags = command.opts<Flags>();
  const path = lookForStockfish();
  if (path === undefined) return EXIT.ok;
  warnIfStale();
  const engine = await loadEngine();
  const sample = await samplePositions(engine, await listArchives(command.args), flags.positions);
  if (sample.fens.length === 0) throw new Error('the archives hold no game that is long enough and can be read');

  const start = performance.now();
  const referee = await UciEngine.start(path, flags.nodes);
  const made = { engine: referee.name, nodes: flags.nodes };
  const oracle = new CachedOracle(flags.cache ?? defaultCache(), referee, made);
  let judged: Judged[];
  let chances: Chance[];
  const searched = sample.fens.slice(0, flags.missed);
  try {
    judged = await judgeTactics(oracle, engine, sample.fens, flags.tactics);
    chances = await findChances(oracle, engine, searched);
  } finally {
    referee.stop();
  }

  writeList(
    flags.failures,
    judged.filter(({ tactics }) => tactics.some(({ verdict }) => !verdict.sound)).map(describeFailure),
  );
  writeList(flags.missedList, chances.filter(({ cause }) => cause !== undefined).map(describeChance));
  const soundness = measureSoundness(judged);
  const missed = measureChances(searched.length, chances);
  const tables = `${soundnessTables(soundness)}\n\n${chancesTable(missed)}`;
  if (flags.json) await writeLine(JSON.stringify({ motif: ENGINE, referee: made, soundness, chances: missed }));
  else if (flags.markdown) await writeLine(tables);
  else {
    const head =
      `engine ${ENGINE.signature}; ${referee.name}, ${grouped(flags.nodes)} nodes\n` +
      `${grouped(sample.games)} games, ${grouped(sample.positions)} positions in question; ` +
      `${grouped(searched.length)} searched for chances; shares in percent`;
    await writeLine(`${head}\n\n${tables}\n\nThe worst:\n${worstLines(judged, WORST)}`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stderr.write(`${seconds} s, ${grouped(oracle.asked)} searches, the other answers from the cache\n`);
  return EXIT.ok;
}

await runCommand(command, measure);
