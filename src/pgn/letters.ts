/**
 * Games whose moves are written with the piece letters of another language -> the same movetext with the standard's letters.
 *
 * Letters alone do not tell the language: S is a German knight and a Czech bishop, R an English rook and a French king. So each language
 * that could be meant gives one reading, and whoever asks must try them: a game counts as written in a language only when all its
 * moves, from the first to the last, are legal in that reading and in no other. Only games that cannot be read as they stand get here.
 */
import { decode } from './text.js';

/** Bytes of movetext that are translated; larger games are rare, and broken ones not worth the time. */
const MOVETEXT_MAX = 65_536;

/** Letters and what they are in English, by language. Letters that are the same there are left out; none may be a file's. */
const ALPHABETS: readonly Readonly<Record<string, string>>[] = [
  { S: 'N', L: 'B', T: 'R', D: 'Q' }, // German, Danish, Norwegian, Swedish, Slovene, Croatian
  { P: 'N', L: 'B', T: 'R', D: 'Q' }, // Dutch
  { C: 'N', F: 'B', T: 'R', D: 'Q', R: 'K' }, // French
  { C: 'N', A: 'B', T: 'R', D: 'Q', R: 'K' }, // Spanish, Italian, Catalan
  { C: 'N', T: 'R', D: 'Q', R: 'K' }, // Portuguese
  { C: 'N', N: 'B', T: 'R', D: 'Q', R: 'K' }, // Romanian
  { S: 'N', G: 'B', W: 'R', H: 'Q' }, // Polish
  { J: 'N', S: 'B', V: 'R', D: 'Q' }, // Czech, Slovak
  { H: 'N', F: 'B', B: 'R', V: 'Q' }, // Hungarian
  { R: 'N', L: 'B', T: 'R', D: 'Q' }, // Finnish
  { R: 'N', O: 'B', V: 'R', L: 'Q' }, // Estonian
  { R: 'N', H: 'R', D: 'Q' }, // Icelandic
  { К: 'N', С: 'B', Л: 'R', Ф: 'Q', Кр: 'K' }, // Russian
  { К: 'N', О: 'B', Т: 'R', Д: 'Q', Ц: 'K' }, // Bulgarian
  { С: 'N', Л: 'B', Т: 'R', Д: 'Q', К: 'K' }, // Serbian
];

/** A piece that goes somewhere. */
const MOVE = /(?<![\p{L}\p{N}])(Кр|\p{Lu})(?=[a-h]?[1-8]?[xX:×–-]?[a-h][1-8])/gu;
/** Right behind the square, or behind a sign that stands apart, where the letter of the next move could follow, too. */
const PROMOTION = /(?<=[a-h][18][=(/]{0,2})(\p{Lu})(?![\p{L}])|(?<=[a-h][18] ?[=(/]{1,2} ?)(\p{Lu})(?![\p{L}\p{N}])/gu;
/** Braces, to the end of the line behind a semicolon, and lines that begin with a percent sign. */
const COMMENT = /\{[^}]*(?:\}|$)|;[^\r\n]*|(?<![^\r\n])%[^\r\n]*/g;
const CASTLING = /(?<![\p{L}\p{N}])О[-–]О(?:[-–]О)?(?![\p{L}\p{N}])/gu;

/** Whether a token begins as a move does, but for a piece letter that English has not. */
export function hasForeignLetter(token: string): boolean {
  const [, letter = 'K'] = new RegExp(MOVE.source, 'u').exec(token) ?? [];
  return token.startsWith(letter) && !'KQRBN'.includes(letter);
}

/** Each once, of those that `pattern` captures. */
function foreignLetters(moves: string, pattern: RegExp): string[] {
  const letters = new Set(Array.from(moves.matchAll(pattern), ([, first, second]) => first ?? second ?? ''));
  return [...letters].filter((letter) => !'KQRBN'.includes(letter));
}

/** The readings of a movetext in languages whose piece letters it uses; none for one that uses only the standard's. */
export function readingsOf(movetext: Uint8Array): Uint8Array[] {
  if (movetext.length > MOVETEXT_MAX) return [];
  const text = decode(movetext);
  // what people write in comments is no move
  const moves = text.replace(COMMENT, ' ');
  let foreign = foreignLetters(moves, MOVE);
  // kings and pawns may need none until a pawn promotes
  if (foreign.length === 0) foreign = foreignLetters(moves, PROMOTION);
  if (foreign.length === 0 && !CASTLING.test(moves)) return [];
  CASTLING.lastIndex = 0;
  const readings = new Set<string>();
  for (const alphabet of ALPHABETS) {
    // All its foreign letters must be this language's.
    if (!foreign.every((letter) => letter in alphabet)) continue;
    const translate = (letter: string): string => alphabet[letter] ?? letter;
    readings.add(
      text
        .replace(MOVE, translate)
        .replace(PROMOTION, translate)
        .replace(CASTLING, (castling) => castling.replaceAll('О', 'O')),
    );
  }
  return Array.from(readings, (reading) => new TextEncoder().encode(reading));
}
