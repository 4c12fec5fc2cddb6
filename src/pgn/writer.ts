/**
 * Tags and moves -> a valid PGN game in export format: seven tags first, escaped values, lines of at most 80 columns, a result.
 *
 * Moves may be SAN or UCI. SAN is written as it comes; a UCI move is no PGN, so a game that holds one is replayed with chess.js to
 * find its name. That is for scripts and exports of chosen games, not for bulk.
 */
import { Chess } from 'chess.js';
import { moveWords, wrap } from './layout.js';
import { quoted } from './shown.js';

const ROSTER: readonly [string, string][] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
  ['Result', '*'],
];
const RESULTS = new Set(['1-0', '0-1', '1/2-1/2', '*']);
const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;

/**
 * One game, ending with a blank line, so that games can be joined without more.
 *
 * @param tags in any order; those missing from the seven are filled in. `FEN` sets the start position (and `SetUp`); `Result` is also
 *   the termination mark, and must be one of the four.
 * @param moves SAN or UCI.
 * @param comments to stand behind moves, by their index; braces in them become parentheses.
 * @throws {Error} for an unknown result, a tag name that PGN does not allow, or a UCI move that is not legal.
 */
export function makeGame(
  tags: Iterable<readonly [string, string]>,
  moves: readonly string[],
  comments: ReadonlyMap<number, string> = new Map(),
): string {
  const all = new Map<string, string>([...ROSTER, ...tags]);
  const result = all.get('Result') ?? '*';
  if (!RESULTS.has(result)) throw new Error(`not a PGN result: ${quoted(result)}`);
  const fen = all.get('FEN');
  if (fen !== undefined) all.set('SetUp', '1');
  const section = [...all].map(([name, value]) => makeTag(name, value)).join('');
  const words = [...moveWords(asSan(moves, fen), fen, comments), result];
  return `${section}\n${wrap(words)}\n\n`;
}

/** One tag pair with its line end. Line ends and control characters in the value become blanks: PGN has no escape for them. */
function makeTag(name: string, value: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_+#=:-]*$/.test(name)) throw new Error(`not a PGN tag name: ${quoted(name)}`);
  const text = value.replace(/[\0-\x1f\x7f]+/g, ' ').replace(/["\\]/g, '\\$&');
  return `[${name} "${text}"]\n`;
}

function asSan(moves: readonly string[], fen: string | undefined): readonly string[] {
  if (!moves.some((move) => UCI.test(move))) return moves;
  const chess = fen === undefined ? new Chess() : new Chess(fen);
  return moves.map((move) => {
    const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move.slice(4)];
    return chess.move(UCI.test(move) ? { from, to, ...(promotion === '' ? {} : { promotion }) } : move).san;
  });
}
