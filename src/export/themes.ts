/**
 * Puzzles -> theme names as Lichess uses them, so that what trains or searches by theme there works here.
 *
 * Only what can be told surely is named. Lichess's `advantage` and `crushing` are verdicts of a strong engine, `kingsideAttack` and the
 * like matters of taste: they are left out. How well the others agree with the labels is measured (docs/puzzles.md).
 */
import type { Puzzle, PuzzleGame } from '../store/puzzles.js';
import { readRecords } from '../tactics/record.js';
import { PATTERNS, type Pattern } from '../tactics/types.js';
import { Kind, VALUES, type Board, type Step } from './board.js';
import { phaseOf } from './phase.js';
import type { Story } from './story.js';

/** A pattern's name there: `discoveredAttack` for `discovered_attack`. */
export function themeOf(pattern: Pattern): string {
  return pattern.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const PATTERN_THEMES = PATTERNS.map(themeOf);

/** By the number of the solver's moves; the last one is for all that are longer. */
const LENGTHS = ['oneMove', 'short', 'long', 'veryLong'] as const;

/** Material that a solver who sacrifices has given for a while, in centipawns. */
const SACRIFICE = 200;
/** A pawn stands so far up the board, counted from 0 on its own side, one step from promotion or there. */
const ADVANCED = 6;
/** FIDE ratings from which practically everyone holds a title, and from which people speak of super-grandmasters. */
const MASTER = 2500;
const SUPER = 2700;
/** Ratings of servers are no FIDE ratings. */
const ONLINE =
  /:\/\/|lichess|chess\.com|chess24|playchess|freechess|\bfics\b|\bicc\b|chessclub|internet|\bonline\b|\bint$/i;

/** @param board on which the position to solve stands */
export function themesOf(puzzle: Puzzle, story: Story, board: Board, phase = phaseOf(puzzle.fen, board)): string[] {
  const solver = story.steps.filter((_, index) => index % 2 === 0);
  const themes = [...new Set(Array.from(readRecords(puzzle.records), ({ pattern }) => PATTERN_THEMES[pattern] ?? ''))];
  const say = (theme: string, holds: boolean): void => {
    if (holds) themes.push(theme);
  };
  say('mate', puzzle.mate);
  say(`mateIn${Math.min(solver.length, 5)}`, puzzle.mate);
  themes.push(LENGTHS[Math.min(solver.length, LENGTHS.length) - 1] ?? 'oneMove', phase);
  const endgame = endgameOf(board.census());
  if (endgame !== null && endgame === endgameOf(censusBehind(board, solver[0]))) themes.push(endgame);
  say('sacrifice', sacrifices(story));
  say('hangingPiece', takesHanging(story, board));
  const rank = (square: number): number => (story.white ? square >> 3 : 7 - (square >> 3));
  say(
    'advancedPawn',
    solver.some(({ kind, to }) => kind === Kind.Pawn && rank(to) >= ADVANCED),
  );
  say(
    'promotion',
    solver.some(({ promotion }) => promotion !== 0),
  );
  say(
    'underPromotion',
    solver.some(({ promotion }) => promotion !== 0 && promotion !== Kind.Queen),
  );
  say(
    'enPassant',
    solver.some(({ enPassant }) => enPassant),
  );
  say(
    'castling',
    solver.some(({ castling }) => castling),
  );
  return [...themes, ...mastersIn(puzzle.game)];
}

/** The solver is behind by a piece's worth after giving something, and not because the opponent has made a queen of a pawn. */
function sacrifices({ balance, steps }: Story): boolean {
  if (steps.some(({ promotion }, index) => index % 2 === 1 && promotion !== 0)) return false;
  return balance.some((now, ply) => ply % 2 === 1 && now <= balance[0]! - SACRIFICE);
}

/** What stands on the board, by kind, behind a move that is not played on it. */
function censusBehind(board: Board, step: Step | undefined): number[] {
  const counts = board.census();
  const add = (kind: number, more: number): void => {
    if (kind !== Kind.None) counts[kind]! += more;
  };
  add(step?.taken ?? Kind.None, -1);
  if (step !== undefined && step.promotion !== 0) {
    add(Kind.Pawn, -1);
    add(step.promotion, 1);
  }
  return counts;
}

/** The kind of an endgame in which both sides have nothing else, beside kings and pawns; of a census (`Board`). */
function endgameOf(census: readonly number[]): string | null {
  const [, , knights = 0, bishops = 0, rooks = 0, queens = 0] = census;
  const kinds = Number(knights > 0) + Number(bishops > 0) + Number(rooks > 0) + Number(queens > 0);
  if (kinds === 2 && queens === 1 && rooks > 0) return 'queenRookEndgame';
  if (kinds > 1) return null;
  if (knights > 0) return 'knightEndgame';
  if (bishops > 0) return 'bishopEndgame';
  if (rooks > 0) return 'rookEndgame';
  return queens > 0 ? 'queenEndgame' : 'pawnEndgame';
}

/** A piece that nothing defends is taken, it is no retaking, and the next exchange does not give the profit back. */
function takesHanging({ white, mistake, steps, balance }: Story, board: Board): boolean {
  const [first] = steps;
  if (first === undefined || first.taken <= Kind.Pawn || first.enPassant) return false;
  const retakes = mistake.to === first.to && VALUES[mistake.taken]! >= VALUES[first.taken]!;
  if (retakes || board.attackers(first.to, !white).length > 0) return false;
  return balance[3] === undefined || balance[3] >= balance[1]!;
}

function mastersIn({ whiteElo, blackElo, site, event }: PuzzleGame): string[] {
  if (ONLINE.test(site ?? '') || ONLINE.test(event ?? '')) return [];
  const ratings = [whiteElo ?? 0, blackElo ?? 0];
  return [
    ...(Math.max(...ratings) >= MASTER ? ['master'] : []),
    ...(Math.min(...ratings) >= MASTER ? ['masterVsMaster'] : []),
    ...(Math.max(...ratings) >= SUPER ? ['superGM'] : []),
  ];
}
