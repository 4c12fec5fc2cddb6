/**
 * The tables `runs` and `run_archives`: what nights and scans did, and how far the one at work is.
 *
 * Whoever runs is the only writer of its row, and writes it every second or so: a row that says `running` and has not been written for a
 * while is of a process that is gone. It is no content: the digest of a store leaves it out.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

/** A run that says `running` is taken for gone so many milliseconds after its last sign of life; there is one every second. */
export const RUN_SILENCE = 60_000;

export type RunKind = 'nightly' | 'scan';
/** `killed`: it ended without a word. `stopped`: by request, and the next one goes on. */
export type RunState = 'running' | 'done' | 'stopped' | 'failed' | 'killed';
/** `bad`: not to be read, or not to its end. `failed`: a fault of ours. `left`: for a later night. */
export type RunArchiveState = 'waiting' | 'reading' | 'done' | 'bad' | 'failed' | 'left';

/** How far a run is in its present stage. */
export interface RunProgress {
  /** Between 0 and 1; null where nobody knows. */
  share: number | null;
  /** Games and positions dealt with, and speeds by the second, of the scan. */
  games: number;
  positions: number;
  gamesPerSecond: number;
  /** Null where nobody knows. */
  secondsLeft: number | null;
}

export const NO_PROGRESS: Readonly<RunProgress> = {
  share: null,
  games: 0,
  positions: 0,
  gamesPerSecond: 0,
  secondsLeft: null,
};

/** What a run did, in numbers mostly. */
export interface RunCounts {
  /**
   * Archives that were read to their end, those at fault, those left for later, and those that need not be read: earlier runs had, or they are
   * copies of others. Each counts once.
   */
  archives: { read: number; bad: number; left: number; known: number };
  games: { seen: number; stored: number; duplicate: number; filtered: number; quarantined: number };
  /** Of the games stored, those that were there already, and are known better now; earlier versions did not note it. */
  renewed?: number;
  positions: number;
  candidates: number;
  tactics: number;
  tacticsByPattern: Record<string, number>;
  quarantineByReason: Record<string, number>;
  /** Of these, what the run set aside itself, and not an earlier one whose archive it went on with; earlier versions did not note it. */
  quarantineNew?: Record<string, number>;
  filteredByReason: Record<string, number>;
  /** Puzzles exported for the first time; 0 where none are made. */
  puzzles: number;
  /** Of the scan alone. */
  scanSeconds: number;
  /** What the run was about to remove, a line each, noted before it went; earlier versions did not note it. */
  removed?: string[];
}

export function noRunCounts(): RunCounts {
  return {
    archives: { read: 0, bad: 0, left: 0, known: 0 },
    games: { seen: 0, stored: 0, duplicate: 0, filtered: 0, quarantined: 0 },
    positions: 0,
    candidates: 0,
    tactics: 0,
    tacticsByPattern: noNames(),
    quarantineByReason: noNames(),
    filteredByReason: noNames(),
    puzzles: 0,
    scanSeconds: 0,
  };
}

/** Of the games that a run stored, those that the store did not hold before. */
export function newGames({ games, renewed = 0 }: Pick<RunCounts, 'games' | 'renewed'>): number {
  return games.stored - renewed;
}

