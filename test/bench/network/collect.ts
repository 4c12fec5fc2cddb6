/**
 * Positions to learn from. Those of games alone would teach little of what a tree runs into, so each is where a walk begins: from a game's
 * position, or from the end of a line that wins material there, on by the teacher's moves, among which chance throws others. Where the
 * teacher would take something it does, for positions are weighed where all is quiet; each of these is a lesson.
 */
import type { Random } from '../../../jobs/sample/random.js';
import type { Engine } from '../../../src/tactics/engine.js';
import { moveOfUci } from '../../../src/tactics/uci.js';
import type { Tree } from '../accuracy/tree.js';
import { isMate } from '../soundness/score.js';
import type { Teacher } from './teacher.js';

/** Moves of a walk at most. */
const LENGTH = 28;
/** One move in so many is any legal one. */
const STRAY = 4;
/** Beyond this the game is decided, and there is nothing to learn. */
const DECIDED = 2500;

export interface Sources {
  engine: Engine;
  tree: Tree;
  teacher: Teacher;
}

/** Whether a move takes something or promotes; en passant counts as quiet. */
export function takes(fen: string, uci: string): boolean {
  return uci.length === 5 || pieceAt(fen, uci.slice(2, 4)) !== '';
}

function pieceAt(fen: string, square: string): string {
  const row = fen.split('/', 8)[8 - Number(square[1])]?.split(' ', 1)[0] ?? '';
  let file = square.charCodeAt(0) - 97;
  for (const char of row) {
    if (char >= '1' && char <= '8') file -= Number(char);
    else if (file-- === 0) return char;
    if (file < 0) return '';
  }
  return '';
}

/** Any legal move, one that takes something as often as not; undefined where there is none. */
function stray(engine: Engine, fen: string, random: Random): string | undefined {
  const moves = engine.legalMoves(fen);
  const captures = moves.filter((move) => takes(fen, move));
  const from = captures.length > 0 && random.below(2) === 0 ? captures : moves;
  return from[random.below(from.length)];
}

/** A game's position, or the end of one of the lines that win material there. */
function startOf(fen: string, { engine, tree }: Sources, random: Random): string {
  if (random.below(3) > 0) return fen;
  const lines = tree.wins(fen);
  const line = lines[random.below(Math.min(lines.length, 3))];
  return line === undefined ? fen : engine.positionAfter(fen, Uint16Array.from(line, moveOfUci));
}

/**
 * Walks from a game's position, and keeps what is worth learning on the way.
 * @param keep gets `FEN|centipawns for the side to move`
 */
export async function walk(fen: string, sources: Sources, random: Random, keep: (line: string) => void): Promise<void> {
  const { engine, teacher } = sources;
  let position = startOf(fen, sources, random);
  for (let moves = 0; moves < LENGTH; moves++) {
    const opinion = await teacher.ask(position);
    if (opinion === undefined || isMate(Math.abs(opinion.score)) || Math.abs(opinion.score) > DECIDED) return;
    const quiet = !takes(position, opinion.best);
    if (quiet) keep(`${position}|${opinion.score}`);
    const next = quiet && random.below(STRAY) === 0 ? stray(engine, position, random) : opinion.best;
    if (next === undefined) return;
    position = engine.positionAfter(position, Uint16Array.of(moveOfUci(next)));
  }
}
