/** What was found, a page at a time: how much, in which order, as files, and the cards. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SpreadAnswer, StockAnswer } from '../../explore/tasks.js';
import { wordsOf, type Asked } from '../asked.js';
import { Button, Select } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { Files } from './Files.js';
import { getPage, type Listed } from './fetch.js';
import { isFiltered, readFilters, writeFilters, type Filters } from './filters.js';
import { about, number } from './numbers.js';
import { cardsOf, keepPlace, keptPlace, returnTo } from './place.js';
import { Results } from './Results.js';

interface FindingsProps {
  /** What `page` is the first page of. */
  query: string;
  page: Asked<Listed>;
  spread: Asked<SpreadAnswer>;
  stock: Asked<StockAnswer>;
  filters: Filters;
  onChange: (filters: Filters) => void;
  onRetry: () => void;
}

export function Findings({ query, page, spread, stock, filters, onChange, onRetry }: FindingsProps) {
  const [kept, setMore] = useState<(Listed & { query: string }) | null>(null);
  const [loading, setLoading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const control = useRef<AbortController | null>(null);
  const section = useRef<HTMLElement>(null);
  // the first card that a press of "Show more" brings takes the focus, for the button is behind all of them then, or gone
  const awaited = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (awaited.current === null || kept === null) return;
    cardsOf(section.current)[awaited.current]?.querySelector('a')?.focus({ preventScroll: true });
    awaited.current = null;
  }, [kept]);
  // and where a press of "Try again" has brought something, its heading, for the button is gone with what it said; or the next such button
  const retried = useRef(false);
  const refused = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!retried.current || page.busy) return;
    retried.current = false;
    if (document.activeElement !== document.body) return;
    const next = section.current?.querySelector('h2') ?? refused.current?.querySelector('button');
    next?.focus({ preventScroll: true });
  }, [page]);
  const retry = (): void => {
    retried.current = true;
    onRetry();
  };
  // once for each list that is come to, and not where it is only asked again
  const arrived = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (page.busy || section.current === null || arrived.current === query) return;
    arrived.current = query;
    const place = keptPlace();
    if (place !== null) returnTo(section.current, place);
  }, [page]);
  useEffect(() => {
    setMore(null);
    setLoading(false);
    setFault(null);
    return () => control.current?.abort();
  }, [query]);
  const more = kept?.query === query && !page.busy ? kept : null;
  const shown = (page.value?.found.length ?? 0) + (more?.found.length ?? 0);
  const keep = (): void => {
    // while another search is under way, or about to be, what is shown is not what the history's entry asks for
    const isOf = arrived.current === query && writeFilters(readFilters(location.search)) === query;
    if (section.current !== null && !page.busy && isOf) keepPlace(section.current, shown);
  };
  useEffect(() => {
    document.addEventListener('scrollend', keep);
    return () => document.removeEventListener('scrollend', keep);
  }, [page, shown]);
  if (page.fault !== null) {
    return (
      <Notice kind="error">
        {page.fault} <span ref={refused}>{page.again && <Button onClick={retry}>Try again</Button>}</span>
      </Notice>
    );
  }
  if (page.value === null)
    return (
      <p class="muted" role="status">
        Searching …
      </p>
    );
  const found = [...page.value.found, ...(more?.found ?? [])];
  const next = more === null ? page.value.next : more.next;
  const showMore = (): void => {
    control.current = new AbortController();
    setLoading(true);
    setFault(null);
    getPage(filters, next, control.current.signal).then(
      (answer) => {
        const pressed = section.current?.querySelector('.explore-next button');
        awaited.current = pressed === document.activeElement ? cardsOf(section.current).length : null;
        setMore({ query, found: [...(more?.found ?? []), ...answer.found], next: answer.next });
        setLoading(false);
      },
      (error: unknown) => {
        if (control.current?.signal.aborted === true) return;
        setFault(wordsOf(error));
        setLoading(false);
      },
    );
  };
  return (
    <section
      ref={section}
      onClick={keep}
      aria-labelledby="found"
      aria-busy={page.busy}
      class={page.busy ? 'explore-stale' : undefined}
    >
      <div class="explore-bar-top">
        <h2 id="found" tabIndex={-1}>
          <span role="status">
            {page.busy ? 'Searching …' : countWords(found.length, next, spread.busy ? null : spread.value)}
          </span>
        </h2>
        {found.length > 0 && (
          <div class="row">
            <Select
              label="Order"
              value={filters.order}
              options={[
                { value: 'gain', text: 'Mates and largest gains first' },
                { value: 'date', text: 'Latest games first' },
                { value: 'store', text: 'As they were scanned' },
              ]}
              onChange={(order) => onChange({ ...filters, order })}
            />
            <Files filters={filters} stock={stock.value} fault={stock.fault} />
          </div>
        )}
      </div>
      {found.length === 0 && !page.busy && <NothingFound filters={filters} />}
      <Results found={found} />
      {fault !== null && <Notice kind="error">{fault}</Notice>}
      {next !== null && (
        <p class="explore-next">
          {/* while another search is under way, what is shown goes on in that of before */}
          <Button onClick={showMore} disabled={loading || page.busy}>
            {loading ? 'Loading …' : 'Show more'}
          </Button>
        </p>
      )}
    </section>
  );
}

function countWords(shown: number, next: string | null, spread: SpreadAnswer | null): string {
  if (next === null) return shown === 1 ? '1 tactic' : `${number(shown)} tactics`;
  if (spread === null) return `${number(shown)} and more`;
  if (spread.share === 1) return `${number(spread.tactics)} tactics`;
  return `About ${about(Math.max(spread.tactics, shown + 1))} tactics`;
}

function NothingFound({ filters }: { filters: Filters }) {
  return (
    <Notice title="Nothing found">
      {isFiltered(filters)
        ? 'No stored tactic matches all of these filters. Leave one out, or enter a shorter part of the name.'
        : 'The stored games hold no tactics yet.'}
    </Notice>
  );
}
