/** What the cache of answers keeps, and what it lets go. */
import { describe, expect, it } from 'vitest';
import { AnswerCache, makeAnswer, type Answer } from '../../src/api/answers.js';
import { aliveBytes } from '../collect.js';

const MEMORY = 32 * 1024 * 1024;
const KEY = /^\d+ (.*)$/;

/** The `n`th question, as long as real ones are. */
function key(n: number): string {
  return `16368 r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 ${n}`;
}

/** Its answer. @param size characters of its tactics */
function answer(n: number, size: number): Answer {
  const fen = KEY.exec(key(n))?.[1] ?? '';
  const evidence = 'x'.repeat(size);
  const tactics = [{ evidence }] as never[];
  return makeAnswer({ tactics, count: 1, depth: 'l2', performance_ms: 3, fen });
}

describe('the cache of answers', () => {
  it.each([
    ['small', 0, 120_000],
    ['usual', 1_500, 40_000],
    ['large', 100_000, 1_000],
  ])('keeps as many as have room, however many there are: %s ones', (_, size, number) => {
    const before = aliveBytes();
    const cache = new AnswerCache();
    for (let n = 0; n < number; n++) cache.add(key(n), answer(n, size));
    const grown = aliveBytes() - before;
    const kept = Array.from({ length: number }, (_, n) => n).filter((n) => cache.find(key(n)) !== undefined);
    // those that came last, without a gap
    expect(kept[0]).toBeGreaterThan(0);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => number - kept.length + n));
    const characters = kept.reduce((sum, n) => sum + key(n).length + (cache.find(key(n))?.text.length ?? 0), 0);
    expect(characters).toBeLessThan(MEMORY);
    // a tenth for what else this process did meanwhile
    expect(grown).toBeLessThan(1.1 * MEMORY);
    expect(grown).toBeGreaterThan(0.8 * MEMORY);
  });

  it('lets go what nobody asks for, not what is asked for again and again', () => {
    const cache = new AnswerCache();
    for (let n = 0; n < 1_000; n++) {
      cache.add(key(n), answer(n, 100_000));
      expect(cache.find(key(0))?.text).toContain(' 0 0"');
    }
    expect(cache.find(key(1))).toBeUndefined();
  });

  it('takes the room of an answer once, however often it is made anew', () => {
    const cache = new AnswerCache();
    cache.add(key(1), answer(1, 100_000));
    for (let round = 0; round < 1_000; round++) cache.add(key(2), answer(2, 100_000));
    expect(cache.find(key(1))).toBeDefined();
  });

  it('counts the questions, too', () => {
    const cache = new AnswerCache();
    const long = (n: number): string => `${n}`.padEnd(100_000);
    for (let n = 0; n < 1_000; n++) cache.add(long(n), answer(n, 10));
    expect(cache.find(long(999 - Math.ceil(MEMORY / 100_000)))).toBeUndefined();
    expect(cache.find(long(999))).toBeDefined();
  });

  it('keeps its others where one comes that has no room at all', () => {
    const cache = new AnswerCache();
    cache.add(key(1), answer(1, 10));
    cache.add(key(2), { text: 'x'.repeat(MEMORY), etag: 'W/"x"' });
    expect(cache.find(key(2))).toBeUndefined();
    expect(cache.find(key(1))).toBeDefined();
  });
});
