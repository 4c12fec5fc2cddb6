/** `npm run bench -- [ARCHIVE...]`: how fast is each stage, on whose games, on which machine, and is the floor kept? */
import { basename } from 'node:path';
import { EXIT, newCommand, runCommand, writeLine } from '../../jobs/cli.js';
import { listArchives } from '../../src/archive/open.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { ENGINE } from '../../src/tactics/version.js';
import { warnIfStale } from './built.js';
import { readCorpus, SAMPLE, Sampler } from './corpus.js';
import { meets, type Bench, type Game, type Stage } from './figures.js';
import { BareKernel } from './kernel.js';
import { grouped } from './markdown.js';
import { median } from './measure.js';
import { benchTable, describeMachine, machineLine, type Measured } from './report.js';
import { decodeStage } from './stages/decode.js';
import { filesStage } from './stages/files.js';
import { l1Stage } from './stages/l1.js';
import { l2Stage } from './stages/l2.js';
import { longStage } from './stages/long.js';
import { objectsStage } from './stages/objects.js';
import { calibrate, perftStage } from './stages/perft.js';
import { scanStages } from './stages/scan.js';

const STAGES: readonly Stage[] = [
  ...[perftStage, decodeStage, l1Stage, l2Stage, longStage, objectsStage],
  ...scanStages,
  filesStage,
];
const SEED = 1;
const POSITIONS = 20_000;
const GAMES = 2000;

const HELP = `
Figures are medians of several runs: by the clock, and by processor time where that tells something. In-process stages run on one core;
scans are the real command, each in a process of its own on a fresh database in the system's temporary folder. Their rate by processor
time is that of one core times the workers: what cores that do nothing else could reach. Positions and games are drawn from the
archives by a fixed seed; without an archive, from data/sample.zip.

"perft then" is what perft reached around the stage, in Mnps: where it is low, the machine was busy, and so is the figure.

Stages: ${STAGES.map(({ name }) => name).join(', ')}

Examples:
  $ npm run bench
  $ npm run bench -- games.zip more.pgn
  $ npm run -s bench -- --quick --only l1,l2 --json

Exit codes: 0 measured (floors kept or not: see the table), 1 it could not be measured, 2 wrong command line.`;

interface Flags {
  json?: true;
  quick?: true;
  only?: string;
}

const command = newCommand('bench', 'Measures the speed of every stage.', HELP)
  .argument('[archive...]', 'archives of games, PGN files, folders')
  .option('--json', 'one line of JSON instead of the table')
  .option('--quick', 'fewer positions, fewer runs: a look, not a measurement')
  .option('--only <a,b>', 'only these stages');

function chosenStages(only: string | undefined): readonly Stage[] {
  if (only === undefined) return STAGES;
  const names = only.split(',');
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) command.error(`error: no stage is called ${unknown.join(', ')}`, { exitCode: EXIT.usage });
  return STAGES.filter(({ name }) => names.includes(name));
}

async function prepare(archives: readonly string[], quick: boolean): Promise<Bench> {
  const engine = await loadEngine();
  const games = new Sampler<Game>(GAMES, SEED);
  const positions = new Sampler<string>(POSITIONS, SEED);
  let total = 0;
  for await (const { fens, ...game } of readCorpus(engine, archives)) {
    total++;
    games.offer(game);
    for (const fen of fens) positions.offer(fen);
  }
  if (total === 0) throw new Error('the archives hold no game that can be read');
  const drawn = { games: games.items(), positions: positions.shuffled() };
  return { engine, kernel: await BareKernel.load(), archives, ...drawn, quick, total };
}

async function measure(): Promise<number> {
  const flags = command.opts<Flags>();
  const stages = chosenStages(flags.only);
  const machine = describeMachine();
  warnIfStale();
  const given = await listArchives(command.args);
  const archives = given.length > 0 ? given : [SAMPLE];
  const bench = await prepare(archives, flags.quick ?? false);
  if (given.length === 0) process.stderr.write('No archive given: measuring on the sample that the project ships.\n');

  calibrate(bench); // warms up
  const figures: Measured[] = [];
  const calibrations = [calibrate(bench)];
  for (const stage of stages) {
    process.stderr.write(`${stage.name} ...\n`);
    const found = await stage.run(bench);
    const [before, after] = [calibrations.at(-1), calibrate(bench)];
    calibrations.push(after);
    const calibration = ((before ?? after).wall + after.wall) / 2;
    figures.push(...found.map((figure) => ({ stage: stage.name, ...figure, calibration })));
  }

  const calibration = {
    wall: median(calibrations.map(({ wall }) => wall)),
    cpu: median(calibrations.map(({ cpu }) => cpu)),
    lowest: Math.min(...calibrations.map(({ wall }) => wall)),
    highest: Math.max(...calibrations.map(({ wall }) => wall)),
  };
  const names = archives.map((path) => basename(path));
  if (flags.json) {
    const told = figures.map((figure) => ({
      ...figure,
      ...(figure.floor !== undefined && { met: meets(figure.wall, figure.floor) }),
    }));
    await writeLine(
      JSON.stringify({
        machine,
        engine: ENGINE,
        archives: names,
        games: bench.total,
        quick: bench.quick,
        calibration,
        figures: told,
      }),
    );
    return EXIT.ok;
  }
  const { lowest, highest, cpu } = calibration;
  await writeLine(
    [
      machineLine(machine),
      `calibration: perft ${lowest.toFixed(0)} to ${highest.toFixed(0)} Mnps by the clock, ${cpu.toFixed(0)} by cpu time` +
        (bench.quick ? '; a quick look' : ''),
      `${names.join(', ')}: ${grouped(bench.total)} games, ${grouped(bench.positions.length)} positions drawn`,
      '',
      benchTable(figures),
    ].join('\n'),
  );
  return EXIT.ok;
}

await runCommand(command, measure);
