/**
 * Bytes -> lines, one at a time, however the bytes are cut into chunks.
 *
 * Not `node:readline`, which keeps a line of any length: here input that never ends its line costs no memory. A line over the limit
 * is cut to it, which its reader then refuses as too long. UTF-16 is read as what it says, as of games (`pgn/transcode.ts`).
 */
import { asUtf8 } from '../pgn/transcode.js';

const LF = 10;

/** @param maxLength bytes of UTF-8 kept of a line, its end not counted. Line ends are LF or CR LF; a last line needs none. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let length = 0;
  const keep = (part: Uint8Array): void => {
    if (part.length === 0 || length >= maxLength) return;
    parts.push(part.subarray(0, maxLength - length));
    length += part.length;
  };
  const take = (): string => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    parts = [];
    length = 0;
    return decoder.decode(line).replace(/\r$/, '');
  };
  let open = false;
  for await (const chunk of asUtf8(chunks)) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
      open = false;
    }
    if (start < chunk.length) {
      // the stream may use its buffer again: what is kept over a chunk's end is copied (not by slice: a Buffer's shares its bytes)
      keep(new Uint8Array(chunk.subarray(start, start + maxLength)));
      open = true;
    }
  }
  if (open) yield take();
}
