/** How nights and scans went, and how far the one at work is: told anew every two seconds while one is. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { mount } from '../mount.js';
import { Button } from '../parts/controls.js';
import { Layout } from '../parts/Layout.js';
import { Notice } from '../parts/Notice.js';
import { LiveRun } from '../parts/LiveRun.js';
import { PastRun } from '../parts/PastRun.js';
import type { RunsAnswer } from '../runs.js';
import { watch, type Watch } from '../watch.js';

/** Milliseconds from one look to the next, while something runs and while nothing does. */
const LIVE = 2000;
const QUIET = 20_000;

async function fetchRuns(query: string, signal?: AbortSignal): Promise<RunsAnswer> {
  const answer = await fetch(`/pages/runs${query}`, signal === undefined ? {} : { signal });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  return (await answer.json()) as RunsAnswer;
}

function Runs() {
  const [answer, setAnswer] = useState<RunsAnswer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [olderFault, setOlderFault] = useState<string | null>(null);
  const watching = useRef<Watch | null>(null);
  // the first run that a press of "Show older runs" brings takes the focus, for the button is behind all of them then, or gone
  const older = useRef<HTMLDivElement>(null);
  const stale = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const awaited = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (awaited.current !== null) document.getElementById(`run-${awaited.current}`)?.focus({ preventScroll: true });
    awaited.current = null;
  }, [answer]);

  useEffect(() => {
    const look = async (signal: AbortSignal): Promise<number> => {
      const next = await fetchRuns('', signal);
      setAnswer((known) => joined(known, next));
      // "Try now" goes with what it stands in
      if (stale.current?.contains(document.activeElement) === true) heading.current?.focus({ preventScroll: true });
      setFault(null);
      return next.runs.some(({ state }) => state === 'running') ? LIVE : QUIET;
    };
    const own = watch(look, (error) => setFault(wordsOf(error)));
    watching.current = own;
    return () => own.stop();
  }, []);

  const all = answer?.runs ?? [];
  const live = all.filter(({ state }) => state === 'running');
  const past = all.filter(({ state }) => state !== 'running');

  const showOlder = async (): Promise<void> => {
    setOlderFault(null);
    try {
      const next = await fetchRuns(`?before=${all.at(-1)?.id ?? 1}`);
      if (older.current?.contains(document.activeElement) === true) awaited.current = next.runs[0]?.id ?? null;
      setAnswer((known) => {
        // who clicks twice is answered twice
        if (known === null || known.runs.some(({ id }) => id === next.runs[0]?.id)) return known;
        return { ...known, runs: [...known.runs, ...next.runs], more: next.more };
      });
    } catch (error) {
      setOlderFault(wordsOf(error));
    }
  };

  return (
    <Layout page="runs" wide>
      <div class="runs">
        <h1 ref={heading} tabIndex={-1}>
          Runs
        </h1>
        <p class="lead">What scans and nightly runs have found, and how far the current one is.</p>
        {fault !== null && (
          <div ref={stale}>
            <Notice kind="warning" title="Not up to date">
              What follows may be out of date: {fault}. The page keeps trying.{' '}
              <Button look="quiet" onClick={() => watching.current?.now()}>
                Try now
              </Button>
            </Notice>
          </div>
        )}
        {answer === null && fault === null && <p class="muted">Loading …</p>}
        {answer !== null && all.length === 0 && <NoRuns />}
        {live.map((run) => (
          <LiveRun key={run.id} run={run} now={answer?.now ?? run.updated} />
        ))}
        {past.length > 0 && (
          <section aria-labelledby="past">
            <h2 id="past">{live.length > 0 ? 'Earlier runs' : 'Latest first'}</h2>
            <ol class="run-list">
              {past.map((run) => (
                <li key={run.id}>
                  <PastRun run={run} />
                </li>
              ))}
            </ol>
            {olderFault !== null && <Notice kind="error">Older runs could not be loaded: {olderFault}.</Notice>}
            {answer?.more === true && (
              <div ref={older}>
                <Button onClick={() => void showOlder()}>Show older runs</Button>
              </div>
            )}
          </section>
        )}
      </div>
    </Layout>
  );
}

/** @returns in the middle of a sentence */
function wordsOf(error: unknown): string {
  if (error instanceof TypeError) return 'the service cannot be reached'; // the browser's own words are no help
  return error instanceof Error ? error.message : String(error);
}

/** The latest page, and behind it what was told before and is older; none of that where others may lie between them. */
function joined(known: RunsAnswer | null, next: RunsAnswer): RunsAnswer {
  const oldest = next.runs.at(-1)?.id ?? Infinity;
  const older = known?.runs.filter(({ id }) => id < oldest) ?? [];
  if (known === null || older.length === 0 || older.length === known.runs.length) return next;
  return { ...next, runs: [...next.runs, ...older], more: known.more };
}

function NoRuns() {
  return (
    <section class="card">
      <h2>No runs yet</h2>
      <p>
        A nightly run looks for new archives of games in a folder, scans them, exports the puzzles in them, and writes a
        report. To run one now:
      </p>
      <pre>
        <code>npm run nightly -- --archives FOLDER</code>
      </pre>
      <p>
        FOLDER is where your archives arrive: PGN, plain or in zip, zstd, gzip or bzip2. You can watch its progress
        here. To run it every night, <code>docs/nightly.md</code> has a systemd timer and a cron line.
      </p>
    </section>
  );
}

mount(<Runs />);
