/**
 * What goes into the store and what comes out of it: the shapes that the pipeline, the service and the exports share.
 *
 * Everything is flat: packed moves, masks and tactics travel as bytes (`tactics/record.ts`) from the engine to the disk.
 */
import type { PlyRange } from '../tactics/plies.js';
import type { Depth, PatternMask } from '../tactics/types.js';
import type { BrokenChanges, CheckpointTerms, Progress } from './checkpoints.js';

/** Which engine computed a result. Results count as the same engine's where the signatures are equal. */
export interface EngineId {
  version: string;
  /** Hash of the engine's results on a fixed corpus. */
  signature: string;
}

export interface ArchiveRef {
  /** As the user gave it. */
  path: string;
  /** Bytes on disk. */
  size: number;
  /** Identifies the content; equal for copies. */
  fingerprint: Uint8Array;
  /** It came through standard input: its path is no place where it can be found again. False unless given. */
  piped?: boolean;
}

/** One stream of PGN bytes: an entry of an archive, or a plain file as its own only entry. */
export interface EntryRef {
  archive: ArchiveRef;
  /** 0-based place in the archive. */
  ordinal: number;
  name: string;
}

/** The tag columns of `games`, in their order there. Ratings are read from WhiteElo and BlackElo. */
export const TAG_COLUMNS = [
  'White',
  'Black',
  'Event',
  'Site',
  'Date',
  'Round',
  'Result',
  'WhiteElo',
  'BlackElo',
  'ECO',
  'TimeControl',
] as const;

/** A position with confirmed tactics. */
export interface FoundRow {
  /** 1-based: the position stands before this ply. */
  ply: number;
  /** Canonical four-field FEN. */
  fen: string;
  /** Packed tactics of all ten patterns; the store keeps those that the batch's `patterns` ask for. */
  records: Uint8Array;
}

/** One scanned game. */
export interface GameRow {
  /** In the entry's bytes. */
  offset: number;
  length: number;
  /** 16 bytes, equal for the same game anywhere. */
  digest: Uint8Array;
  /** Values of `TAG_COLUMNS`; null where the tag is missing. */
  tags: readonly (string | null)[];
  /** Null for the standard starting position. */
  startFen: string | null;
  /** u16 little-endian, one a ply. */
  moves: Uint8Array;
  /** u16 little-endian, one a position (plies + 1), all ten patterns; UNSEEN (`tactics/plies.ts`) where it was not looked at. */
  masks: Uint8Array;
  /** l1 candidates of all ten patterns. */
  candidates: number;
  /** In game order; empty at l1. */
  found: readonly FoundRow[];
  /** How deep it was looked at, where that is another depth than the batch's (`Todo`). */
  depth?: Depth;
}

/** One game that could not be read. */
export interface QuarantineRow {
  /** Where the game begins, in the entry's bytes. */
  offset: number;
  /** Where the fault lies, in the entry's bytes; line and column are 1-based. */
  faultOffset: number;
  line: number;
  column: number;
  reason: string;
  message: string;
  /** The game as it stands in the archive. */
  bytes: Uint8Array;
}

/** Consecutive games of one entry, in input order. */
export interface BatchPart {
  entry: EntryRef;
  games: readonly GameRow[];
  quarantine: readonly QuarantineRow[];
  /** Where games begin that are in the database already; none unless given. */
  known?: readonly number[];
}

/** What one transaction takes in. */
export interface Batch {
  engine: EngineId;
  depth: Depth;
  /** The patterns that were asked for. */
  patterns: PatternMask;
  /** The plies that were asked for; all unless given. */
  plies?: PlyRange;
  parts: readonly BatchPart[];
  /** How far archives are read once this batch is in; says nothing of any unless given. */
  checkpoints?: readonly CheckpointRow[];
}

export interface CheckpointRow {
  archive: ArchiveRef;
  on: CheckpointTerms;
  state: Progress;
  /** Of entries that broke off, what has changed since the last row. */
  broken: BrokenChanges;
}

/** What a batch changed. Positions, candidates and tactics are those of the games stored. */
export interface BatchCounts {
  /** New games, and known ones that are now deeper, wider or of another engine. */
  stored: number;
  /** Of these, the known ones. */
  renewed: number;
  /** Games that the store held already, as deep and as wide, by this engine. */
  duplicate: number;
  /** Positions of the games stored that were looked at: plies + 1 each, unless plies were asked for. */
  positions: number;
  candidates: number;
  /** Confirmed tactics of the patterns asked for, counted at each ply where they stand. */
  tactics: number;
  /** The same by pattern code. */
  tacticsByPattern: number[];
  /** Quarantine rows that were not there before. */
  quarantined: number;
}
