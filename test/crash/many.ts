/**
 * `npm run bench:crash -- [POINTS]`: kills scans at random moments and at every stage boundary, and says what became of them.
 *
 * Each point has a database of its own: one process is killed, the next run goes on, and the store is compared with that of an
 * undisturbed run. Ends with 1 where any differs.
 */
import { Argument } from 'commander';
import { EXIT, newCommand, runCommand, wholeNumber } from '../../jobs/cli.js';
import { makeRandom } from '../../jobs/sample/random.js';
import { WorkerPool } from '../../src/pipeline/pool.js';
import { compileKernel } from '../../src/tactics/kernel.js';
import type { Depth } from '../../src/tactics/types.js';
import { makeScratch } from '../bench/scratch.js';
import { Harness, type Blow, type Verdict } from './harness.js';
import { writeArchives } from './material.js';
import { STAGES } from './order.js';

const HELP = `
Half of the moments are struck at l1, half at l2, beside every stage boundary at each. A hundred take some minutes.

Examples:
  $ npm run bench:crash
  $ npm run bench:crash -- 1000

Exit codes: 0 no store differs from that of an undisturbed run, 1 one does (or it failed), 2 wrong command line`;

const command = newCommand('bench:crash', 'Kills scans, and says what became of them.', HELP).addArgument(
  new Argument('[points]', 'random moments').default(100).argParser(wholeNumber(1, 1_000_000)),
);

/** Sums over many verdicts. */
interface Sum {
  struck: number;
  hits: number;
  passedOver: number;
  seen: number;
  wrong: string[];
}

function add(sum: Sum, { hits, before, seen, wrong }: Verdict, what: string): void {
  sum.struck++;
  sum.hits += hits;
  sum.passedOver += before;
  sum.seen += seen;
  sum.wrong.push(...wrong.map((words) => `${what}: ${words}`));
}

function tell(title: string, { struck, hits, passedOver, seen, wrong }: Sum): void {
  const share = Math.round((100 * passedOver) / seen);
  console.log(
    `${title}: ${hits} of ${struck} killed at work; the next run passed over ${share} % of the games; ${wrong.length} wrong`,
  );
  for (const words of wrong) console.log(`  ${words}`);
}

async function strikeAll(points: number): Promise<number> {
  const folder = makeScratch();
  const paths = await writeArchives(folder, 60);
  const pool = new WorkerPool({ size: 2, module: await compileKernel() });
  const random = makeRandom(2, 0);
  let failures = 0;
  for (const depth of ['l1', 'l2'] satisfies Depth[]) {
    const harness = new Harness(paths, depth, folder, pool);
    const { report, batches } = await harness.truth();
    console.log(`${depth}: ${report.games.seen} games in ${batches} batches`);

    const stages: Sum = { struck: 0, hits: 0, passedOver: 0, seen: 0, wrong: [] };
    for (const stage of STAGES) {
      if (stage === 'in: tactics' && depth === 'l1') continue; // nothing is confirmed there
      const turn = stage === 'done' ? 1 : 1 + random.below(stage.includes('end') ? 2 : stage === 'entry' ? 4 : 20);
      const blow: Blow = { stage, turn };
      add(stages, await harness.strike([blow], 2), JSON.stringify(blow));
    }
    tell(`  ${stages.struck} stage boundaries`, stages);

    const moments: Sum = { struck: 0, hits: 0, passedOver: 0, seen: 0, wrong: [] };
    // a blow that comes too late, for this run was over, is one more to be dealt
    for (let i = 0; moments.hits < Math.ceil(points / 2); i++) {
      const blow = await harness.anywhere(random);
      add(moments, await harness.strike([blow], 1 + (i % 2)), JSON.stringify(blow));
    }
    tell(`  ${moments.struck} random moments`, moments);
    failures += stages.wrong.length + moments.wrong.length;
  }
  await pool.close();
  return failures === 0 ? EXIT.ok : EXIT.failure;
}

await runCommand(command, () => strikeAll(command.processedArgs[0] as number));
