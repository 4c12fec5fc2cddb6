/**
 * Why is this move illegal? chess.js replays the main line up to it and looks at the board.
 *
 * Slow (some ten thousand moves a second) and therefore only for games that the kernel has refused, and bounded. An independent
 * reading: where chess.js can make the move, the message says so, for then one of the two is wrong.
 */
import { Chess, type Color, type PieceSymbol, type Square } from 'chess.js';

/** Plies that are replayed; faults further on are described without a position. */
export const REPLAY_MAX = 600;

const NULL_MOVES = new Set(['--', 'Z0', '@@@@', 'null', '0000']);
const PIECES: Record<PieceSymbol, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** The words of the main line in order, without numbers, glyphs, comments and variations; at most `limit`. */
export function mainLine(movetext: string, limit: number): string[] {
  const words: string[] = [];
  let depth = 0;
  const pattern = /\{[^}]*\}?|;[^\r\n]*|(?<=^|[\r\n])%[^\r\n]*|[()]|[^\s{}();]+/g;
  for (const [word] of movetext.matchAll(pattern)) {
    if (word === '(') depth++;
    else if (word === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !/^[{;%$]/.test(word)) {
      const move = word.replace(/^\d+\.*|^\.+/, '');
      // A castling written with zeros begins like a number.
      const whole = /^[0o]-[0o]/i.test(word) ? word : move;
      if (whole !== '' && /[A-Za-z@0-]/.test(whole) && !/^(?:1-0|0-1|1\/2-1\/2)$/.test(word)) words.push(whole);
      if (words.length >= limit) break;
    }
  }
  return words;
}

export interface Replay {
  /** Moves that chess.js could make, at most those asked for. */
  plies: number;
  /** The position behind them. */
  fen: string;
  /** What is wrong with the next move, in words; null where chess.js sees nothing wrong or did not get so far. */
  objection: string | null;
  /** chess.js made all the moves asked for, and can make the next one too. */
  accepts: boolean;
}

/** Replays `plies` moves of `movetext` and judges `token`, the one behind them. Null when chess.js cannot take the position. */
export function replay(movetext: string, startFen: string | null, plies: number, token: string): Replay | null {
  if (plies > REPLAY_MAX) return null;
  try {
    const chess = startFen === null ? new Chess() : new Chess(startFen, { skipValidation: true });
    let made = 0;
    for (const word of mainLine(movetext, plies)) {
      if (!make(chess, word)) break;
      made++;
    }
    const fen = chess.fen();
    if (made < plies) return { plies: made, fen, objection: null, accepts: false };
    const objection = object(chess, token);
    return { plies: made, fen, objection, accepts: make(chess, token) };
  } catch {
    return null;
  }
}

function make(chess: Chess, word: string): boolean {
  const zeros = /^[0oO]-[0oO](-[0oO])?/.exec(word);
  const san = NULL_MOVES.has(word) ? '--' : zeros ? (zeros[1] === undefined ? 'O-O' : 'O-O-O') : plainPromotion(word);
  try {
    chess.move(san);
    return true;
  } catch {
    return false;
  }
}

/** `e8(Q)`, `e8/Q`, `e8=q` -> `e8=Q`. */
function plainPromotion(word: string): string {
  const [, move, piece, rest] = /^([a-hx1-8-]*[a-h][18])[=(/]?([QRBNqrbn])\)?(.*)$/.exec(word) ?? [];
  return move === undefined || piece === undefined ? word : `${move}=${piece.toUpperCase()}${rest ?? ''}`;
}

/** What the board has against the move. */
function object(chess: Chess, token: string): string | null {
  const side = chess.turn();
  const colour = side === 'w' ? 'White' : 'Black';
  if (chess.isCheckmate()) return `${colour} is checkmated already`;
  if (chess.isStalemate()) return `${colour} is stalemated already`;
  if (/^[0oO]-[0oO]/.test(token)) return `${colour} cannot castle that way here`;
  const [, letter, target] = /^([KQRBN]?)[a-h]?[1-8]?[x:-]?([a-h][1-8])/.exec(token) ?? [];
  if (letter === undefined || target === undefined || /^[a-h][1-8][a-h][1-8]/.test(token)) return null;
  return objectTo(chess, side, (letter === '' ? 'p' : letter.toLowerCase()) as PieceSymbol, target as Square);
}

function objectTo(chess: Chess, side: Color, type: PieceSymbol, target: Square): string | null {
  const colour = side === 'w' ? 'white' : 'black';
  const name = PIECES[type];
  const own = chess.findPiece({ type, color: side });
  if (own.length === 0) return `there is no ${colour} ${name} on the board`;
  const legal = chess.moves({ verbose: true }).filter((move) => move.piece === type && move.to === target);
  const origins = [...new Set(legal.map((move) => move.from))].sort();
  if (origins.length > 1) return `the ${name}s on ${origins.join(' and ')} can both go to ${target}`;
  if (origins.length === 1) return null;
  if (chess.get(target)?.color === side) return `${target} is occupied by a ${colour} piece`;
  const attackers = chess.attackers(target, side).filter((square) => own.includes(square));
  if (attackers.length === 0 || (type === 'p' && chess.get(target) === undefined))
    return `no ${colour} ${name} can reach ${target}`;
  if (type === 'k') return `${target} is attacked`;
  return `the ${name} on ${attackers.join(' or ')} cannot go to ${target} without leaving the king in check`;
}
