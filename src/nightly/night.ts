/**
 * A night: look into the folder, scan what is new, find puzzles in it, export those, prune, and report.
 *
 * Each part leaves the store in a state from which the next night goes on: archives have checkpoints, positions that were asked whether
 * they are puzzles have answers, an export is noted when it is whole. So there is nothing to undo when a night is cut short, and what it
 * did not come to is simply still to be done.
 *
 * The caller holds the locks (`store/lock.ts`): two nights at the same time would export the same puzzles.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintKey } from '../archive/fingerprint.js';
import type { ScanTerms } from '../pipeline/commit.js';
import type { WorkerPool } from '../pipeline/pool.js';
import { count } from '../tactics/figures.js';
import { followArchive } from '../pipeline/moved.js';
import { minePuzzles } from '../pipeline/puzzles.js';
import type { ScanState } from '../pipeline/scan.js';
import type { ArchiveRef, CheckpointRow } from '../store/rows.js';
import { newGames, type Run, type RunArchive, type RunCounts } from '../store/runs.js';
import type { ScanWatcher, Store } from '../store/store.js';
import { standalone } from './charts.js';
import { makeEdition, mendEditions, type EditionMade, type WriteFiles } from './edition.js';
import type { NightFacts } from './facts.js';
import { Finest } from './finest.js';
import { namesIn, newReportName, REPORT_HTML, REPORT_MARKDOWN, reportsIn } from './folders.js';
import { emptyWords, lookInto, type Inbox, type NewArchive } from './inbox.js';
import { drawPictures } from './pictures.js';
import { describePlan, planPruning, prune, type PrunePolicy } from './prune.js';
import { Recorder } from './recorder.js';
import { htmlReport } from './report-html.js';
import { markdownReport } from './report-markdown.js';
import { numbersBehind, rowOf, scanNew } from './scanning.js';
import { NightTally } from './tally.js';
import { namingPlace } from './unwritten.js';

/** Nights in the picture of past ones. */
const HISTORY = 30;
/** Left in a folder of reports by a night that was cut short. */
const PARTIAL_REPORT = /^\.\d{4}-\d\d-\d\d-run-[\d-]+\.partial$/;

export interface NightOptions {
  store: Store;
  pool: WorkerPool;
  /** Where archives arrive. */
  folder: string;
  /** Where reports and exports go; its folders are there (`makeFolders`). */
  out: string;
  terms: ScanTerms;
  /** Seconds for which an archive has to have been left alone. */
  settle: number;
  policy: PrunePolicy;
  /** Writes puzzles; without, none are made. */
  write?: WriteFiles;
  signal?: AbortSignal;
  onProgress?: (state: ScanState) => void;
  /** Told how far what comes behind the scan is, in words. */
  onStep?: (words: string) => void;
  /** Told what goes on, a line each. */
  onNote?: (line: string) => void;
}

export interface NightResult {
  run: number;
  state: 'done' | 'stopped';
  counts: RunCounts;
  /** What is wrong with what, a line each: some input was bad where there are any. */
  warnings: string[];
  /** What may be as it should be, or not: no input was bad for that. */
  remarks: string[];
  /** The report's folder; null where the night was stopped. */
  report: string | null;
  editions: EditionMade[];
  /** What was removed, and what stayed of it because no night wrote it, a line each. */
  pruned: string[];
  stayed: string[];
  seconds: number;
}

/**
 * @throws {StoreError} and what the file system says; the run's row says so too, and what was committed is kept
 */
export async function runNight(options: NightOptions): Promise<NightResult> {
  return new Night(options).run();
}

class Night {
  readonly #options: NightOptions;
  readonly #tally = new NightTally();
  readonly #recorder: Recorder;
  readonly #started = Date.now();
  readonly #warnings: string[] = [];
  readonly #remarks: string[] = [];

  constructor(options: NightOptions) {
    this.#options = options;
    const { store, terms } = options;
    this.#tally.counts.quarantineNew = {};
    // nobody else is at work, for the locks are ours
    store.runs.lose('nightly');
    this.#recorder = new Recorder(store.runs, 'nightly', terms.engine.version, 'find', this.#tally.counts);
  }

  async run(): Promise<NightResult> {
    try {
      return await this.#work();
    } catch (error) {
      this.#recorder.fail(error);
      throw error;
    }
  }

