/** What a tactic puts on the board: arrows for its moves, marks on the squares of its evidence. */
import type { LineReply, ShownTactic } from '../engine/messages.js';
import type { Arrow, Mark } from '../parts/Board.js';

/** At the position: the whole line, the trigger foremost. Within the line: the move that comes next. */
export function arrowsFor(tactic: ShownTactic | undefined, line: LineReply | null, step: number): Arrow[] {
  if (tactic === undefined) return [];
  const moves = tactic.sequence ?? [tactic.trigger_move];
  if (line !== null && step > 0) {
    const next = moves[step];
    return next === undefined ? [] : [arrow(next, step)];
  }
  // more than these is a tangle
  return moves.slice(0, 3).map(arrow).reverse();
}

function arrow(move: string, index: number): Arrow {
  const kind = index === 0 ? 'trigger' : index % 2 === 0 ? 'line' : 'reply';
  return { from: move.slice(0, 2), to: move.slice(2, 4), kind };
}

export function marksFor(tactic: ShownTactic | undefined, line: LineReply | null, step: number): Mark[] {
  if (tactic === undefined) return [];
  const marks = step > 0 ? moveMarks((tactic.sequence ?? [tactic.trigger_move])[step - 1]) : [];
  const stands = (tactic.pattern_ply ?? 0) + 1;
  if (line !== null && step > 0 && step !== stands) return marks;
  for (const square of tactic.key_squares) marks.push({ square, kind: 'key' });
  for (const square of tactic.target_squares) marks.push({ square, kind: 'target' });
  return marks;
}

/** Where a move came from, and where it went. */
export function moveMarks(move: string | undefined): Mark[] {
  if (move === undefined || move === '0000') return [];
  return [
    { square: move.slice(0, 2), kind: 'from' },
    { square: move.slice(2, 4), kind: 'to' },
  ];
}
