/**
 * Where does pgn-parser stop in this movetext? A full grammar's view, for error messages only.
 *
 * The parser is strict and recursive: it refuses much that real files hold (`%` lines, `0-0`, missing results, odd line ends)
 * and deep variations overflow its stack. So it sees one game's movetext at a time, bounded and cleaned; every cleaning
 * replaces signs by as many others, so that its positions remain ours.
 */
import type { PgnSyntaxError } from 'pgn-parser';
import { parse } from './grammar.js';

/** Characters that the parser is given. */
const SYNTAX_MAX = 16_384;
const DEPTH_MAX = 40;

export interface SyntaxStop {
  /** Index in the text. */
  index: number;
  /** What stands there; null for the end of the game. */
  found: string | null;
  /** What the grammar could have gone on with, in short. */
  expected: string;
}

/** Where the grammar stops; null when it reads all, or when the text is beyond its limits. Never throws. */
export function syntaxStop(movetext: string): SyntaxStop | null {
  if (movetext.length > SYNTAX_MAX || nesting(movetext) > DEPTH_MAX) return null;
  const text = clean(movetext);
  try {
    parse(/(?:1-0|0-1|1\/2-1\/2|\*)\s*$/.test(text) ? text : text + '\n*');
    return null;
  } catch (error) {
    if (!isSyntaxError(error)) return null;
    const index = Math.min(error.location.start.offset, movetext.length);
    const { found } = error;
    return { index, found: index === movetext.length ? null : found, expected: expectation(error.message) };
  }
}

function isSyntaxError(error: unknown): error is PgnSyntaxError {
  return error instanceof Error && error.name === 'SyntaxError' && 'location' in error && 'found' in error;
}

/** The list of a generated parser names every blank that it would have taken; people are helped by the rest, if it is short. */
function expectation(message: string): string {
  const list = /^Expected (.*) but /s.exec(message)?.[1] ?? '';
  const parts = list.split(/, or |, | or /).filter((part) => !/^"(?: |\\n|\\r|\\t|\\x0C)"$/.test(part));
  return parts.length > 0 && parts.length <= 4 ? parts.join(' or ') : '';
}

function clean(text: string): string {
  return text
    .replace(/\r\n/g, ' \n')
    .replace(/\r/g, '\n')
    .replace(/^%.*$/gm, (line) => ' '.repeat(line.length))
    .replace(/[^\S\n]|[\0-\x08\x0b-\x1f\x7f\ufeff]/g, ' ')
    .replace(/(?<=[\s.]|^)[0oO]-[0oO](?:-[0oO])?(?![-\w])/g, (castling) => castling.replace(/[0o]/g, 'O'));
}

/** How deep parentheses go outside comments, roughly: a bracket in a comment counts too. */
function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === 0x28) most = Math.max(most, ++depth);
    else if (sign === 0x29 && depth > 0) depth--;
  }
  return most;
}
