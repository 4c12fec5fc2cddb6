/**
 * CRC-32 as zip has it. zlib's own, seven times as fast, exists from Node 20.15 on; the table serves the earlier ones.
 */
import * as zlib from 'node:zlib';

const TABLE = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  TABLE[byte] = value;
}

/** The table's version, exported for the test that compares the two. */
export function tableCrc32(bytes: Uint8Array, crc = 0): number {
  crc = ~crc;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

const native = (zlib as { crc32?: (bytes: Uint8Array, crc?: number) => number }).crc32;

/** @param crc the value for the bytes before these; 0 at the beginning. @returns unsigned 32 bits. */
export const crc32: (bytes: Uint8Array, crc?: number) => number = native ?? tableCrc32;
