/**
 * A game's tag section -> names and values.
 *
 * Tolerant by design: whatever real files hold comes out as well as it can, and nothing throws, for a game is worth more than its
 * tags. Bounded by design: a hostile section costs no more than TAGS_MAX values of VALUE_MAX bytes.
 *
 * Runs on every game, before the decision whether its moves are worth reading: so one pass over the bytes, and the encoding is
 * judged once for the whole section.
 */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  NO,
  PERCENT,
  QUOTE,
  SEMICOLON,
  isBlank,
  isLineEnd,
  markupEnd,
  oddQuote,
  skipSpaces,
  tagOpening,
  wideBlank,
} from './bytes.js';
import { usualName } from './tag-names.js';
import { decode, encodingOf, type Encoding } from './text.js';

export interface TagSection {
  /** In the order of the file; of duplicates the first counts. */
  tags: Map<string, string>;
  /** Byte offset in the game's bytes at which the movetext begins; their length when there is none. */
  movetext: number;
}

export const TAGS_MAX = 256;
/** Bytes of a value that are kept. */
export const VALUE_MAX = 4096;
const NAME_MAX = 128;
const LESS = 0x3c;

interface RawTag {
  nameStart: number;
  nameEnd: number;
  valueStart: number;
  valueEnd: number;
  escaped: boolean;
}

export function readTags(bytes: Uint8Array): TagSection {
  const raw: RawTag[] = [];
  const end = bytes.length;
  let at = 0;
  // Of the line that `at` lies in: sought once a line, for a hostile one may hold a million tags.
  let eol = 0;
  while (at < end) {
    const byte = bytes[at]!;
    // a bracket that closes nothing is a slip
    if (isBlank(byte) || byte === CLOSE_BRACKET) at++;
    else if (byte === OPEN_BRACKET) {
      if (at >= eol) eol = lineEnd(bytes, at);
      at = readTag(bytes, at, eol, raw);
    } else if (byte === SEMICOLON || (byte === PERCENT && (at === 0 || isLineEnd(bytes[at - 1]!))))
      at = lineEnd(bytes, at);
    else if (byte === OPEN_BRACE) {
      const next = tagBehind(bytes, at);
      if (next === NO) break;
      at = next;
    } else if (byte === LESS && markupEnd(bytes, at, end, true) !== NO) at = markupEnd(bytes, at, end, true);
    else if (wideBlank(bytes, at, end, true) !== NO) at += wideBlank(bytes, at, end, true);
    else break;
  }
  const tags = new Map<string, string>();
  const section = decodeSection(bytes.subarray(0, at));
  for (const tag of raw) {
    const name = usualName(section.text(tag.nameStart, tag.nameEnd));
    if (!tags.has(name)) tags.set(name, valueText(section, tag));
  }
  return { tags, movetext: at };
}

/** The section's bytes with their encoding, which is judged once. */
interface Section {
  encoding: Encoding;
  bytes: Uint8Array;
  text(start: number, end: number): string;
}

/** ASCII, the rule, is decoded in one go: a byte is a character then, and a slice costs next to nothing. */
function decodeSection(bytes: Uint8Array): Section {
  const encoding = encodingOf(bytes);
  if (encoding !== 'ascii') {
    return { encoding, bytes, text: (start, end) => decode(bytes.subarray(start, end), encoding) };
  }
  const whole = decode(bytes, encoding);
  return { encoding, bytes, text: (start, end) => whole.slice(start, end) };
}

/** Reads the bracket at `at`, on a line that ends at `end`; one without a name is passed over. Returns where to go on. */
function readTag(bytes: Uint8Array, at: number, end: number, raw: RawTag[]): number {
  const nameStart = skipSpaces(bytes, at + 1, end);
  let nameEnd = nameStart;
  while (nameEnd < end && !endsName(bytes, nameEnd, end)) nameEnd++;
  let valueStart = skipSpaces(bytes, nameEnd, end);
  const plain = bytes[valueStart] === QUOTE && valueStart < end;
  const odd = plain ? 0 : oddQuote(bytes, valueStart, end);
  const quoted = plain || odd > 0;
  valueStart += plain ? 1 : odd;
  let escaped = false;
  let i = valueStart;
  for (; i < end; i++) {
    if (bytes[i] === BACKSLASH) {
      escaped = true;
      i++;
    } else if (quoted ? closesValue(bytes, i, end, odd > 0) : bytes[i] === CLOSE_BRACKET) break;
  }
  const closed = i < end;
  let valueEnd = Math.min(i, end);
  let next = end;
  if (closed) {
    next = i;
    while (next < end && bytes[next] !== CLOSE_BRACKET) next++;
    next = Math.min(next + 1, end);
  }
  // An unclosed value runs to the line's end, where a bracket and blanks are not part of it.
  if (!closed || !quoted) valueEnd = trimEnd(bytes, valueStart, valueEnd);
  if (!quoted && !escaped && endsWithItsQuote(bytes.subarray(valueStart, valueEnd))) valueEnd--;
  if (nameEnd > nameStart && raw.length < TAGS_MAX) {
    raw.push({ nameStart, nameEnd: Math.min(nameEnd, nameStart + NAME_MAX), valueStart, valueEnd, escaped });
  }
  return next;
}

function endsName(bytes: Uint8Array, at: number, end: number): boolean {
  const byte = bytes[at]!;
  return isBlank(byte) || byte === QUOTE || byte === CLOSE_BRACKET || wideBlank(bytes, at, end, true) !== NO;
}

/**
 * A quote ends the value when a bracket or nothing follows on its line: `"He said "draw?" to me"` is one value.
 * @param odd the value was opened by one of `oddQuote`'s
 */
function closesValue(bytes: Uint8Array, at: number, end: number, odd: boolean): boolean {
  const length = odd ? oddQuote(bytes, at, end) : bytes[at] === QUOTE ? 1 : 0;
  if (length === 0) return false;
  const next = skipSpaces(bytes, at + length, end);
  return next === end || bytes[next] === CLOSE_BRACKET;
}

/** Whether a value that no quote opened ends with the only one in it: `[White Kasparov"]` is Kasparov, `[White Tal "Misha"]` has a nickname. */
function endsWithItsQuote(value: Uint8Array): boolean {
  return value.length > 0 && value.indexOf(QUOTE) === value.length - 1;
}

function valueText(section: Section, tag: RawTag): string {
  let end = tag.valueEnd;
  if (end - tag.valueStart > VALUE_MAX) {
    end = tag.valueStart + VALUE_MAX;
    // Not through the middle of a character.
    if (section.encoding === 'utf-8') while (((section.bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  }
  const text = section.text(tag.valueStart, end);
  return tag.escaped ? text.replace(/\\(["\\])/g, '$1') : text;
}

/** Where a tag pair stands behind the comments that begin at `at`, for which they are part of the section; else NO. */
function tagBehind(bytes: Uint8Array, at: number): number {
  while (bytes[at] === OPEN_BRACE) {
    const close = bytes.indexOf(CLOSE_BRACE, at);
    if (close < 0) return NO;
    at = close + 1;
    while (at < bytes.length && isBlank(bytes[at]!)) at++;
  }
  return bytes[at] === OPEN_BRACKET && tagOpening(bytes, at, bytes.length, true) !== NO ? at : NO;
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && isBlank(bytes[end - 1]!)) end--;
  if (end > start && bytes[end - 1] === CLOSE_BRACKET) end--;
  while (end > start && isBlank(bytes[end - 1]!)) end--;
  return end;
}

function lineEnd(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && !isLineEnd(bytes[at]!)) at++;
  return at;
}
