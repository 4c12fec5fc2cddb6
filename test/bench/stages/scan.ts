/**
 * Archives to committed rows, end to end: the real command, each run in a process of its own on a fresh database.
 *
 * One worker and two take turns, so that what else the machine does falls on both; the ratio is the median of the pairs' own. Beside them
 * runs pgn-extract, where it is installed, which merely checks the moves of the same games. l2 takes long, so of large archives it has
 * a part: games drawn by seed, in one plain file. Copies would be no larger archive: positions that came before are not analysed again.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openArchive } from '../../../src/archive/open.js';
import { splitGames } from '../../../src/pgn/splitter.js';
import type { Depth } from '../../../src/tactics/types.js';
import { runScan, type ScanRun } from '../child.js';
import { SAMPLE } from '../corpus.js';
import type { Bench, Figure, Stage } from '../figures.js';
import { grouped } from '../markdown.js';
import { median } from '../measure.js';
import { makeScratch } from '../scratch.js';

/** For real games; the sample's are half as long again and full of blunders, so they are not held to it. */
const L2_FLOOR = { least: 400 };
/** Of what pgn-extract reaches, and of what one worker does. */
const EXTRACT_FLOOR = { least: 0.5 };
const WORKERS_FLOOR = { least: 1.8 };
const AGAIN_FLOOR = { least: 20 };
const RSS_FLOOR = { most: 400 };
/** Games of standard chess that Lichess publishes for a month of 2025. */
const LICHESS_MONTH = 90e6;
const NEWLINES = Buffer.from('\n\n');

/** What l2 is measured on: the archives where they are small, else a part of their games. */
function partOf({ games, archives, quick }: Bench, folder: string): readonly string[] {
  const most = quick ? 100 : 2000;
  if (games.length <= most) return archives;
  const path = join(folder, 'part.pgn');
  const step = games.length / most;
  const part = Array.from({ length: most }, (_, index) => games[Math.floor(index * step)]);
  writeFileSync(path, Buffer.concat(part.flatMap((game) => (game === undefined ? [] : [game.raw.bytes, NEWLINES]))));
  return [path];
}

/** All games of the archives in one plain file. */
async function* unpacked(archives: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of archives) {
    const archive = await openArchive(path);
    try {
      for await (const entry of archive.entries()) {
        for await (const { bytes } of splitGames(entry.open())) yield Buffer.concat([bytes, NEWLINES]);
      }
    } finally {
      await archive.close();
    }
  }
}

/** Debian puts it among the games, which not every path holds. */
function findExtract(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/games'];
  return folders.map((folder) => join(folder, 'pgn-extract')).find((path) => existsSync(path));
}

/** Milliseconds in which pgn-extract reads and checks the games of a plain file. */
function extract(program: string, path: string): number {
  const start = performance.now();
  execFileSync(program, ['-s', '-r', path], { stdio: ['ignore', 'ignore', 'ignore'] });
  return performance.now() - start;
}

interface Runs {
  single: ScanRun[];
  double: ScanRun[];
  /** Milliseconds of pgn-extract; none where it is not installed. */
  extracts: number[];
  again: ScanRun;
}

async function scanInTurns(paths: readonly string[], depth: Depth, runs: number, folder: string): Promise<Runs> {
  const db = join(folder, 'scan.db');
  const forget = (): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true });
  };
  const program = depth === 'l1' ? findExtract() : undefined;
  const plain = join(folder, 'plain.pgn');
  if (program !== undefined) await pipeline(Readable.from(unpacked(paths)), createWriteStream(plain));
  else if (depth === 'l1') process.stderr.write('pgn-extract is not installed: the scan is not measured beside it.\n');
  const single: ScanRun[] = [];
  const double: ScanRun[] = [];
  const extracts: number[] = [];
  for (let i = 0; i < runs; i++) {
    for (const [workers, list] of [
      [1, single],
      [2, double],
    ] as const) {
      forget();
      list.push(await runScan({ paths, db, depth, workers, folder }));
    }
    if (program !== undefined) extracts.push(extract(program, plain));
  }
  const again = await runScan({ paths, db, depth, workers: 2, folder });
  forget();
  return { single, double, extracts, again };
}

