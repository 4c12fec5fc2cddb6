/** A file in the Lichess puzzle format -> puzzles in our shape, with the labels that people and their program gave them. */
import { parse } from 'csv-parse';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { Storyteller } from '../../src/export/story.js';
import { startingWith, type Puzzle } from '../../src/store/puzzles.js';
import type { Engine } from '../../src/tactics/engine.js';
import { parseUci } from '../../src/tactics/uci.js';

export interface Labelled {
  puzzle: Puzzle;
  /** As solvers' results gave it. */
  rating: number;
  themes: string[];
}

/** One in `every`, those whose number (from 0) has one of these rests. */
export interface Part {
  every: number;
  rests: readonly number[];
}

/**
 * Streams the puzzles. `margin` is not known of them, and 200; their games are made up.
 * @throws {Error} for a file of another kind
 */
export async function* readLabelled(path: string, engine: Engine, part?: Part): AsyncGenerator<Labelled> {
  const teller = new Storyteller(engine);
  const rows = parse({ columns: true, bom: true });
  // an error of either ends the loop below
  pipeline(createReadStream(path), rows, () => undefined);
  let number = -1;
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    number++;
    if (part !== undefined && !part.rests.includes(number % part.every)) continue;
    yield labelled(row, number, engine, teller);
  }
}

function labelled(row: Record<string, string>, number: number, engine: Engine, teller: Storyteller): Labelled {
  const field = (name: string): string => {
    const value = row[name];
    if (value === undefined) throw new Error(`not a Lichess puzzle file: it has no column ${name}`);
    return value;
  };
  const before = field('FEN');
  const [mistake = '', ...line] = field('Moves').split(' ');
  const replay = engine.replay(Buffer.from(field('Moves')), before);
  if (!replay.ok) throw new Error(`puzzle ${field('PuzzleId')}: ${replay.reason}`);
  const fen = replay.fens[1]!;
  const { balance, san } = teller.tell({ before, mistake, fen, line });
  const [, side, , , , move] = fen.split(' ');
  const puzzle: Puzzle = {
    id: field('PuzzleId').padStart(11, '0'),
    ...{ before, mistake, fen, line },
    gain: balance.at(-1)! - balance[0]!,
    mate: san.at(-1)!.endsWith('#'),
    margin: 200,
    ply: 2 * Number(move) - (side === 'w' ? 1 : 0),
    records: startingWith(engine.analyze(fen, 'l2'), parseUci(line[0] ?? '') ?? 0),
    game: gameOf(number),
  };
  return { puzzle, rating: Number(field('Rating')), themes: field('Themes').split(' ') };
}

/** Three puzzles a game. */
function gameOf(number: number): Puzzle['game'] {
  const game = Math.floor(number / 3);
  return {
    digest: createHash('sha256').update(String(game)).digest('hex').slice(0, 32),
    white: `White ${game % 97}`,
    black: `Black ${game % 89}`,
    event: 'Rated game',
    site: `https://lichess.org/${String(game).padStart(8, 'a')}`,
    date: `20${String(10 + (game % 15))}.${String(1 + (game % 12)).padStart(2, '0')}.11`,
    round: '-',
    result: ['1-0', '0-1', '1/2-1/2'][game % 3]!,
    eco: `${'ABCDE'.charAt(game % 5)}${String(game % 100).padStart(2, '0')}`,
    timeControl: '300+3',
    whiteElo: game % 7 === 0 ? null : 1200 + (game % 1500),
    blackElo: 1300 + (game % 1400),
    plies: 80,
    archive: 'labelled.pgn',
    entry: 'labelled.pgn',
    offset: 1000 * game,
  };
}
