/** How the tactics are spread: over patterns, each with its years, and over archives. Drawn as SVG; what is drawn is said in the table too. */
import type { ComponentChildren } from 'preact';
import type { SpreadAnswer } from '../../explore/tasks.js';
import { inWords } from '../../tactics/words.js';
import { PATTERNS, type Pattern } from '../../tactics/types.js';
import { about, number, percent } from './numbers.js';

/** Archives that are drawn; the file has the others. */
const ARCHIVES = 12;
const YEARS_WIDTH = 160;
const HEIGHT = 28;

export function Charts({ spread }: { spread: SpreadAnswer }) {
  const { patterns, archives } = spread;
  const most = Math.max(1, ...patterns.map(({ tactics }) => tactics));
  const years = yearsOf(spread);
  const shown = patterns.filter(({ tactics }) => tactics > 0);
  const say = spread.share < 1 ? about : number;
  return (
    <div class="explore-charts">
      <ChartCard
        id="by-pattern"
        title="By pattern"
        first="Pattern"
        head={
          <>
            <td class="explore-bar" />
            <th scope="col" class="explore-number">
              Played
            </th>
            {years.length > 1 && (
              <th scope="col">
                {years[0]}–{years.at(-1)}
              </th>
            )}
          </>
        }
      >
        {shown.map(({ pattern, tactics, played, missed }) => (
          <tr key={pattern}>
            <th scope="row">
              <svg class="explore-swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect class={`fill-${pattern}`} width="10" height="10" rx="2" />
              </svg>
              {inWords(pattern)}
            </th>
            <td class="explore-number">{say(tactics)}</td>
            <td class="explore-bar">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect class={`fill-${pattern}`} width={(100 * tactics) / most} height="10" />
              </svg>
            </td>
            <td class="explore-number">{percent(played, played + missed)}</td>
            {years.length > 1 && (
              <td>
                <Years spread={spread} pattern={pattern} years={years} />
              </td>
            )}
          </tr>
        ))}
      </ChartCard>
      {archives.length > 0 && (
        <ChartCard
          id="by-archive"
          title="By archive"
          first="Archive"
          head={<th scope="col">Patterns</th>}
          more={archives.length - ARCHIVES}
        >
          {archives.slice(0, ARCHIVES).map((row) => (
            <tr key={row.archive}>
              <th scope="row" class="explore-archive">
                {row.archive}
              </th>
              <td class="explore-number">{say(row.tactics)}</td>
              <td class="explore-shares">
                <Shares counts={row.patterns} total={row.tactics} name={row.archive} />
              </td>
            </tr>
          ))}
        </ChartCard>
      )}
    </div>
  );
}

interface ChartCardProps {
  id: string;
  title: string;
  /** What a row is about; the number of its tactics comes next. */
  first: string;
  /** The heads of the other columns. */
  head: ComponentChildren;
  /** Rows that are not shown. */
  more?: number;
  /** The rows. */
  children: ComponentChildren;
}

function ChartCard({ id, title, first, head, more = 0, children }: ChartCardProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="table-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
        <table class="explore-table">
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col" class="explore-number">
                Tactics
              </th>
              {head}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {more > 0 && <p class="muted small">And {number(more)} more.</p>}
    </section>
  );
}

/** Every year from the first to the last. */
function yearsOf({ years }: SpreadAnswer): number[] {
  const known = years.map(({ year }) => year).filter((year) => year !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A column a year; long spans in columns of several years. */
function Years({ spread, pattern, years }: { spread: SpreadAnswer; pattern: Pattern; years: readonly number[] }) {
  const [first = 0] = years;
  const span = Math.max(1, Math.ceil(years.length / 60));
  const columns = Array.from({ length: Math.ceil(years.length / span) }, () => 0);
  for (const { year, patterns } of spread.years) {
    if (year !== null) columns[Math.floor((year - first) / span)]! += patterns[pattern] ?? 0;
  }
  const most = Math.max(...columns);
  const best = first + span * columns.indexOf(most);
  const width = YEARS_WIDTH / columns.length;
  const most_in = span === 1 ? String(best) : `${best}–${best + span - 1}`;
  return (
    <svg
      class="explore-years"
      viewBox={`0 0 ${YEARS_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${inWords(pattern)} by year, most in ${most_in}: ${about(most)}`}
    >
      <path class="explore-base" d={`M0 ${HEIGHT - 0.5}H${YEARS_WIDTH}`} />
      {columns.map((count, index) => {
        const height = most === 0 ? 0 : (count / most) * (HEIGHT - 2);
        return (
          <rect
            key={index}
            class={`fill-${pattern}`}
            x={index * width}
            y={HEIGHT - height}
            width={Math.max(0.5, width - (width > 4 ? 1 : 0.2))}
            height={height}
          />
        );
      })}
    </svg>
  );
}

/** One bar in parts. */
function Shares({ counts, total, name }: { counts: Partial<Record<Pattern, number>>; total: number; name: string }) {
  let left = 0;
  const parts = PATTERNS.flatMap((pattern) => {
    const width = (100 * (counts[pattern] ?? 0)) / Math.max(1, total);
    if (width === 0) return [];
    const part = { pattern, x: left, width };
    left += width;
    return [part];
  });
  const words = parts
    .toSorted((a, b) => b.width - a.width)
    .slice(0, 3)
    .map(({ pattern, width }) => `${inWords(pattern)} ${Math.round(width)} %`);
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: most are ${words.join(', ')}`}
    >
      {parts.map(({ pattern, x, width }) => (
        <rect key={pattern} class={`fill-${pattern}`} x={x} width={width} height="10">
          <title>{`${inWords(pattern)} ${Math.round(width)} %`}</title>
        </rect>
      ))}
    </svg>
  );
}
