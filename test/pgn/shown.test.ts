/** What of text from outside reaches whoever reads it. */
import { expect, test } from 'vitest';
import { shown, shownLines } from '../../src/pgn/shown.js';

test('shows no control character, and nothing that turns the text behind it', () => {
  expect(shown('a\u001b[31mb\u202ec\nd')).toBe('a\ufffd[31mb\ufffdc\ufffdd');
});

test('cuts what is too long between letters', () => {
  expect(shown('♔♔♔', 2)).toBe('♔♔…');
  expect(shown('♔♔', 2)).toBe('♔♔');
});

test('leaves the lines of a message as they are', () => {
  expect(shownLines('one\n  two\u0007\nthree')).toBe('one\n  two\ufffd\nthree');
});
