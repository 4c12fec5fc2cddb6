/** Small honest rows for the store's tests: packed by hand, so that they need no engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../../src/paths.js';
import type { Batch, BatchPart, EngineId, EntryRef, FoundRow, GameRow, QuarantineRow } from '../../src/store/rows.js';
import { PATTERNS, type Pattern } from '../../src/tactics/types.js';

export const ENGINE_A: EngineId = { version: '1.0', signature: 'aaaa' };
export const ENGINE_B: EngineId = { version: '1.1', signature: 'bbbb' };

/** For scripts in a process of their own: the compiled module that exports `Database`. */
export const SQLITE = join(ROOT, 'dist', 'src', 'store', 'sqlite.js');

/** A folder of the test's own, removed behind it. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'motif-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One packed tactic by the layout of `record.ts`: trigger e2e4, one key square, one target, a line of one move. */
export function tactic(pattern: Pattern, gain = 300, mate = false): Uint8Array {
  const bytes = [
    PATTERNS.indexOf(pattern),
    1 | (mate ? 2 : 0),
    12 | ((28 & 3) << 6),
    28 >> 2,
    gain & 255,
    (gain >> 8) & 255,
  ];
  return Uint8Array.from([...bytes, 0, 1, 1, 1, 28, 36, 9, 12 | ((28 & 3) << 6), 28 >> 2]);
}

export function run(...records: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(records));
}

export function found(ply: number, fen: string, ...records: Uint8Array[]): FoundRow {
  return { ply, fen, records: run(...records) };
}

/** A game of four plies; `seed` makes it another game. */
export function game(seed: number, rows: FoundRow[] = [], changes: Partial<GameRow> = {}): GameRow {
  return {
    offset: seed * 1000,
    length: 900,
    digest: new Uint8Array(16).fill(seed),
    tags: [`White ${seed}`, 'Black', null, null, '1851.06.21', '?', '1-0', '2100', '?', null, null],
    startFen: null,
    moves: new Uint8Array(8).fill(seed),
    masks: Uint8Array.from([1, 0, 2, 0, 0, 2, 0, 0, 255, 3]),
    candidates: 7,
    found: rows,
    ...changes,
  };
}

export function broken(offset: number, changes: Partial<QuarantineRow> = {}): QuarantineRow {
  const bytes = Buffer.from('1. e4 e5 2. Ke5 *');
  return {
    offset,
    faultOffset: offset + 12,
    line: 3,
    column: 13,
    reason: 'illegal_move',
    message: 'no',
    bytes,
    ...changes,
  };
}

export function entry(seed = 1, ordinal = 0): EntryRef {
  return {
    archive: { path: `a${seed}.zip`, size: 100 * seed, fingerprint: new Uint8Array(16).fill(seed) },
    ordinal,
    name: `e${ordinal}.pgn`,
  };
}

export function batch(games: GameRow[], changes: Partial<Batch> & Partial<BatchPart> = {}): Batch {
  const { engine = ENGINE_A, depth = 'l2', patterns = 1023, quarantine = [], entry: from = entry() } = changes;
  return { engine, depth, patterns, parts: changes.parts ?? [{ entry: from, games, quarantine }] };
}

export const FEN_1 = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -';
export const FEN_2 = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - -';
