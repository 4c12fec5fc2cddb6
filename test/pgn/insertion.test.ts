/** Where something may be written about a move. */
import { describe, expect, it } from 'vitest';
import { isNumbered, roomAt } from '../../src/pgn/insertion.js';
import { bytesOf } from './helpers.js';

/** What stands from the move's end on to where something may be added, and what the comment there holds, if it is one. */
function room(text: string, move: string, next?: string): { behind: string; comment?: string } {
  const end = text.indexOf(move) + move.length;
  const { behind, inComment } = roomAt(
    bytesOf(text),
    end,
    next === undefined ? undefined : text.indexOf(next) + next.length,
  );
  return { behind: text.slice(end, behind), ...(inComment !== undefined && { comment: text.slice(end, inComment) }) };
}

describe('roomAt', () => {
  it.each([
    ['1. e4 e5', 'e4', 'e5', { behind: '' }],
    ['1. e4 $2 ?! e5', 'e4', 'e5', { behind: ' $2 ?!' }],
    ['3. exd6 e.p. +- Nf6', 'exd6', 'Nf6', { behind: ' e.p. +-' }],
    ['1. e4 {a} $2 e5', 'e4', 'e5', { behind: ' {a} $2' }],
    ['1. e4 $2{ a  } e5', 'e4', 'e5', { behind: ' $2{ a  }', comment: ' $2{ a' }],
    ['1. e4 {} e5', 'e4', 'e5', { behind: ' {}', comment: ' {' }],
    ['1. e4 {a}{b} e5', 'e4', 'e5', { behind: ' {a}{b}', comment: ' {a}{b' }],
    ['1. e4 ; a {b}\n e5', 'e4', 'e5', { behind: ' ; a {b}' }],
    ['1. e4\n%a\n e5', 'e4', 'e5', { behind: '' }],
    ['1. e4 $2(1. d4) e5', 'e4', 'e5', { behind: ' $2' }],
    ['1. e4 1... e5', 'e4', 'e5', { behind: '' }],
    ['1. e4 0-0', 'e4', '0-0', { behind: '' }],
    ['1. e4 $2', 'e4', undefined, { behind: ' $2' }],
    ['1. e4 1-0', 'e4', undefined, { behind: '' }],
    ['1. e4 *', 'e4', undefined, { behind: '' }],
    ['1. e4 \u00bd-\u00bd', 'e4', undefined, { behind: '' }],
    // the next move, whose promotion stands apart
    ['Kf2 e8 =Q', 'Kf2', 'e8 =Q', { behind: '' }],
    ['Kf2 e8= Q', 'Kf2', 'e8= Q', { behind: '' }],
    ['Kf2 e8 (Q)', 'Kf2', 'e8 (Q)', { behind: '' }],
  ])('of %j behind %s', (text, move, next, expected) => {
    expect(room(text, move, next)).toEqual(expected);
  });
});

describe('isNumbered', () => {
  it.each([
    [' e5', false],
    [' 1... e5', true],
    [' 1...e5', true],
    [' 0-0', false],
    [' (1. d4) e5', true],
    ['\n%a\ne5', true],
  ])('of %j: %s', (text, expected) => {
    expect(isNumbered(bytesOf(text), 0, text.length)).toBe(expected);
  });
});
