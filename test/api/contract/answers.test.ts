/** What an answer has in it (the interface's sections 1 and 2). */
import { expect } from 'vitest';
import { Chess } from 'chess.js';
import { PUZZLE_000PW } from '../app.js';
import { BACK_RANK, game, health, ok, POSITION, position, sentences, tactics, TEN, timeless } from './world.js';

const SQUARE = /^[a-h][1-8]$/;
const UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/;
const NAMES: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

sentences([
  [
    '1',
    'Ten patterns are recognized: fork, pin, skewer, discovered_attack, double_check, back_rank_mate, smothered_mate, deflection, interference, trapped_piece.',
    async () => {
      for (const pattern of TEN) await position({ patterns: [pattern] });
      expect((await health())['patterns']).toEqual(TEN);
    },
  ],
  [
    '1',
    'Results are deterministic: the same FEN always yields the same result',
    async () => {
      const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => position({ with_sequence: true })));
      for (const other of others) expect(timeless(other)).toEqual(timeless(first!));
    },
  ],
  [
    '2.1',
    'pattern: One of the ten pattern names',
    async () => {
      for (const { pattern } of await tactics()) expect(TEN).toContain(pattern);
    },
  ],
  [
    '2.1',
    'color: Side that has the tactic: "white" or "black"',
    async () => {
      for (const { color, fen } of await tactics()) expect(color).toBe(fen.split(' ')[1] === 'w' ? 'white' : 'black');
    },
  ],
  [
    '2.1',
    'trigger_move: Initiating move, UCI format',
    async () => {
      for (const { trigger_move, fen } of await tactics()) {
        expect(trigger_move).toMatch(UCI);
        expect(() => new Chess(fen).move(trigger_move)).not.toThrow();
      }
    },
  ],
  [
    '2.1',
    'key_squares: Critical squares involved',
    async () => {
      for (const { key_squares } of await tactics()) {
        expect(key_squares.length).toBeGreaterThan(0);
        for (const square of key_squares) expect(square).toMatch(SQUARE);
      }
    },
  ],
  [
    '2.1',
    'target_squares: Squares of the attacked or affected pieces',
    async () => {
      for (const { target_squares, targets } of await tactics()) {
        expect(target_squares).toEqual(targets.map(({ square }) => square));
      }
    },
  ],
  [
    '2.1',
    'gain: integer, Material gain in centipawns',
    async () => {
      for (const { gain } of await tactics()) expect(Number.isInteger(gain)).toBe(true);
    },
  ],
  [
    '2.1',
    'gain_confirmed: true when confirmed via the forcing tree (depth l2)',
    async () => {
      for (const { gain_confirmed } of (await position()).tactics) expect(gain_confirmed).toBe(true);
      for (const { gain_confirmed } of (await position({ depth: 'l1' })).tactics) expect(gain_confirmed).toBe(false);
    },
  ],
  [
    '2.1',
    'is_mate: true when the tactic leads to checkmate',
    async () => {
      const { tactics: found } = await ok(POSITION, { fen: BACK_RANK, with_sequence: true });
      expect(found).toContainEqual(expect.objectContaining({ pattern: 'back_rank_mate', is_mate: true }));
      for (const { is_mate, sequence } of await tactics({ with_sequence: true, depth: 'l2' })) {
        expect(typeof is_mate).toBe('boolean');
        expect(sequence).not.toBeNull();
      }
    },
  ],
  [
    '2.1',
    'sequence: populated only when with_sequence is true (and depth is l2); otherwise null or absent',
    async () => {
      for (const { sequence, trigger_move } of (await position({ with_sequence: true })).tactics) {
        expect(sequence?.[0]).toBe(trigger_move);
        for (const move of sequence ?? []) expect(move).toMatch(UCI);
      }
      for (const { sequence } of (await position()).tactics) expect(sequence ?? null).toBeNull();
      for (const { sequence } of (await position({ with_sequence: true, depth: 'l1' })).tactics) {
        expect(sequence ?? null).toBeNull();
      }
    },
  ],
  [
    '2.1',
    'fen: FEN of the position',
    async () => {
      for (const { fen } of (await position()).tactics) expect(fen).toBe(PUZZLE_000PW);
    },
  ],
  [
    '2.2',
    'square: Square of the target piece; piece: Piece letter; piece_name: Piece name; color',
    async () => {
      for (const tactic of (await position()).tactics) {
        for (const { square, piece, piece_name, color } of tactic.targets) {
          const there = new Chess(tactic.fen).get(square as 'a1');
          expect(piece.toLowerCase()).toBe(there?.type);
          expect(piece_name).toBe(NAMES[piece.toLowerCase()]);
          expect(color).toBe(there?.color === 'w' ? 'white' : 'black');
        }
      }
    },
  ],
  [
    '2.2',
    "uppercase letter for a white piece in the interface's notation",
    async () => {
      for (const { targets } of await tactics()) {
        for (const { piece, color } of targets) expect(piece === piece.toUpperCase()).toBe(color === 'white');
      }
    },
  ],
  [
    '2.3',
    'ply: integer, Half-move number in the game',
    async () => {
      const answer = await game();
      for (const { ply } of answer.tactics) {
        expect(Number.isInteger(ply) && ply >= 1 && ply <= answer.positions_analyzed).toBe(true);
      }
    },
  ],
  [
    '2.3',
    'status: "played" or "existing"; present in mode "played" only',
    async () => {
      for (const { status } of (await game()).tactics) expect(['played', 'existing']).toContain(status);
      for (const tactic of (await game({ mode: 'available' })).tactics) expect(tactic).not.toHaveProperty('status');
    },
  ],
  [
    '2.4',
    'tactics, count (number of tactics returned), depth, performance_ms (number), fen',
    async () => {
      const answer = await position();
      expect(Object.keys(answer)).toEqual(['tactics', 'count', 'depth', 'performance_ms', 'fen']);
      expect(answer).toMatchObject({ count: answer.tactics.length, depth: 'l2', fen: PUZZLE_000PW });
      expect(answer.performance_ms).toBeTypeOf('number');
    },
  ],
  [
    '2.4',
    'Game analysis response envelope: the tactics carry the fields of 2.1 plus 2.3',
    async () => {
      const fields = Object.keys((await position()).tactics[0] ?? {});
      for (const tactic of (await game()).tactics) {
        const extra = Object.keys(tactic).filter((field) => !fields.includes(field) && field !== 'pattern_ply');
        expect(extra).toEqual(['ply', 'status']);
      }
    },
  ],
]);
