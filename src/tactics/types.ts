/**
 * The objects of the published interface: what every door of Motif (library, command line, REST) hands out.
 * Field names and their order are the interface's own; extra fields are marked as such.
 */

/** The ten patterns in canonical order: the index is the pattern's code in packed records and its bit in masks. */
export const PATTERNS = [
  'fork',
  'pin',
  'skewer',
  'discovered_attack',
  'double_check',
  'back_rank_mate',
  'smothered_mate',
  'deflection',
  'interference',
  'trapped_piece',
] as const;

export type Pattern = (typeof PATTERNS)[number];
export type Color = 'white' | 'black';
/** `l1`: structural scan. `l2`: confirmed through the forcing tree. */
export type Depth = 'l1' | 'l2';
/** `played`: tactics that the move played in the game starts. `available`: all tactics before every ply. */
export type GameMode = 'played' | 'available';

/** A set of patterns, one bit each, in canonical order. */
export type PatternMask = number;
export const ALL_PATTERNS: PatternMask = (1 << PATTERNS.length) - 1;

export interface Target {
  square: string;
  /** The FEN letter: upper case white, lower case black. */
  piece: string;
  /** `king`, `queen`, ... */
  piece_name: string;
  color: Color;
}

export interface Tactic {
  pattern: Pattern;
  /** The side that has the tactic: the one to move in `fen`. */
  color: Color;
  /** UCI, legal in `fen`. */
  trigger_move: string;
  /** Those of the pieces that carry it out. */
  key_squares: string[];
  /** Those of the enemy's men that it hits. */
  target_squares: string[];
  /** These men, in the order of `target_squares`. */
  targets: Target[];
  /** Net material in centipawns at the end of best play, from the position before the trigger. At l1 a static estimate. */
  gain: number;
  /** Whether the forcing tree has proved it: true at l2, false at l1. */
  gain_confirmed: boolean;
  /** It leads to mate. */
  is_mate: boolean;
  /** UCI moves from the trigger to the point where the gain is in hand, or mate; null unless asked for, and at l1. */
  sequence: string[] | null;
  /** The position in which `trigger_move` is to be played. */
  fen: string;
  /** Extra: index in the line of the move at which the pattern stands. Present only when it is not the trigger's own (0). */
  pattern_ply?: number;
  /** Extra, where the service is asked `with_extras`: `trigger_move` and `sequence` in SAN. Of the library, `sanLine` gives them. */
  trigger_san?: string;
  sequence_san?: string[] | null;
  /** Extra, there too, of pins alone: whether it is the king that the pinned piece shields. */
  pin_kind?: 'absolute' | 'relative';
}

export interface GameTactic extends Tactic {
  /** 1-based half-move number; the tactic's `fen` is the position before it. */
  ply: number;
  /** Mode `played` only. `existing`: the same chance stood at this side's previous turn. */
  status?: 'played' | 'existing';
}

export interface PositionAnalysis {
  /** Mates first, then by gain. */
  tactics: Tactic[];
  /** Of `tactics`. */
  count: number;
  depth: Depth;
  /** Milliseconds, to a tenth: the only field that differs between two calls. */
  performance_ms: number;
  /** As it was given. */
  fen: string;
}

export interface GameAnalysis {
  /** By ply. */
  tactics: GameTactic[];
  /** Of `tactics`. */
  count: number;
  depth: Depth;
  /** Milliseconds, to a tenth: the only field that differs between two calls. */
  performance_ms: number;
  /** The game's starting position. */
  fen: string;
  mode: GameMode;
  /** One before each ply. */
  positions_analyzed: number;
}

/** What is undefined counts as absent. */
export interface PositionOptions {
  /** Filter; empty or absent means all ten. */
  patterns?: readonly Pattern[] | undefined;
  /** Default `l2`. */
  depth?: Depth | undefined;
  /** Default false; ignored at l1. */
  with_sequence?: boolean | undefined;
}

export interface GameOptions extends PositionOptions {
  /** Default `played`. */
  mode?: GameMode | undefined;
}

export interface AnnotateOptions {
  /** Filter; empty or absent means all ten. */
  patterns?: readonly Pattern[] | undefined;
  /** Default `available`: also what was missed. */
  mode?: GameMode | undefined;
}

export function isPattern(name: unknown): name is Pattern {
  return typeof name === 'string' && (PATTERNS as readonly string[]).includes(name);
}

/** The mask of a filter; none or an empty one stands for all ten. */
export function maskOf(patterns: readonly Pattern[] | undefined): PatternMask {
  if (patterns === undefined || patterns.length === 0) return ALL_PATTERNS;
  return patterns.reduce((mask, pattern) => mask | (1 << PATTERNS.indexOf(pattern)), 0);
}

/** A number for each of the ten, in canonical order. @param of the number of a pattern, by its code; 0 unless given */
export function byPattern(of: (code: number) => number = () => 0): Record<Pattern, number> {
  return Object.fromEntries(PATTERNS.map((name, code) => [name, of(code)])) as Record<Pattern, number>;
}
