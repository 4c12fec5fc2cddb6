/**
 * Packed tactics: what the kernel writes, what travels between threads, and what the store keeps.
 *
 * A position's tactics are a run of records, one behind the other, in the published order. Little-endian:
 *
 *     byte 0   pattern, 0-9 in canonical order
 *     byte 1   flags: 1 confirmed by the forcing tree, 2 mate, 4 Black has the tactic
 *     byte 2-3 trigger move: from | to << 6 | promotion << 12 (0 none, 1 knight, 2 bishop, 3 rook, 4 queen)
 *     byte 4-5 gain in centipawns, signed
 *     byte 6   pattern_ply: index in the line of the move at which the pattern stands
 *     byte 7   number of key squares K
 *     byte 8   number of targets T
 *     byte 9   number of moves in the line L (0 at l1)
 *     then     K key squares, T target squares, T target pieces, L moves of two bytes each
 *
 * Squares are 0 = a1, 1 = b1, ... 63 = h8. Pieces are 0-5 pawn, knight, bishop, rook, queen, king, plus 8 for black.
 */
import { PATTERNS, type Color, type PatternMask, type Tactic, type Target } from './types.js';

const FLAG_CONFIRMED = 1;
const FLAG_MATE = 2;
const FLAG_BLACK = 4;
const HEADER = 10;

const PIECE_NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const WHITE_LETTERS = 'PNBRQK';
const BLACK_LETTERS = 'pnbrqk';
const PROMOTIONS = ['', 'n', 'b', 'r', 'q'];

const SQUARES = Array.from({ length: 64 }, (_, square) => 'abcdefgh'.charAt(square & 7) + String((square >> 3) + 1));

/** The view of one record; byte positions are those of the run it lies in. */
export interface PackedTactic {
  pattern: number;
  confirmed: boolean;
  mate: boolean;
  black: boolean;
  trigger: number;
  gain: number;
  patternPly: number;
  /** Where the record begins and ends in its run. */
  start: number;
  end: number;
}

function squareName(square: number): string {
  return SQUARES[square] ?? '??';
}

/** UCI text of a packed move; the null move is `0000`. */
export function makeUci(move: number): string {
  if ((move & 0xfff) === 0) return '0000';
  return squareName(move & 63) + squareName((move >> 6) & 63) + (PROMOTIONS[(move >> 12) & 7] ?? '');
}

/** Walks a run of records; `records` must hold whole records only. */
export function* readRecords(records: Uint8Array): Generator<PackedTactic> {
  let at = 0;
  while (at < records.length) {
    const byte = (offset: number): number => records[at + offset] ?? 0;
    const flags = byte(1);
    const end = at + HEADER + byte(7) + 2 * byte(8) + 2 * byte(9);
    if (end > records.length)
      throw new RangeError(`packed tactics: record at byte ${at} runs past the end (${records.length} bytes)`);
    yield {
      pattern: byte(0),
      confirmed: (flags & FLAG_CONFIRMED) !== 0,
      mate: (flags & FLAG_MATE) !== 0,
      black: (flags & FLAG_BLACK) !== 0,
      trigger: byte(2) | (byte(3) << 8),
      gain: ((byte(4) | (byte(5) << 8)) << 16) >> 16,
      patternPly: byte(6),
      start: at,
      end,
    };
    at = end;
  }
}

/** Only the records of the patterns in `mask`, in the same order; the run itself where nothing is left out. */
export function filterRecords(records: Uint8Array, mask: PatternMask): Uint8Array {
  const kept: Uint8Array[] = [];
  let length = 0;
  for (const record of readRecords(records)) {
    if ((mask & (1 << record.pattern)) === 0) continue;
    kept.push(records.subarray(record.start, record.end));
    length += record.end - record.start;
  }
  if (length === records.length) return records;
  const filtered = new Uint8Array(length);
  let at = 0;
  for (const part of kept) {
    filtered.set(part, at);
    at += part.length;
  }
  return filtered;
}

function makeTarget(square: number, piece: number): Target {
  const kind = piece & 7;
  const black = (piece & 8) !== 0;
  return {
    square: squareName(square),
    piece: (black ? BLACK_LETTERS : WHITE_LETTERS).charAt(kind),
    piece_name: PIECE_NAMES[kind] ?? 'pawn',
    color: black ? 'black' : 'white',
  };
}

/** The published object of one record. `fen` is passed through as the request gave it. */
export function makeTactic(records: Uint8Array, record: PackedTactic, fen: string, withSequence: boolean): Tactic {
  const keyCount = records[record.start + 7] ?? 0;
  const targetCount = records[record.start + 8] ?? 0;
  const moveCount = records[record.start + 9] ?? 0;
  const keysAt = record.start + HEADER;
  const squaresAt = keysAt + keyCount;
  const piecesAt = squaresAt + targetCount;
  const movesAt = piecesAt + targetCount;
  const color: Color = record.black ? 'black' : 'white';

  const targets = Array.from({ length: targetCount }, (_, i) =>
    makeTarget(records[squaresAt + i] ?? 0, records[piecesAt + i] ?? 0),
  );
  let sequence: string[] | null = null;
  if (withSequence && record.confirmed) {
    sequence = Array.from({ length: moveCount }, (_, i) =>
      makeUci((records[movesAt + 2 * i] ?? 0) | ((records[movesAt + 2 * i + 1] ?? 0) << 8)),
    );
  }
  const tactic: Tactic = {
    pattern: PATTERNS[record.pattern] ?? 'fork',
    color,
    trigger_move: makeUci(record.trigger),
    key_squares: Array.from({ length: keyCount }, (_, i) => squareName(records[keysAt + i] ?? 0)),
    target_squares: targets.map((target) => target.square),
    targets,
    gain: record.gain,
    gain_confirmed: record.confirmed,
    is_mate: record.mate,
    sequence,
    fen,
  };
  if (record.patternPly > 0) tactic.pattern_ply = record.patternPly;
  return tactic;
}

/** All published objects of a run. */
export function makeTactics(records: Uint8Array, fen: string, withSequence: boolean): Tactic[] {
  const tactics: Tactic[] = [];
  for (const record of readRecords(records)) tactics.push(makeTactic(records, record, fen, withSequence));
  return tactics;
}
