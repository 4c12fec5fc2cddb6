/** What the playground asks the service itself, at the free door: what is stored there. Whatever goes wrong is told, never thrown. */
import type { GameTactic, Tactic } from '../../tactics/types.js';

/** How the visitor stands at the free door. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Milliseconds since 1970 at which the minute ends. */
  resets: number;
}

export interface ServerAnswer<Found extends Tactic> {
  tactics: Found[];
  /** What it took there; 0 where it was only looked up. */
  ms: number;
  allowance: Allowance | null;
}

export interface ServerRefusal {
  /** In words. */
  refused: string;
  allowance: Allowance | null;
}

const FREE_DOOR = '/api/v1';

export function askServerPosition(fen: string, depth: string): Promise<ServerAnswer<Tactic> | ServerRefusal> {
  return post<Tactic>('/extract', { fen, depth, with_sequence: true, with_extras: true });
}

export function askServerGame(pgn: string, depth: string): Promise<ServerAnswer<GameTactic> | ServerRefusal> {
  return post<GameTactic>('/extract_game', { pgn, depth, mode: 'available', with_sequence: true, with_extras: true });
}

async function post<Found extends Tactic>(path: string, body: object): Promise<ServerAnswer<Found> | ServerRefusal> {
  let response: Response;
  try {
    response = await fetch(FREE_DOOR + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return { refused: 'the server cannot be reached', allowance: null };
  }
  const allowance = allowanceOf(response.headers);
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60);
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    const wait = seconds > 120 ? 'until midnight UTC' : `for another ${seconds} s`;
    return { refused: inBrackets(error ?? 'Rate limit exceeded', wait), allowance };
  }
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    const detail = response.headers.get('x-error-detail');
    const words = error ?? `the server answers ${response.status}`;
    return { refused: detail === null ? words : inBrackets(words, detail), allowance };
  }
  // a connection that breaks off, or somebody between who answers with a page of their own
  const answer = (await response.json().catch(() => null)) as { tactics: Found[]; performance_ms: number } | null;
  if (answer === null) return { refused: 'the answer cannot be read', allowance };
  return { tactics: answer.tactics, ms: answer.performance_ms, allowance };
}

/** More words to those of a refusal, which may end in a full stop: the sentence that they stand in has one of its own. */
function inBrackets(words: string, more: string): string {
  return `${words.replace(/\.$/, '')} (${more})`;
}

function allowanceOf(headers: Headers): Allowance | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
  if (limit == null || remaining == null || reset == null) return null;
  return { limit: Number(limit), remaining: Number(remaining), resets: Date.now() + Number(reset) * 1000 };
}
