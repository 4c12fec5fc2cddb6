import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/tactics/lines.js';

// eslint-disable-next-line @typescript-eslint/require-await
async function* cut(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  // one buffer for all chunks, as some streams have it; of Node's own kind, of which a slice is no copy
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.length);
  }
}

async function linesOf(text: string | Uint8Array, size: number, max = 100): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(cut(text, size), max)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  const TEXT = 'one\r\n\ntwo\n  three é  \nlast';
  it.each([1, 2, 3, 5, 7, 1000])('reads the same lines from chunks of %i bytes', async (size) => {
    expect(await linesOf(TEXT, size)).toEqual(['one', '', 'two', '  three é  ', 'last']);
  });

  it.each([1, 2, 3, 1000])(
    'reads what a Windows editor or shell saved as UTF-16 (chunks of %i bytes)',
    async (size) => {
      const little = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
      const big = Buffer.from(little).swap16();
      for (const bytes of [little, big, little.subarray(2), big.subarray(2)]) {
        expect(await linesOf(bytes, size)).toEqual(['one', '', 'two', '  three é  ', 'last']);
      }
    },
  );

  it.each([1, 4, 1000])('cuts a line that is too long, and finds the next (chunks of %i bytes)', async (size) => {
    expect(await linesOf('x'.repeat(5000) + '\nnext\n', size, 10)).toEqual(['x'.repeat(10), 'next']);
  });

  it('makes no line of nothing', async () => {
    expect(await linesOf('', 5)).toEqual([]);
    expect(await linesOf('a\n', 5)).toEqual(['a']);
  });
});
