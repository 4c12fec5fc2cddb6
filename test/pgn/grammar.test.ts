import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { syntaxStop } from '../../src/pgn/syntax.js';
// what a thread loads before its first task
import '../../src/pipeline/perform.js';

const { cache, resolve } = createRequire(import.meta.url);

describe('the grammar of pgn-parser', () => {
  it('is loaded when the first broken game is looked at, not when a thread starts', () => {
    const place = resolve('pgn-parser');
    expect(cache[place]).toBeUndefined();
    expect(syntaxStop('1. e4 )')).toMatchObject({ index: 6, found: ')' });
    expect(cache[place]?.loaded).toBe(true);
  });
});