/**
 * The time that a Lichess month would take: as long as its workers on so many cores, or its main thread, of which there is one.
 * @param rate games a second on two cores
 * @param most games a second that the main thread gets through
 */
function month(rate: number, most: number): string {
  const hours = (cores: number): string => (LICHESS_MONTH / Math.min((rate * cores) / 2, most) / 3600).toFixed(1);
  return `a Lichess month of 90 M games: ${hours(2)} h on 2 cores, ${hours(16)} on 16, ${hours(64)} on 64`;
}

/** Games a second that the main thread would get through were the workers never busy: what a second run takes is no game's. */
function mainRate(games: number, double: readonly ScanRun[], again: ScanRun): number {
  const times = double.flatMap(({ main }) => (main === null || again.main === null ? [] : [main - again.main]));
  return times.length === 0 ? Infinity : (1000 * games) / median(times);
}

function figuresOf(depth: Depth, { single, double, extracts, again }: Runs, held: Partial<Figure>): Figure[] {
  const games = single[0]?.games_seen ?? 0;
  const positions = single[0]?.positions ?? 0;
  const rate = (list: ScanRun[], time: (run: ScanRun) => number): number => (1000 * games) / median(list.map(time));
  const rates = (list: ScanRun[], workers: number): { wall: number; cpu: number } => ({
    wall: rate(list, (run) => run.wall),
    cpu: workers * rate(list, (run) => run.cpu),
  });
  const unit = 'games/s';
  const both = rates(double, 2);
  const main = mainRate(games, double, again);
  const figures: Figure[] = [
    {
      name: `scan, ${depth}, 1 worker`,
      unit,
      ...rates(single, 1),
      note: `${grouped(games)} games, ${grouped(positions)} positions`,
    },
    { name: `scan, ${depth}, 2 workers`, unit, ...both, note: month(both.wall, main), ...held },
    {
      name: `scan, ${depth}, 2 workers to 1`,
      unit: 'x',
      wall: median(single.map(({ wall }, i) => wall / (double[i]?.wall ?? NaN))),
      floor: WORKERS_FLOOR,
    },
  ];
  if (Number.isFinite(main)) {
    figures.push({
      name: `scan, ${depth}, the main thread alone`,
      unit,
      wall: main,
      note: 'by its processor time: more cores bring no more',
    });
  }
  if (extracts.length > 0) {
    figures.push(
      { name: 'pgn-extract -s -r, the same games', unit, wall: (1000 * games) / median(extracts) },
      {
        name: `scan, ${depth}, 2 workers to pgn-extract`,
        unit: 'x',
        wall: median(extracts.map((time, i) => time / (double[i]?.wall ?? NaN))),
        floor: EXTRACT_FLOOR,
      },
    );
  }
  figures.push(
    {
      name: `scan, ${depth}, process, 2 workers`,
      unit: 's',
      wall: median(double.map((run) => run.process)) / 1000,
      note: 'start to exit',
    },
    { name: `scan, ${depth}, peak RSS, 1 worker`, unit: 'MB', wall: median(single.map((run) => run.peak_rss_mb)) },
    {
      name: `scan, ${depth}, peak RSS, 2 workers`,
      unit: 'MB',
      wall: median(double.map((run) => run.peak_rss_mb)),
      floor: RSS_FLOOR,
    },
    {
      name: `scan again, ${depth}, faster`,
      unit: 'x',
      wall: median(double.map((run) => run.wall)) / again.wall,
      floor: AGAIN_FLOOR,
      note: `${grouped(again.games_stored)} games stored`,
    },
  );
  return figures;
}

export const scanStages: readonly Stage[] = (['l1', 'l2'] as const).map((depth) => ({
  name: `scan-${depth}`,
  run: async (bench) => {
    const folder = makeScratch();
    const paths = depth === 'l1' ? bench.archives : partOf(bench, folder);
    const real = !bench.archives.includes(SAMPLE);
    const held =
      depth === 'l1' ? {} : real ? { floor: L2_FLOOR } : { note: 'the floor is for real games: name an archive' };
    return figuresOf(depth, await scanInTurns(paths, depth, bench.quick ? 1 : 3, folder), held);
  },
}));
