/** Where a request's body goes wrong, in words and without a piece of it: they go into the log, where no text of others belongs. */
import jsonc from 'jsonc-parser';

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** By the parser's name for what it met. */
const WORDS: Partial<Record<string, string>> = {
  InvalidSymbol: 'this is no value',
  InvalidCharacter: 'a string with a control character (write it as an escape) begins',
  InvalidCommentToken: 'JSON has no comments',
  InvalidEscapeCharacter: 'a string with a wrong escape begins',
  InvalidUnicode: 'a string with \\u and less than four digits begins',
  UnexpectedEndOfString: 'a string is not closed on its line (write \\n for line ends): it begins',
  UnexpectedEndOfNumber: 'this is no number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'more follows behind the value',
};

/** The first fault of a text that is to be JSON, and where it is: `a comma is missing at character 7 (line 1, column 7)`; undefined for none. */
export function faultOfJson(text: string): string | undefined {
  let first: string | undefined;
  const onError: jsonc.JSONVisitor['onError'] = (code, offset, _length, line, column) => {
    const words = WORDS[jsonc.printParseErrorCode(code)] ?? 'something is wrong';
    first ??= `${words} at character ${offset + 1} (line ${line + 1}, column ${column + 1})`;
  };
  jsonc.visit(text, { onError }, STRICT);
  return first;
}

const REPLACEMENT = Buffer.from('\ufffd');

/** The first byte that does not belong to UTF-8, in words. @param bytes known to have one */
export function placeOfByte(bytes: Buffer): string {
  let at = 0;
  // what cannot be decoded becomes a sign that may also stand there by right
  for (const good of bytes.toString('utf8').split('\ufffd')) {
    at += Buffer.byteLength(good);
    if (!bytes.subarray(at, at + REPLACEMENT.length).equals(REPLACEMENT)) break;
    at += REPLACEMENT.length;
  }
  return `byte ${at + 1} is 0x${(bytes[at] ?? 0).toString(16).toUpperCase()}`;
}
