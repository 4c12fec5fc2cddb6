/** What a request may hold, and what holds without it (the interface's sections 4 to 4.2). */
import { expect } from 'vitest';
import { Chess } from 'chess.js';
import type { GameTactic } from '../../../src/tactics/types.js';
import { IMMORTAL_GAME, PUZZLE_000PW } from '../app.js';
import { GAME, game, ok, POSITION, position, post, refusal, sentences, TEN, timeless } from './world.js';

sentences([
  [
    '4',
    'Request and response bodies are JSON; requests with a body send the header Content-Type: application/json.',
    async () => {
      const reply = await post(POSITION, { fen: PUZZLE_000PW });
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
    },
  ],
  ['4.1', 'fen: string, required', () => refusal(POSITION, { depth: 'l1' }, "Missing 'fen' or 'pgn' field")],
  [
    '4.1',
    'patterns: string[], default all 10 patterns; each entry must be a pattern name from 2.5',
    async () => {
      const all = await position({ depth: 'l1' });
      expect((await position({ depth: 'l1', patterns: TEN })).tactics).toEqual(all.tactics);
      for (const pattern of TEN) {
        const some = await position({ depth: 'l1', patterns: [pattern] });
        expect(some.tactics).toEqual(all.tactics.filter((tactic) => tactic.pattern === pattern));
      }
    },
  ],
  ['4.1', 'depth: default "l2"', async () => expect((await position()).depth).toBe('l2')],
  ['4.1', 'depth: "l1" fast scan', async () => expect((await position({ depth: 'l1' })).depth).toBe('l1')],
  [
    '4.1',
    'with_sequence: boolean, default false',
    async () => {
      expect(timeless(await position({ with_sequence: false }))).toEqual(timeless(await position()));
    },
  ],
  [
    '4.1',
    'with_sequence: Ignored when depth is "l1"',
    async () => {
      const asked = await position({ depth: 'l1', with_sequence: true });
      expect(timeless(asked)).toEqual(timeless(await position({ depth: 'l1' })));
    },
  ],
  ['4.2', 'pgn: string, required', () => refusal(GAME, { mode: 'played' }, "Missing 'fen' or 'pgn' field")],
  [
    '4.2',
    'mode: default "played"',
    async () => {
      expect(timeless(await game({ mode: 'played' }))).toEqual(timeless(await game()));
    },
  ],
  [
    '4.2',
    '"played": tactics actually executed',
    async () => {
      const chess = new Chess();
      chess.loadPgn(IMMORTAL_GAME);
      const moves = chess.history({ verbose: true }).map((move) => move.lan);
      for (const { ply, trigger_move } of (await game()).tactics) expect(trigger_move).toBe(moves[ply - 1]);
    },
  ],
  [
    '4.2',
    '"available": all tactical opportunities at each position',
    async () => {
      const available = await game({ mode: 'available' });
      const byFen = new Map<string, GameTactic[]>();
      for (const tactic of available.tactics) byFen.set(tactic.fen, [...(byFen.get(tactic.fen) ?? []), tactic]);
      for (const [fen, found] of [...byFen].slice(0, 5)) {
        const alone = await ok(POSITION, { fen });
        expect(found.map(({ ply: _, ...tactic }) => tactic)).toEqual(alone.tactics);
      }
    },
  ],
  [
    '4.2',
    'patterns: default all 10 patterns, Filter by pattern names',
    async () => {
      const all = await game({ mode: 'available' });
      const some = await game({ mode: 'available', patterns: ['pin'] });
      expect(some.tactics).toEqual(all.tactics.filter(({ pattern }) => pattern === 'pin'));
    },
  ],
  [
    '4.2',
    'depth: default "l2", "l1" or "l2"',
    async () => {
      expect((await game()).depth).toBe('l2');
      expect((await game({ depth: 'l1' })).depth).toBe('l1');
    },
  ],
  [
    '4.2',
    'with_sequence: default false; Ignored when depth is "l1"',
    async () => {
      for (const { sequence } of (await game()).tactics) expect(sequence ?? null).toBeNull();
      for (const { sequence } of (await game({ with_sequence: true })).tactics) expect(sequence).not.toBeNull();
      const asked = await game({ depth: 'l1', with_sequence: true });
      expect(timeless(asked)).toEqual(timeless(await game({ depth: 'l1' })));
    },
  ],
]);
