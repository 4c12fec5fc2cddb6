/**
 * What an API key looks like, and how it is hashed.
 *
 *     motif_7h3k9q2m_0d1x...(32)...e5f(7)
 *     prefix id      secret       checksum
 *
 * The id is no secret: lists show it, and the look-up goes by it, so that the secret is only ever compared. The secret has 160 random
 * bits. The checksum (CRC-32 of all before it) refuses a mistyped or cut key without a look-up; it protects nothing. Letters and digits
 * alone, so that a double click selects the whole; the prefix is there for tools that look for leaked secrets.
 *
 * Only SHA-256 of the whole key is stored. A slow hash is for passwords, which can be guessed: nobody goes through 2^160 secrets, however
 * fast the hash, and a slow one would cost every request, and every forged one, a tenth of a second of a processor.
 */
import * as crypto from 'node:crypto';
import { crc32 } from '../archive/crc32.js';

/** Base 32 as Crockford has it, without i, l, o and u: nothing looks like something else, and no words come out. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const PREFIX = 'motif_';
/** Bytes, a multiple of five each: eight letters. */
const ID_BYTES = 5;
const SECRET_BYTES = 20;

const SHAPE = /^motif_([0-9a-hjkmnp-tv-z]{8})_[0-9a-hjkmnp-tv-z]{39}$/;
/** A percent sign in a URL, which may have been encoded in its turn. */
const PERCENT = '%(?:25)*';
/** A letter or digit of a key, or the underscore, as they are or percent-encoded: a URL may have either. */
const SIGN = `(?:[0-9a-z]|${PERCENT}(?:3\\d|[46][1-9a-f]|[57][0-9a]))`;
const UNDERSCORE = `(?:_|${PERCENT}5f)`;
const hex = (sign: string): string => sign.charCodeAt(0).toString(16);
const MOTIF = [...'motif']
  .map((letter) => `(?:${letter}|${PERCENT}(?:${hex(letter)}|${hex(letter.toUpperCase())}))`)
  .join('');
/** Anything that looks like a key or a piece of one, also one mistyped or cut: wider than `SHAPE` on purpose. */
const LOOKALIKE = new RegExp(`(${MOTIF}${UNDERSCORE}${SIGN}{1,8}${UNDERSCORE})${SIGN}+`, 'gi');

/** A new key's id: 40 random bits, so that two are seldom the same. */
export function makeKeyId(): string {
  return base32(crypto.randomBytes(ID_BYTES));
}

/** A new key with this id. Shown to its owner once, and never written down here. */
export function makeKey(id: string): string {
  const body = `${PREFIX}${id}_${base32(crypto.randomBytes(SECRET_BYTES))}`;
  return body + checksum(body);
}

/** The id in a key; null where the text is no key, or one with a mistake in it. */
export function readKeyId(key: string): string | null {
  const id = SHAPE.exec(key)?.[1];
  return id !== undefined && key.endsWith(checksum(key.slice(0, -7))) ? id : null;
}

/** In one call, which takes a third of the time, from Node 20.12 on. */
const hashAtOnce = (crypto as { hash?: (algorithm: string, data: string, encoding: 'buffer') => Buffer }).hash;

/** SHA-256, 32 bytes. */
export function hashKey(key: string): Uint8Array {
  return hashAtOnce?.('sha256', key, 'buffer') ?? crypto.createHash('sha256').update(key).digest();
}

/** The text with the secrets of all keys in it struck out; their ids stay. */
export function hideKeys(text: string): string {
  return text.replace(LOOKALIKE, '$1[hidden]');
}

/** Seven letters: 32 bits, and three that are nought. */
function checksum(body: string): string {
  const value = crc32(Buffer.from(body));
  let text = '';
  for (let shift = 30; shift >= 0; shift -= 5) text += ALPHABET[(value >>> shift) & 31]!;
  return text;
}

/** @param bytes as many as are whole letters */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31]!;
    value &= 31; // what is left over
  }
  return text;
}
