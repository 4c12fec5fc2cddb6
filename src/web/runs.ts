/** What the page of runs fetches: the shapes that the server sends and the page reads. Times are milliseconds since 1970. */

/** `silent`: it says that it runs, and has given no sign of life for a while. */
export type RunStateName = 'running' | 'silent' | 'done' | 'stopped' | 'failed' | 'killed';

export interface RunAnswer {
  id: number;
  kind: 'nightly' | 'scan';
  state: RunStateName;
  started: number;
  /** The last sign of life. */
  updated: number;
  /** Null while it runs. */
  ended: number | null;
  /** What it does, or did last. */
  stage: string;
  progress: {
    /** Of its stage, between 0 and 1; null where nobody knows. */
    share: number | null;
    games: number;
    gamesPerSecond: number;
    secondsLeft: number | null;
  };
  archives: { read: number; bad: number; left: number; known: number };
  /** Of those stored, `renewed` were there already, and are known better now. */
  games: { seen: number; stored: number; renewed: number; duplicate: number; filtered: number; quarantined: number };
  tactics: number;
  puzzles: number;
  tacticsByPattern: Record<string, number>;
  quarantineByReason: Record<string, number>;
  /** Why it failed; empty where it did not. */
  message: string;
  /** Whether there is a report to open. */
  report: boolean;
}

export interface RunsAnswer {
  /** The server's clock. */
  now: number;
  /** The latest first. */
  runs: RunAnswer[];
  /** Whether there are older ones. */
  more: boolean;
}

export interface RunArchiveAnswer {
  name: string;
  size: number;
  state: 'waiting' | 'reading' | 'done' | 'bad' | 'failed' | 'left';
  games: number;
  quarantined: number;
  message: string;
}

export interface RunArchivesAnswer {
  archives: RunArchiveAnswer[];
  /** Whether there are more than these. */
  more: boolean;
}
