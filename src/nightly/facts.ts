/** All that a report of a night says, before anybody writes it in Markdown or HTML. */
import { Chess } from 'chess.js';
import { fileName } from '../store/file-name.js';
import type { Run, RunArchive, RunCounts } from '../store/runs.js';
import { capitalised, inWords, numberedLine } from '../tactics/words.js';
import type { EditionMade } from './edition.js';
import type { FineTactic } from './finest.js';
import type { SetAside } from './inbox.js';
import type { Sample } from './tally.js';
import { name, playerName } from './text.js';

export interface NightFacts {
  run: number;
  /** Milliseconds since 1970: the night's beginning, and when the report was written. */
  started: number;
  written: number;
  version: string;
  signature: string;
  /** The folder with the archives, and the database. */
  folder: string;
  db: string;
  counts: RunCounts;
  /** Games that earlier runs had dealt with in archives that this one went on with. */
  before: number;
  /** Bytes of archives. */
  bytes: number;
  pace: readonly Sample[];
  archives: readonly RunArchive[];
  copies: readonly SetAside[];
  left: readonly SetAside[];
  /** What is wrong with what, a line each. */
  warnings: readonly string[];
  /** Nights that were cut short, and that this one finishes; oldest first. */
  finishes: readonly Run[];
  /** Null where no puzzles are made. */
  puzzles: { total: number; editions: readonly EditionMade[] } | null;
  finest: readonly FineTactic[];
  /** What was pruned, and what could not be, a line each. */
  pruned: readonly string[];
  stayed: readonly string[];
  /** Nights that came to an end, oldest first, this one last. */
  history: readonly { run: number; started: number; games: number }[];
}

/** One of the ten finest, in words. */
export interface FineWords {
  /** `Smothered mate, White to move` */
  title: string;
  /** `1. Qg8+ Rxg8 2. Nf7#` */
  line: string;
  /** `sacrifices material worth 9 pawns; mate in 2; 14 points` */
  why: string;
  /** `Anderssen – Kieseritzky, London, 1851.06.21, move 20` */
  game: string;
  /** `immortal.zip, games.pgn, byte 1234`; of a plain file `games.pgn, byte 1234` */
  place: string;
}

export function fineWords({ puzzle, pattern, sacrifice, points }: FineTactic): FineWords {
  const { fen, line, mate, gain, game } = puzzle;
  const moves = (line.length + 1) / 2;
  const [, toMove, , , , number] = fen.split(' ');
  const side = toMove === 'b' ? 'Black' : 'White';
  const players = `${playerName(game.white, game.whiteElo)} – ${playerName(game.black, game.blackElo)}`;
  const where = [game.event, game.site, game.date?.replace(/(\.\?\?)+$/, '') ?? null].flatMap((part) =>
    part === null || part === '' || /^[?.]+$/.test(part) ? [] : [name(part)],
  );
  const reasons = [
    ...(sacrifice >= 100 ? [`sacrifices material worth ${pawns(sacrifice)}`] : []),
    mate ? `mate in ${moves}` : `wins material worth ${pawns(gain)} in ${moves} ${moves === 1 ? 'move' : 'moves'}`,
    `${points} ${points === 1 ? 'point' : 'points'}`,
  ];
  return {
    title: `${capitalised(inWords(pattern))}, ${side} to move`,
    line: sanLine(fen, line),
    why: reasons.join('; '),
    game: [players, ...where, `move ${number}`].join(', '),
    place: `${placeOf(game)}, byte ${game.offset}`,
  };
}

/** Archive and entry; a plain file is its own only entry. */
function placeOf({ archive, entry }: FineTactic['puzzle']['game']): string {
  const [file, inside] = [baseName(archive), name(entry)];
  return file === inside ? file : `${file}, ${inside}`;
}

/** Centipawns as `3 pawns`, `1 pawn`, `3.5 pawns`. */
function pawns(centipawns: number): string {
  const value = Math.round(centipawns / 10) / 10;
  return `${value} ${value === 1 ? 'pawn' : 'pawns'}`;
}

/** With the numbers that the moves have in the game. */
export function sanLine(fen: string, line: readonly string[]): string {
  const chess = new Chess(fen);
  const sans = line.map((uci) => chess.move(uci).san);
  return numberedLine(fen, sans);
}

/** The name of a file, whatever system wrote its path; no longer than a line. */
export function baseName(path: string): string {
  return name(fileName(path));
}

/** Games a second of the scan; 0 where nothing was scanned. */
export function gamesPerSecond({ counts, before }: Pick<NightFacts, 'counts' | 'before'>): number {
  return counts.scanSeconds > 0 ? Math.max(counts.games.seen - before, 0) / counts.scanSeconds : 0;
}

/** `2026-11-21 01:30 UTC` */
export function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
