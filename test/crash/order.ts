/** What a victim is told, and how it scans: small batches, and an engine of its own name. */
import type { Depth } from '../../src/tactics/types.js';

/** The moments at which a scan can be killed, in the order in which a batch comes to them. */
export const STAGES = [
  'split', // a batch is on its way to a thread
  'answered', // a thread has answered it
  'commit', // it is about to be committed
  'entry', // the same, and it is the first of another entry
  'in: games', // inside the transaction, behind a row of this table
  'in: tactics',
  'in: quarantine',
  'in: checkpoints',
  'committed',
  'end', // the same, and with it the end of an archive is to be noted
  'in: end',
  'ended',
  'done', // everything is stored, nothing closed
] as const;
export type Stage = (typeof STAGES)[number];

export interface Order {
  paths: string[];
  db: string;
  depth: Depth;
  workers: number;
  /** Kills the process when it comes to this stage for the n-th time, 1 the first. */
  kill?: { stage: Stage; turn: number };
}

/** So that even a small archive has many batches. */
export const LIMITS = { bytes: 4096, games: 4 };
export const ENGINE = { version: 'crash', signature: 'crash' };
