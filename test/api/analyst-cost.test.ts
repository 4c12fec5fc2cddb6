/** How much a request may ask, and who waits for whom. */
import { describe, expect, it, vi } from 'vitest';
import type { PositionPool } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { analystOver, countingPool, engine, store } from './analysts.js';
import { call, IMMORTAL_GAME, PUZZLE_000PW } from './app.js';

/** One thread that takes a turn of the event loop for a position, and the order in which it was asked. */
function slowPool(): { order: string[]; pool: PositionPool } {
  const order: string[] = [];
  const run: PositionPool['run'] = async ({ fen, depth }) => {
    order.push(fen);
    await new Promise((resolve) => setImmediate(resolve));
    return { records: engine.analyze(fen, depth) };
  };
  return { order, pool: { size: 1, run } };
}

describe('what a request may cost', () => {
  it('is counted in positions, and refused in words', async () => {
    const pool = countingPool();
    const analyst = analystOver(pool, store, vi.fn(), { positionsPerRequest: 44 });
    const app = buildApp({ analyst });
    expect(await call(app, 'POST', '/api/v1/extract_game', { pgn: IMMORTAL_GAME })).toMatchObject({
      status: 413,
      body: { error: 'The game has 45 positions; at most 44 are analysed in one request' },
    });
    expect(pool.run).not.toHaveBeenCalled();
    await app.close();
  });

  it('finds room in an idle queue, however much it is', async () => {
    const analyst = analystOver(countingPool(), store, vi.fn(), { queueLimit: 2 });
    expect((await analyst.game(IMMORTAL_GAME, 'l1')).positions).toHaveLength(45);
  });

  it('is 503 with Retry-After where there is no room', async () => {
    const analyst = analystOver({ size: 1, run: () => new Promise(() => {}) }, store, vi.fn(), { queueLimit: 1 });
    const lines: string[] = [];
    const app = buildApp({ analyst, logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } });
    void analyst.position(PUZZLE_000PW, 'l2');
    const reply = await call(app, 'POST', '/api/v1/extract', { fen: '8/8/4k3/8/8/3K4/8/8 w - -' });
    expect(reply).toMatchObject({
      status: 503,
      body: { error: 'The service is busy; try again later' },
      headers: { 'retry-after': '1' },
    });
    // the log says so in a line, not as of a fault
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, refusal: 'busy', reason: 'the queue is full; room in some 1 s' }),
    ]);
    expect(lines[0]).not.toContain('stack');
    await app.close();
  });

  it('a single waits for no batch to end that has its position, too', async () => {
    const { order, pool } = slowPool();
    const analyst = analystOver(pool);
    const fens = [...'abcdefgh'].map((_, file) => `4k3/8/8/8/8/8/8/${file || ''}K${7 - file || ''} w - - 0 1`);
    const positions = [...fens, PUZZLE_000PW];
    const batch = await analyst.batch(positions, 'l1');
    await batch[0];
    for (const fen of [PUZZLE_000PW, fens[0]!, PUZZLE_000PW]) await analyst.position(fen, 'l1');
    expect(order.length).toBeLessThan(positions.length);
    expect(await Promise.all(batch)).toHaveLength(positions.length);
    expect(order).toHaveLength(positions.length);
    // a lane of one, which it leaves empty
    const last = analyst.batch(['4k3/8/8/8/8/8/8/4K3 b - - 0 1'], 'l1');
    const [single] = await Promise.all([analyst.position('4k3/8/8/8/8/8/8/4K3 b - - 0 1', 'l1'), last]);
    expect(single).toHaveLength(0);
    expect(analyst.queue.taken).toBe(0);
  });

  it('singles wait for no game to end, and games for no other game', async () => {
    const { order, pool } = slowPool();
    const analyst = analystOver(pool);
    const games = ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *', '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 *'];
    const all = games.map((pgn) => analyst.game(pgn, 'l1'));
    await expect.poll(() => order.length, { interval: 1 }).toBeGreaterThan(0);
    await analyst.position(PUZZLE_000PW, 'l1');
    expect(order.length).toBeLessThan(8);
    await Promise.all(all);
    const last = order.slice(-6).map((fen) => (fen.includes('PPPP1PPP') ? 'e4' : 'd4'));
    expect(new Set(last).size).toBe(2);
  });
});
