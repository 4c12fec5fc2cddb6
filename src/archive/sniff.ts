/**
 * What is in these bytes? Formats are told by content; names lie, and downloads lose their extensions.
 */
import { NO, isBlank, isLineEnd, looksLikeMove, skipSpaces, tagOpening, wideBlank, wordEnd } from '../pgn/bytes.js';
import { utf8Of } from '../pgn/transcode.js';

/** Bytes from the beginning that are enough for every answer here. */
export const HEAD = 4096;

interface Signature {
  format: string;
  bytes: readonly number[];
  at?: number;
}

const SIGNATURES: readonly Signature[] = [
  { format: 'zip', bytes: [0x50, 0x4b, 3, 4] },
  { format: 'zip', bytes: [0x50, 0x4b, 5, 6] }, // without entries
  { format: 'zip', bytes: [0x50, 0x4b, 7, 8] }, // made for several disks
  { format: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { format: 'gzip', bytes: [0x1f, 0x8b] },
  { format: 'bzip2', bytes: [0x42, 0x5a, 0x68] },
  { format: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0] },
  { format: '7z', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { format: 'rar', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 7] },
  { format: 'tar', bytes: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257 },
  { format: 'SQLite', bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66] },
];

/** How the formats that are not read are to be unpacked. */
const UNPACK: Record<string, string> = {
  xz: 'unpack it with: unxz FILE',
  '7z': 'unpack it with: 7z x FILE',
  rar: 'unpack it with: unrar x FILE',
  tar: 'unpack it with: tar -xf FILE',
  SQLite: 'it is a database, not games',
};

/** The container or compression by its signature; null for none that is known, which plain PGN has. */
export function formatOf(head: Uint8Array): string | null {
  // zstd's skippable frames, with which Lichess's files begin, differ in their first byte.
  if (head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18 && (head[0]! & 0xf0) === 0x50) return 'zstd';
  for (const { format, bytes, at = 0 } of SIGNATURES) {
    if (bytes.every((byte, index) => head[at + index] === byte)) return format;
  }
  return null;
}

/**
 * The format of a file. The last part of a split zip, which carries the name of the whole, begins in the middle of one: what is no text and is
 * called a zip is left to the reader of zips, which looks at the end.
 */
export function fileFormatOf(head: Uint8Array, path: string): string | null {
  return formatOf(head) ?? (/\.zip$/i.test(path) && looksBinary(head) ? 'zip' : null);
}

/** Why a format is not read, and what to do; null for one that is. */
export function refusalFor(format: string): string | null {
  const advice = UNPACK[format];
  return advice === undefined ? null : `holds ${format} data, which is not supported; ${advice}`;
}

/** Why what comes out of an archive or a compressed file is not read: a format within a format. Null for none. */
export function nestedRefusalFor(format: string | null): string | null {
  if (format === null) return null;
  return refusalFor(format) ?? `is an archive within the archive (${format}); unpack it and scan it by itself`;
}

/** Documents and programs that are zips: their first entry tells. */
const OFFICE = [
  '[Content_Types].xml',
  'mimetype',
  'META-INF/',
  '_rels/',
  'AndroidManifest.xml',
  'docProps/',
  'word/',
  'xl/',
];

/** Whether a zip is a document of an office program, a book or a program by the name of its first entry. */
export function isOfficeZip(head: Uint8Array): boolean {
  const name = Buffer.from(head.subarray(30, 60)).toString('latin1');
  return OFFICE.some((first) => name.startsWith(first));
}

/** Whether text begins that holds a tag pair at the beginning of a line, or a first move. Only the first HEAD bytes count. */
export function looksLikePgn(start: Uint8Array): boolean {
  const head = utf8Of(start.subarray(0, HEAD));
  for (let at = 0, fresh = true; at < head.length; at++) {
    const byte = head[at]!;
    if (isLineEnd(byte)) fresh = true;
    else if (fresh && !isBlank(byte)) {
      const wide = wideBlank(head, at, head.length, true);
      if (wide !== NO) {
        at += wide - 1;
        continue;
      }
      fresh = false;
      if (byte === 0x5b && tagOpening(head, at, head.length, true) !== NO) return true;
      if (isFirstMove(head, at)) return true;
    }
  }
  return false;
}

/**
 * Looks at bytes as they pass, to say of what gave no game whether there was anything in it at all: a file of blanks and escape lines
 * merely has no games, any other was never PGN. Only the first HEAD bytes count.
 */
export class TextWatch {
  #head: Uint8Array = new Uint8Array(0);

  async *over(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (this.#head.length < HEAD)
        this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD - this.#head.length)]);
      yield chunk;
    }
  }

  get sawText(): boolean {
    const text = Buffer.from(utf8Of(this.#head)).toString('latin1');
    return text.split(/[\r\n]/).some((line) => !/^(?:\xef\xbb\xbf)?(?:%|[ \t\f]*$)/.test(line));
  }
}

/** Of a file that is no PGN, in words that follow its path. */
export const NO_PGN = 'does not look like PGN: there is no game in it';

/** `1. e4`, `1.e4`, with a real move. */
function isFirstMove(head: Uint8Array, at: number): boolean {
  if (head[at] !== 0x31) return false;
  let move = at + 1;
  while (head[move] === 0x2e) move++;
  move = skipSpaces(head, move, head.length);
  return move > at + 1 && move < head.length && looksLikeMove(head, move, wordEnd(head, move, head.length, true));
}

/**
 * Why bytes of no known format are not read as PGN, by the first of them; null where they are. A long preamble may hide the first game: text
 * that is `named` as PGN earns the benefit of the doubt.
 */
export function textRefusalFor(start: Uint8Array, named: boolean): string | null {
  return looksLikePgn(start) || (named && !looksBinary(start)) ? null : 'does not look like PGN';
}

/** Whether the bytes are anything but text: more than one control byte in ten. UTF-16 counts as text. */
function looksBinary(start: Uint8Array): boolean {
  const head = utf8Of(start.subarray(0, HEAD));
  let control = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) control++;
  return control * 10 > head.length;
}
