/**
 * Numbers and ranges of bits that begin at any bit of a byte, the highest bit first: as bzip2 writes its blocks.
 */

/** Length of the numbers that tell a block, and the end of a stream. */
export const MAGIC_BITS = 48;

/** The digits of pi, and those of its root. */
const BLOCK = [0x314159, 0x265359] as const;
export const END = [0x177245, 0x385090] as const;

/** 24 bits; bytes behind the end count as zero. */
function bits24(bytes: Uint8Array, bit: number): number {
  const at = bit >>> 3;
  const four =
    ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return (four << (bit & 7)) >>> 8;
}

/** 32 bits, unsigned. */
export function bits32(bytes: Uint8Array, bit: number): number {
  return bits24(bytes, bit) * 256 + (bits24(bytes, bit + 24) >>> 16);
}

function isAt(bytes: Uint8Array, bit: number, [high, low]: readonly [number, number]): boolean {
  return bits24(bytes, bit) === high && bits24(bytes, bit + 24) === low;
}

export function isBlock(bytes: Uint8Array, bit: number): boolean {
  return isAt(bytes, bit, BLOCK);
}

export function isEnd(bytes: Uint8Array, bit: number): boolean {
  return isAt(bytes, bit, END);
}

/** For each byte the shifts, as a mask, at which it can be the second or third byte of a magic number: most bytes can be neither. */
const SECOND = new Uint8Array(256);
const THIRD = new Uint8Array(256);
for (const [high] of [BLOCK, END]) {
  for (let shift = 0; shift < 8; shift++) {
    // a number that begins `shift` bits into a byte has its bits 8 - shift to 16 - shift in the next
    SECOND[(high >>> (8 + shift)) & 0xff]! |= 1 << shift;
    THIRD[(high >>> shift) & 0xff]! |= 1 << shift;
  }
}

/** The first bit at or behind `from` at which a block or the end of a stream begins, whole; -1 where there is none. */
export function findMagic(bytes: Uint8Array, from: number): number {
  for (let at = from >>> 3; at + 2 < bytes.length; at++) {
    const shifts = SECOND[bytes[at + 1]!]! & THIRD[bytes[at + 2]!]!;
    if (shifts === 0) continue;
    for (let shift = 0; shift < 8; shift++) {
      const bit = 8 * at + shift;
      if ((shifts & (1 << shift)) === 0 || bit < from || bit + MAGIC_BITS > 8 * bytes.length) continue;
      if (isBlock(bytes, bit) || isEnd(bytes, bit)) return bit;
    }
  }
  return -1;
}

/** Copies the bits from `from` to `to` to a place in `out` that begins a byte. Bits behind them, to the byte's end, become zero. */
export function copyBits(bytes: Uint8Array, from: number, to: number, out: Uint8Array, at: number): void {
  const shift = from & 7;
  const first = from >>> 3;
  const count = Math.ceil((to - from) / 8);
  for (let i = 0; i < count; i++) {
    const high = bytes[first + i]! << shift;
    out[(at >>> 3) + i] = high | ((bytes[first + i + 1] ?? 0) >>> (8 - shift));
  }
  const odd = (to - from) & 7;
  if (odd !== 0) out[(at >>> 3) + count - 1]! &= 0xff << (8 - odd);
}

/** Writes groups of 24 bits at any bit; the bits there must be zero. The last group may reach over the end with zeros. */
export function writeBits(out: Uint8Array, at: number, groups: readonly number[]): void {
  let bit = at;
  for (const group of groups) {
    const shift = bit & 7;
    const four = (group << (8 - shift)) >>> 0;
    for (let i = 0; i < 4; i++) {
      const index = (bit >>> 3) + i;
      if (index < out.length) out[index]! |= (four >>> (24 - 8 * i)) & 0xff;
    }
    bit += 24;
  }
}
