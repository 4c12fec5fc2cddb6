/** What a page, or a part of it, asks the service for when it is shown, and again when something else is asked. */
import { useEffect, useState } from 'preact/hooks';
import { QuestionError } from './question-error.js';

/** What a part of the page has: nothing yet, an answer, or words about what went wrong. */
export interface Asked<T> {
  value: T | null;
  fault: string | null;
  /** Whether there is hope that the same question is answered another time. */
  again: boolean;
  busy: boolean;
}

function waiting<T>(): Asked<T> {
  return { value: null, fault: null, again: false, busy: true };
}

/** Asks again whenever `key` or `attempt` changes; the answer before stays until the next one is there. */
export function useAnswer<T>(key: string, attempt: number, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [state, setState] = useState<Asked<T>>(waiting);
  useEffect(() => {
    const control = new AbortController();
    setState((before) => ({ ...before, fault: null, busy: true }));
    ask(control.signal).then(
      (value) => setState({ value, fault: null, again: false, busy: false }),
      (error: unknown) => {
        if (control.signal.aborted) return;
        setState({ value: null, fault: wordsOf(error), again: !(error instanceof QuestionError), busy: false });
      },
    );
    return () => control.abort();
  }, [key, attempt]);
  return state;
}

export function wordsOf(error: unknown): string {
  return error instanceof TypeError
    ? 'The service cannot be reached.'
    : error instanceof Error
      ? error.message
      : String(error);
}
