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
import { walk } from './network/collect.js';
import { look, STAGES } from './network/features.js';
import { PatientTeacher } from './network/teacher.js';
import { readLessons } from './network/lessons.js';
import { Trainer } from './network/train.js';
import { writeWeights } from './network/weights.js';
import { readCorpus } from './corpus.js';
import { Progress } from './soundness/progress.js';
import { lookForStockfish } from './soundness/stockfish.js';

const WEIGHTS = join(ROOT, 'src', 'kernel', 'tree', 'weights.ts');
/** Plies of a game that are passed over: the opening is the same in many. */
const FIRST = 6;
/** Positions that are written at once. */
const BATCH = 1000;
/** Walks that are under way at once, so that the teacher never waits. */
const PUPILS = 32;

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
  .option('--nodes <n>', 'nodes of each search', wholeNumber(1, 1_000_000_000), 200)
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
  // Each number of men has an output of its own, and those of endings would come to few lessons.
  const pools = Array.from({ length: STAGES }, (): string[] => []);
  for await (const { fens } of readCorpus(engine, await listArchives(archives))) {
    for (const fen of fens.slice(FIRST, -1)) pools[look(fen).stage]?.push(fen);
  }
  const filled = pools.filter((pool) => pool.length > 0);
  if (filled.length === 0) throw new Error('the archives hold no game that is long enough and can be read');
  const teacher = new PatientTeacher(path, flags.nodes);
  const sources = { engine, tree: await Tree.load(), teacher };
  const before = existsSync(file) ? readFileSync(file, 'latin1').split('\n').length - 1 : 0;
  const random = makeRandom(flags.seed, before);
  const progress = new Progress('positions', flags.positions);
  let done = before;
  let lines: string[] = [];
  const drawn = <T>(items: readonly T[]): T => items[random.below(items.length)]!;
  const keep = (line: string): void => {
    if (done === flags.positions) return;
    lines.push(line);
    done++;
    progress.show(done);
    if (lines.length < BATCH && done < flags.positions) return;
    appendFileSync(file, lines.map((each) => each + '\n').join(''));
    lines = [];
  };
  const pupil = async (): Promise<void> => {
    while (done < flags.positions) await walk(drawn(drawn(filled)), sources, random, keep);
  };
  try {
    await Promise.all(Array.from({ length: PUPILS }, pupil));
  } finally {
    teacher.stop();
  }
  progress.end(flags.positions);
}

interface TrainFlags {
  rounds: number;
  out: string;
}

async function train(files: string[], flags: TrainFlags): Promise<void> {
  const lessons = await readLessons(files);
  const trainer = await Trainer.start(lessons);
  try {
    for (let round = 0; round < flags.rounds; round++) {
      const { learned, held } = await trainer.round(round / flags.rounds);
      await writeLine(
        `round ${round + 1}: error of the chances to win ${(100 * learned).toFixed(2)} %, of positions held out ${(100 * held).toFixed(2)} %`,
      );
    }
    const origin = `Fitted to ${grouped(lessons.count)} positions, as Stockfish judges them.`;
    writeFileSync(flags.out, writeWeights(trainer.weights, origin));
  } finally {
    await trainer.stop();
  }
  await writeLine(`${basename(flags.out)} is written; npm run build`);
}