  async #work(): Promise<NightResult> {
    const { store, out, terms, policy } = this.#options;
    const finishes = store.runs.unfinishedBefore(this.#recorder.id);
    for (const { id, stage } of finishes) this.#note(`run ${id} ended in its stage "${stage}": this night finishes it`);
    for (const folder of await mendEditions(store, out))
      this.#note(`${folder}: the complete export of a night that was cut short`);
    for (const name of namesIn(reportsIn(out), PARTIAL_REPORT))
      await rm(join(reportsIn(out), name), { recursive: true });

    const inbox = await this.#find();
    const archives = await this.#scan(inbox);
    const finest = new Finest();
    await this.#mine();
    const editions = await this.#export(finest, finishes);
    if (editions === null) return this.#end({ state: 'stopped', report: null, editions: [], pruned: [], stayed: [] });

    this.#recorder.begin('prune');
    const plan = planPruning(store, out, terms.engine, policy, { reports: 1, exports: 0 });
    const pruned = this.#nameRemoved(describePlan(plan, out), finishes);
    const stayed = await prune(store, out, terms.engine, plan);

    this.#recorder.begin('report');
    const name = await this.#report({
      ...{ archives, finishes, finest: finest.list(), pruned, stayed, copies: inbox.copies, left: inbox.left },
      puzzles: this.#options.write === undefined ? null : { total: finest.total, editions },
    });
    return this.#end({ state: 'done', report: name, editions, pruned, stayed });
  }

  get #stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  #note(line: string): void {
    this.#options.onNote?.(line);
  }

  async #find(): Promise<Inbox> {
    const { store, folder, terms, settle, signal } = this.#options;
    const known: ArchiveRef[] = [];
    const inbox = await lookInto(folder, {
      terms,
      settle,
      find: (fingerprint, on) => store.findCheckpoint(fingerprint, on),
      onKnown: (archive) => known.push(archive),
      onWait: (files, seconds) => {
        const what =
          files === 1
            ? '1 archive that was written to a moment ago'
            : `${files} archives that were written to a moment ago`;
        this.#note(`waiting ${Math.ceil(seconds)} s for ${what}`);
      },
      ...(signal && { signal }),
    });
    for (const archive of known) await followArchive(store, archive);
    const { archives } = this.#tally.counts;
    archives.known = inbox.known + inbox.copies.length;
    archives.left = inbox.left.length;
    archives.bad = inbox.bad.length;
    const empty = emptyWords(folder, inbox);
    if (empty !== null) this.#remarks.push(empty);
    for (const { path, why } of inbox.bad) this.#warnings.push(`${path}: ${why}`);
    for (const { path, why } of inbox.left) this.#note(`${path}: ${why}; left for the next night`);
    for (const { path, why } of inbox.copies) this.#note(`${path}: ${why}; not read`);
    return inbox;
  }

  async #scan({ fresh, left, bad }: Inbox): Promise<RunArchive[]> {
    const { store, pool, terms, signal, onProgress } = this.#options;
    this.#recorder.begin('scan');
    const { runs } = store;
    const waiting = fresh.map((archive) => rowOf(archive, 'waiting'));
    const broken = bad.map((file) => rowOf(file, 'bad', file.why));
    const later = left.map((file) => rowOf(file, 'left', file.why));
    runs.putArchives(this.#recorder.id, [...waiting, ...broken, ...later]);
    store.watchScans(this.#watcherOf(waiting, fresh));
    const states = await scanNew(fresh, {
      ...{ store, pool, terms, tally: this.#tally },
      ...(signal && { signal }),
      onProgress: (state) => {
        this.#recorder.update(state);
        onProgress?.(state);
      },
      onResume: (note) => this.#note(note),
      onArchives: (first, changed) => runs.putArchives(this.#recorder.id, changed, first),
    }).finally(() => store.watchScans());
    const { archives } = this.#tally.counts;
    archives.read = states.filter(({ state }) => state === 'done').length;
    archives.bad += states.filter(({ state }) => state === 'bad' || state === 'failed').length;
    for (const line of this.#tally.unread) this.#warnings.push(line);
    for (const { path, state, message } of states) {
      if (state === 'failed') this.#warnings.push(`${path}: could not be scanned: ${message}`);
    }
    return [...states, ...broken];
  }

  /** Counts what the scan commits, with it: whenever the night is killed, its row says what it left. @param rows of the archives */
  #watcherOf(rows: readonly RunArchive[], archives: readonly NewArchive[]): ScanWatcher {
    const ordinals = new Map(archives.map(({ fingerprint }, index) => [fingerprintKey(fingerprint), index]));
    const note = ({ archive, state }: CheckpointRow): void => {
      const ordinal = ordinals.get(fingerprintKey(archive.fingerprint));
      const row = ordinal === undefined ? undefined : rows[ordinal];
      if (row === undefined) return;
      const now: RunArchive = { ...row, state: state.complete ? 'done' : 'reading', ...numbersBehind(state) };
      this.#options.store.runs.putArchives(this.#recorder.id, [now], ordinal);
    };
    return (batch, counts) => {
      const takeBack = this.#tally.commit(batch, counts);
      try {
        this.#recorder.signWithin();
        batch.checkpoints?.forEach(note);
      } catch (error) {
        takeBack();
        throw error;
      }
      return takeBack;
    };
  }

  async #mine(): Promise<void> {
    const { store, pool, terms, write, signal, onStep } = this.#options;
    if (write === undefined || this.#stopped) return;
    this.#recorder.begin('mine');
    await minePuzzles({
      ...{ store, pool, engine: terms.engine },
      ...(signal && { signal }),
      onProgress: ({ asked, total, puzzles }) => {
        this.#recorder.share(total === 0 ? 1 : asked / total);
        onStep?.(`looking for puzzles · ${count(asked)} of ${count(total)} positions · ${count(puzzles)} found`);
      },
    });
  }

  /**
   * @returns what this night exported, and before it what those that it finishes did and nobody reported; null where it was stopped before
   * that was whole
   */
  async #export(finest: Finest, finishes: readonly Run[]): Promise<EditionMade[] | null> {
    const { store, out, terms, write, signal, onStep } = this.#options;
    if (this.#stopped) return null;
    if (write === undefined) return [];
    this.#recorder.begin('export');
    onStep?.('exporting puzzles');
    const cut = new Set(finishes.map(({ id }) => id));
    const before = store.editions.list().filter(({ run }) => cut.has(run));
    const edition = await makeEdition({
      ...{ store, out, write, engine: terms.engine, run: this.#recorder.id },
      unreported: new Set(before.map(({ id }) => id)),
      onPuzzle: (puzzle) => finest.add(puzzle),
      ...(signal && { signal }),
    });
    if (edition === undefined) return null;
    this.#tally.counts.puzzles = edition?.puzzles ?? 0;
    return [...before, ...(edition === null ? [] : [edition])];
  }

  /**
   * Notes what is to go before it goes: a night that comes to no report leaves the names to the one that finishes it.
   * @returns all that this night's report has to name
   */
  #nameRemoved(lines: readonly string[], finishes: readonly Run[]): string[] {
    if (lines.length > 0) {
      this.#tally.counts.removed = [...lines];
      this.#recorder.signWithin();
    }
    // what a night was killed before it had removed is planned again
    return [...new Set([...finishes.flatMap(({ counts }) => counts.removed ?? []), ...lines])];
  }

  /** @returns the report's name, which its folder has only once all is in it */
  async #report(
    found: Pick<NightFacts, 'archives' | 'copies' | 'left' | 'finishes' | 'puzzles' | 'finest' | 'pruned' | 'stayed'>,
  ): Promise<string> {
    const { store, folder, out, terms } = this.#options;
    const { counts, before, bytes, pace } = this.#tally;
    const { id: run } = this.#recorder;
    const past = store.runs
      .list(10 * HISTORY)
      .filter(({ kind, state }) => kind === 'nightly' && state === 'done')
      .slice(0, HISTORY - 1)
      .map((night) => ({ run: night.id, started: night.started, games: newGames(night.counts) }));
    const facts: NightFacts = {
      ...found,
      ...{ run, started: this.#started, written: Date.now(), ...terms.engine, folder, db: store.file },
      ...{ counts, before, bytes, pace, warnings: [...this.#warnings, ...this.#remarks] },
      history: [...past.reverse(), { run, started: this.#started, games: newGames(counts) }],
    };
    const pictures = drawPictures(facts);
    const { finest, ...charts } = pictures;
    const files = new Map<string, string>([
      [REPORT_HTML, htmlReport(facts, pictures)],
      [REPORT_MARKDOWN, markdownReport(facts)],
      ...Object.entries(charts).map(([name, svg]): [string, string] => [`${name}.svg`, standalone(svg)]),
      ...finest.map((svg, index): [string, string] => [`finest-${index + 1}.svg`, svg]),
    ]);
    const name = newReportName(out, run, this.#started);
    const partial = join(reportsIn(out), `.${name}.partial`);
    try {
      await mkdir(partial);
      for (const [file, text] of files) await writeFile(join(partial, file), text);
      await rename(partial, join(reportsIn(out), name));
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw namingPlace(error, join(reportsIn(out), name));
    }
    return name;
  }

  /** @param outcome with the report's name in the place of its folder */
  #end(outcome: Pick<NightResult, 'state' | 'report' | 'editions' | 'pruned' | 'stayed'>): NightResult {
    const { state, report } = outcome;
    this.#recorder.end(state, { report });
    return {
      ...outcome,
      run: this.#recorder.id,
      counts: this.#tally.counts,
      warnings: this.#warnings,
      remarks: this.#remarks,
      report: report === null ? null : join(reportsIn(this.#options.out), report),
      seconds: (Date.now() - this.#started) / 1000,
    };
  }
}
