/**
 * Missed chances: where the referee sees one move that wins two pawns or more, and no other does, is there a tactic with that move?
 *
 * Not every chance is a tactic of the ten patterns. What a capture wins by itself needs none by their definitions, and what wins no
 * material in the referee's own line (a passed pawn, a king in the open, a threat parried in the only way) is none; these stand apart.
 * Of the rest, too, some is won by a pawn that queens, a quiet move, or a mate that has no name here.
 */
import type { Engine } from '../../../src/tactics/engine.js';
import { makeUci, readRecords } from '../../../src/tactics/record.js';
import type { Tree } from '../accuracy/tree.js';
import { materialOf, pieceAt, worthOf } from '../material.js';
import { isMate } from './score.js';
import type { Line, Oracle } from './uci.js';

/** Centipawns over the material that make a win, and by which the second-best move must fall short. */
const WIN = 200;
/** Plies of the referee's line that may go by until the material is won. */
const SOON = 12;

/** What a chance wins, and how; the first that holds. */
export const KINDS = [
  'mate',
  'simple', // a capture or a promotion that wins two pawns even if the piece that made it is then taken
  'position', // no two pawns along the referee's own line
  'trade', // a capture that loses nothing by itself: mostly one of two things that hang is saved so
  'material', // two pawns or more, by a quiet move or an offer
] as const;
export type Kind = (typeof KINDS)[number];

/** Why no tactic has a move as trigger, from the least that was reached to the most. */
export const CAUSES = [
  'unseen', // no candidate of l1, and not proven by the forcing tree either
  'unconfirmed', // a candidate, but the tree does not prove that it wins a pawn
  'unattributed', // the tree proves it, but puts the gain down to no pattern
] as const;
export type Cause = (typeof CAUSES)[number];

export interface Chance {
  fen: string;
  kind: Kind;
  material: number;
  best: Line;
  second: Line;
  /** Why no tactic has the move as trigger; absent where one has. */
  cause?: Cause;
}

/** Whether the best move wins what the second-best does not. A position with one legal move offers no choice, and no chance. */
export function isChance(material: number, best: Line, second: Line | undefined): second is Line {
  if (second === undefined) return false;
  if (isMate(best.score)) return !isMate(second.score);
  const win = material + WIN;
  return best.score >= win && second.score < win && second.score <= best.score - WIN;
}

/** The chance in a position, and what our engine makes of it; undefined where there is none. */
export async function findChance(oracle: Oracle, engine: Engine, tree: Tree, fen: string): Promise<Chance | undefined> {
  const [best, second] = await oracle.ask({ fen, lines: 2 });
  const material = materialOf(fen);
  const move = best?.pv[0];
  if (best === undefined || move === undefined || !isChance(material, best, second)) return undefined;
  const kind = kindOf(engine, fen, move, best);
  const cause = causeOf(engine, tree, fen, move);
  return { fen, kind, material, best, second, ...(cause !== undefined && { cause }) };
}

function kindOf(engine: Engine, fen: string, move: string, best: Line): Kind {
  if (isMate(best.score)) return 'mate';
  const kept = keptBy(engine, fen, move);
  if (kept !== undefined && kept >= WIN) return 'simple';
  if (wonAlong(engine, fen, best.pv) < WIN) return 'position';
  return kept !== undefined && kept >= 0 ? 'trade' : 'material';
}

/** What a line wins for the side to move: the change of material up to the last of its first moves that changes none. */
export function wonAlong(engine: Engine, fen: string, line: readonly string[]): number {
  const game = engine.replay(Buffer.from(line.slice(0, SOON).join(' ')), fen);
  if (!game.ok) throw new Error(`${line.join(' ')} cannot be played in ${fen}`);
  const balance = game.fens.map((each, ply) => (ply % 2 === 0 ? materialOf(each) : -materialOf(each)));
  const quiet = balance.findLastIndex((value, ply) => value === balance[ply - 1]);
  // captures all the way: the last has the last word
  return (balance.at(quiet) ?? 0) - (balance[0] ?? 0);
}

/**
 * What a capture or a promotion wins by itself: what it takes and becomes, less the piece that made it where that can be retaken.
 * undefined for other moves.
 */
export function keptBy(engine: Engine, fen: string, move: string): number | undefined {
  const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move.slice(4)];
  const mover = worthOf(pieceAt(fen, from));
  const becomes = promotion === '' ? mover : worthOf(promotion);
  const won = worthOf(pieceAt(fen, to)) + becomes - mover;
  // a pawn taken en passant stands elsewhere, and is no two pawns
  if (won === 0) return undefined;
  const game = engine.replay(Buffer.from(move), fen);
  if (!game.ok) throw new Error(`${move} is not legal in ${fen}`);
  const retaken = engine.legalMoves(game.fens[1] ?? '').some((answer) => answer.slice(2, 4) === to);
  return won - (retaken ? becomes : 0);
}

/** Why no tactic of the position has the move as trigger; undefined where one has. */
function causeOf(engine: Engine, tree: Tree, fen: string, move: string): Cause | undefined {
  const starts = (records: Uint8Array): boolean => {
    for (const { trigger } of readRecords(records)) if (makeUci(trigger) === move) return true;
    return false;
  };
  if (starts(engine.analyze(fen, 'l2'))) return undefined;
  if (tree.proof(fen, move) !== null) return 'unattributed';
  return starts(engine.analyze(fen, 'l1')) ? 'unconfirmed' : 'unseen';
}
