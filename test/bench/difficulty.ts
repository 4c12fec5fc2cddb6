/**
 * `npm run bench:difficulty -- PUZZLES.csv`: does the estimate put puzzles in the order that their solvers did?
 *
 * The weights were fitted to one half of a file (numbers 0 and 1 of every four); what is reported is of the half that the fit has not seen.
 */
import { createReadStream } from 'node:fs';
import { EXIT, newCommand, runCommand, writeLine } from '../../jobs/cli.js';
import { DifficultyGauge, WEIGHTS, ratingOf, type Measure, type Measures } from '../../src/export/difficulty.js';
import { Board } from '../../src/export/board.js';
import { Storyteller } from '../../src/export/story.js';
import { themesOf } from '../../src/export/themes.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { readLabelled } from './labelled.js';
import { grouped, markdownTable } from './markdown.js';
import { mean } from './measure.js';
import { leastSquares, spearman } from './statistics.js';

const HELP = `
Reads any file in the Lichess puzzle format. Reported are Spearman's rank correlation between estimate and rating on the half of the puzzles that
the fit has not seen, for all and by length, and for every theme how often export and label agree.

Examples:
  $ npm run bench:difficulty -- lichess_db_puzzle.csv
  $ npm run -s bench:difficulty -- lichess_db_puzzle.csv --fit

Exit codes: 0 the correlation is at least the goal, 1 it is not (or it could not be measured), 2 wrong command line.`;

/** What the rank correlation has to reach. */
const GOAL = 0.5;
const EVERY = 4;
const FITTED = [0, 1];

interface Row {
  measures: Measures;
  rating: number;
  fitted: boolean;
  moves: number;
  mate: boolean;
}

const command = newCommand('bench:difficulty', 'Compares estimated difficulties with the ratings of solvers.', HELP)
  .argument('<puzzles>', 'a CSV file with FEN, Moves, Rating, Themes')
  .option('--fit', 'print the weights that fit this file best, for src/export/difficulty.ts')
  .option('--json', 'one line of JSON');

interface Agreement {
  both: number;
  ours: number;
  labels: number;
}

async function run(): Promise<number> {
  const { fit, json } = command.opts<{ fit?: true; json?: true }>();
  const [path = ''] = command.args;
  createReadStream(path).destroy();
  const engine = await loadEngine();
  const teller = new Storyteller(engine);
  const gauge = new DifficultyGauge(engine);
  const board = new Board();
  const rows: Row[] = [];
  const themes = new Map<string, Agreement>();
  for await (const { puzzle, rating, themes: labels } of readLabelled(path, engine)) {
    const story = teller.tell(puzzle);
    const fitted = FITTED.includes(rows.length % EVERY);
    const moves = (puzzle.line.length + 1) / 2;
    rows.push({ measures: gauge.measure(puzzle, story), rating, fitted, moves, mate: puzzle.mate });
    agree(themes, new Set(themesOf(puzzle, story, board.set(puzzle.fen))), new Set(labels));
  }
  if (fit) {
    await writeLine(fitted(rows));
    return EXIT.ok;
  }
  const unseen = rows.filter((row) => !row.fitted);
  const rho = correlation(unseen);
  if (json) {
    await writeLine(JSON.stringify({ puzzles: rows.length, unseen: unseen.length, spearman: rho, goal: GOAL }));
    return rho >= GOAL ? EXIT.ok : EXIT.failure;
  }
  const groups: [string, Row[]][] = [
    ['all', unseen],
    ...[1, 2, 3, 4].map((n): [string, Row[]] => [
      n === 4 ? '4 moves and more' : `${n} ${n === 1 ? 'move' : 'moves'}`,
      unseen.filter(({ moves }) => Math.min(moves, 4) === n),
    ]),
    ['mates', unseen.filter(({ mate }) => mate)],
    ['no mates', unseen.filter(({ mate }) => !mate)],
  ];
  const table = groups.map(([name, of]) => [
    name,
    grouped(of.length),
    correlation(of).toFixed(3),
    meanError(of).toFixed(0),
  ]);
  await writeLine(markdownTable(['unseen puzzles', 'number', 'rank correlation', 'mean error'], table));
  await writeLine('');
  await writeLine(
    markdownTable(
      ['theme', 'labelled', 'ours', 'both', 'ours that labels bear', 'labels that we have'],
      agreements(themes),
    ),
  );
  await writeLine(`\nrank correlation ${rho.toFixed(3)} (goal ${GOAL}): ${rho >= GOAL ? 'kept' : 'MISSED'}`);
  return rho >= GOAL ? EXIT.ok : EXIT.failure;
}

function agree(themes: Map<string, Agreement>, ours: Set<string>, labels: Set<string>): void {
  for (const theme of new Set([...ours, ...labels])) {
    const row = themes.get(theme) ?? { both: 0, ours: 0, labels: 0 };
    themes.set(theme, row);
    if (ours.has(theme)) row.ours++;
    if (labels.has(theme)) row.labels++;
    if (ours.has(theme) && labels.has(theme)) row.both++;
  }
}

/** Of the themes that we name at all. */
function agreements(themes: Map<string, Agreement>): string[][] {
  const share = (part: number, of: number): string => (of === 0 ? '' : `${((100 * part) / of).toFixed(1)} %`);
  return [...themes]
    .filter(([, { ours }]) => ours > 0)
    .sort(([, a], [, b]) => b.labels - a.labels)
    .map(([name, { both, ours, labels }]) => [
      ...[name, grouped(labels), grouped(ours), grouped(both)],
      ...[share(both, ours), share(both, labels)],
    ]);
}

function correlation(rows: readonly Row[]): number {
  return spearman(
    rows.map(({ measures }) => ratingOf(measures)),
    rows.map(({ rating }) => rating),
  );
}

function meanError(rows: readonly Row[]): number {
  return mean(rows.map(({ measures, rating }) => Math.abs(ratingOf(measures) - rating)));
}

/** The weights as source text. */
function fitted(rows: readonly Row[]): string {
  const names = Object.keys(WEIGHTS) as Measure[];
  const seen = rows.filter((row) => row.fitted);
  const [base = 0, ...weights] = leastSquares(
    seen.map(({ measures }) => [1, ...names.map((name) => measures[name])]),
    seen.map(({ rating }) => rating),
  );
  return [`BASE: ${base.toFixed(1)}`, ...names.map((name, index) => `  ${name}: ${weights[index]!.toFixed(1)},`)].join(
    '\n',
  );
}

await runCommand(command, run);
