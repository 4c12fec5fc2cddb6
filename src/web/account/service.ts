/** How the account pages talk to the service: JSON, same origin, and a token with everything that changes anything. */
import { useEffect, useState } from 'preact/hooks';
import type { AccountView, StateView } from './types.js';

const PREFIX = '/pages/account';

/** The service said no; `message` is for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(PREFIX + path, init);
  } catch {
    throw new Refusal('The service cannot be reached. Check the connection, and try again.', 0);
  }
  const body = (await response.json().catch(() => null)) as T | { error?: string } | null;
  if (response.ok && body !== null) return body as T;
  const said = body === null ? undefined : (body as { error?: string }).error;
  throw new Refusal(said ?? `The service answered ${response.status}. Try again later.`, response.status);
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path);
}

/** Whose account the page shows; undefined while it shows nobody's. What its buttons do they do to no other. */
let shown: string | undefined;

/** For a page that shows the account. @throws {Refusal} it is another one now, or nobody has signed in any more */
export async function getState(): Promise<StateView> {
  const state = await get<StateView>('/state');
  assertShown(state.account);
  shown ??= state.account?.email;
  return state;
}

function assertShown(account: AccountView | null): void {
  if (shown === undefined || shown === account?.email) return;
  const now = account === null ? 'You are no longer signed in' : `You are now signed in as ${account.email}`;
  throw new Refusal(`${now}, so nothing was changed. Reload this page.`, 409);
}

/** @param body what the route asks for */
export async function post<T>(path: string, body: object = {}): Promise<T> {
  // asked for anew: another window may have signed in or out
  const { csrf, account } = await get<StateView>('/state');
  if (path !== '/sign-out') assertShown(account);
  return ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'csrf-token': csrf },
    body: JSON.stringify(body),
  });
}

/** Milliseconds that a page may take to come. */
const WAY = 10_000;

/** Goes to another page, and waits for it: a button is busy until then, and is not pressed twice. */
export async function goTo(address: string, how: 'assign' | 'replace' = 'assign'): Promise<void> {
  location[how](address);
  await new Promise((resolve) => setTimeout(resolve, WAY));
}

/** What somebody waits for: not there yet, there, or refused. */
export type Loaded<T> = { state: 'waiting' } | { state: 'here'; value: T } | { state: 'refused'; why: string };

/** @param load asked once, when the page opens */
export function useLoaded<T>(load: () => Promise<T>): [Loaded<T>, (value: T) => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'waiting' });
  useEffect(() => {
    load().then(
      (value) => setLoaded({ state: 'here', value }),
      (error: unknown) => setLoaded({ state: 'refused', why: wordsOf(error) }),
    );
  }, []);
  return [loaded, (value) => setLoaded({ state: 'here', value })];
}

/** Something that a button does: whether it is under way, and why it was refused the last time. */
export function useDeed(): { busy: boolean; fault: string | null; run: (deed: () => Promise<void>) => void } {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    busy,
    fault,
    run(deed) {
      setBusy(true);
      setFault(null);
      deed().then(
        () => setBusy(false),
        (error: unknown) => {
          setBusy(false);
          setFault(wordsOf(error));
        },
      );
    },
  };
}

export function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error; // a mistake of the page's own: it belongs on the console
}
