/**
 * The pictures of a report: SVG without scripts, drawn on a width that a phone has, with every number as text.
 *
 * Colours come by class from a style sheet: that of the page where a picture stands in one, and its own (`standalone`) where it is a file.
 */
import { count } from '../tactics/figures.js';
import type { Sample } from './tally.js';
import { html } from './text.js';

/** Units across; at a phone's 390 pixels a unit is about one. */
const WIDTH = 360;
const ROW = 24;

export interface Bar {
  label: string;
  value: number;
  /** Which of the colours; the first unless given. */
  tone?: 1 | 2 | 3 | 4;
}

/** The classes that pictures use, for a page's own sheet. */
export const CHART_STYLE = `
.motif-chart{--ink:#2b2825;--faint:#6f675d;--line:#d9d0c3;--t1:#1f7a4d;--t2:#4a78b5;--t3:#b98a2f;--t4:#b4493d}
@media(prefers-color-scheme:dark){.motif-chart{--ink:#ece6dd;--faint:#a79d90;--line:#464039;--t1:#4fb380;--t2:#7ba7de;--t3:#d9ad57;--t4:#e07f73}}
.motif-chart{font:12px system-ui,sans-serif;fill:var(--ink)}
.motif-chart .faint{fill:var(--faint)}
.motif-chart .axis{stroke:var(--line);fill:none}
.motif-chart .t1{fill:var(--t1)}.motif-chart .t2{fill:var(--t2)}.motif-chart .t3{fill:var(--t3)}.motif-chart .t4{fill:var(--t4)}
.motif-chart .curve{fill:none;stroke:var(--t1);stroke-width:2;stroke-linejoin:round}.motif-chart .under{fill:var(--t1);fill-opacity:.15}
`;

/** A picture as a file of its own. */
export function standalone(svg: string): string {
  return svg.replace('</title>', `</title><style>${CHART_STYLE}</style>`);
}

function svg(height: number, title: string, parts: readonly string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="motif-chart" viewBox="0 0 ${WIDTH} ${height}" role="img">` +
    `<title>${html(title)}</title>${parts.join('')}</svg>`
  );
}

function text(x: number, y: number, words: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${html(words)}</text>`;
}

