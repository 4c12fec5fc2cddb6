/**
 * What a batch is made of besides the games themselves, in the order of reading: whose games they are, and what has come to its end behind
 * them. So a batch may hold many small archives whole, and one transaction takes in their games and how far each of them is read.
 */
import type { EntryRef } from '../store/rows.js';
import type { Bookmark } from './bookmark.js';

/** Where games stand, and what notes how far their archive is read. */
export interface BatchSource {
  entry: EntryRef;
  bookmark: Bookmark;
}

export type Piece =
  /** So many games of one entry. */
  | { kind: 'games'; source: BatchSource; count: number }
  /** Nothing more comes of an entry: it was read to its end, or broke off. */
  | { kind: 'entry'; source: BatchSource; broke: boolean }
  /** Nor of an archive. */
  | {
      kind: 'archive';
      bookmark: Bookmark;
      /** How many it has. */
      entries: number;
      /** What was passed over in it because it is no PGN. */
      skipped: readonly string[];
      /** Read to its end, and nothing was missing. */
      whole: boolean;
    };
