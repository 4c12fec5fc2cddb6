/**
 * `npm run network`: makes the network that weighs positions (`src/kernel/tree/network.ts`).
 *
 *     npm run network -- collect POSITIONS.txt ARCHIVE...     asks Stockfish what positions are worth; goes on where it stopped
 *     npm run network -- train POSITIONS.txt...               fits the weights to them, and writes src/kernel/tree/weights.ts
 *
 * Not part of any build: the weights are kept in the repository, and change only when somebody trains them anew.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EXIT, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import { makeRandom } from '../../jobs/sample/random.js';
import { listArchives } from '../../src/archive/open.js';
import { ROOT } from '../../src/paths.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { Tree } from './accuracy/tree.js';
import { warnIfStale } from './built.js';
import { grouped } from './markdown.js';
import { makePosition } from './network/collect.js';
import { readPositions, Trainer } from './network/train.js';
import { writeWeights } from './network/weights.js';
import { readCorpus } from './corpus.js';
import { Progress } from './soundness/progress.js';
import { lookForStockfish } from './soundness/stockfish.js';
import { UciEngine } from './soundness/uci.js';

const WEIGHTS = join(ROOT, 'src', 'kernel', 'tree', 'weights.ts');
/** Plies of a game that are passed over: the opening is the same in many. */
const FIRST = 6;
/** Positions that are written at once. */
const BATCH = 100;

const HELP = `
Stockfish is the file that the environment variable STOCKFISH names, else the one on PATH or in /usr/games. Archives that a benchmark
measures are best left out, or it measures what was learned by heart.

Examples:
  $ npm run network -- collect positions.txt games.pgn.zst more/ --positions 500000
  $ npm run network -- train positions.txt && npm run build

Exit codes: 0 done, or SKIPPED for want of Stockfish, 1 it could not be done, 2 wrong command line.`;

const command = newCommand('network', 'Makes the network that weighs positions.', HELP);
let work = (): Promise<void> => Promise.resolve();

const collecting = command
  .command('collect')
  .description('asks Stockfish what positions are worth')
  .argument('<file>', 'what it says, a line a position: FEN|centipawns; lines are added to what is there')
  .argument('<archive...>', 'archives of games, PGN files, folders')
  .option('--positions <n>', 'how many', wholeNumber(1, 100_000_000), 1_000_000)
  .option('--nodes <n>', 'nodes of each search', wholeNumber(1, 1_000_000_000), 800)
  .option('--seed <n>', 'of chance', wholeNumber(0, 4_294_967_295), 1)
  .action((file: string, archives: string[]) => {
    work = () => collect(file, archives, collecting.opts<CollectFlags>());
  });
const training = command
  .command('train')
  .description('fits the weights to judged positions')
  .argument('<file...>', 'what collect has written')
  .option('--rounds <n>', 'how often each position is looked at', wholeNumber(1, 1000), 14)
  .option('--out <file>', 'where the weights go', WEIGHTS)
  .action((files: string[]) => {
    work = () => train(files, training.opts<TrainFlags>());
  });

await runCommand(command, async () => {
  await work();
  return EXIT.ok;
});

interface CollectFlags {
  positions: number;
  nodes: number;
  seed: number;
}

async function collect(file: string, archives: string[], flags: CollectFlags): Promise<void> {
  const path = lookForStockfish();
  if (path === undefined) return;
  warnIfStale();
  const engine = await loadEngine();
  const pool: string[] = [];
  for await (const { fens } of readCorpus(engine, await listArchives(archives))) pool.push(...fens.slice(FIRST, -1));
  if (pool.length === 0) throw new Error('the archives hold no game that is long enough and can be read');
  const tree = await Tree.load();
  const teacher = await UciEngine.start(path, flags.nodes);
  const before = existsSync(file) ? readFileSync(file, 'latin1').split('\n').length - 1 : 0;
  const random = makeRandom(flags.seed, before);
  const progress = new Progress('positions', flags.positions);
  let lines: string[] = [];
  try {
    for (let done = before; done < flags.positions;) {
      const line = await makePosition(pool[random.below(pool.length)] ?? '', teacher, tree, random);
      if (line === undefined) continue;
      lines.push(line);
      done++;
      progress.show(done);
      if (lines.length < BATCH && done < flags.positions) continue;
      appendFileSync(file, lines.map((each) => each + '\n').join(''));
      lines = [];
    }
  } finally {
    teacher.stop();
  }
  progress.end(flags.positions);
}

/** The judged positions of files, each once. */
function readLines(files: readonly string[]): string[] {
  const judged = new Map<string, string>();
  for (const file of files) {
    for (const line of readFileSync(file, 'latin1').split('\n')) {
      if (line === '') continue;
      if (!/^\S+ [wb] \S+ \S+ .*\|-?\d+$/.test(line)) throw new Error(`${file}: not FEN|centipawns: ${line}`);
      judged.set(line.split(' ', 4).join(' '), line);
    }
  }
  return [...judged.values()];
}

interface TrainFlags {
  rounds: number;
  out: string;
}

async function train(files: string[], flags: TrainFlags): Promise<void> {
  const positions = readPositions(readLines(files));
  const trainer = new Trainer(positions);
  for (let round = 0; round < flags.rounds; round++) {
    const { learned, held } = trainer.round(round / flags.rounds);
    await writeLine(
      `round ${round + 1}: error of the chances to win ${(100 * learned).toFixed(2)} %, of positions held out ${(100 * held).toFixed(2)} %`,
    );
  }
  const origin = `Fitted to ${grouped(positions.count)} positions, as Stockfish judges them.`;
  writeFileSync(flags.out, writeWeights(trainer.weights, origin));
  await writeLine(`${basename(flags.out)} is written; npm run build`);
}
