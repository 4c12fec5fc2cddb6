/**
 * `npm run sample`: plays the engine games of `data/sample.zip` and packs them with the hand-written entries of `data/sample/`.
 * For the project's own use: the product never runs it. Same seed, same engine version, same zip.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../src/paths.js';
import { Engine, findStockfish } from './sample/engine.js';
import { type SampleGame, playGame } from './sample/game.js';
import { parseOpenings } from './sample/openings.js';
import { type Entry, pack } from './sample/pack.js';
import { makePgn } from './sample/pgn.js';

const HELP = `Usage: npm run sample -- [options]

Plays seeded games with Stockfish at mixed low strengths and packs them, with the
hand-written games of data/sample/, into the zip that the project ships.

  --stockfish PATH  the engine (default: stockfish on PATH, or Debian's place for games)
  --games N         how many games to play, from 4 (default 1100)
  --seed S          a whole number from 0 to 4294967295 (default 2026)
  --out FILE        the zip to write (default data/sample.zip)
  --help            this text

The last line on stdout is the zip's sha256 and path. The same seed gives the same games with
the same version of the engine; the published sample was made with Stockfish 15.1.
`;

const ENGINE_ENTRIES = 4;

class UsageError extends Error {}

function whole(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < low || value > high) {
    throw new UsageError(`--${name} wants a whole number from ${low} to ${high}, not "${text}"`);
  }
  return value;
}

function readFlags(): { help: boolean; stockfish: string | undefined; games: number; seed: number; out: string } {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        stockfish: { type: 'string' },
        games: { type: 'string', default: '1100' },
        seed: { type: 'string', default: '2026' },
        out: { type: 'string', default: join(ROOT, 'data', 'sample.zip') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return {
    help: values.help,
    stockfish: values.stockfish,
    games: whole('games', values.games, ENGINE_ENTRIES, 1_000_000),
    seed: whole('seed', values.seed, 0, 0xffff_ffff),
    out: values.out,
  };
}

function showProgress(done: number, total: number, started: number): void {
  const seconds = (performance.now() - started) / 1000;
  const text = `${done}/${total} games, ${Math.round(seconds)} s, ${Math.round((seconds / done) * (total - done))} s left`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}   ${done === total ? '\n' : ''}`);
  else if (done % 100 === 0 || done === total) process.stderr.write(text + '\n');
}

async function playAll(path: string, games: number, seed: number): Promise<SampleGame[]> {
  const openings = parseOpenings(await readFile(join(ROOT, 'data', 'sample', 'openings.txt'), 'utf8'));
  const engine = await Engine.start(path);
  process.stderr.write(`${engine.name}, ${openings.length} openings, seed ${seed}\n`);
  const started = performance.now();
  const played: SampleGame[] = [];
  try {
    for (let number = 1; number <= games; number++) {
      played.push(await playGame(engine, openings, seed, number));
      showProgress(number, games, started);
    }
  } finally {
    engine.stop();
  }
  const distinct = new Set(played.map((game) => game.san.join(' '))).size;
  if (distinct !== games)
    throw new Error(`make-sample: ${games - distinct} games were played twice; take another seed`);
  return played;
}

async function toEntries(played: readonly SampleGame[], seed: number): Promise<Entry[]> {
  const byHand = async (name: string): Promise<Entry> => ({
    name,
    data: await readFile(join(ROOT, 'data', 'sample', name)),
  });
  const entries = [await byHand('famous.pgn')];
  const size = Math.ceil(played.length / ENGINE_ENTRIES);
  for (let part = 0; part < ENGINE_ENTRIES; part++) {
    const games = played.slice(part * size, (part + 1) * size);
    const text = games.map((game) => makePgn(game, seed)).join('');
    entries.push({ name: `engine-games-0${part + 1}.pgn`, data: Buffer.from(text, 'utf8') });
  }
  entries.push(await byHand('odd-notation.pgn'));
  return entries;
}

function printCounts(played: readonly SampleGame[]): void {
  const count = (key: (game: SampleGame) => string): string => {
    const counts = new Map<string, number>();
    for (const game of played) counts.set(key(game), (counts.get(key(game)) ?? 0) + 1);
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  };
  const plies = played.reduce((sum, game) => sum + game.san.length, 0);
  process.stdout.write(`games ${played.length}, plies ${plies}\nresults: ${count((game) => game.result)}\n`);
  process.stdout.write(`endings: ${count((game) => game.ending)}\n`);
}

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags.help) {
    process.stdout.write(HELP);
    return;
  }
  const path = findStockfish(flags.stockfish);
  if (path === undefined) {
    throw new UsageError(
      flags.stockfish === undefined ? 'no stockfish found; say --stockfish PATH' : `no engine at ${flags.stockfish}`,
    );
  }
  const played = await playAll(path, flags.games, flags.seed);
  const entries = await toEntries(played, flags.seed);
  const zip = await pack(entries);
  await writeFile(flags.out, zip);
  printCounts(played);
  for (const { name, data } of entries) process.stdout.write(`${name} ${data.length} bytes\n`);
  process.stdout.write(`zip ${zip.length} bytes\n${createHash('sha256').update(zip).digest('hex')}  ${flags.out}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`make-sample: ${(error as Error).message}\n`);
  if (error instanceof UsageError) process.stderr.write('Try --help.\n');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
