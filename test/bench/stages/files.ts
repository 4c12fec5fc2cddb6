/**
 * Archives of a game each, as chess.com and tournaments give them: the same games in a folder of files, in a zip of entries and in one file,
 * at l1, where the way to a game counts. They take turns; the ratios are the medians of the rounds' own.
 */
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { runScan, type ScanRun } from '../child.js';
import type { Bench, Figure, Stage } from '../figures.js';
import { grouped } from '../markdown.js';
import { median } from '../measure.js';
import { makeScratch } from '../scratch.js';

const NEWLINES = Buffer.from('\n\n');
const WORKERS = 2;
/** What a folder or a zip reaches of one file's speed. */
const FLOOR = { least: 1 / 3 };

interface Forms {
  one: string;
  folder: string;
  zip: string;
}

async function writeForms({ games }: Bench, scratch: string): Promise<Forms> {
  const forms = { one: join(scratch, 'one.pgn'), folder: join(scratch, 'files'), zip: join(scratch, 'many.zip') };
  const texts = games.map(({ raw }) => Buffer.concat([raw.bytes, NEWLINES]));
  writeFileSync(forms.one, Buffer.concat(texts));
  mkdirSync(forms.folder);
  const zip = new ZipFile();
  for (const [index, text] of texts.entries()) {
    const name = `${String(index).padStart(6, '0')}.pgn`;
    writeFileSync(join(forms.folder, name), text);
    zip.addBuffer(text, name);
  }
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(forms.zip)));
  return forms;
}

/** Games a second, and of one file's speed what share. */
function figuresOf(what: string, runs: readonly ScanRun[], ones: readonly ScanRun[]): Figure[] {
  const rate = (time: (run: ScanRun) => number): number =>
    median(runs.map((run) => (1000 * run.games_seen) / time(run)));
  return [
    {
      name: `scan, l1, ${what} of one game, ${WORKERS} workers`,
      unit: 'games/s',
      wall: rate((run) => run.wall),
      cpu: WORKERS * rate((run) => run.cpu),
      note: `${grouped(runs[0]?.games_seen ?? 0)} games`,
    },
    {
      name: `scan, l1, ${what} of one game to one file`,
      unit: 'x',
      wall: median(runs.map((run, round) => (ones[round]?.wall ?? NaN) / run.wall)),
      floor: FLOOR,
    },
  ];
}

export const filesStage: Stage = {
  name: 'scan-files',
  run: async (bench) => {
    const folder = makeScratch();
    const forms = await writeForms(bench, folder);
    const db = join(folder, 'scan.db');
    const runs: Record<keyof Forms, ScanRun[]> = { one: [], folder: [], zip: [] };
    for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
      for (const form of ['one', 'folder', 'zip'] as const) {
        for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true });
        runs[form].push(await runScan({ paths: [forms[form]], db, depth: 'l1', workers: WORKERS, folder }));
      }
    }
    return [...figuresOf('files', runs.folder, runs.one), ...figuresOf('entries', runs.zip, runs.one)];
  },
};
