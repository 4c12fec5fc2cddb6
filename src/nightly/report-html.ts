/**
 * A night's report as one HTML file: no scripts, nothing from outside, pictures in it. It says so itself to every browser by a policy that
 * allows its own style sheet and nothing else, so that even a name that slipped through the escaping could do nothing.
 */
import { createHash } from 'node:crypto';
import { count } from '../tactics/figures.js';
import { CHART_STYLE } from './charts.js';
import { fineWords, moment, type NightFacts } from './facts.js';
import { foundIn } from './found.js';
import type { Pictures } from './pictures.js';
import { html } from './text.js';
import {
  archiveTable,
  FINEST_WORDS,
  finishedWords,
  headline,
  overview,
  puzzleWords,
  quarantineWords,
  type Table,
} from './wording.js';

const STYLE = `
:root{color-scheme:light dark;--paper:#fbf8f3;--card:#fff;--ink:#2b2825;--faint:#6f675d;--line:#e2d9cc;--warn:#8a3b12;--warnpaper:#fdf0e3}
@media(prefers-color-scheme:dark){:root{--paper:#191715;--card:#22201d;--ink:#ece6dd;--faint:#a79d90;--line:#3b3631;--warn:#f0b183;--warnpaper:#33261b}}
*{box-sizing:border-box}
body{margin:0;padding:2rem 1rem 4rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:60rem;margin:auto}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem}h2{font-size:1.15rem;margin:0 0 .7rem}h3{font-size:1rem;margin:.6rem 0 .2rem}
p{margin:.3rem 0}.lead{font-size:1.1rem}p.faint{color:var(--faint);font-size:.9rem}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem;margin:1rem 0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 1rem}
.warn{background:var(--warnpaper);border-color:var(--warn)}.warn h2{color:var(--warn)}
ul{margin:0;padding-left:1.2rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child>*{border-bottom:0}
th{font-weight:600}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.facts th{font-weight:400;color:var(--faint);width:45%}.facts .sub th{padding-left:1rem}
.scroll table{overflow-wrap:break-word}.scroll td{min-width:4.5rem}.scroll td:first-child{min-width:9rem;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;max-width:30rem}
.finest{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:1.5rem;list-style:none;padding:0;margin:1rem 0 0}
.finest svg{max-width:22rem}
.line{font-weight:600}
code{font:.8rem/1.4 ui-monospace,monospace;color:var(--faint)}
${CHART_STYLE}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

export function htmlReport(facts: NightFacts, pictures: Pictures): string {
  const { run, started, warnings, finest, counts, pruned, stayed } = facts;
  const title = `Night of ${moment(started)}`;
  const archives = archiveTable(facts);
  const found = foundIn(facts);
  const sections = [
    warnings.length > 0 && section('What needs a look', list(warnings), 'warn'),
    section('In numbers', factTable(overview(facts))),
    '<div class="pair">',
    counts.games.seen > 0 && section('Games', pictures.games),
    section('New games by night', pictures.nights),
    counts.games.seen + found.stored > 0 && section('Tactics by pattern', pictures.tactics),
    counts.games.seen > 0 && section('Throughput, games a second', pictures.throughput),
    section('Quarantine', `<p>${html(quarantineWords(facts))}</p>${found.quarantined > 0 ? pictures.quarantine : ''}`),
    section(
      'Puzzles',
      puzzleWords(facts)
        .map((line) => `<p>${html(line)}</p>`)
        .join(''),
    ),
    '</div>',
    finest.length > 0 && section('The finest tactics of the night', finestOf(facts, pictures)),
    archives.rows.length > 0 && section('Archives', tableOf(archives, 'Archives, table') + more(archives.more)),
    pruned.length + stayed.length > 0 && section('Removed', list([...pruned, ...stayed])),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${html(title)}</h1>
<p class="lead">${html(headline(facts))}</p>
<p class="faint">Run ${run}.</p>
${finishedWords(facts)
  .map((line) => `<p>${html(line)}</p>`)
  .join('\n')}
${sections.filter((part) => part !== false).join('\n')}
</main>
</body>
</html>
`;
}

function section(heading: string, body: string, kind = ''): string {
  return `<section${kind === '' ? '' : ` class="${kind}"`}><h2>${html(heading)}</h2>${body}</section>`;
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${html(line)}</li>`).join('')}</ul>`;
}

/** Names with their values. */
function factTable({ rows }: Table): string {
  const lines = rows.map(([name = '', value = '']) => {
    const sub = name.startsWith('  ') ? ' class="sub"' : '';
    return `<tr${sub}><th scope="row">${html(name)}</th><td>${html(value)}</td></tr>`;
  });
  return `<table class="facts">${lines.join('')}</table>`;
}

/** @param label for those who hear of it: whatever scrolls can be reached by the keyboard */
function tableOf({ head, numbersFrom, rows }: Table, label: string): string {
  const cell = (tag: string, text: string, index: number): string =>
    `<${tag}${index >= numbersFrom ? ' class="n"' : ''}>${html(text)}</${tag}>`;
  const line = (tag: string, cells: readonly string[]): string =>
    `<tr>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  return `<div class="scroll" tabindex="0" role="group" aria-label="${html(label)}"><table><thead>${line('th', head)}</thead><tbody>${rows.map((row) => line('td', row)).join('')}</tbody></table></div>`;
}

function more(rows: number): string {
  return rows > 0 ? `<p class="faint">And ${count(rows)} more.</p>` : '';
}

function finestOf({ finest }: NightFacts, pictures: Pictures): string {
  const items = finest.map((tactic, index) => {
    const { title, line, why, game, place } = fineWords(tactic);
    return `<li>${pictures.finest[index] ?? ''}<h3>${index + 1}. ${html(title)}</h3><p class="line">${html(line)}</p><p>${html(why)}</p><p class="faint">${html(game)}<br>${html(place)}</p><code>${html(tactic.puzzle.fen)}</code></li>`;
  });
  return `<p class="faint">${html(FINEST_WORDS)}</p><ol class="finest">${items.join('')}</ol>`;
}
