/**
 * Anything may stand in a file: whatever comes in, the kernel must not trap, must stop, and must write into its own buffers only.
 * Nothing in WebAssembly checks a store inside the memory, so what lies around the buffers is compared afterwards.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/tactics/engine.js';
import { InvalidFenError } from '../../src/tactics/errors.js';
import type { KernelExports } from '../../src/tactics/exports.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { compileKernel, loadEngine, loadKernel } from '../../src/tactics/kernel.js';
import { KIWIPETE } from './positions.js';

/** Moves that the kernel keeps at most, two bytes each (MAX_MOVES). */
const MOVES_BYTES = 65_536;

let engine: Engine;
let kernel: KernelExports;
beforeAll(async () => {
  const module = await compileKernel();
  engine = await loadEngine(module);
  kernel = await loadKernel(module);
});

/** What PGN is made of, and what looks like it. */
const piece = fc.constantFrom(
  ...[
    '1.',
    '1...',
    '12',
    'e4',
    'e5',
    'Nf3',
    'Nc6',
    'Bb5',
    'a6',
    'O-O',
    '0-0-0',
    'o-o',
    '--',
    'Z0',
    'null',
    'exd5',
    'e8=Q',
    'e8(',
    'e8(Q)',
  ],
  ...[
    'g1f3',
    'e2-e4',
    'Ng1-f3',
    '{',
    '}',
    '(',
    ')',
    ';',
    '%',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '$1',
    '$',
    '*',
    '1-0',
    '0-1',
    '1/2',
    '1/2-1/2',
    '½-½',
  ],
  ...[
    '!',
    '?!',
    '+',
    '#',
    '++',
    '=',
    '+-',
    '-',
    'x',
    '.',
    '<br>',
    '<',
    '[%clk 1]',
    '"',
    '♘f3',
    'Кf3',
    '\ufeff',
    '\u0000',
    '@@@@',
    'e.p.',
  ],
);
const game = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(' ')));
const glued = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join('')));
const bytes = fc.uint8Array({ maxLength: 400 });

const REAL = Buffer.from(
  '1. e4 e5 2. Nf3 {a (comment)} Nc6 (2... d6 3. d4 (3. Bc4)) 3. Bb5 $1 a6!? 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. Bb3 d5 8. dxe5 Be6 1/2-1/2',
);
/** A real game with some of its bytes changed, dropped or doubled. */
const mutated = fc
  .array(fc.record({ at: fc.nat(REAL.length - 1), kind: fc.nat(2), byte: fc.nat(255) }), { minLength: 1, maxLength: 8 })
  .map((edits) => {
    let text = Buffer.from(REAL);
    for (const { at, kind, byte } of edits) {
      const index = Math.min(at, text.length - 1);
      const middle = kind === 0 ? [byte] : kind === 1 ? [] : [text[index] ?? 0, byte];
      text = Buffer.concat([text.subarray(0, index), Buffer.from(middle), text.subarray(index + 1)]);
    }
    return text;
  });

describe('movetext of any kind', () => {
  it('comes to an end with moves that are legal, or with a fault in its place', () => {
    fc.assert(
      fc.property(fc.oneof(game, glued, bytes, mutated), fc.constantFrom(null, KIWIPETE), (text, fen) => {
        const replay = engine.replay(text, fen);
        if (replay.ok) {
          expect(replay.fens.length).toBe(replay.moves.length + 1);
          return;
        }
        expect(replay.ply).toBe((replay.moves?.length ?? 0) + 1);
        expect(replay.offset).toBeLessThan(text.length);
        expect(replay.token.length).toBeGreaterThan(0);
        expect(replay.token.length).toBeLessThanOrEqual(32);
        // The legal prefix, given alone, reads as the same moves.
        const prefix = engine.replay(text.subarray(0, replay.offset), fen);
        if (prefix.ok) expect(prefix.moves).toEqual(replay.moves);
        else expect(prefix.reason).toMatch(/^unterminated/);
      }),
      { numRuns: 3000 },
    );
  });

  it('reads the same however it is spaced', () => {
    fc.assert(
      fc.property(game, (text) => {
        const spaced = Buffer.from(text.toString().replaceAll(' ', ' \t\v '));
        const [a, b] = [engine.replay(text, null), engine.replay(spaced, null)];
        expect(a.ok).toBe(b.ok);
        expect(a.moves).toEqual(b.moves);
      }),
      { numRuns: 500 },
    );
  });

  it('stays within its buffers', () => {
    const memory = new Uint8Array(kernel.memory.buffer);
    const input = kernel.inputAddress();
    const movesEnd = kernel.movesAddress() + MOVES_BYTES;
    const inputEnd = input + kernel.inputCapacity() + 8;
    memory.fill(0xa5, movesEnd, input);
    memory.fill(0xa5, inputEnd);
    const start = Buffer.from(STANDARD_START);
    const decode = (text: Uint8Array): number => {
      memory.set(start, input);
      expect(kernel.setFen(start.length)).toBe(0);
      memory.set(text, input);
      return kernel.decodeMovetext(text.length);
    };
    fc.assert(
      fc.property(fc.oneof(game, glued, bytes, mutated), (text) => {
        decode(text);
        expect(kernel.faultAt() + kernel.faultBytes()).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
    // More moves than can be kept, and the largest text, its last token cut off by the end.
    expect(decode(Buffer.from('Nf3 Nf6 Ng1 Ng8 '.repeat(10_000)))).toBe(32_768);
    for (const filler of ['{', '(', ';', 'x', ' ', '9', '\u00bd']) {
      decode(Buffer.alloc(kernel.inputCapacity(), filler, 'latin1'));
      expect(kernel.faultAt() + kernel.faultBytes()).toBeLessThanOrEqual(kernel.inputCapacity());
    }
    const touched = (from: number, to: number): number => memory.subarray(from, to).findIndex((byte) => byte !== 0xa5);
    expect(touched(movesEnd, input)).toBe(-1);
    expect(touched(inputEnd, memory.length)).toBe(-1);
    // The tables are what they were.
    const kiwipete = Buffer.from(KIWIPETE);
    memory.set(kiwipete, input);
    expect(kernel.setFen(kiwipete.length)).toBe(0);
    expect(kernel.perft(3)).toBe(97_862n);
  });
});

describe('a FEN of any kind', () => {
  const letters = fc.constantFrom(...'pnbrqkPNBRQK12345678/ w-KQkqe36 0 19x');
  const text = fc.oneof(
    fc.string({ maxLength: 140 }),
    fc.array(letters, { maxLength: 100 }).map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom(STANDARD_START, KIWIPETE), fc.nat(70), letters)
      .map(([fen, at, letter]) => fen.slice(0, at) + letter + fen.slice(at + 1)),
  );

  it('is a position with legal moves, or refused in words', () => {
    fc.assert(
      fc.property(text, (fen) => {
        try {
          const canonical = engine.canonicalFen(fen);
          expect(engine.canonicalFen(canonical)).toBe(canonical);
          expect(engine.selfCheck(fen, 1)).toBe(0);
          expect(engine.legalMoves(fen).length).toBe(engine.perft(fen, 1));
        } catch (error) {
          if (!(error instanceof InvalidFenError)) throw error;
          expect(error.detail).not.toBe('');
        }
      }),
      { numRuns: 3000 },
    );
  });
});
