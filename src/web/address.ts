/**
 * Addresses of the playground that reproduce a view. What is looked at stands behind the `#`, which browsers keep to themselves: a game or a
 * position that somebody pastes is in no log.
 *
 *     /#fen=6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1_b_-_-_3_37     a position; blanks of the FEN are underscores
 *     /#pgn=1.+e4+e5+2.+Nf3&ply=3                                    a game, before its 3rd half-move (1-based; one more than there are: its end)
 *     /#pgn=...&game=2&ply=3                                         the second game of a text that holds several
 *     ...&depth=l1&patterns=fork,pin                                the structural scan, of two patterns
 *     ...&show=pin-e1e8                                             the first tactic of the list that is a pin and begins with Re8
 *     ...&pick=2&step=3                                             the third tactic of the list, three moves into its line
 *     ...&pick=none                                                 no tactic
 *     ...&flip=1                                                    Black at the bottom
 *
 * Links to it are made by `playgroundAddress`, from any page.
 */
import { isPattern, type Depth, type Pattern } from '../tactics/types.js';

export interface View {
  /** With a `pgn` it counts for nothing. */
  fen?: string;
  pgn?: string;
  /** 1-based: which game of the `pgn`. Default 1. */
  game?: number;
  /** 1-based: the position before this half-move. Default 1. */
  ply?: number;
  /** Default `l2`. */
  depth?: Depth;
  /** Default all ten. */
  patterns?: readonly Pattern[];
  /** Which of the tactics that are listed is shown where no `pick` says it; the first where none is such. */
  show?: { pattern: Pattern; move: string };
  /** 0-based: which of the tactics that are listed is shown; negative for none. Default the first. */
  pick?: number;
  /** How many moves of its line are played on the board. Default 0. */
  step?: number;
  /** Black at the bottom. Default: the side to move of a position; of a game, White. */
  flip?: boolean;
}

/** The address of a view, from the root of this service. */
export function playgroundAddress(view: View): string {
  const parts: string[] = [];
  if (view.pgn !== undefined) parts.push(`pgn=${encodePgn(view.pgn)}`);
  else if (view.fen !== undefined) parts.push(`fen=${encodeFen(view.fen)}`);
  if (view.pgn !== undefined && view.game !== undefined && view.game > 1) parts.push(`game=${view.game}`);
  if (view.pgn !== undefined && view.ply !== undefined && view.ply > 1) parts.push(`ply=${view.ply}`);
  if (view.depth === 'l1') parts.push('depth=l1');
  if (view.patterns !== undefined && view.patterns.length > 0) parts.push(`patterns=${view.patterns.join(',')}`);
  if (view.show !== undefined) parts.push(`show=${view.show.pattern}-${view.show.move}`);
  if (view.pick !== undefined) parts.push(`pick=${view.pick < 0 ? 'none' : view.pick}`);
  if (view.pick !== undefined && view.pick >= 0 && view.step !== undefined && view.step > 0)
    parts.push(`step=${view.step}`);
  if (view.flip !== undefined) parts.push(`flip=${view.flip ? 1 : 0}`);
  return parts.length === 0 ? '/' : `/#${parts.join('&')}`;
}

/** Reads what stands behind the `#`, or behind a `?` (links that others write by hand). What is not understood is left out. */
export function readView(text: string): View {
  const view: View = {};
  for (const part of text.replace(/^[#?]/, '').split('&')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const value = decode(part.slice(at + 1));
    switch (part.slice(0, at)) {
      case 'fen':
        view.fen = value.replaceAll('_', ' ').trim();
        break;
      case 'pgn':
        view.pgn = value;
        break;
      case 'game':
        assign(view, 'game', wholeNumber(value, 1));
        break;
      case 'ply':
        assign(view, 'ply', wholeNumber(value, 1));
        break;
      case 'show':
        assign(view, 'show', readShow(value));
        break;
      case 'pick':
        assign(view, 'pick', value === 'none' ? -1 : wholeNumber(value, 0));
        break;
      case 'step':
        assign(view, 'step', wholeNumber(value, 0));
        break;
      case 'depth':
        if (value === 'l1' || value === 'l2') view.depth = value;
        break;
      case 'patterns':
        view.patterns = value.split(',').filter(isPattern);
        break;
      case 'flip':
        if (value === '0' || value === '1') view.flip = value === '1';
        break;
    }
  }
  return view;
}

/** A position on Lichess's analysis board. */
export function lichessAddress(fen: string): string {
  return `https://lichess.org/analysis/standard/${encodeFen(fen)}`;
}

function assign<Name extends keyof View>(view: View, field: Name, value: View[Name]): void {
  if (value !== undefined) view[field] = value;
}

function readShow(text: string): View['show'] {
  const [, pattern = '', move = ''] = /^(\w+)-([a-h][1-8][a-h][1-8][qrbn]?)$/.exec(text) ?? [];
  return isPattern(pattern) ? { pattern, move } : undefined;
}

function wholeNumber(text: string, least: number): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) >= least ? Number(text) : undefined;
}

/** Readable: only what would end the part is escaped. */
function encodeFen(fen: string): string {
  return encodeURIComponent(fen.trim().replace(/\s+/g, '_')).replaceAll('%2F', '/');
}

function encodePgn(pgn: string): string {
  return encodeURIComponent(pgn).replaceAll('%20', '+').replaceAll('%2F', '/');
}

/** What was meant by escapes and by `+`. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // a stray percent sign
  }
}
