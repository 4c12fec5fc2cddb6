/** A request that can be changed and sent from the page, and what comes back. It goes through the free door, and counts there. */
import { useState } from 'preact/hooks';
import { count } from '../../tactics/figures.js';
import { copy } from '../clipboard.js';
import { curlCommand } from '../curl.js';
import { Button, Field } from '../parts/controls.js';

interface RunnerProps {
  method: 'GET' | 'POST';
  /** Below the door. */
  path: string;
  /** JSON, as it is first shown. */
  body?: object;
}

interface Outcome {
  status: string;
  good: boolean;
  headers: [string, string][];
  text: string;
}

/** Characters of an answer that are shown. */
const MOST = 20_000;
/** Headers that clients look at. */
const TOLD = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'x-error-detail', 'etag'];

export function Runner({ method, path, body }: RunnerProps) {
  const [text, setText] = useState(body === undefined ? '' : JSON.stringify(body, null, 2));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [running, setRunning] = useState(false);
  const [told, setTold] = useState('');
  const address = `/api/v1${path}`;

  const run = async (): Promise<void> => {
    setRunning(true);
    setTold(''); // or an earlier copy would be told of again behind the answer
    setOutcome(await send(method, address, text));
    setRunning(false);
  };
  const curl = curlCommand(location.origin + address, method === 'GET' ? undefined : compact(text));

  return (
    <form
      class="runner"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <p class="runner-line">
        <span class={`method method-${method.toLowerCase()}`}>{method}</span> <code>{address}</code>
      </p>
      {method === 'POST' && (
        <Field label="Body">
          {(control) => (
            <textarea
              {...control}
              rows={Math.min(14, text.split('\n').length)}
              spellcheck={false}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
      )}
      <div class="row">
        <Button look="primary" type="submit" disabled={running}>
          Run
        </Button>
        <Button
          look="quiet"
          onClick={() =>
            void copy(curl).then((done) => setTold(done ? 'Copied' : 'This browser does not allow copying here'))
          }
        >
          Copy as curl
        </Button>
        <span class="small muted" role="status">
          {running ? 'Sending …' : told}
        </span>
      </div>
      {/* there from the beginning, and of the answer its status alone: twenty thousand characters would be read out */}
      <div role="status">
        {outcome !== null && (
          <p class={outcome.good ? 'outcome-status outcome-good' : 'outcome-status outcome-bad'}>
            <strong>{outcome.status}</strong>
          </p>
        )}
      </div>
      {outcome !== null && (
        <div class="outcome">
          {outcome.headers.length > 0 && (
            <p class="small muted">
              {outcome.headers.map(([name, value]) => (
                <span key={name} class="header">
                  {name}: {value}
                </span>
              ))}
            </p>
          )}
          <pre tabIndex={0} aria-label="Answer">
            <code>{outcome.text}</code>
          </pre>
        </div>
      )}
    </form>
  );
}

async function send(method: string, address: string, text: string): Promise<Outcome> {
  const start = performance.now();
  try {
    const response = await fetch(address, {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: text }),
    });
    const answer = await response.text();
    const ms = performance.now() - start;
    return {
      status: `${response.status} ${response.statusText}, ${ms.toFixed(0)} ms`,
      good: response.ok,
      headers: TOLD.flatMap((name): [string, string][] => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
      text: pretty(answer, response.headers.get('content-type') ?? ''),
    };
  } catch {
    return {
      status: 'The server cannot be reached',
      good: false,
      headers: [],
      text: navigator.onLine
        ? 'Is it running? It is started by: npm run serve'
        : 'This device is offline: try again when it is connected.',
    };
  }
}

function pretty(text: string, type: string): string {
  let shown = text;
  if (type.startsWith('application/json')) shown = JSON.stringify(JSON.parse(text), null, 2);
  if (shown.length <= MOST) return shown;
  return `${shown.slice(0, MOST)}\n… ${count(shown.length - MOST)} more characters`;
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text; // the service says what is wrong with it
  }
}
