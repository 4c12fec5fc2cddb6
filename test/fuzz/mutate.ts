/**
 * Cases: bytes that look like PGN and are not quite, or are nothing at all.
 *
 * Most begin as real games and suffer a few accidents, for a reader is lost in its deeper states only where it has got into them.
 */
import { GAMES, SCRAPS } from './material.js';
import type { Random } from './random.js';

const CASE_MAX = 8192;
const encoder = new TextEncoder();
const games = GAMES.map((text) => encoder.encode(text));
const scraps = SCRAPS.map((text) => encoder.encode(text));

type Accident = (bytes: Uint8Array, random: Random) => Uint8Array;

export function makeCase(random: Random): Uint8Array {
  const kind = random.below(16);
  if (kind === 0) return junk(random, 600);
  if (kind === 1) return soup(random);
  let bytes = join(Array.from({ length: 1 + random.below(3) }, () => random.pick(games)));
  for (let accidents = random.below(9); accidents > 0; accidents--) bytes = random.pick(ACCIDENTS)(bytes, random);
  return bytes.length > CASE_MAX ? bytes.slice(0, CASE_MAX) : bytes;
}

/** Any bytes. */
function junk(random: Random, most: number): Uint8Array {
  return Uint8Array.from({ length: random.below(most) }, () => random.byte());
}

/** Scraps in any order. */
function soup(random: Random): Uint8Array {
  const space = encoder.encode(random.pick(['', ' ', '\n']));
  return join(Array.from({ length: random.below(80) }, () => [random.pick(scraps), space]).flat());
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A part of the bytes, from nothing to all; mostly short. */
function range(bytes: Uint8Array, random: Random): [from: number, to: number] {
  const from = random.below(bytes.length + 1);
  const length = random.below(1 << random.below(11));
  return [from, Math.min(bytes.length, from + length)];
}

/** Where words begin and end. */
function words(bytes: Uint8Array): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const match of Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/[^\s]+/g)) {
    found.push([match.index, match.index + match[0].length]);
  }
  return found;
}

const insert: Accident = (bytes, random) => {
  const at = random.below(bytes.length + 1);
  return join([bytes.subarray(0, at), random.pick(scraps), bytes.subarray(at)]);
};

const remove: Accident = (bytes, random) => {
  const [from, to] = range(bytes, random);
  return join([bytes.subarray(0, from), bytes.subarray(to)]);
};

const double: Accident = (bytes, random) => {
  const [from, to] = range(bytes, random);
  return join([bytes.subarray(0, to), bytes.subarray(from)]);
};

/** The same scrap or part many times over. */
const repeat: Accident = (bytes, random) => {
  const [from, to] = range(bytes, random);
  const part = random.once(2) ? random.pick(scraps) : bytes.subarray(from, Math.min(to, from + 20));
  const times = 1 << random.below(11);
  return join([bytes.subarray(0, to), ...Array.from({ length: times }, () => part), bytes.subarray(to)]);
};

const swapWords: Accident = (bytes, random) => {
  const all = words(bytes);
  if (all.length < 2) return bytes;
  const first = random.below(all.length - 1);
  const [[a, b], [c, d]] = [all[first] ?? [0, 0], all[first + 1 + random.below(all.length - first - 1)] ?? [0, 0]];
  if (c < b) return bytes;
  return join([
    bytes.subarray(0, a),
    bytes.subarray(c, d),
    bytes.subarray(b, c),
    bytes.subarray(a, b),
    bytes.subarray(d),
  ]);
};

const replaceWord: Accident = (bytes, random) => {
  const all = words(bytes);
  if (all.length === 0) return bytes;
  const [from, to] = random.pick(all);
  return join([bytes.subarray(0, from), random.pick(scraps), bytes.subarray(to)]);
};

const flip: Accident = (bytes, random) => {
  const copy = bytes.slice();
  for (let i = random.below(4); i >= 0; i--) copy[random.below(copy.length)] = random.byte();
  return copy;
};

const cut: Accident = (bytes, random) => bytes.slice(0, random.below(bytes.length + 1));

/** The first part of this, the last part of another game. */
const splice: Accident = (bytes, random) => {
  const other = random.pick(games);
  return join([bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(random.below(other.length))]);
};

const spill: Accident = (bytes, random) => {
  const at = random.below(bytes.length + 1);
  return join([bytes.subarray(0, at), junk(random, 40), bytes.subarray(at)]);
};

const lineEnds: Accident = (bytes, random) => {
  const ends = random.pick([['\r\n'], ['\r'], ['\n', '\r', '\r\n', '\n\r'], [' '], ['']]);
  return encoder.encode(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/\n/g, () => random.pick(ends)),
  );
};

const encoding: Accident = (bytes, random) => {
  const text = Buffer.from(bytes).toString('utf8');
  const little = Buffer.from('\ufeff' + text, 'utf16le');
  return new Uint8Array(
    random.pick([Buffer.from(text, 'latin1'), little, little.length % 2 === 0 ? little.swap16() : little]),
  );
};

/** Commoner ones stand twice. */
const ACCIDENTS: readonly Accident[] = [
  ...[insert, insert, insert, remove, remove, double, repeat, swapWords, replaceWord, replaceWord],
  ...[flip, cut, splice, spill, lineEnds, encoding],
];
