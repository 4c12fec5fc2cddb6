/** What became of an archive, in the words of reports and of the page of runs. Runs in browsers too. */
import type { RunArchiveState } from '../store/runs.js';

export const ARCHIVE_STATES: Record<RunArchiveState, string> = {
  waiting: 'not reached',
  reading: 'not finished',
  done: 'read',
  bad: 'at fault',
  failed: 'failed',
  left: 'left',
};
