/** One game of a text: which one, and where its fault is told. The words of faults are tested where they are answered. */
import { expect, test } from 'vitest';
import { InvalidPgnError, type PgnFault } from '../../src/tactics/errors.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { readGame, type Description } from '../../src/tactics/pgn.js';

const engine = await loadEngine();

function faultOf(text: string, description?: Description): PgnFault {
  try {
    readGame(engine, text, description);
  } catch (error) {
    if (error instanceof InvalidPgnError) return error.fault;
    throw error;
  }
  throw new Error('it was read');
}

const SECTION = '[Event "a"]\n[Result "*"]\n\n';

test('a fault behind the end of a game says so', () => {
  expect(faultOf('1. e4 e5 1-0 2. Ke3 *').detail).toMatch(/^after the end of the first game: .*Ke3/);
  expect(faultOf('1. e4 Ke3 *').detail).not.toContain('after the end');
});

test.each(['quick', 'careful'] as const)('a fault is told by its place in the whole text: %s', (description) => {
  const text = `${SECTION}[Event "b"]\n\n1. e4 e5\n2. Ke3 *`;
  expect(faultOf(text, description)).toMatchObject({ reason: 'illegal_move', ply: 3, offset: text.indexOf('Ke3') });
});

test('several games are counted, unless it is to be quick', () => {
  const three = `${SECTION}1. e4 *\n\n`.repeat(3);
  expect(faultOf(three).detail).toContain('3 games');
  expect(faultOf(three, 'quick').detail).toContain('several games');
  expect(faultOf(`${SECTION}1. e4 *\n\n`.repeat(2) + '[Event "c"]\n\n1. Ke3 *', 'quick').reason).toBe('several_games');
});

test('so many tag sections without moves are too many where it is to be quick', () => {
  expect(faultOf(SECTION.repeat(101), 'quick').reason).toBe('several_games');
  expect(faultOf(SECTION.repeat(101)).reason).toBe('no_game');
  expect(faultOf(SECTION.repeat(100), 'quick').reason).toBe('no_game');
});

test.each([65_535, 65_536, 65_537, 131_072])('a text is read whole where a move lies at byte %i', (at) => {
  const text = `1. e4 {${'x'.repeat(at - 9)}} e5 *`;
  expect(text.indexOf('e5')).toBe(at);
  expect(readGame(engine, text).moves.length).toBe(2);
});
