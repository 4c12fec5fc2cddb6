/** What the page asks the thread that runs the kernel, and what it is answered. Plain data: it crosses between threads. */
import type { Depth, Pattern, Tactic } from '../../tactics/types.js';

export type Question =
  /** All tactics of a position, and its legal moves. */
  | { kind: 'position'; fen: string; depth: Depth }
  /** The positions behind the moves of a line, given in UCI. */
  | { kind: 'line'; fen: string; moves: readonly string[] }
  /** A game of a text, and the tactics before each of its moves. One that is under way is given up for the next. */
  | { kind: 'game'; pgn: string; depth: Depth; index: number }
  /** The one game of a text, with its tactics written in: those of some patterns, all unless any are named. */
  | { kind: 'annotated'; pgn: string; patterns: readonly Pattern[] };

/** A tactic with its moves in SAN. */
export type ShownTactic = Tactic;

export interface PositionReply {
  kind: 'position';
  tactics: ShownTactic[];
  /** At l2: what l1 offers beside them, and the forcing tree does not bear out. */
  candidates: ShownTactic[];
  /** UCI. */
  moves: string[];
  ms: number;
}

export interface LineReply {
  kind: 'line';
  /** As many as moves. */
  sans: string[];
  /** One more: the first is the position that was given. */
  fens: string[];
}

/** What the text holds; told before the game, so that another can be chosen where that one cannot be read. */
export interface TextReply {
  kind: 'text';
  /** Of the games in it, also those that cannot be read; of the first 500 at most. */
  titles: string[];
  /** How many there are. */
  games: number;
  /** The game that was asked for, as it stands in the text. */
  own: string;
}

export interface GameReply {
  kind: 'game';
  tags: [string, string][];
  /** UCI and SAN, as many as half-moves. */
  moves: string[];
  sans: string[];
  /** One more: the last is the position at the end. */
  fens: string[];
}

/** Tactics before some half-moves of the game that was told last. */
export interface PliesReply {
  kind: 'plies';
  /** 0-based index of the first. */
  from: number;
  tactics: ShownTactic[][];
  /** Milliseconds since the question; null until all are told. */
  ms: number | null;
}

export interface AnnotatedReply {
  kind: 'annotated';
  /** PGN. */
  text: string;
}

/** The input is not what it should be. */
export interface FaultReply {
  kind: 'fault';
  input: 'fen' | 'pgn';
  /** In words. */
  detail: string;
  /** 1-based, in the text; where it is known. */
  line?: number;
  column?: number;
}

/** Our own fault. */
export interface FailedReply {
  kind: 'failed';
  message: string;
}

export type Reply =
  PositionReply | LineReply | TextReply | GameReply | PliesReply | AnnotatedReply | FaultReply | FailedReply;
