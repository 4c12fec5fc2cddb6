/** The parts of a night, and what became of an archive, in the words of reports and of the page of runs. Runs in browsers too. */
import type { RunArchiveState } from '../store/runs.js';

/** In their order; a scan by itself has the one of its name. */
export const STAGES = ['find', 'scan', 'mine', 'export', 'prune', 'report'] as const;
export type Stage = (typeof STAGES)[number];

export const ARCHIVE_STATES: Record<RunArchiveState, string> = {
  waiting: 'not reached',
  reading: 'not finished',
  done: 'read',
  bad: 'faulty',
  failed: 'failed',
  left: 'left',
};
