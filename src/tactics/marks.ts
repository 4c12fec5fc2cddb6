/** Squares and arrows in PGN comments, as boards on Lichess and chess.com draw them. */
import type { Tactic } from './types.js';
import { inWords } from './words.js';

/** What the patterns are called, each once: `fork, discovered attack`. */
export function namesOf(tactics: readonly Tactic[]): string {
  return [...new Set(tactics.map(({ pattern }) => inWords(pattern)))].join(', ');
}

/**
 * The names, and the squares: key squares green, targets red, an arrow from each tactic's first key square to each of its targets. For the
 * move at which the patterns stand.
 */
export function evidence(tactics: readonly Tactic[]): string {
  const keys = new Set(tactics.flatMap(({ key_squares }) => key_squares));
  const targets = new Set(tactics.flatMap(({ target_squares }) => target_squares));
  const circles = [
    ...[...keys].map((square) => `G${square}`),
    ...[...targets].filter((square) => !keys.has(square)).map((square) => `R${square}`),
  ];
  const arrows = new Set(
    tactics.flatMap(({ key_squares: [key], target_squares }) =>
      key === undefined ? [] : target_squares.filter((target) => target !== key).map((target) => `R${key}${target}`),
    ),
  );
  const marks = [
    ...(circles.length > 0 ? [`[%csl ${circles.join(',')}]`] : []),
    ...(arrows.size > 0 ? [`[%cal ${[...arrows].join(',')}]`] : []),
  ];
  return [namesOf(tactics), ...marks].join(' ');
}

/**
 * The tactics that a line shows, by the index of the move at which the pattern stands. A proof may take another way than the line, and then
 * its squares say nothing there.
 * @param line UCI, from the tactics' position on
 * @param tactics with their sequences
 */
export function shownAlong(line: readonly string[], tactics: readonly Tactic[]): Map<number, Tactic[]> {
  const shown = new Map<number, Tactic[]>();
  for (const tactic of tactics) {
    const at = tactic.pattern_ply ?? 0;
    const common = tactic.sequence?.slice(0, at + 1).every((move, index) => move === line[index]) ?? at === 0;
    if (common && at < line.length) shown.set(at, [...(shown.get(at) ?? []), tactic]);
  }
  return shown;
}
