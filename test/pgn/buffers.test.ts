/** Bytes are read alike with Node's Buffer and, as in a browser, without. */
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe.each([
  ['with Buffer', true],
  ['without', false],
])('%s', (_name, node) => {
  async function load() {
    if (!node) vi.stubGlobal('Buffer', undefined);
    vi.resetModules();
    return import('../../src/pgn/buffers.js');
  }

  it('Latin-1 is a byte a character, however long, and as the bytes are at the moment', async () => {
    const { latin1 } = await load();
    const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index & 255);
    const reader = latin1(bytes.subarray(1));
    expect(reader.text(0, 19_999)).toBe(Array.from(bytes.subarray(1), (byte) => String.fromCharCode(byte)).join(''));
    bytes[1] = 65;
    expect(reader.text(0, 1)).toBe('A');
    expect(reader.text(5, 5)).toBe('');
  });

  it('memory has the length that was asked for, and is nobody else’s', async () => {
    const { allocate } = await load();
    const memory = allocate(1000);
    expect(memory.length).toBe(1000);
    expect(memory.buffer.byteLength).toBe(1000);
  });
});
