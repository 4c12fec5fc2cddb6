/** The run at work: what it does, how far it is, and what it has found so far. */
import { STAGES, type Stage } from '../../nightly/states.js';
import type { RunAnswer } from '../runs.js';
import { count, duration, kindName, moment } from '../figures.js';

/** What a stage does, while it does it. */
const DOING: Record<string, string> = {
  find: 'Looking for new archives',
  scan: 'Scanning games',
  mine: 'Looking for puzzles',
  export: 'Exporting puzzles',
  prune: 'Removing old files',
  report: 'Writing the report',
};

const STEPS: Record<Stage, string> = {
  find: 'Find',
  scan: 'Scan',
  mine: 'Puzzles',
  export: 'Export',
  prune: 'Prune',
  report: 'Report',
};

export function LiveRun({ run, now }: { run: RunAnswer; now: number }) {
  const { stage, progress, games, tactics, started } = run;
  const { share, secondsLeft, gamesPerSecond } = progress;
  const at = STAGES.findIndex((name) => name === stage);
  const doing = DOING[stage] ?? 'Working';
  return (
    <section class="card run-live" aria-labelledby={`run-${run.id}`}>
      <h2 id={`run-${run.id}`}>
        <span class="run-pulse" aria-hidden="true" /> {kindName(run.kind)} of {moment(started)}
      </h2>
      {/* read out when the stage changes, not with every number */}
      <p class="run-doing" role="status">
        {doing}
      </p>
      <progress aria-label={doing} {...(share !== null && { value: share, max: 1 })} />
      <p class="muted run-progress">
        {share === null ? 'in progress' : `${Math.floor(share * 100)} %`}
        {stage === 'scan' && gamesPerSecond > 0 && ` · ${count(gamesPerSecond)} games/s`}
        {secondsLeft !== null && ` · ${duration(secondsLeft)} left`}
        {` · for ${duration((now - started) / 1000)}`}
      </p>
      {run.kind === 'nightly' && (
        <ol class="run-steps" aria-label="Steps of the run">
          {STAGES.map((name, index) => (
            <li
              key={name}
              class={index < at ? 'over' : index === at ? 'now' : undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              {STEPS[name]}
            </li>
          ))}
        </ol>
      )}
      <dl class="run-numbers">
        <div>
          <dt>games read</dt>
          <dd>{count(Math.max(progress.games, games.seen))}</dd>
        </div>
        <div>
          <dt>tactics in finished archives</dt>
          <dd>{count(tactics)}</dd>
        </div>
      </dl>
    </section>
  );
}
