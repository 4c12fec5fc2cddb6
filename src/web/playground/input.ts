/** What somebody has pasted -> what it is. */
import { decode, readView, type View } from '../address.js';

/** Characters; the service takes no more either. */
export const MOST = 1_000_000;

/** The first field of a FEN. */
const BOARD = /^[1-8pnbrqk]+(?:\/[1-8pnbrqk]+){3,}$/i;
/** Fields of a FEN without its two counters, which EPD leaves out. */
const EPD_FIELDS = 4;
/** A position within an address: eight rows, and the other fields behind them. */
const ADDRESSED = /(?<=[/=])(?:[1-8pnbrqk]+\/){7}[1-8pnbrqk]+(?: [^ &#?]+)*/i;

/**
 * A FEN where the first word looks like a board, or where it is the address of a position; the view of a link to the playground; else a PGN.
 * Null for nothing, and for other addresses. Pages have no-break blanks in them, tables tabs, programs quotes; EPD has operations behind the position.
 */
export function readInput(text: string): View | null {
  const pgn = text.replace(/[^\S\r\n]/g, ' ');
  const [first = ''] = pgn.trim().split(/\r?\n/, 1);
  const line = first.trim();
  if (line === '') return null;
  if (/^https?:\/\/\S+$/i.test(line)) return addressed(line);
  const words = unquoted(line).split(/ +/);
  if (!BOARD.test(words[0]!)) return { pgn };
  return { fen: words.slice(0, isOperation(words[EPD_FIELDS]) ? EPD_FIELDS : undefined).join(' ') };
}

function unquoted(line: string): string {
  return /^(["'`])(.+)\1[,;]?$/.exec(line)?.[2]?.trim() ?? line;
}

/** Operations of EPD have names (`bm`, `id`), counters are numbers. */
function isOperation(word = ''): boolean {
  return /^[a-z]\w*;?$/i.test(word);
}

/** A link to the playground, with all that it shows; or as pages for analysis have it: in the path with underscores for blanks, or as a parameter. */
function addressed(address: string): View | null {
  const view = readView(/#.*/.exec(address)?.[0] ?? '');
  if (view.pgn !== undefined || BOARD.test(view.fen?.split(' ', 1)[0] ?? '')) return view;
  const [fen] = ADDRESSED.exec(decode(address).replaceAll('_', ' ')) ?? [];
  return fen === undefined ? null : { fen };
}
