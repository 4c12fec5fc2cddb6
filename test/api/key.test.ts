import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashKey, hideKeys, makeKey, makeKeyId, readKeyId } from '../../src/api/key.js';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

describe('a key', () => {
  it('has the prefix, its id, a secret of 160 bits and a checksum', () => {
    const id = makeKeyId();
    const key = makeKey(id);
    expect(key).toMatch(/^motif_[0-9a-z]{8}_[0-9a-z]{39}$/);
    expect(readKeyId(key)).toBe(id);
    // 39 letters of five bits: 32 for the secret, 7 for 32 bits of checksum
    expect((39 - 7) * 5).toBe(160);
  });

  it('is another one each time, and every bit of the secret is used', () => {
    const keys = Array.from({ length: 500 }, () => makeKey('00000000'));
    expect(new Set(keys).size).toBe(500);
    for (let place = 15; place < 15 + 32; place++) {
      const seen = new Set(keys.map((key) => key[place]));
      for (const bit of [1, 2, 4, 8, 16]) {
        const ones = [...seen].filter((letter) => (LETTERS.indexOf(letter!) & bit) !== 0).length;
        expect(ones, `bit ${bit} of letter ${place}`).toBeGreaterThan(0);
        expect(ones, `bit ${bit} of letter ${place}`).toBeLessThan(seen.size);
      }
    }
  });

  it('with any one letter mistyped is none, nor with two neighbours swapped, nor cut, nor longer', () => {
    const key = makeKey(makeKeyId());
    for (let place = 0; place < key.length; place++) {
      for (const letter of LETTERS + '_iloAZ') {
        if (letter !== key[place]) expect(readKeyId(key.slice(0, place) + letter + key.slice(place + 1))).toBeNull();
      }
      expect(readKeyId(key.slice(0, place))).toBeNull();
      const [a, b] = [key[place], key[place + 1]];
      if (b !== undefined && a !== b) expect(readKeyId(key.slice(0, place) + b + a! + key.slice(place + 2))).toBeNull();
    }
    for (const other of [`${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase(), '', 'motif_', key.repeat(2)]) {
      expect(readKeyId(other), JSON.stringify(other)).toBeNull();
    }
  });

  it('is hashed whole, by SHA-256', () => {
    const key = makeKey('00000000');
    expect(Buffer.from(hashKey(key)).toString('hex')).toBe(createHash('sha256').update(key).digest('hex'));
    expect(hashKey(key)).not.toEqual(hashKey(makeKey('00000000')));
  });
});

describe('hideKeys', () => {
  it('strikes out secrets, also of keys that are cut or mistyped, and leaves ids and the rest', () => {
    const key = makeKey('7h3k9q2m');
    for (const text of [key, key.slice(0, 20), key.toUpperCase(), `${key}x`]) {
      const line = hideKeys(`{"url":"/v1/extract?key=${text}&a=b"}`);
      expect(line).toBe('{"url":"/v1/extract?key=' + text.slice(0, 15) + '[hidden]&a=b"}');
    }
    const encoded = (text: string): string => text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    for (const encode of [
      encoded,
      (text: string) => encoded(text).toUpperCase(),
      (text: string) => encodeURIComponent(encoded(text)),
      (text: string) => text.replaceAll('_', '%5F'),
      (text: string) => text.slice(0, 20) + encoded(text.slice(20)),
    ]) {
      expect(hideKeys(`{"url":"/v1?key=${encode(key)}&a=b"}`)).toBe(
        `{"url":"/v1?key=${encode(key.slice(0, 15))}[hidden]&a=b"}`,
      );
    }
    expect(hideKeys('motif_signature motif is fine')).toBe('motif_signature motif is fine');
    expect(hideKeys(`${key} ${key}`)).not.toContain(key.slice(16, 30));
  });
});
