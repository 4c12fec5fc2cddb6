/** The explorer's JSON routes, from the page. */
import type { Finding } from '../../explore/finding.js';
import type { PageAnswer, SpreadAnswer, StockAnswer } from '../../explore/tasks.js';
import { QuestionError } from '../question-error.js';
import { faultOf, writeFilters, type Filters } from './filters.js';
import type { PageFinding } from './groups.js';

const BASE = '/pages/explore';

/** Tactics a page; those of one position share a card. */
const PAGE = 48;

/** @throws {Error} with the service's own words; an `AbortError` where it was called off */
async function getJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } });
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  const words = typeof body?.error === 'string' ? body.error : `The service answered ${response.status}.`;
  throw response.status === 400 ? new QuestionError(words) : new Error(words);
}

function address(path: string, ...parts: string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? BASE + path : `${BASE}${path}?${query}`;
}

/** @throws {QuestionError} in words, before the service is asked for what it would refuse */
function assertTaken(filters: Filters): void {
  const fault = faultOf(filters);
  if (fault !== null) throw new QuestionError(fault);
}

export interface Listed {
  found: readonly PageFinding[];
  /** Where the next page begins; null where there is none. */
  next: string | null;
}

export async function getPage(filters: Filters, after: string | null, signal: AbortSignal): Promise<Listed> {
  assertTaken(filters);
  const path = address('', writeFilters(filters), `limit=${PAGE}`, after === null ? '' : `after=${after}`);
  const { found, games, next } = await getJson<PageAnswer>(path, signal);
  const withGame = (finding: Finding): PageFinding => {
    const pgn = games[finding.game.digest];
    if (pgn === undefined) throw new Error('The answer lacks the game of a tactic; reload the page.');
    return { ...finding, pgn };
  };
  return { found: found.map(withGame), next };
}

/** Pages that are asked for at a stretch: whoever has read on for longer than that waits too long for the way back. */
const MOST_PAGES = 20;

/**
 * The list from its beginning, as long as it was: at least `shown` tactics where there are as many in MOST_PAGES pages, and one page where
 * `shown` is less.
 */
export async function getList(filters: Filters, shown: number, signal: AbortSignal): Promise<Listed> {
  let { found, next } = await getPage(filters, null, signal);
  for (let pages = 1; next !== null && found.length < shown && pages < MOST_PAGES; pages++) {
    const page = await getPage(filters, next, signal);
    found = [...found, ...page.found];
    next = page.next;
  }
  return { found, next };
}

export async function getSpread(filters: Filters, signal: AbortSignal): Promise<SpreadAnswer> {
  assertTaken(filters);
  return getJson(address('/spread', writeFilters(filters, false)), signal);
}

export function getStock(signal: AbortSignal): Promise<StockAnswer> {
  return getJson(address('/stock'), signal);
}

export function fileAddress(filters: Filters, format: string): string {
  return address('/file', writeFilters(filters), `format=${format}`);
}

/** The puzzles among the tactics, as a file. */
export function puzzlesAddress(filters: Filters, format: string): string {
  return address('/puzzles', writeFilters(filters, false), `format=${format}`);
}
