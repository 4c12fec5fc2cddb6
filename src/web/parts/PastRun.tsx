/** A run that is over, in a few lines; what was found by pattern, and its archives, on request. */
import { useState } from 'preact/hooks';
import { inWords } from '../../tactics/words.js';
import { ARCHIVE_STATES } from '../../nightly/states.js';
import { useAnswer } from '../asked.js';
import type { RunAnswer, RunArchivesAnswer, RunStateName } from '../runs.js';
import { bytes, count, duration, kindName, moment } from '../figures.js';

const STATES: Record<RunStateName, { word: string; look: string }> = {
  running: { word: 'running', look: 'good' },
  silent: { word: 'silent', look: 'warning' },
  done: { word: 'done', look: 'good' },
  stopped: { word: 'stopped', look: 'info' },
  failed: { word: 'failed', look: 'danger' },
  killed: { word: 'cut short', look: 'warning' },
};

/** What a state means for what is still to be done; empty where nothing is. */
function meaning({ kind, state }: RunAnswer): string {
  const rest = kind === 'nightly' ? 'the next night does the rest.' : 'the same command continues it.';
  switch (state) {
    case 'silent':
      return `It is marked as running, but has given no sign of life for a minute. If it is gone, ${rest}`;
    case 'stopped':
      return `Stopped on request; ${rest}`;
    case 'killed':
      return `It was killed; ${rest}`;
    default:
      return '';
  }
}

export function PastRun({ run }: { run: RunAnswer }) {
  const { id, kind, state, started, ended, updated, archives, games, tactics, puzzles, message, report } = run;
  const { word, look } = STATES[state];
  const about = meaning(run);
  const fresh = games.stored - games.renewed;
  return (
    <article class="card run-past" aria-labelledby={`run-${id}`}>
      <header>
        <h3 id={`run-${id}`} tabIndex={-1}>
          {kindName(kind)} of <time dateTime={new Date(started).toISOString()}>{moment(started)}</time>
        </h3>
        <p class="run-facts">
          <span class={`run-state run-${look}`}>{word}</span>
          <span class="muted">
            run {id}, {duration(((ended ?? updated) - started) / 1000)}
          </span>
        </p>
      </header>
      {message !== '' && <p class="run-message">{message}</p>}
      {about !== '' && <p class="muted small">{about}</p>}
      <dl class="run-numbers">
        <Fact name={archives.read === 1 ? 'archive' : 'archives'} value={archives.read} />
        <Fact name={fresh === 1 ? 'new game' : 'new games'} value={fresh} />
        <Fact name={tactics === 1 ? 'tactic' : 'tactics'} value={tactics} />
        {kind === 'nightly' && <Fact name={puzzles === 1 ? 'new puzzle' : 'new puzzles'} value={puzzles} />}
      </dl>
      {archives.bad > 0 && (
        <p class="run-message">
          {archives.bad === 1 ? 'One archive' : `${count(archives.bad)} archives`} could not be read, or not to the end.
        </p>
      )}
      {report && (
        <p class="run-links">
          <a href={`/pages/runs/${id}/report`}>
            Open the report<span class="hidden-but-read"> of run {id}</span>
          </a>
          <a href={`/pages/runs/${id}/report.md`} class="quiet">
            as Markdown<span class="hidden-but-read">, of run {id}</span>
          </a>
        </p>
      )}
      <Details run={run} />
    </article>
  );
}

function Fact({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}

function Details({ run }: { run: RunAnswer }) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => setOpened(opened || event.currentTarget.open)}>
      <summary>
        More<span class="hidden-but-read"> about run {run.id}</span>
      </summary>
      {opened && <DetailsOf run={run} />}
    </details>
  );
}

function DetailsOf({ run }: { run: RunAnswer }) {
  const { games, archives } = run;
  return (
    <div class="run-details">
      <p>
        {count(games.seen)} {games.seen === 1 ? 'game' : 'games'}: {count(games.stored - games.renewed)} new,{' '}
        {count(games.duplicate + games.renewed)} known, {count(games.filtered)} filtered and {count(games.quarantined)}{' '}
        set aside. {count(archives.known)} {archives.known === 1 ? 'archive had' : 'archives had'} been read before
        {archives.left > 0
          ? `, and ${count(archives.left)} ${archives.left === 1 ? 'was' : 'were'} left for the next night`
          : ''}
        .
      </p>
      <Bars title="Tactics by pattern" counts={run.tacticsByPattern} />
      <Bars title="Games set aside, by reason" counts={run.quarantineByReason} />
      <Archives run={run.id} />
    </div>
  );
}

function Bars({ title, counts }: { title: string; counts: Record<string, number> }) {
  const rows = Object.entries(counts)
    .filter(([, value]) => value > 0)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const most = Math.max(...rows.map(([, value]) => value), 1);
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul class="run-bars">
        {rows.map(([name, value]) => (
          <li key={name}>
            <span class="run-bar-name">{inWords(name)}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max((value / most) * 100, 0.5)} height="8" />
            </svg>
            <span class="run-bar-value">{count(value)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

async function fetchArchives(run: number, signal: AbortSignal): Promise<RunArchivesAnswer> {
  const answer = await fetch(`/pages/runs/${run}/archives`, { signal });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as RunArchivesAnswer;
}

function Archives({ run }: { run: number }) {
  const [attempt, setAttempt] = useState(0);
  const { value: answer, fault } = useAnswer(String(run), attempt, (signal) => fetchArchives(run, signal));
  if (fault !== null) {
    return (
      <p>
        Its archives could not be loaded.{' '}
        <button type="button" class="button button-quiet" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </button>
      </p>
    );
  }
  if (answer === null) return <p class="muted">Loading its archives …</p>;
  if (answer.archives.length === 0) return null;
  return (
    <>
      <h4>Archives</h4>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={`Archives of run ${run}`}>
        <table class="run-archives">
          <thead>
            <tr>
              <th scope="col">archive</th>
              <th scope="col">state</th>
              <th scope="col" class="number">
                games
              </th>
              <th scope="col" class="number">
                set aside
              </th>
              <th scope="col" class="number">
                size
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.archives.map(({ name, state, games, quarantined, size, message }, index) => (
              <tr key={index}>
                <td>
                  {name}
                  {message !== '' && <span class="muted small run-why">{message}</span>}
                </td>
                <td>{ARCHIVE_STATES[state]}</td>
                <td class="number">{count(games)}</td>
                <td class="number">{count(quarantined)}</td>
                <td class="number">{bytes(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {answer.more && <p class="muted">More are in the database.</p>}
    </>
  );
}
