/** The explorer: what scans have found, by whatever is asked. The address holds the question, so that it can be sent to somebody. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SpreadAnswer, StockAnswer } from '../../explore/tasks.js';
import { Button, Select } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { Charts } from './Charts.js';
import { Files } from './Files.js';
import { getPage, getSpread, getStock, type Listed } from './fetch.js';
import { FilterBar } from './FilterBar.js';
import { isFiltered, readFilters, writeFilters, type Filters } from './filters.js';
import { about, number } from './numbers.js';
import { Results } from './Results.js';

/** What a part of the page has: nothing yet, an answer, or words about what went wrong. */
interface State<T> {
  value: T | null;
  fault: string | null;
  busy: boolean;
}

function waiting<T>(): State<T> {
  return { value: null, fault: null, busy: true };
}

/** Asks again whenever `key` or `attempt` changes; the answer before stays until the next one is there. */
function useAnswer<T>(key: string, attempt: number, ask: (signal: AbortSignal) => Promise<T>): State<T> {
  const [state, setState] = useState<State<T>>(waiting);
  useEffect(() => {
    const control = new AbortController();
    setState((before) => ({ ...before, fault: null, busy: true }));
    ask(control.signal).then(
      (value) => setState({ value, fault: null, busy: false }),
      (error: unknown) => {
        if (!control.signal.aborted) setState({ value: null, fault: wordsOf(error), busy: false });
      },
    );
    return () => control.abort();
  }, [key, attempt]);
  return state;
}

function wordsOf(error: unknown): string {
  return error instanceof TypeError
    ? 'The service cannot be reached.'
    : error instanceof Error
      ? error.message
      : String(error);
}

export function Explore() {
  const [filters, setFilters] = useState(() => readFilters(location.search));
  const query = writeFilters(filters);
  // all of it is asked again together: what fails for one often failed for the others
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => setAttempt(attempt + 1);
  const stock = useAnswer<StockAnswer>('', attempt, getStock);
  const page = useAnswer<Listed>(query, attempt, (signal) => getPage(filters, null, signal));
  const spread = useAnswer<SpreadAnswer>(writeFilters(filters, false), attempt, (signal) => getSpread(filters, signal));
  const open = { ...filters, patterns: [] };
  const all = useAnswer<SpreadAnswer>(writeFilters(open, false), attempt, (signal) => getSpread(open, signal));

  useEffect(() => {
    const onPop = (): void => setFilters(readFilters(location.search));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const change = (next: Filters): void => {
    const search = writeFilters(next);
    if (search !== query) history.pushState(null, '', search === '' ? location.pathname : `?${search}`);
    setFilters(next);
  };

  if (stock.value?.games === 0) return <EmptyStore />;
  return (
    <>
      {stock.value !== null && <StockNotice stock={stock.value} />}
      <FilterBar filters={filters} onChange={change} spread={all.value} archives={stock.value?.archives ?? []} />
      <Findings
        query={query}
        page={page}
        spread={spread}
        stock={stock}
        filters={filters}
        onChange={change}
        onRetry={retry}
      />
      {spread.value !== null && spread.value.tactics > 0 && <Charts spread={spread.value} />}
      {spread.fault !== null && page.fault === null && (
        <Notice kind="warning" title="No charts">
          {spread.fault} <Button onClick={retry}>Try again</Button>
        </Notice>
      )}
    </>
  );
}

interface FindingsProps {
  /** What `page` is the first page of. */
  query: string;
  page: State<Listed>;
  spread: State<SpreadAnswer>;
  stock: State<StockAnswer>;
  filters: Filters;
  onChange: (filters: Filters) => void;
  onRetry: () => void;
}

function Findings({ query, page, spread, stock, filters, onChange, onRetry }: FindingsProps) {
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
  useEffect(() => {
    setMore(null);
    setLoading(false);
    setFault(null);
    return () => control.current?.abort();
  }, [query]);
  const more = kept?.query === query && !page.busy ? kept : null;
  if (page.fault !== null) {
    return (
      <Notice kind="error">
        {page.fault} <Button onClick={onRetry}>Try again</Button>
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
      aria-labelledby="found"
      aria-busy={page.busy}
      class={page.busy ? 'explore-stale' : undefined}
    >
      <div class="explore-bar-top">
        <h2 id="found">
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
          <Button onClick={showMore} disabled={loading}>
            {loading ? 'Loading …' : 'Show more'}
          </Button>
        </p>
      )}
    </section>
  );
}

function cardsOf(section: HTMLElement | null): readonly Element[] {
  return [...(section?.querySelectorAll('.explore-results > li') ?? [])];
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
        ? 'No stored tactic meets all of this. Leave out a filter, or write a shorter part of the name.'
        : 'The stored games hold no tactics yet.'}
    </Notice>
  );
}

function StockNotice({ stock }: { stock: StockAnswer }) {
  const { games, shallow, others } = stock;
  if (shallow === 0 && others === 0) return null;
  return (
    <Notice kind="warning" title="Not all is up to date">
      {shallow > 0 && `${number(shallow)} of ${number(games)} games were scanned at l1, and have no tactics. `}
      {others > 0 && `${number(others)} were scanned by another version of the engine, and are shown as it saw them. `}
      Whoever runs this service brings them up to date with{' '}
      <code>npm run scan -- --reanalyze{shallow > 0 ? ' --depth l2' : ''}</code>.
    </Notice>
  );
}

function EmptyStore() {
  return (
    <Notice title="No games yet">
      <p>
        This is where tactics of scanned games are searched, and nothing has been scanned yet. Whoever runs this service
        starts with
      </p>
      <pre>
        <code>npm run scan -- data/sample.zip</code>
      </pre>
      <p>
        or with archives of their own (PGN, zip, zst, gz, bz2, folders). Until then, the <a href="/">playground</a>{' '}
        looks at any position or game that you paste.
      </p>
    </Notice>
  );
}
