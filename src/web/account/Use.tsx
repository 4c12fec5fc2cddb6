/** The use of an account's keys by day, against the limit: as bars to look at, and as a table to read. */
import { count } from '../../tactics/figures.js';
import type { AccountView, UseView } from './types.js';
import { day as dayInWords } from './words.js';

interface Day {
  day: string;
  requests: number;
  refused: number;
  /** The busiest minute, of all keys together. */
  peak: number;
}

const WIDTH = 640;
const HEIGHT = 150;

export function Use({ account }: { account: AccountView }) {
  const { use, plan } = account;
  const days = byDay(use.days, use.first_day, use.today);
  const today = days.at(-1)!;
  const limit = plan?.requests_per_minute ?? null;
  const used = days.filter(({ requests, refused }) => requests + refused > 0);
  return (
    <section aria-labelledby="use-title">
      <h2 id="use-title">Use</h2>
      <dl class="figures">
        <Figure term="Requests today" value={count(today.requests)} />
        <Figure term="Refused today (429)" value={count(today.refused)} />
        <Figure
          term="Busiest minute today"
          value={limit === null ? count(today.peak) : `${count(today.peak)} of ${count(limit)}`}
        />
        {plan?.games_per_day != null && (
          <Figure term="Games today" value={`${count(use.games_today)} of ${count(plan.games_per_day)}`} />
        )}
      </dl>
      <div class="charts">
        <Bars title="Requests a day" days={days} value={({ requests }) => requests} />
        <Bars title="Busiest minute of each day" days={days} value={({ peak }) => peak} limit={limit} />
      </div>
      <p class="muted small">
        The last 30 days, UTC. All keys of an account share its limit
        {limit === null ? '' : ` of ${count(limit)} requests a minute`}.
      </p>
      {used.length > 0 && (
        <details>
          <summary>As a table</summary>
          <div class="table-scroll" tabIndex={0} role="region" aria-label="Use by day">
            <table>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Requests</th>
                  <th scope="col">Refused</th>
                  <th scope="col">Busiest minute</th>
                  <th scope="col">By key</th>
                </tr>
              </thead>
              <tbody>
                {used.reverse().map(({ day, requests, refused, peak }) => (
                  <tr key={day}>
                    <th scope="row">{dayInWords(day)}</th>
                    <td>{count(requests)}</td>
                    <td>{count(refused)}</td>
                    <td>{count(peak)}</td>
                    <td class="mono">
                      {use.days
                        .filter((row) => row.day === day)
                        .map((row) => `${row.key}: ${count(row.requests)}`)
                        .join(', ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface BarsProps {
  title: string;
  days: readonly Day[];
  value: (day: Day) => number;
  /** Drawn as a line; null for none. */
  limit?: number | null;
}

function Bars({ title, days, value, limit = null }: BarsProps) {
  const most = Math.max(...days.map(value), 0);
  const top = Math.max(most, limit ?? 0, 1);
  const step = WIDTH / days.length;
  const y = (amount: number): number => HEIGHT - (amount / top) * (HEIGHT - 8);
  const busiest = days.find((day) => value(day) === most);
  const words =
    most === 0 || busiest === undefined
      ? `${title}: none in this time.`
      : `${title}: at most ${count(most)}, on ${dayInWords(busiest.day)}${limit === null ? '' : `; the limit is ${count(limit)}`}.`;
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 36}`} role="img" aria-label={words}>
        <line class="chart-ground" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {days.map((each, index) => {
          const amount = value(each);
          const height = amount === 0 ? 0 : Math.max(HEIGHT - y(amount), 2);
          return (
            <rect
              key={each.day}
              class={limit !== null && amount >= limit ? 'chart-bar chart-full' : 'chart-bar'}
              x={index * step + 2}
              width={step - 4}
              y={HEIGHT - height}
              height={height}
              rx="2"
            >
              <title>{`${dayInWords(each.day)}: ${count(amount)}`}</title>
            </rect>
          );
        })}
        {limit !== null && <line class="chart-limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />}
        <text class="chart-text" x="0" y={HEIGHT + 28}>
          {dayInWords(days[0]!.day)}
        </text>
        <text class="chart-text chart-end" x={WIDTH} y={HEIGHT + 28}>
          today
        </text>
      </svg>
      <p class="muted small">{words}</p>
    </figure>
  );
}

/** Every day from the first to today, also those without use; all keys together. */
function byDay(rows: readonly UseView[], first: string, last: string): Day[] {
  const days: Day[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += 24 * 60 * 60 * 1000) {
    const day = new Date(time).toISOString().slice(0, 10);
    const own = rows.filter((row) => row.day === day);
    days.push({
      day,
      requests: own.reduce((sum, row) => sum + row.requests, 0),
      refused: own.reduce((sum, row) => sum + row.refused, 0),
      peak: Math.max(0, ...own.map(({ peak }) => peak)),
    });
  }
  return days;
}
