/**
 * Why is this move illegal? chess.js looks at the board.
 *
 * An independent reading of the kernel's verdict: where chess.js can make the move, the message says so, for then one of the two is
 * wrong. It is slow, so it gets the position in which the move was refused, not the game up to there, and is asked for as little as an
 * answer takes: some 0.2 ms. An archive in which every game is broken must not bring a run to its knees.
 */
import { Chess, type Color, type PieceSymbol, type Square } from 'chess.js';

const PIECES: Record<PieceSymbol, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

export interface Verdict {
  /** What is wrong with the move, in words; null where chess.js sees nothing wrong or the token does not say enough. */
  objection: string | null;
  /** chess.js can make the move. */
  accepts: boolean;
}

/** What a token says of its move. */
interface Wish {
  type: PieceSymbol;
  /** File, rank, both or nothing of the square that the piece comes from. */
  file: string;
  rank: string;
  target: Square;
  promotion: string;
}

/** Judges `token`, a move that was refused in the position. Null when chess.js cannot take the position. */
export function judge(fen: string, token: string): Verdict | null {
  try {
    const chess = new Chess(fen, { skipValidation: true });
    const side = chess.turn();
    const colour = side === 'w' ? 'White' : 'Black';
    if (chess.isCheckmate()) return refusal(`${colour} is checkmated already`);
    if (chess.isStalemate()) return refusal(`${colour} is stalemated already`);
    if (/^[0oO]/.test(token)) return judgeCastling(chess, token, `${colour} cannot castle that way here`);
    const wish = parseWish(chess, token);
    return wish === null ? { objection: null, accepts: false } : judgeWish(chess, side, wish);
  } catch {
    return null;
  }
}

function refusal(objection: string | null): Verdict {
  return { objection, accepts: false };
}

function judgeCastling(chess: Chess, token: string, objection: string): Verdict {
  const long = (token.match(/[0oO]/g)?.length ?? 0) >= 3;
  const rank = chess.turn() === 'w' ? '1' : '8';
  const accepts = canMove(chess, `e${rank}` as Square, `${long ? 'c' : 'g'}${rank}` as Square, '');
  return { objection: accepts ? null : objection, accepts };
}

function parseWish(chess: Chess, token: string): Wish | null {
  const pattern = /^([KQRBNkqrn]?)([a-h]?)([1-8]?)[xX:×–-]?([a-h][1-8])(?:[=(/]{0,2}([QRBNqrbn]))?/;
  const [, letter, file = '', rank = '', target, promotion = ''] = pattern.exec(token) ?? [];
  if (letter === undefined || target === undefined) return null;
  let type = (letter === '' ? 'p' : letter.toLowerCase()) as PieceSymbol;
  // UCI, or a pawn that says where it stands: whatever is there.
  if (letter === '' && file !== '' && rank !== '') type = chess.get(`${file}${rank}` as Square)?.type ?? 'p';
  return { type, file, rank, target: target as Square, promotion: promotion.toLowerCase() };
}

function judgeWish(chess: Chess, side: Color, { type, file, rank, target, promotion }: Wish): Verdict {
  const colour = side === 'w' ? 'white' : 'black';
  const name = PIECES[type];
  const all = chess.findPiece({ type, color: side });
  const own = all.filter((square) => square.startsWith(file) && square.endsWith(rank));
  if (all.length === 0) return refusal(`there is no ${colour} ${name} on the board`);
  if (own.length === 0) return refusal(`there is no ${colour} ${name} on ${file}${rank === '' ? '-file' : rank}`);
  if (chess.get(target)?.color === side) return refusal(`${target} is occupied by a ${colour} piece`);
  const able = reaching(chess, side, type, target, file).filter((square) => own.includes(square));
  const origins = able.filter((square) => canMove(chess, square, target, promotion)).sort();
  if (origins.length > 1) return refusal(`the ${name}s on ${origins.join(' and ')} can both go to ${target}`);
  if (origins.length === 1) return { objection: null, accepts: true };
  if (able.length === 0) return refusal(`no ${colour} ${name} can reach ${target}`);
  if (type === 'k') return refusal(`${target} is attacked`);
  if (type === 'p' && /[18]$/.test(target) && promotion === '')
    return refusal(`the move does not say what the pawn becomes on ${target}`);
  return refusal(`the ${name} on ${able.join(' or ')} cannot go to ${target} without leaving the king in check`);
}

/** Squares from which a piece of the kind could go to `target` if its king did not matter. */
function reaching(chess: Chess, side: Color, type: PieceSymbol, target: Square, file: string): Square[] {
  if (type !== 'p') return chess.attackers(target, side);
  if (chess.get(target) !== undefined || chess.fen().split(' ')[3] === target) {
    // `e5` alone is never a capture.
    return file === '' ? [] : chess.attackers(target, side);
  }
  const step = side === 'w' ? -1 : 1;
  const [to = '', row = ''] = target;
  const one = `${to}${Number(row) + step}` as Square;
  const two = `${to}${Number(row) + 2 * step}` as Square;
  if (chess.get(one) !== undefined) return [one];
  return row === (side === 'w' ? '4' : '5') ? [two] : [];
}

function canMove(chess: Chess, from: Square, to: Square, promotion: string): boolean {
  try {
    chess.move({ from, to, ...(promotion !== '' && { promotion }) });
    chess.undo();
    return true;
  } catch {
    return false;
  }
}
