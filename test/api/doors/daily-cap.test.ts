/** The free plan's games a day: which count, and until when. */
import { describe, expect, it, vi } from 'vitest';
import { EngineAnalyst, TooCostlyError } from '../../../src/api/analyst.js';
import { parsePlans } from '../../../src/api/plan-file.js';
import { loadEngine } from '../../../src/tactics/kernel.js';
import { queensGame } from '../app.js';
import { app, CAPPED, FEN, FREE, freshDoors, open, PGN, post, statuses } from './world.js';

freshDoors();

describe('the daily cap on games', () => {
  const GAME = '/api/v1/extract_game';
  const game = { body: { pgn: PGN } };
  const bad = { body: { pgn: '1. e4 e5 2. Qh6 *' } };
  /** Without the limit by the minute, which would come first. */
  const plans = parsePlans('{"plans": {"free": {"requests_per_minute": null}}}', 'x');

  it('gives an address three a day by default, and says so, and until when', async () => {
    await open();
    expect(await statuses(3, GAME, game)).toEqual([200, 200, 200]);
    const { status, body, headers } = await post(GAME, game);
    expect([status, body]).toEqual([429, CAPPED]);
    expect(headers).toMatchObject({ 'retry-after': String(12 * 60 * 60) });
    expect((await post(FREE)).status).toBe(200);
    expect((await post(GAME, { ...game, from: '203.0.113.2' })).status).toBe(200);
  });

  it('counts a game that is sent to /extract, and in the earlier form', async () => {
    await open({ plans });
    expect(await statuses(2, FREE, game)).toEqual([200, 200]);
    const earlier = {
      method: 'POST',
      url: FREE,
      headers: { 'accept-version': '3.0' },
      remoteAddress: '203.0.113.1',
    } as const;
    expect((await app.inject({ ...earlier, payload: { pgn: PGN } })).statusCode).toBe(200);
    expect((await app.inject({ ...earlier, payload: { pgn: PGN } })).json()).toEqual(CAPPED);
    expect((await app.inject({ ...earlier, payload: { fen: FEN } })).statusCode).toBe(200);
    expect((await post(FREE, game)).body).toEqual(CAPPED);
  });

  it('counts accepted games only', async () => {
    await open({ plans });
    for (const body of [
      bad.body,
      {},
      { pgn: 7 },
      { pgn: PGN, mode: 'all' },
      { pgn: PGN, patterns: ['x'] },
      { fen: FEN },
    ]) {
      expect((await post(GAME, { body })).status).toBe(400);
    }
    expect(await statuses(3, GAME, game)).toEqual([200, 200, 200]);
    expect((await post(GAME, bad)).body).toEqual(CAPPED);
  });

  it('counts a game that the client has already, and is told so with 304', async () => {
    await open({ plans });
    const had = { 'if-none-match': '*' };
    const request = {
      method: 'POST',
      url: GAME,
      remoteAddress: '203.0.113.1',
      headers: had,
      payload: game.body,
    } as const;
    const all = [];
    for (let i = 0; i < 4; i++) all.push((await app.inject(request)).statusCode);
    expect(all).toEqual([304, 304, 304, 429]);
  });

  it('counts a game that was analysed, though it has more tactics than an answer may hold', async () => {
    await open({ plans });
    const queens = { body: { pgn: queensGame(13), depth: 'l1', mode: 'available' } };
    expect(await statuses(4, GAME, queens)).toEqual([413, 413, 413, 429]);
  });

  it('gives back a game of more positions than are analysed', async () => {
    const analyst = new EngineAnalyst(await loadEngine());
    vi.spyOn(analyst, 'game').mockRejectedValue(new TooCostlyError('positions', 1_200, 1_000));
    await open({ plans, analyst });
    expect(await statuses(5, GAME, game)).toEqual(Array<number>(5).fill(413));
  });

  it('gives back what fails inside', async () => {
    const analyst = new EngineAnalyst(await loadEngine());
    const inside = vi.spyOn(analyst, 'game').mockRejectedValue(new Error('no'));
    await open({ plans, analyst });
    expect(await statuses(5, GAME, game)).toEqual(Array<number>(5).fill(500));
    inside.mockRestore();
    expect(await statuses(4, GAME, game)).toEqual([200, 200, 200, 429]);
  });

  it('holds for games at the same time', async () => {
    await open({ plans });
    const all = await Promise.all(Array.from({ length: 10 }, () => post(GAME, game)));
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(3).fill(200),
      ...Array<number>(7).fill(429),
    ]);
  });

  it('begins anew at midnight UTC, to the second that Retry-After names', async () => {
    vi.setSystemTime(Date.UTC(2024, 1, 29, 23, 59, 30, 1));
    await open({ plans });
    await statuses(3, GAME, game);
    expect((await post(GAME, game)).headers).toMatchObject({ 'retry-after': '30' });
    vi.setSystemTime(Date.UTC(2024, 1, 29, 23, 59, 59, 999));
    expect(await post(GAME, game)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    vi.setSystemTime(Date.UTC(2024, 2, 1));
    expect(await statuses(4, GAME, game)).toEqual([200, 200, 200, 429]);
    expect((await post(GAME, game)).headers).toMatchObject({ 'retry-after': '86400' });
  });

  it('can be taken off, and set to nothing', async () => {
    await open({ plans: parsePlans('{"plans": {"free": {"games_per_day": null}}}', 'x') });
    expect(await statuses(10, GAME, game)).toEqual(Array<number>(10).fill(200));
    await app.close();
    await open({ plans: parsePlans('{"plans": {"free": {"games_per_day": 0}}}', 'x') });
    expect((await post(GAME, { ...game, from: '203.0.113.3' })).body).toEqual(CAPPED);
  });
});
