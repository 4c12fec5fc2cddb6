/**
 * Positions for the properties: from the sample's games, read the way a scan reads them, and from random play, which gets to material
 * that games never see. A position that breaks a property is shrunk by taking pieces off the board, so that what is printed is small.
 *
 * The seed is fixed, so a failure comes again; `MOTIF_RUNS=20 npx vitest run test/properties` looks at twenty times as many positions.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { openArchive } from '../../src/archive/open.js';
import { ROOT } from '../../src/paths.js';
import { splitGames } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { InvalidFenError } from '../../src/tactics/errors.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeTactics } from '../../src/tactics/record.js';
import type { Depth, Tactic } from '../../src/tactics/types.js';
import { CORNERS, randomPositions } from '../kernel/positions.js';

export interface SampleGame {
  movetext: Uint8Array;
  startFen: string | null;
  /** Full FEN before each ply and behind the last one. */
  fens: string[];
}

export const engine = await loadEngine();

async function readSample(): Promise<SampleGame[]> {
  const games: SampleGame[] = [];
  const archive = await openArchive(join(ROOT, 'data', 'sample.zip'));
  for await (const entry of archive.entries()) {
    for await (const game of splitGames(entry.open())) {
      const { tags, movetext: start } = readTags(game.bytes);
      const movetext = game.bytes.subarray(start);
      const startFen = tags.get('FEN') ?? null;
      const replay = engine.replay(movetext, startFen);
      // The sample holds a game that is broken on purpose.
      if (replay.ok) games.push({ movetext, startFen, fens: replay.fens });
    }
  }
  await archive.close();
  return games;
}

export const games = await readSample();

/** Positions in which a pawn may be taken in passing: one in three hundred, so they are sought out. */
const enPassant = games.flatMap(({ fens }) =>
  fens.filter((fen) => hasEnPassant(fen) && hasEnPassant(engine.canonicalFen(fen))),
);

function hasEnPassant(fen: string): boolean {
  return fen.split(' ')[3] !== '-';
}

const odd = [
  ...randomPositions(engine, 2000, 7),
  ...CORNERS.flatMap((start, index) => randomPositions(engine, 100, 11 + index, start)),
];

function isPosition(fen: string): boolean {
  try {
    engine.canonicalFen(fen);
    return true;
  } catch (error) {
    if (error instanceof InvalidFenError) return false;
    throw error;
  }
}

/** The position with one man fewer, or without its castling or en-passant rights, where that is a position still. */
function* simpler(fen: string): Generator<string> {
  const [board = '', side = '', castling = '', enPassant = ''] = fen.split(' ');
  const squares = board.replace(/\d/g, (digit) => '.'.repeat(Number(digit)));
  for (let at = 0; at < squares.length; at++) {
    if (!/[pnbrq]/i.test(squares.charAt(at))) continue;
    const fewer = `${squares.slice(0, at)}.${squares.slice(at + 1)}`.replace(/\.+/g, (gap) => String(gap.length));
    yield [fewer, side, castling, enPassant, '0 1'].join(' ');
  }
  if (castling !== '-') yield [board, side, '-', enPassant, '0 1'].join(' ');
  if (enPassant !== '-') yield [board, side, castling, '-', '0 1'].join(' ');
}

class PositionArbitrary extends fc.Arbitrary<string> {
  override generate(random: fc.Random): fc.Value<string> {
    const { fens } = games[random.nextInt(0, games.length - 1)] ?? { fens: [] };
    const lot = random.nextInt(0, 9);
    const source = lot < 2 ? odd : lot < 3 ? enPassant : fens;
    return new fc.Value(source[random.nextInt(0, source.length - 1)] ?? '', undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  override shrink(fen: string): fc.Stream<fc.Value<string>> {
    const positions = [...simpler(fen)].filter(isPosition).map((next) => new fc.Value(next, undefined));
    return fc.stream(positions.values());
  }
}

/** Legal positions, six fields. */
export const position: fc.Arbitrary<string> = new PositionArbitrary();

const SEED = 2026;
const EFFORT = Number(process.env['MOTIF_RUNS'] ?? 1);

/** Settings of a property that looks at `runs` cases; fast-check prints seed and shrunk case where one fails. */
export function over(runs: number): { seed: number; numRuns: number } {
  return { seed: SEED, numRuns: runs * EFFORT };
}

const known = new Map<string, Tactic[]>();

/** The result of this file's engine, lines included; computed once, for many properties look at the same positions. */
export function tacticsOf(fen: string, depth: Depth): Tactic[] {
  const key = `${depth} ${fen}`;
  const tactics = known.get(key) ?? makeTactics(engine.analyze(fen, depth), fen, true);
  known.set(key, tactics);
  return tactics;
}

/** The tactics of a position at l2 that a move starts. */
export function startingWith(trigger: string, fen: string): Tactic[] {
  return tacticsOf(fen, 'l2').filter(({ trigger_move }) => trigger_move === trigger);
}
