/** Double check: two pieces check after the move. */
import { addKey, addTarget, DOUBLE_CHECK, openCandidate } from '../candidates';
import { bit, first, several } from '../board/squares';
import { blackKing, checks, taken, to } from './context';

export function findDoubleCheck(): void {
  if (!several(checks)) return;
  const candidate = openCandidate(DOUBLE_CHECK, taken);
  // The piece that moved leads where it is one of the two (en passant can open both lines).
  const moved = (checks & bit(to)) != 0;
  addKey(candidate, moved ? to : first(checks));
  addKey(candidate, first(moved ? checks & ~bit(to) : checks & (checks - 1)));
  addTarget(candidate, blackKing);
}