function rect(x: number, y: number, width: number, height: number, tone: string, title = ''): string {
  const note = title === '' ? '' : `<title>${html(title)}</title>`;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="2" class="${tone}">${note}</rect>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** As much of a label as there is room for. */
function clip(label: string): string {
  return label.length > 21 ? `${label.slice(0, 20)}…` : label;
}

/** One bar below the other, with its label before it and its number behind it. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const labels = Math.min(150, 14 + 6.6 * Math.max(...bars.map(({ label }) => label.length), 0));
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const room = WIDTH - labels - 64;
  const rows = bars.flatMap(({ label, value, tone = 1 }, index) => {
    const y = index * ROW;
    const width = value === 0 ? 0 : Math.max((value / most) * room, 2);
    return [
      text(labels - 8, y + 16, clip(label), ' text-anchor="end"'),
      rect(labels, y + 4, width, 16, `t${tone}`),
      text(labels + width + 6, y + 16, count(value), ' class="faint"'),
    ];
  });
  return svg(Math.max(bars.length, 1) * ROW, title, rows);
}

/** The parts of a whole in one bar, with their names and numbers below it. */
export function shareChart(title: string, parts: readonly Bar[]): string {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  let x = 0;
  const bar = parts.flatMap(({ label, value, tone = 1 }) => {
    const width = whole === 0 ? 0 : (value / whole) * WIDTH;
    const piece = width === 0 ? [] : [rect(x, 0, width, 28, `t${tone}`, `${label}: ${count(value)}`)];
    x += width;
    return piece;
  });
  const legend = parts.flatMap(({ label, value, tone = 1 }, index) => {
    const [left, y] = [(index % 2) * (WIDTH / 2), 40 + Math.floor(index / 2) * ROW];
    return [rect(left, y, 12, 12, `t${tone}`), text(left + 18, y + 10, `${label} ${count(value)}`)];
  });
  return svg(40 + Math.ceil(parts.length / 2) * ROW, title, [...bar, ...legend]);
}

/** Games a second over the time of the scan. */
export function paceChart(title: string, samples: readonly Sample[]): string {
  const height = 140;
  const [left, top, bottom] = [44, 12, height - 24];
  const seconds = samples.at(-1)?.seconds ?? 0;
  const most = niceAbove(Math.max(...samples.map(({ gamesPerSecond }) => gamesPerSecond), 0));
  const xOf = (value: number): number => left + (seconds > 0 ? value / seconds : 0) * (WIDTH - left - 8);
  const yOf = (value: number): number => bottom - (value / most) * (bottom - top);
  const axes = [
    `<path class="axis" d="M${left} ${top}V${bottom}H${WIDTH - 8}M${left} ${round(yOf(most / 2))}H${WIDTH - 8}"/>`,
    ...[0, most / 2, most].map((value) =>
      text(left - 6, yOf(value) + 4, short(value), ' text-anchor="end" class="faint"'),
    ),
    text(left, height - 6, '0', ' class="faint"'),
    text(WIDTH - 8, height - 6, duration(seconds), ' text-anchor="end" class="faint"'),
  ];
  // a step for each span: a speed holds for all of it
  let from = left;
  const steps = samples.map(({ seconds: end, gamesPerSecond }) => {
    const [x, y] = [round(xOf(end)), round(yOf(gamesPerSecond))];
    const step = `L${round(from)} ${y}L${x} ${y}`;
    from = x;
    return step;
  });
  const path = steps.join('').replace('L', 'M');
  const under = `<path class="under" d="${path}L${round(from)} ${bottom}L${left} ${bottom}z"/>`;
  return svg(height, title, samples.length === 0 ? axes : [...axes, under, `<path class="curve" d="${path}"/>`]);
}

/** One column beside the other, the last ones to the right. */
export function columnChart(title: string, columns: readonly Bar[]): string {
  const height = 130;
  const [left, top, bottom] = [44, 10, height - 22];
  const most = niceAbove(Math.max(...columns.map(({ value }) => value), 0));
  const step = Math.min((WIDTH - left - 8) / Math.max(columns.length, 1), 32);
  const parts = columns.map(({ label, value, tone = 1 }, index) => {
    const size = value === 0 ? 0 : Math.max((value / most) * (bottom - top), 2);
    return rect(
      left + 3 + index * step,
      bottom - size,
      Math.max(step - 3, 1),
      size,
      `t${tone}`,
      `${label}: ${count(value)}`,
    );
  });
  const [first, last] = [columns[0], columns.at(-1)];
  return svg(height, title, [
    `<path class="axis" d="M${left} ${top}V${bottom}H${WIDTH - 8}"/>`,
    ...[0, most].map((value) =>
      text(left - 6, value === 0 ? bottom + 4 : top + 4, short(value), ' text-anchor="end" class="faint"'),
    ),
    ...parts,
    ...(first === undefined ? [] : [text(left, height - 4, first.label, ' class="faint"')]),
    ...(last === undefined || columns.length < 8
      ? []
      : [text(left + columns.length * step, height - 4, last.label, ' text-anchor="end" class="faint"')]),
  ]);
}

/** The next number above that is easy to read: 1, 2, 5, 10, 20 ... */
function niceAbove(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((nice) => nice >= value) ?? value;
}

/** 950, 1.5 k, 20 k, 3 M. */
function short(value: number): string {
  if (value >= 1e6) return `${round(value / 1e6)} M`;
  if (value >= 1e4) return `${round(value / 1e3)} k`;
  return String(round(value));
}

/** 42 s, 12 min, 3.5 h. */
function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${round(seconds / 3600)} h`;
}
