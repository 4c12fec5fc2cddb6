/**
 * A line that is a position -> its FEN, and what stands around it. Beside a bare FEN, which is taken as it stands: EPD, with operations behind four
 * fields or, as suites have it too, behind all six; what engines learn from, with columns of numbers behind the position; what programs
 * send to engines, `position fen ... moves ...`; puzzles, as rows of the table that Lichess publishes; and JSON objects with a `fen`, as our own
 * answers and files have them.
 */
import { given } from '../given.js';
import { STANDARD_START } from './game.js';

/** The first field of a FEN, of four ranks at least: what is wrong with the others is told by who reads them. */
export const BOARD = '[1-8pnbrqk]+(?:/[1-8pnbrqk]+){3,}';
const MOVE = '(?:[a-h][1-8]){2}[nbrq]?';
/** Moves in UCI. */
export const MOVES = `(${MOVE}(?: ${MOVE})*)`;
const LINE = new RegExp(
  `^(?:position )?(?:fen\\b ?[:=]? *)?(startpos|${BOARD}(?: .*?)?)(?: moves(?: ${MOVES})?)?$`,
  'i',
);
const IS_MOVE = new RegExp(`^${MOVE}$`, 'i');
/** The same of any words, which are to be refused as moves: behind the fields alone, for in an operation `moves` is a word like others. */
const WORDS = new RegExp(
  `^(?:position )?(?:fen\\b ?[:=]? *)?(startpos|${BOARD}(?: +[^ ;]+){3}(?: +\\d+ +\\d+)?) +moves +([^ ].*)$`,
  'i',
);
/** The name of an operation, which no pawn's move is: `c4` is one with a string behind it, as comments have. */
const OPCODE = '(?!moves\\b|[a-h](?:[1-8]|x[a-h])(?! *"))[a-z]\\w*(?=[ ;]|$)';
/** Tables of perft have a semicolon in front of each operation; behind one with a move the line is a row of some other table. */
const EPD = new RegExp(`^([^ ;]+(?: +[^ ;]+){3}(?: +\\d+ +\\d+)?)(?: +(?=${OPCODE})| *;(?! *${MOVE}\\b))(.*)$`);
/**
 * Behind a position what others say of it: `,+35`, ` | 35 | 0.5`, ` [1.0] 35`, `,#-3`. A number behind a mere blank might be meant for a field
 * of its own, and letters for moves that are to be made: neither is passed over.
 */
const JUDGED = /^([^ ,;|[]+(?: +[^ ,;|[]+){3}(?: +\d+ +\d+)?) *[,|[][\d ,|.[\]#+/-]*$/;
/**
 * One of several, read where the one before it ends. A semicolon in a string ends nothing. Neither the name nor the blanks behind it may be
 * given back letter by letter: with an open quote behind them that would take the square of their length.
 */
const OPERATION = /[ ;]*(\w+)(?!\w) *(?! )((?:"[^"]*"|[^";])*)(?:;|$)/y;
/** `PuzzleId,FEN,Moves,...`, also behind quotes: the first move leads to the puzzle, and the others solve it. */
const PUZZLE = new RegExp(
  `^"?([\\w-]+)"?,"?(${BOARD}(?: [^ ",]+){3}(?: \\d+ \\d+)?)"?,"?(${MOVE})(?: ${MOVE})*"?(?:,.*)?$`,
  'i',
);
const PUZZLES_HEADING = /^"?PuzzleId"?,"?FEN"?,"?Moves"?(?:,|$)/i;

export interface PositionLine {
  fen: string;
  /** In UCI, from there to the position that is meant; what stands in the place of one, as it stands. */
  moves: readonly string[];
  /** What a suite, a table or an object calls the position; absent where it is called nothing. */
  id?: string;
}

/** @returns null where the line does not begin as a position does. Whether it is a legal one is another question. */
export function readPositionLine(line: string): PositionLine | null {
  if (isObject(line)) return ofObject(line);
  const [, puzzle, before, lead] = PUZZLE.exec(line) ?? [];
  if (before !== undefined) return { fen: before, moves: [lead!.toLowerCase()], id: puzzle! };
  const [, position, moves] = WORDS.exec(line) ?? LINE.exec(line) ?? [];
  if (position === undefined) return null;
  const [, fields = position, operations = ''] = EPD.exec(position) ?? JUDGED.exec(position) ?? [];
  const fen = /^startpos$/i.test(fields) ? STANDARD_START : fields;
  const words = moves?.trim().split(/ +/) ?? [];
  return {
    fen,
    moves: words.map((word) => (IS_MOVE.test(word) ? word.toLowerCase() : word)),
    ...given({ id: idOf(operations) }),
  };
}

/** Whether a line begins as a JSON object does, and no position. */
export function isObject(line: string): boolean {
  return line.startsWith('{');
}

/** Its `fen` as it stands: what else it holds, moves too, may mean anything. Null where it is no JSON, or without a `fen` that is a string. */
function ofObject(line: string): PositionLine | null {
  let object: Record<string, unknown>;
  try {
    object = JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
  const { fen, id } = object;
  if (typeof fen !== 'string') return null;
  return { fen, moves: [], ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }) };
}

/** Whether a line names the columns of a table of puzzles. */
export function isHeading(line: string): boolean {
  return PUZZLES_HEADING.test(line);
}

/** The operand of `id`, without its quotes. */
function idOf(operations: string): string | undefined {
  OPERATION.lastIndex = 0;
  for (let found = OPERATION.exec(operations); found !== null; found = OPERATION.exec(operations)) {
    const [, opcode, operand = ''] = found;
    if (opcode === 'id') return operand.trim().replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}
