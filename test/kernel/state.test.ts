/** Below the engine: what the kernel's calls leave behind. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { KernelExports } from '../../src/tactics/exports.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { compileKernel, loadKernel } from '../../src/tactics/kernel.js';
import { KIWIPETE, seeded } from './positions.js';

let kernel: KernelExports;
let input: Uint8Array;
let output: DataView;
beforeAll(async () => {
  kernel = await loadKernel(await compileKernel());
  input = new Uint8Array(kernel.memory.buffer, kernel.inputAddress(), kernel.inputCapacity());
  output = new DataView(kernel.memory.buffer, kernel.outputAddress(), kernel.outputCapacity());
});

function set(fen: string): void {
  expect(kernel.setFen(new TextEncoder().encodeInto(fen, input).written)).toBe(0);
}

function fen(canonical = false): string {
  return Buffer.from(output.buffer, output.byteOffset, kernel.getFen(canonical)).toString('latin1');
}

/** The hash that the same position has when it is read afresh. */
function freshHash(): bigint {
  const text = fen();
  set(text);
  return kernel.positionHash();
}

describe('the hash', () => {
  it('is that of the position read afresh, after every ply of random play with null moves', () => {
    const next = seeded(5);
    for (const start of [STANDARD_START, KIWIPETE, '8/2p1p3/8/1P1P1P2/1p1p1p2/8/2P1P3/K6k w - - 0 1']) {
      set(start);
      for (let ply = 0; ply < 400; ply++) {
        const count = kernel.legalMoves();
        if (count === 0) break;
        const move = next(10) === 0 ? 0 : output.getUint16(2 * next(count), true);
        if (kernel.play(move) === 0) continue;
        const kept = kernel.positionHash();
        expect(freshHash(), fen()).toBe(kept);
      }
    }
  });

  it('does not know of counters, nor of en-passant squares that no one can use', () => {
    set('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
    const hash = kernel.positionHash();
    set('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 12 34');
    expect(kernel.positionHash()).toBe(hash);
  });

  it('knows of side, rights and usable en-passant squares', () => {
    const hashes = [
      'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1',
      'r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1',
      'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1',
      'r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1',
      'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1',
    ].map((text) => {
      set(text);
      return kernel.positionHash();
    });
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('a refused move', () => {
  it('changes nothing', () => {
    set(KIWIPETE);
    const hash = kernel.positionHash();
    const legal = new Set(Array.from({ length: kernel.legalMoves() }, (_, index) => output.getUint16(2 * index, true)));
    // 0 is the null move, which is legal here.
    legal.add(0);
    const accepted: number[] = [];
    for (let move = -1; move <= 0xffff; move++) {
      if (legal.has(move)) continue;
      if (kernel.play(move) !== 0) accepted.push(move);
      if (kernel.san(move) !== 0) accepted.push(move);
    }
    expect(accepted).toEqual([]);
    expect(kernel.positionHash()).toBe(hash);
    expect(fen()).toBe(KIWIPETE);
  });
});

describe('an analysis', () => {
  it('leaves the position as it was', () => {
    for (const text of [STANDARD_START, KIWIPETE, '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37']) {
      set(text);
      const hash = kernel.positionHash();
      for (const depth of [1, 2]) {
        kernel.analyze(depth, 1023);
        expect(kernel.positionHash()).toBe(hash);
        expect(fen()).toBe(text);
        expect(kernel.countMismatches(1)).toBe(0);
      }
    }
  });

  it('counts and masks candidates whatever was asked for', () => {
    set('6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37');
    kernel.analyze(1, 1023);
    const found = [kernel.foundMask(), kernel.foundCount()];
    expect(found[0]).toBeGreaterThan(0);
    expect(kernel.analyze(1, 0)).toBe(0);
    expect([kernel.foundMask(), kernel.foundCount()]).toEqual(found);
  });
});

describe('a decoded game', () => {
  it('leaves the last position of its main line, settled', () => {
    set(STANDARD_START);
    const text = '1. e4 Nf6 2. e5 d5';
    const length = new TextEncoder().encodeInto(text, input).written;
    expect(kernel.decodeMovetext(length)).toBe(4);
    expect(kernel.faultCode()).toBe(0);
    expect(fen()).toBe('rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3');
    const kept = kernel.positionHash();
    expect(freshHash()).toBe(kept);
  });

  it('is read within the length given, and lengths that cannot be are cut', () => {
    set(STANDARD_START);
    new TextEncoder().encodeInto('1. e4 e5 2. Nf3 Nc6', input);
    expect(kernel.decodeMovetext(8)).toBe(2);
    expect(kernel.faultCode()).toBe(0);
    expect(kernel.decodeMovetext(-5)).toBe(0);
    expect(kernel.faultCode()).toBe(0);
  });
});
