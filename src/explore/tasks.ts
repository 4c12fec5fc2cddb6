/** What the explorer asks a thread of its own, and what it answers. All of it is plain data. */
import type { Order, Wish } from '../store/search/wish.js';
import type { Pattern } from '../tactics/types.js';
import type { Finding } from './finding.js';

/** Some findings for a page. */
export interface PageTask {
  kind: 'page';
  wish: Wish;
  order: Order;
  limit: number;
  after?: string;
}

export interface PageAnswer {
  found: Finding[];
  /** The games of all that was found, as PGN by their digests, each once: one may have many tactics, and thousands of moves. */
  games: Record<string, string>;
  /** Where the next page begins; null where there is none. */
  next: string | null;
}

/** How the findings are spread. */
export interface SpreadTask {
  kind: 'spread';
  wish: Wish;
}

export interface Count {
  tactics: number;
  mates: number;
  played: number;
  missed: number;
}

export interface SpreadAnswer extends Count {
  /** The part of the store that was looked at, 0-1. Where it is less than 1, all numbers are estimates: what was seen, by the share. */
  share: number;
  /** All ten. */
  patterns: (Count & { pattern: Pattern })[];
  /** In order; null for games whose date does not say. */
  years: (Count & { year: number | null; patterns: Partial<Record<Pattern, number>> })[];
  /** The fullest first, at most `MOST_ARCHIVES`. */
  archives: (Count & { archive: string; patterns: Partial<Record<Pattern, number>> })[];
}

/** What is stored at all. */
export interface StockTask {
  kind: 'stock';
}

export interface StockAnswer {
  /** Null where there are more than can be counted in the time; the next two are 0 then. */
  games: number | null;
  /** Of them, those scanned at l1, which have no tactics. */
  shallow: number;
  /** Of them, those that another engine has scanned. */
  others: number;
  /** Names of archives, the last one first, at most `MOST_ARCHIVES`. */
  archives: string[];
  /** Puzzles that were found among the tactics (`npm run export` and the nightly job look for them). */
  puzzles: number;
  /** There are more, for the time was not enough to count them all. */
  morePuzzles: boolean;
  /** In which they can be had. */
  formats: { name: string; about: string }[];
}

export const FILE_FORMATS = ['jsonl', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A piece of a file with findings. */
export interface PieceTask {
  kind: 'piece';
  wish: Wish;
  order: Order;
  limit: number;
  format: FileFormat;
  after?: string;
}

export interface PieceAnswer {
  text: string;
  rows: number;
  next: string | null;
}

/** The puzzles among the tactics of a wish, as a whole file. */
export interface PuzzlesTask {
  kind: 'puzzles';
  wish: Wish;
  /** Of `export/formats.ts`. */
  format: string;
}

export interface PuzzlesAnswer {
  bytes: Uint8Array;
  puzzles: number;
}

export const MOST_ARCHIVES = 200;

export type Task = PageTask | SpreadTask | StockTask | PieceTask | PuzzlesTask;
export type AnswerOf<T extends Task> = T extends PageTask
  ? PageAnswer
  : T extends SpreadTask
    ? SpreadAnswer
    : T extends StockTask
      ? StockAnswer
      : T extends PuzzlesTask
        ? PuzzlesAnswer
        : PieceAnswer;

/** Errors lose their class on the way between threads: those that a caller can do something about travel by name. */
export type Reply<T extends Task> = { answer: AnswerOf<T> } | { fault: 'search' | 'time'; message: string };
