/** Zobrist keys, drawn at start-up from a seeded generator: the same on every machine. */
import { CASTLING_KEYS, EP_KEYS, PIECE_KEYS } from '../memory';

export const SIDE_KEY: u64 = 0x9d39247e33776d41;

export function pieceKey(piece: i32, square: i32): u64 {
  return load<u64>((<usize>((piece << 6) | square)) << 3, PIECE_KEYS);
}

export function castlingKey(rights: i32): u64 {
  return load<u64>((<usize>rights) << 3, CASTLING_KEYS);
}

/** `file` of the en-passant square. */
export function epKey(file: i32): u64 {
  return load<u64>((<usize>file) << 3, EP_KEYS);
}

let seed: u64 = 0;

/** Splitmix64. */
function nextRandom(): u64 {
  seed += 0x9e3779b97f4a7c15;
  let z = seed;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

export function initKeys(): void {
  seed = 0x7a6f6272697374;
  for (let i = 0; i < 1024; i++) store<u64>(PIECE_KEYS + ((<usize>i) << 3), nextRandom());
  for (let i = 0; i < 16; i++) store<u64>(CASTLING_KEYS + ((<usize>i) << 3), i == 0 ? 0 : nextRandom());
  for (let i = 0; i < 8; i++) store<u64>(EP_KEYS + ((<usize>i) << 3), nextRandom());
}