/** Names may be strangers' words: nothing is inherited where they are looked up. */
function noNames(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

export interface Run {
  id: number;
  kind: RunKind;
  state: RunState;
  /** Of Motif. */
  version: string;
  /** The id of its process. */
  process: number;
  /** Milliseconds since 1970, as all times here. */
  started: number;
  /** The last sign of life. */
  updated: number;
  /** Null while it runs. */
  ended: number | null;
  stage: string;
  progress: RunProgress;
  counts: RunCounts;
  /** Why it failed; empty where it did not. */
  message: string;
  /** Name of the folder of its report; null where there is none any more. */
  report: string | null;
}

/** An archive that a run found. */
export interface RunArchive {
  path: string;
  /** Bytes on the disk. */
  size: number;
  state: RunArchiveState;
  games: number;
  quarantined: number;
  message: string;
}

/** What a run says of itself while it goes on. */
export type RunSign = Pick<Run, 'stage' | 'progress' | 'counts'>;

type Row = Omit<Run, 'progress' | 'counts'> & { progress: string; counts: string };

const COLUMNS = 'id, kind, state, version, process, started, updated, ended, stage, progress, counts, message, report';

export class Runs {
  readonly #access: Access;
  readonly #begin: Statement;
  readonly #sign: Statement;
  readonly #end: Statement;
  readonly #lose: Statement<[RunKind, number]>;
  readonly #list: Statement<[number, number], Row>;
  readonly #get: Statement<[number], Row>;
  readonly #running: Statement<[RunKind], Row>;
  readonly #unfinished: Statement<[number, number], Row>;
  readonly #forgetReport: Statement<[string]>;
  readonly #putArchive: Statement;
  readonly #archives: Statement<[number, number], RunArchive>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#begin = db.prepare(
      `INSERT INTO runs (kind, state, version, process, started, updated, stage, progress, counts, message)
       VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?, '')`,
    );
    this.#sign = db.prepare('UPDATE runs SET updated = ?, stage = ?, progress = ?, counts = ? WHERE id = ?');
    this.#end = db.prepare(
      `UPDATE runs SET state = ?, updated = ?, ended = ?, stage = ?, progress = ?, counts = ?, message = ?, report = ?
       WHERE id = ?`,
    );
    // the last sign of life is as near as anybody knows
    this.#lose = db.prepare(
      `UPDATE runs SET state = 'killed', ended = updated WHERE kind = ? AND state = 'running' AND updated < ?`,
    );
    this.#list = db.prepare(`SELECT ${COLUMNS} FROM runs WHERE id < ? ORDER BY id DESC LIMIT ?`);
    this.#get = db.prepare(`SELECT ${COLUMNS} FROM runs WHERE id = ?`);
    this.#running = db.prepare(
      `SELECT ${COLUMNS} FROM runs WHERE kind = ? AND state = 'running' ORDER BY id DESC LIMIT 1`,
    );
    this.#unfinished = db.prepare(
      `SELECT ${COLUMNS} FROM runs WHERE kind = 'nightly' AND id < ?
       AND id > (SELECT coalesce(max(id), 0) FROM runs WHERE kind = 'nightly' AND state = 'done' AND id < ?) ORDER BY id`,
    );
    this.#forgetReport = db.prepare('UPDATE runs SET report = NULL WHERE report = ?');
    this.#putArchive = db.prepare(
      `INSERT INTO run_archives (run_id, ordinal, path, size, state, games, quarantined, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (run_id, ordinal) DO UPDATE SET path = excluded.path, size = excluded.size, state = excluded.state,
         games = excluded.games, quarantined = excluded.quarantined, message = excluded.message`,
    );
    this.#archives = db.prepare(
      `SELECT path, size, state, games, quarantined, message FROM run_archives WHERE run_id = ? ORDER BY ordinal LIMIT ?`,
    );
  }

  /** @returns its id */
  begin(kind: RunKind, version: string, stage: string, now = Date.now()): number {
    const [progress, counts] = [JSON.stringify(NO_PROGRESS), JSON.stringify(noRunCounts())];
    return this.#access.write(() =>
      Number(this.#begin.run(kind, version, process.pid, now, now, stage, progress, counts).lastInsertRowid),
    );
  }

  /** A sign of life. */
  sign(id: number, { stage, progress, counts }: RunSign, now = Date.now()): void {
    this.#access.write(() => this.#sign.run(now, stage, JSON.stringify(progress), JSON.stringify(counts), id));
  }

  /** @param message why it failed */
  end(
    id: number,
    state: Exclude<RunState, 'running' | 'killed'>,
    last: RunSign & { message?: string; report?: string | null },
    now = Date.now(),
  ): void {
    const { stage, progress, counts, message = '', report = null } = last;
    const [progressText, countsText] = [JSON.stringify(progress), JSON.stringify(counts)];
    this.#access.write(() => this.#end.run(state, now, now, stage, progressText, countsText, message, report, id));
  }

  /**
   * Marks what says that it runs as killed.
   * @param silentSince only runs without a sign of life since then; all unless given, for whoever knows that nothing of the kind is at work
   * @returns how many
   */
  lose(kind: RunKind, silentSince = Number.MAX_SAFE_INTEGER): number {
    return this.#access.write(() => this.#lose.run(kind, silentSince).changes);
  }

  /** The latest first. @param before only runs with smaller ids */
  list(limit: number, before = Number.MAX_SAFE_INTEGER): Run[] {
    return this.#access.read(() => this.#list.all(before, limit).map(runOf));
  }

  get(id: number): Run | undefined {
    const row = this.#access.read(() => this.#get.get(id));
    return row && runOf(row);
  }

  /** The run that is at work, or that was when it was killed. */
  running(kind: RunKind): Run | undefined {
    const row = this.#access.read(() => this.#running.get(kind));
    return row && runOf(row);
  }

  /** The nights between the last one that was done and this one, oldest first: what they began this one finishes. */
  unfinishedBefore(id: number): Run[] {
    return this.#access.read(() => this.#unfinished.all(id, id).map(runOf));
  }

  /** The report's files were removed. */
  forgetReport(report: string): void {
    this.#access.write(() => this.#forgetReport.run(report));
  }

  /** @param first ordinal of the first of them; rows that are there are replaced */
  putArchives(id: number, archives: readonly RunArchive[], first = 0): void {
    this.#access.write(() => {
      archives.forEach(({ path, size, state, games, quarantined, message }, index) =>
        this.#putArchive.run(id, first + index, path, size, state, games, quarantined, message),
      );
    });
  }

  /** In the order in which they were read. */
  archives(id: number, limit: number): RunArchive[] {
    return this.#access.read(() => this.#archives.all(id, limit));
  }
}

function runOf(row: Row): Run {
  return { ...row, progress: JSON.parse(row.progress) as RunProgress, counts: JSON.parse(row.counts) as RunCounts };
}
