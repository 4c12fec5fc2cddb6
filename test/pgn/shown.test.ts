/** What of text from outside reaches whoever reads it. */
import { expect, test } from 'vitest';
import { onOneLine, quoted, shown, shownLines } from '../../src/pgn/shown.js';

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

test('quotes what is long by its beginning, and cuts no letter in two', () => {
  expect(quoted('a "b"\n')).toBe('"a \\"b\\"\\n"');
  expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(quoted('x'.repeat(4_000_000))).toBe(`"${'x'.repeat(80)}…"`);
  expect(quoted(`x${'😀'.repeat(100)}`)).toBe(`"x${'😀'.repeat(79)}…"`);
});

test('puts on one line what has several, with one blank where there are many', () => {
  expect(onOneLine('  Tal,\r\n\t  M.\u202e  ')).toBe('Tal, M.');
});
