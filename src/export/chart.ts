/** Counts -> a picture of bars as SVG: no script, no font of its own, no clock; the same counts give the same bytes. */
import { count } from '../tactics/figures.js';
import { escapeHtml } from './text.js';

/** One group of bars below the other. */
export interface BarGroup {
  title: string;
  bars: readonly (readonly [label: string, value: number])[];
}

const WIDTH = 720;
const LABEL = 170;
const VALUE = 80;
const ROW = 22;
const TITLE = 38;
const MARGIN = 20;

export function barChart(title: string, groups: readonly BarGroup[]): string {
  const height = MARGIN + TITLE + groups.reduce((sum, { bars }) => sum + TITLE + ROW * bars.length, 0) + MARGIN;
  const parts: string[] = [text(MARGIN, MARGIN + 18, title, `font-size='18' font-weight='600'`)];
  let y = MARGIN + TITLE;
  for (const { title: name, bars } of groups) {
    parts.push(text(MARGIN, y + 24, name, `font-size='14' font-weight='600'`));
    y += TITLE;
    const most = Math.max(1, ...bars.map(([, value]) => value));
    for (const [label, value] of bars) {
      const length = Math.round(((WIDTH - 2 * MARGIN - LABEL - VALUE) * value) / most);
      parts.push(
        text(MARGIN + LABEL - 10, y + 14, label, `text-anchor='end'`),
        `<rect x='${MARGIN + LABEL}' y='${y + 2}' width='${value > 0 ? Math.max(1, length) : 0}' height='${ROW - 6}' rx='2' fill='#3b6ea5'/>`,
        text(MARGIN + LABEL + length + 8, y + 14, count(value), `fill='#444'`),
      );
      y += ROW;
    }
  }
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${WIDTH} ${height}' width='${WIDTH}' height='${height}' role='img' ` +
    `aria-label='${escapeHtml(title)}' font-family='system-ui, sans-serif' font-size='13'>\n` +
    `<rect width='${WIDTH}' height='${height}' fill='#fff'/>\n${parts.join('\n')}\n</svg>\n`
  );
}

function text(x: number, y: number, words: string, more: string): string {
  return `<text x='${x}' y='${y}' ${more}>${escapeHtml(words)}</text>`;
}
