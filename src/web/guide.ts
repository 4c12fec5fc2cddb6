/** What the build reads out of `docs/patterns.md` and `data/sample/famous.pgn`, so that the pages say what they say. */
import type { Pattern } from '../tactics/types.js';

export interface PatternExample {
  /** Is, Is not, Not proven, Ours alone, Labelled only. */
  kind: string;
  /** Of the Lichess puzzle. */
  id: string;
  fen: string;
  /** UCI; the first is the move that is asked about. */
  moves: string[];
  keys: string[];
  targets: string[];
  /** Index in `moves` at which the pattern stands. */
  ply: number;
  note: string;
}

export interface PatternGuide {
  pattern: Pattern;
  /** `Back-rank mate`. */
  title: string;
  /** In a sentence. */
  lead: string;
  /** What must hold, in paragraphs and lists. */
  rule: TextBlock[];
  squares: string;
  confirmed: string;
  examples: PatternExample[];
}

/** Plain text; backticks mark code, double asterisks what is strong. */
export type TextBlock = { kind: 'text'; text: string } | { kind: 'list'; items: string[] };

export interface FamousGame {
  /** `Morphy - Duke Karl / Count Isouard, 1858`. */
  title: string;
  /** `The Opera Game`, where the game has a name of its own. */
  name: string | null;
  pgn: string;
}
