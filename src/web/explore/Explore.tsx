/** The explorer: what scans have found, by whatever is asked. The address holds the question, so that it can be sent to somebody. */
import { useEffect, useState } from 'preact/hooks';
import type { SpreadAnswer, StockAnswer } from '../../explore/tasks.js';
import { useAnswer } from '../asked.js';
import { Button } from '../parts/controls.js';
import { Notice } from '../parts/Notice.js';
import { Charts } from './Charts.js';
import { getList, getSpread, getStock, type Listed } from './fetch.js';
import { FilterBar } from './FilterBar.js';
import { readFilters, writeFilters, type Filters } from './filters.js';
import { Findings } from './Findings.js';
import { number } from './numbers.js';
import { keptPlace } from './place.js';

export function Explore() {
  const [filters, setFilters] = useState(() => readFilters(location.search));
  const query = writeFilters(filters);
  // all of it is asked again together: what fails for one often failed for the others
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => setAttempt(attempt + 1);
  const stock = useAnswer<StockAnswer>('', attempt, getStock);
  // with a parameter that is not known the question is another one, though the service would be asked the same
  const keyOf = (asked: string): string => `${filters.stranger}?${asked}`;
  const page = useAnswer<Listed>(keyOf(query), attempt, (signal) => getList(filters, keptPlace()?.shown ?? 0, signal));
  const spread = useAnswer<SpreadAnswer>(keyOf(writeFilters(filters, false)), attempt, (signal) =>
    getSpread(filters, signal),
  );
  const open = { ...filters, patterns: [], stranger: '' };
  const all = useAnswer<SpreadAnswer>(writeFilters(open, false), attempt, (signal) => getSpread(open, signal));

  useEffect(() => {
    const onPop = (): void => setFilters(readFilters(location.search));
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  const change = (next: Filters): void => {
    const search = writeFilters(next);
    const isOther = search !== query || filters.stranger !== '';
    if (isOther) history.pushState(null, '', search === '' ? location.pathname : `?${search}`);
    // who presses Search below a fault wants it tried again
    else if ([stock, page, spread, all].some(({ fault }) => fault !== null)) retry();
    // the visitor was told of it
    setFilters({ ...next, stranger: '' });
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

function StockNotice({ stock }: { stock: StockAnswer }) {
  const { games, shallow, others } = stock;
  if (games === null || (shallow === 0 && others === 0)) return null;
  return (
    <Notice kind="warning" title="Some games are not up to date">
      {shallow > 0 &&
        `${number(shallow)} of ${number(games)} games ${shallow === 1 ? 'was' : 'were'} scanned at l1, and ${shallow === 1 ? 'has' : 'have'} no tactics. `}
      {others > 0 &&
        `${number(others)} ${others === 1 ? 'was' : 'were'} scanned by another version of the engine, and ${others === 1 ? 'is' : 'are'} shown with its results. `}
      The operator of this service can bring them up to date with{' '}
      <code>npm run scan -- --reanalyze{shallow > 0 ? ' --depth l2' : ''}</code>.
    </Notice>
  );
}

function EmptyStore() {
  return (
    <Notice title="No games yet">
      <p>
        Here you can search the tactics of scanned games, but nothing has been scanned yet. The operator of this service
        can start with
      </p>
      <pre>
        <code>npm run scan -- data/sample.zip</code>
      </pre>
      <p>
        or with other archives (PGN, zip, zst, gz, bz2, folders). Until then, the <a href="/">playground</a> shows the
        tactics of any position or game that you paste.
      </p>
    </Notice>
  );
}
