/** Who answered, and what the visitor has left at the free door. */
import { useEffect, useState } from 'preact/hooks';
import type { PlansAnswer } from '../answers.js';
import type { Origin } from './analysis.js';
import type { Allowance } from './server.js';

interface StatusProps {
  origin: Origin | undefined;
  /** Whether there is nothing that could be answered. */
  nothing: boolean;
  inGame: boolean;
  allowance: Allowance | null;
}

export function Status({ origin, nothing, inGame, allowance }: StatusProps) {
  const plan = useFreePlan();
  const now = useNow(allowance !== null);
  const fresh = allowance === null || now >= allowance.resets;
  const limit = allowance?.limit ?? plan?.requestsPerMinute;
  const left = fresh ? limit : allowance.remaining;
  return (
    <section class="status small" aria-label="Where this comes from">
      <p>{origin !== undefined ? sourceText(origin, inGame) : nothing ? 'Nothing to analyse.' : 'Being analysed …'}</p>
      {limit != null && left != null && (
        <p class="allowance">
          <meter min={0} max={limit} value={left} aria-label="Requests left this minute" />
          <span>
            {left} of {limit} free requests left this minute
            {!fresh &&
              `, all of them again in ${Math.min(60, Math.max(1, Math.ceil((allowance.resets - now) / 1000)))} s`}
            {plan?.gamesPerDay != null && `; ${plan.gamesPerDay} games a day`}
          </span>
        </p>
      )}
    </section>
  );
}

function sourceText(origin: Origin, inGame: boolean): string {
  if (origin.by === 'server') {
    return origin.ms === 0
      ? 'Answered by the server, which had it stored.'
      : `Answered by the server, which computed it in ${origin.ms} ms.`;
  }
  const time = origin.ms < 0.1 ? 'less than 0.1' : origin.ms.toFixed(1);
  const page = `Computed in this page in ${time} ms`;
  if (origin.why !== null) return `${page}, without the server: ${origin.why}.`;
  return inGame ? `${page}; the server was not asked.` : `${page}.`;
}

/** The free plan as this service has it; null until it is known, and where it cannot be. */
function useFreePlan(): PlansAnswer['plans'][number] | null {
  const [plan, setPlan] = useState<PlansAnswer['plans'][number] | null>(null);
  useEffect(() => {
    fetch('/pages/plans')
      .then((response) => response.json() as Promise<PlansAnswer>)
      .then(({ plans }) => setPlan(plans.find(({ name }) => name === 'free') ?? null))
      .catch(() => setPlan(null)); // offline: the page works all the same, and says so where the server is asked
  }, []);
  return plan;
}

/** The time, each second while it matters. */
function useNow(matters: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!matters) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [matters]);
  return now;
}
