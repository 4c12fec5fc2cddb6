/**
 * Archives to committed rows, end to end: the real command, each run in a process of its own on a fresh database.
 *
 * One worker and two take turns, so that what else the machine does falls on both; the ratio is the median of the pairs' own.
 * l2 takes long, so of large archives it has a part: games drawn by seed, in one plain file. l1 is over before it has warmed up where
 * archives are small, so of these it has copies that differ in a tag.
 */
import { join } from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import type { Depth } from '../../../src/tactics/types.js';
import { runScan, type ScanRun } from '../child.js';
import { writeCopy } from '../copies.js';
import { SAMPLE } from '../corpus.js';
import type { Bench, Figure, Stage } from '../figures.js';
import { grouped } from '../markdown.js';
import { median } from '../measure.js';
import { makeScratch } from '../scratch.js';

/** For real games; the sample's are half as long again and full of blunders, so they are not held to it. */
const FLOORS = { l1: { least: 3000 }, l2: { least: 100 } } as const;
const NEWLINES = Buffer.from('\n\n');

/** What l2 is measured on: the archives where they are small, else a part of their games. */
function partOf({ games, archives, quick }: Bench, folder: string): readonly string[] {
  const most = quick ? 100 : 300;
  if (games.length <= most) return archives;
  const path = join(folder, 'part.pgn');
  const step = games.length / most;
  const part = Array.from({ length: most }, (_, index) => games[Math.floor(index * step)]);
  writeFileSync(path, Buffer.concat(part.flatMap((game) => (game === undefined ? [] : [game.raw.bytes, NEWLINES]))));
  return [path];
}

/** What l1 is measured on: the archives where they are large enough, else with altered copies of each. */
async function enoughOf({ total, archives, quick }: Bench, folder: string): Promise<readonly string[]> {
  const copies = Math.ceil((quick ? 3000 : 6000) / total);
  const paths = [...archives];
  for (const [index, archive] of archives.entries()) {
    for (let copy = 1; copy < copies; copy++) {
      const path = join(folder, `copy-${index}-${copy}.zip`);
      await writeCopy(archive, copy, path);
      paths.push(path);
    }
  }
  return paths;
}

async function measure(
  paths: readonly string[],
  depth: Depth,
  runs: number,
  folder: string,
  held: Pick<Figure, 'floor' | 'note'>,
): Promise<Figure[]> {
  const db = join(folder, 'scan.db');
  const forget = (): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true });
  };
  const single: ScanRun[] = [];
  const double: ScanRun[] = [];
  for (let i = 0; i < runs; i++) {
    for (const [workers, list] of [
      [1, single],
      [2, double],
    ] as const) {
      forget();
      list.push(await runScan({ paths, db, depth, workers, folder }));
    }
  }
  const again = await runScan({ paths, db, depth, workers: 2, folder });
  forget();
  const games = single[0]?.games_seen ?? 0;
  const files = paths.length === 1 ? 'a file' : `${paths.length} files`;
  const positions = single[0]?.positions ?? 0;
  const rate = (list: ScanRun[], time: (run: ScanRun) => number): number => (1000 * games) / median(list.map(time));
  const rates = (list: ScanRun[], workers: number): { wall: number; cpu: number } => ({
    wall: rate(list, (run) => run.wall),
    cpu: workers * rate(list, (run) => run.cpu),
  });
  const ratio = median(single.map(({ wall }, i) => wall / (double[i]?.wall ?? NaN)));
  const unit = 'games/s';
  const first = median(double.map((run) => run.wall));
  return [
    {
      name: `scan, ${depth}, 1 worker`,
      unit,
      ...rates(single, 1),
      note: `${files}, ${grouped(games)} games, ${grouped(positions)} positions`,
    },
    { name: `scan, ${depth}, 2 workers`, unit, ...rates(double, 2), ...held },
    { name: `scan, ${depth}, 2 workers to 1`, unit: 'x', wall: ratio },
    {
      name: `scan, ${depth}, process, 2 workers`,
      unit: 's',
      wall: median(double.map((run) => run.process)) / 1000,
      note: 'start to exit',
    },
    { name: `scan, ${depth}, peak RSS, 1 worker`, unit: 'MB', wall: median(single.map((run) => run.peak_rss_mb)) },
    { name: `scan, ${depth}, peak RSS, 2 workers`, unit: 'MB', wall: median(double.map((run) => run.peak_rss_mb)) },
    {
      name: `scan again, ${depth}, faster`,
      unit: 'x',
      wall: first / again.wall,
      note: `${grouped(again.games_stored)} games stored`,
    },
  ];
}

export const scanStages: readonly Stage[] = (['l1', 'l2'] as const).map((depth) => ({
  name: `scan-${depth}`,
  run: async (bench) => {
    const folder = makeScratch();
    const paths = depth === 'l1' ? await enoughOf(bench, folder) : partOf(bench, folder);
    const held = bench.archives.includes(SAMPLE)
      ? { note: `floor ${FLOORS[depth].least} on real games: name an archive` }
      : { floor: FLOORS[depth] };
    return measure(paths, depth, bench.quick ? 1 : 3, folder, held);
  },
}));
