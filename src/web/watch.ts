/**
 * Asks an address again and again, for a page that shows what changes. Only while somebody looks: a page in the background asks for nothing,
 * and asks at once when it comes back. A server that does not answer is asked less and less often.
 */
export interface Watch {
  /** Asks now. */
  now: () => void;
  stop: () => void;
}

/** Milliseconds between two questions to a server that does not answer, at most. */
const PATIENCE = 60_000;

/**
 * @param ask is given a signal that ends it; returns how many milliseconds to wait for the next
 * @param fail is told what went wrong
 */
export function watch(ask: (signal: AbortSignal) => Promise<number>, fail: (error: unknown) => void): Watch {
  let timer: number | undefined;
  let running: AbortController | undefined;
  let failures = 0;

  async function turn(): Promise<void> {
    clearTimeout(timer);
    running?.abort();
    const own = new AbortController();
    running = own;
    let wait: number;
    try {
      wait = await ask(own.signal);
      failures = 0;
    } catch (error) {
      if (own.signal.aborted) return;
      fail(error);
      wait = Math.min(2000 * 2 ** failures++, PATIENCE);
    }
    if (running !== own) return;
    running = undefined;
    if (document.visibilityState === 'visible') timer = window.setTimeout(() => void turn(), wait);
  }

  const onVisible = (): void => {
    if (document.visibilityState === 'visible') void turn();
    else clearTimeout(timer);
  };
  document.addEventListener('visibilitychange', onVisible);
  void turn();
  return {
    now: () => void turn(),
    stop() {
      clearTimeout(timer);
      running?.abort();
      running = undefined;
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
