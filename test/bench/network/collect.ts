/**
 * Positions to learn from. Those of games alone would teach little of what a tree runs into: most are as they stood, others a few random
 * moves later, and the rest at the end of a line that wins material. Where the teacher would take something, it does, until all is quiet.
 */
import { Chess } from 'chess.js';
import type { Random } from '../../../jobs/sample/random.js';
import type { Tree } from '../accuracy/tree.js';
import { isMate } from '../soundness/score.js';
import type { Oracle } from '../soundness/uci.js';

/** Captures that are played out at most. */
const EXCHANGES = 7;

function strays(random: Random): number {
  const draw = random.below(10);
  return draw < 4 ? 0 : draw < 7 ? 1 : draw < 9 ? 2 : 3;
}

/** Plays any legal move, one that takes something as often as not. */
function stray(board: Chess, random: Random): void {
  const moves = board.moves({ verbose: true });
  const captures = moves.filter((move) => move.isCapture() || move.isPromotion());
  const from = captures.length > 0 && random.below(2) === 0 ? captures : moves;
  const move = from[random.below(from.length)];
  if (move !== undefined) board.move(move);
}

/** Plays to the end of one of the lines that win material; false where there is none. */
function playOut(board: Chess, tree: Tree, random: Random): boolean {
  const lines = tree.wins(board.fen());
  const line = lines[random.below(Math.min(lines.length, 3))];
  if (line === undefined) return false;
  for (const move of line) board.move(move);
  return true;
}

/**
 * A position made of one of a game's, and what it is worth for the side to move.
 * @returns `FEN|centipawns`, undefined where the way leads nowhere or to a mate
 */
export async function makePosition(
  fen: string,
  teacher: Oracle,
  tree: Tree,
  random: Random,
): Promise<string | undefined> {
  const board = new Chess(fen);
  for (let moves = strays(random); moves > 0 && !board.isGameOver(); moves--) stray(board, random);
  if (random.below(2) === 0 && !playOut(board, tree, random)) return undefined;
  for (let taken = 0; taken < EXCHANGES && !board.isGameOver(); taken++) {
    const [best] = await teacher.ask({ fen: board.fen(), lines: 1 });
    const answer = best?.pv[0];
    if (best === undefined || answer === undefined) return undefined;
    const move = new Chess(board.fen()).move(answer);
    if (!move.isCapture() && !move.isPromotion()) {
      return isMate(Math.abs(best.score)) ? undefined : `${board.fen()}|${best.score}`;
    }
    board.move(answer);
  }
  return undefined;
}
