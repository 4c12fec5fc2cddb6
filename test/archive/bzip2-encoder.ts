/**
 * A small bzip2 encoder, for tests only: valid streams, packed badly. There is none to install under a licence like ours.
 *
 * All symbols get Huffman codes of one length, so that two equal tables and a row of equal selectors will do.
 */

const RUN_MAX = 255;
const GROUP = 50;

export interface Bzip2Options {
  /** 1 to 9: a block holds up to as many 100,000 bytes. Default 9. */
  level?: number;
  /** Bytes of content in a block, as far as the runs in it allow. Default 10,000. */
  blockBytes?: number;
}

/** One stream. */
export function bzip2(content: Uint8Array | string, { level = 9, blockBytes = 10_000 }: Bzip2Options = {}): Buffer {
  const bytes = Buffer.from(content);
  const bits = new Bits();
  bits.bytes([0x42, 0x5a, 0x68, 0x30 + level]);
  let combined = 0;
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    const crc = crcOf(block);
    combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0;
    writeBlock(bits, packRuns(block), crc);
  }
  bits.bytes([0x17, 0x72, 0x45, 0x38, 0x50, 0x90]);
  bits.write(combined, 32);
  return bits.finish();
}

function writeBlock(bits: Bits, data: Uint8Array, crc: number): void {
  bits.bytes([0x31, 0x41, 0x59, 0x26, 0x53, 0x59]);
  bits.write(crc, 32);
  bits.write(0, 1);
  const { last, origin } = transform(data);
  bits.write(origin, 24);

  const used = [...new Set(data)].sort((a, b) => a - b);
  const rows = Array.from({ length: 16 }, (_, row) =>
    Array.from({ length: 16 }, (__, column) => used.includes(16 * row + column)),
  );
  for (const row of rows) bits.write(row.includes(true) ? 1 : 0, 1);
  for (const row of rows) if (row.includes(true)) for (const bit of row) bits.write(bit ? 1 : 0, 1);

  const symbols = moveToFront(last, used);
  const length = Math.max(1, Math.ceil(Math.log2(used.length + 2)));
  const groups = Math.ceil(symbols.length / GROUP);
  bits.write(2, 3);
  bits.write(groups, 15);
  for (let i = 0; i < groups; i++) bits.write(0, 1);
  for (let table = 0; table < 2; table++) {
    bits.write(length, 5);
    for (let symbol = 0; symbol < used.length + 2; symbol++) bits.write(0, 1);
  }
  for (const symbol of symbols) bits.write(symbol, length);
}

/** bzip2's first step: four equal bytes are followed by how many more there are. */
function packRuns(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let run = 1;
    while (run < RUN_MAX && bytes[at + run] === bytes[at]) run++;
    for (let i = 0; i < Math.min(run, 4); i++) out.push(bytes[at]!);
    if (run >= 4) out.push(run - 4);
    at += run;
  }
  return Uint8Array.from(out);
}

/** Burrows and Wheeler's: the last column of the sorted rotations, and which of them is the original. */
function transform(data: Uint8Array): { last: Uint8Array; origin: number } {
  const { length } = data;
  const twice = Buffer.concat([data, data]);
  const order = Array.from(data, (_, index) => index);
  order.sort((a, b) => Buffer.compare(twice.subarray(a, a + length), twice.subarray(b, b + length)) || a - b);
  return { last: Uint8Array.from(order, (at) => twice[at + length - 1]!), origin: order.indexOf(0) };
}

/** Moved to front, with runs of zeros as numbers of the digits 1 and 2, and the mark of the end. */
function moveToFront(last: Uint8Array, used: readonly number[]): number[] {
  const front = [...used];
  const symbols: number[] = [];
  let zeros = 0;
  const flush = (): void => {
    for (; zeros > 0; zeros = (zeros - 1) >>> 1) symbols.push(zeros & 1 ? 0 : 1);
  };
  for (const byte of last) {
    const at = front.indexOf(byte);
    if (at === 0) zeros++;
    else {
      flush();
      symbols.push(at + 1);
      front.splice(at, 1);
      front.unshift(byte);
    }
  }
  flush();
  return [...symbols, used.length + 1];
}

/** bzip2's CRC-32 goes through the bits from the top. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return ~crc >>> 0;
}

class Bits {
  readonly #bytes: number[] = [];
  #open = 0;
  #count = 0;

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#open = (this.#open << 1) | (Math.floor(value / 2 ** bit) & 1);
      if (++this.#count === 8) {
        this.#bytes.push(this.#open);
        this.#open = this.#count = 0;
      }
    }
  }

  bytes(values: readonly number[]): void {
    for (const value of values) this.write(value, 8);
  }

  finish(): Buffer {
    while (this.#count !== 0) this.write(0, 1);
    return Buffer.from(this.#bytes);
  }
}
