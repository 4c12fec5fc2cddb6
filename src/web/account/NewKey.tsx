/** A key, this once: the page has it from the answer, and nobody has it anywhere else. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { copy } from '../clipboard.js';
import { Button } from '../parts/controls.js';

export function NewKey({ secret, onStored }: { secret: string; onStored: () => void }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // before it is painted: a key that is pressed at once goes to what is seen
  useLayoutEffect(() => field.current?.focus(), []);

  const take = async (): Promise<void> => {
    const done = await copy(secret);
    setCopied(done);
    if (!done) field.current?.select(); // it is marked, for the visitor's own keys
  };
  const example = `curl -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' \\
  -d '{"fen":"6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37"}' ${location.origin}/v1/extract`;

  return (
    <section class="card new-key" aria-labelledby="new-key-title">
      <h2 id="new-key-title">Your API key</h2>
      <p>
        <strong>It is shown only once.</strong> Keep it like a password: out of source control, and out of pages that
        others can read. If you lose it, rotate the key to get a new one.
      </p>
      <div class="new-key-row">
        <label class="hidden-but-read" for="new-key">
          API key
        </label>
        <input
          id="new-key"
          ref={field}
          class="mono"
          type="text"
          readOnly
          value={secret}
          onFocus={(e) => e.currentTarget.select()}
        />
        <Button onClick={() => void take()}>{copied ? 'Copied' : 'Copy'}</Button>
      </div>
      <p class="hidden-but-read" role="status">
        {copied ? 'Key copied.' : ''}
      </p>
      <p class="new-key-try">Try it:</p>
      <pre tabIndex={0} aria-label="Example with curl">
        <code>{example}</code>
      </pre>
      <Button look="primary" onClick={onStored}>
        I have stored it
      </Button>
    </section>
  );
}
