/**
 * How fast are bytes cut into games, and their tags read? Of the files given, else of games made up on the spot.
 *
 *     node dist/test/bench/split.js [FILE.pgn...]
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { GameSplitter, type RawGame } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { makeGame } from '../../src/pgn/writer.js';

const ROUNDS = 15;
const CHUNK = 65_536;

function madeUp(): Uint8Array {
  const moves = Array.from({ length: 80 }, (_, i) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4] ?? '');
  const tags: [string, string][] = ['WhiteElo', 'BlackElo', 'ECO', 'TimeControl'].map((name) => [name, '1234']);
  return new TextEncoder().encode(makeGame(tags, moves).repeat(3000));
}

function split(input: Uint8Array): RawGame[] {
  const splitter = new GameSplitter();
  const games: RawGame[] = [];
  for (let at = 0; at < input.length; at += CHUNK) games.push(...splitter.push(input.subarray(at, at + CHUNK)));
  return [...games, ...splitter.end()];
}

/** The median of several rounds, in milliseconds. */
function median(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

const inputs: [string, Uint8Array][] = process.argv.slice(2).map((path) => [basename(path), readFileSync(path)]);
if (inputs.length === 0) inputs.push(['made up (no file given)', madeUp()]);
for (const [name, input] of inputs) {
  const games = split(input);
  const splitting = median(() => split(input));
  const tags = median(() => games.forEach((game) => readTags(game.bytes)));
  const rate = (input.length / 1000 / splitting).toFixed(0);
  const each = ((tags / games.length) * 1000).toFixed(1);
  console.log(`${name}: ${games.length} games, split at ${rate} MB/s, tags ${each} us a game`);
}
