/** What a search asks for, and what it hands out. */
import type { GameTags } from '../../pgn/game-tags.js';
import type { Color, PatternMask } from '../../tactics/types.js';

/** Whose tactics: those of White, of Black, of the player that is named, or those that the player's opponents had. */
export type Side = Color | 'player' | 'opponent';

/** What became of a tactic in its game: its first move was made, another one was, or the game ended there. */
export const OUTCOMES = ['played', 'missed', 'unplayed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * What is asked of a tactic and of its game; what is absent is not asked, and all fields must be met. What a game does not say it does not
 * meet: one without ratings fails every question about ratings, one without a date every question about dates.
 */
export interface Wish {
  /** One of these. */
  patterns?: PatternMask;
  /** Centipawns. A mate is worth more than any gain: it meets every `minGain` and no `maxGain`. */
  minGain?: number;
  maxGain?: number;
  /** Only mates, or none. */
  mate?: boolean;
  side?: Side;
  outcome?: Outcome;
  /**
   * Parts of the player's name: all words of the text stand somewhere in it, whatever their case, accents and umlauts. Of either player,
   * of White, of Black. `side` may be `player` or `opponent` only where `player` is given.
   */
  player?: string;
  white?: string;
  black?: string;
  /** Of both players. */
  minElo?: number;
  maxElo?: number;
  /** Days such as 20240131 (`pgn/filter/dates.ts`), both included: a date that is known in part fits where every day does that it may mean. */
  since?: number;
  until?: number;
  /** A part of the event's name. */
  event?: string;
  /** How the opening's code begins: `B`, `B9`, `B90`. */
  eco?: string;
  /** An archive by its path, or else a part of the path of an archive or of the name of an entry in it. */
  archive?: string;
  /**
   * The same of file names: no folder is looked at, so that whoever may not know where archives lie can be let ask. An archive by its file
   * name, or else a part of the file name of an archive or of the name of an entry in it; each as it is told on one line (`onOneLine`).
   */
  archiveFile?: string;
  /** One game, by row. */
  game?: number;
}

/**
 * In which order tactics come. `gain`: mates first, then by gain, what was stored last before what was stored first. `date`: the latest
 * game first, games without a date last. `store`: as they were scanned. Within a game by ply, but for `gain`.
 */
export const ORDERS = ['gain', 'date', 'store'] as const;
export type Order = (typeof ORDERS)[number];

/** A search that cannot be meant, or a place to go on from that is none. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

/** A search took longer than it was given. */
export class SearchTimeError extends Error {
  override readonly name = 'SearchTimeError';
}

export interface FoundGame extends GameTags {
  /** Row id: means nothing outside this database. */
  id: number;
  /** Hex, equal for the same game anywhere. */
  digest: string;
  /** Null for the standard starting position. */
  startFen: string | null;
  /** u16 little-endian, one a ply. */
  moves: Uint8Array;
  /** Where its archive was last read, and the name of the entry in it. */
  archive: string;
  entry: string;
  /** Where the game begins, in the entry's bytes. */
  offset: number;
}

/** A tactic where it stood. */
export interface Found {
  /** 1-based: the position stands before this ply. */
  ply: number;
  /** Canonical four-field FEN. */
  fen: string;
  /** The one packed tactic. */
  record: Uint8Array;
  outcome: Outcome;
  /** Signature of the engine whose result it is. */
  signature: string;
  game: FoundGame;
}
