/** What a report says, in both forms; and that strangers' words stay words in it. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { barChart, columnChart, paceChart, shareChart, standalone } from '../../src/nightly/charts.js';
import type { NightFacts } from '../../src/nightly/facts.js';
import { Finest } from '../../src/nightly/finest.js';
import { drawPictures, largest } from '../../src/nightly/pictures.js';
import { htmlReport } from '../../src/nightly/report-html.js';
import { markdownReport } from '../../src/nightly/report-markdown.js';
import { html, markdown, name } from '../../src/nightly/text.js';
import { NO_PROGRESS, noRunCounts, type Run, type RunArchive } from '../../src/store/runs.js';
import { tactic } from '../store/fixture.js';
import { puzzle, SMOTHERED } from './fixture.js';

const EVIL = '<script>alert(1)</script>"\'&\n\u202e|`[x](javascript:1)';

function facts(change: Partial<NightFacts> = {}): NightFacts {
  const counts = noRunCounts();
  Object.assign(counts.games, { seen: 1250, stored: 1200, duplicate: 30, filtered: 15, quarantined: 5 });
  Object.assign(counts.archives, { read: 2, bad: 1, left: 1, known: 7 });
  Object.assign(counts, { tactics: 4321, positions: 98_765, puzzles: 1, scanSeconds: 10 });
  Object.assign(counts.tacticsByPattern, { fork: 4000, pin: 321 });
  Object.assign(counts.quarantineByReason, { illegal_move: 4, [EVIL]: 1 });
  const finest = new Finest();
  const game = { ...puzzle('x').game, white: EVIL, event: EVIL, archive: `/srv/${EVIL}` };
  finest.add(puzzle('x', { ...SMOTHERED, game, records: tactic('smothered_mate', 0, true) }));
  return {
    run: 12,
    started: Date.UTC(2026, 10, 21, 1, 30),
    written: Date.UTC(2026, 10, 21, 1, 42),
    version: '1.0',
    signature: 'abcd',
    folder: '/srv/archives',
    db: '/srv/motif.db',
    counts,
    before: 250,
    bytes: 5e6,
    pace: [
      { seconds: 5, gamesPerSecond: 80 },
      { seconds: 10, gamesPerSecond: 120 },
    ],
    archives: [
      { path: '/srv/archives/a.zip', size: 5e6, state: 'done', games: 1250, quarantined: 5, message: '' },
      { path: `/srv/archives/${EVIL}.zip`, size: 10, state: 'bad', games: 0, quarantined: 0, message: EVIL },
    ],
    copies: [],
    left: [{ path: '/srv/archives/c.zip.part', size: 3, why: 'has the name of an unfinished file' }],
    warnings: [`/srv/archives/b.zip: ${EVIL}`],
    finishes: [],
    puzzles: {
      total: 1,
      editions: [{ folder: '/out/puzzles/0003', puzzles: 1, files: ['puzzles.csv'] }],
    },
    finest: finest.list(),
    pruned: ['report /out/reports/old'],
    stayed: [],
    history: [{ run: 12, started: Date.UTC(2026, 10, 21), games: 1200 }],
    ...change,
  };
}

/** A night that was cut short in its scan; its counts are still to be told. */
const KILLED: Omit<Run, 'counts'> = {
  ...{ id: 11, version: '', process: 1, updated: 0, ended: 0, stage: 'scan', message: '', report: null },
  ...{ kind: 'nightly', state: 'killed', started: Date.UTC(2026, 10, 20), progress: NO_PROGRESS },
};

function htmlOf(change: Partial<NightFacts> = {}): string {
  const all = facts(change);
  return htmlReport(all, drawPictures(all));
}

describe.each([
  ['HTML', htmlOf],
  ['Markdown', (change?: Partial<NightFacts>) => markdownReport(facts(change))],
])('in %s, the report', (_, report) => {
  test('says what was done, with the numbers', () => {
    const text = report();
    for (const words of [
      'Night of 2026-11-21 01:30 UTC',
      '1,200 new games from 1 archive,',
      '4,321 tactics',
      '1 new puzzle',
    ]) {
      expect(text).toContain(words);
    }
    // 1,000 of the 1,250 games were this night's own
    expect(text).toContain('100 games/s');
    expect(text).toContain('puzzles/0003');
    expect(text).toContain('report /out/reports/old');
    expect(text).toContain('250 games had been read by earlier runs in archives that this one continued');
    expect(text).toContain('counted as if read again: known, filtered or set aside');
    expect(text).toMatch(/30\\?\. Qg8\+ Rxg8 31\. Nf7#/);
    expect(text).toContain('sacrifices material worth 9 pawns; mate in 2; 14 points');
    expect(text).toContain(SMOTHERED.fen);
  });

  test('names the archive of a tactic and the entry in it, and a plain file once', () => {
    const placeIn = (archive: string): string => {
      const finest = new Finest();
      const game = { ...puzzle('x').game, archive, entry: 'games.pgn', offset: 12 };
      finest.add(puzzle('x', { ...SMOTHERED, game, records: tactic('smothered_mate', 0, true) }));
      return report({ finest: finest.list() });
    };
    expect(placeIn('/srv/games.zip')).toContain('games.zip, games.pgn, byte 12');
    expect(placeIn('/srv/games.pgn')).toContain('games.pgn, byte 12');
    expect(placeIn('/srv/games.pgn')).not.toContain('games.pgn, games.pgn');
  });

  test('tells new games from those that were brought up to date, its own and of the nights that it finishes', () => {
    const cut = { ...noRunCounts(), renewed: 30, quarantineNew: {} };
    cut.games.stored = 77;
    const counts = { ...facts().counts, renewed: 900 };
    const text = report({ counts, finishes: [{ ...KILLED, counts: cut }] });
    expect(text).toContain('300 new games from 1 archive, 900 brought up to date,');
    expect(text).toContain('after it had stored 47 new games');
    expect(text).toMatch(/those of the nights that this one finishes\D*347\b/);
  });

  test('says what needs a look, and what was left', () => {
    expect(report()).toContain('What needs a look');
    expect(report()).toMatch(/c\.zip\.part.*unfinished file/s);
    expect(report({ warnings: [] })).not.toContain('What needs a look');
  });

  test('says that a night was cut short which this one finishes', () => {
    const counts = { ...noRunCounts(), games: { ...noRunCounts().games, stored: 77 } };
    const killed = { kind: 'nightly', state: 'killed', version: '', process: 1, updated: 0, ended: 0 } as const;
    const progress = { share: null, games: 0, positions: 0, gamesPerSecond: 0, secondsLeft: null };
    const finishes = [
      {
        ...killed,
        id: 11,
        started: Date.UTC(2026, 10, 20),
        stage: 'scan',
        progress,
        counts,
        message: '',
        report: null,
      },
    ];
    expect(report({ finishes })).toContain('This night finishes run 11 of 2026-11-20 00:00 UTC, which was cut short');
    expect(report({ finishes })).toContain('77 new games');
    expect(report()).not.toContain('finishes run');
  });

  test('tells what nights had found that it finishes, also where nothing was left for this one', () => {
    const cut = { ...noRunCounts(), tactics: 700, quarantineNew: { bad_tag: 2, illegal_move: 3 } };
    Object.assign(cut.games, { stored: 437, quarantined: 5 });
    Object.assign(cut.tacticsByPattern, { fork: 600, skewer: 100 });
    const finishes = [{ ...KILLED, counts: cut }];
    const text = report({ finishes });
    expect(text).toContain('1,637');
    expect(text).toContain('4,600');
    expect(text).toContain('10 games could not be read');
    const rest = report({ finishes, counts: noRunCounts(), archives: [], left: [], pace: [], before: 0 });
    expect(rest).toContain(
      'Nothing was left to read; the nights that this one finishes had found 437 new games and 700 tactics.',
    );
    expect(rest).toContain('Tactics by pattern');
    expect(rest).toContain('5 games could not be read');
    const counts = { ...noRunCounts(), archives: { read: 0, bad: 1, left: 0, known: 1 } };
    const bad = report({ finishes, counts, archives: facts().archives.slice(1), left: [], pace: [], before: 0 });
    expect(bad).toContain(
      'Of what was left, no archive could be read; the nights that this one finishes had found 437',
    );
    expect(rest).not.toContain('Every game');
  });

  test('does not say of a killed night that it stored nothing, where that was not noted', () => {
    const text = report({ finishes: [{ ...KILLED, counts: noRunCounts() }], counts: noRunCounts() });
    expect(text).toContain('before it recorded how many new games it had stored');
    expect(text).toContain('Every game that this night reached could be read.');
    expect(text).not.toContain('stored 0 new games');
  });

  test('of a night with nothing new says so', () => {
    const text = report({
      counts: noRunCounts(),
      archives: [],
      left: [],
      finest: [],
      pace: [],
      before: 0,
      puzzles: null,
    });
    expect(text).toContain('Nothing new: there was no archive to read.');
    expect(text).toContain('ran with --formats none');
    // and has no empty charts
    expect(text).not.toContain('Throughput');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('lists no more archives than one looks through, and says how many there are', () => {
    const archives = Array.from({ length: 130 }, () => facts().archives[0]!);
    const text = report({ archives });
    expect(text).toContain('And 31 more.');
    expect(text.match(/\ba\.zip\b/g)).toHaveLength(100);
  });

  test('counts among the archives that gave games those that break off', () => {
    const [a, b] = facts().archives as [RunArchive, RunArchive];
    expect(report({ archives: [a, { ...b, games: 1 }] })).toContain('1,200 new games from 2 archives,');
  });

  test('says of one game that it had been read before', () => {
    expect(report({ before: 1 })).toContain('that this one continued, and is counted as if read again');
  });

  test.each([
    ['cut short while it looked for archives', { stage: 'find' }, 'was cut short (in its stage “find”)'],
    ['failed', { state: 'failed' } as const, 'failed (in its stage “scan”)'],
  ])('says of a night that %s that it had stored nothing', (_, change, words) => {
    const text = report({ finishes: [{ ...KILLED, ...change, counts: noRunCounts() }] });
    expect(text).toContain(`${words} after it had stored 0 new games.`);
  });
});

describe("strangers' words", () => {
  test('are no markup in HTML, and the file allows nothing but its own style sheet', () => {
    const text = htmlOf();
    expect(text).not.toMatch(/<script|\son\w+=/i);
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(text).not.toContain('\u202e');
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(text).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(text.match(/<style/g)).toHaveLength(1);
    // Shapes of a diagram are used where they are defined, in the page itself; nothing else is fetched.
    expect(text).not.toMatch(/\sstyle=|src=|href=(?!'#finest\d+-p[1-6]')/);
  });

  test('are no markup in Markdown', () => {
    const text = markdownReport(facts());
    expect(text).not.toMatch(/[^\\]<script/);
    expect(text).not.toMatch(/[^\\]\[x[^\\]*\]\(/);
    expect(text).not.toContain('\u202e');
    // every row of a table has as many cells as its head
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    for (const row of rows) expect([3, 7]).toContain(row.replace(/\\\|/g, '').split('|').length - 1);
  });

  test.each([
    ['html', html, `<a href="x">'&`, '&#60;a href=&#34;x&#34;&#62;&#39;&#38;'],
    ['markdown', markdown, '# a_b | <i> [l](u) https://x.y', '\\# a\\_b \\| \\<i\\> \\[l\\](u) https\\://x.y'],
    ['markdown', markdown, '1. e4', '1\\. e4'],
    ['name', name, 'x'.repeat(200), `${'x'.repeat(119)}…`],
  ] as const)('%s', (_, write, text, expected) => {
    expect(write(text)).toBe(expected);
  });
});

describe('pictures', () => {
  const all = drawPictures(facts());

  test('are well-formed, named for those who do not see them, and carry their numbers as text', () => {
    for (const svg of [all.games, all.tactics, all.throughput, all.quarantine, all.nights, ...all.finest]) {
      expect(balance(svg)).toEqual([]);
      expect(svg).toMatch(/role=["']img["'][^>]*><title>[^<]+<\/title>/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(all.games).toContain('new 1,200');
    expect(all.tactics).toContain('4,000');
    expect(all.quarantine).toContain('&#60;script');
    expect(standalone(all.games)).toContain('<style>');
  });

  test('of nothing are empty, not broken', () => {
    for (const svg of [barChart('a', []), shareChart('a', []), paceChart('a', []), columnChart('a', [])]) {
      expect(balance(svg)).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(barChart('a', [{ label: 'x', value: 0 }])).toContain('width="0"');
  });

  test('show bars in proportion', () => {
    const svg = barChart('a', [{ label: 'x', value: 50 }, { label: 'y', value: 100 }]); // prettier-ignore
    const [half = 0, whole = 1] = [...svg.matchAll(/<rect[^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(half / whole).toBeCloseTo(0.5, 1);
  });

  /** x, y, width and height of all rectangles. */
  const rectsOf = (svg: string): number[][] =>
    [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(([, ...sides]) =>
      sides.map(Number),
    );
  const wordsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, words]) => words!);
  const columns = (values: readonly number[]): string =>
    columnChart(
      'a',
      values.map((value, index) => ({ label: `day ${index}`, value })),
    );

  test('put the parts of a whole one behind the other, and columns on one line', () => {
    const parts = [{ label: 'x', value: 1 }, { label: 'none', value: 0 }, { label: 'y', value: 3, tone: 2 }] as const; // prettier-ignore
    expect(rectsOf(shareChart('a', parts)).filter(([, y]) => y === 0)).toEqual([
      [0, 0, 90, 28],
      [90, 0, 270, 28],
    ]);
    expect(rectsOf(columns([1, 0, 5]))).toEqual([
      [47, 88.4, 29, 19.6],
      [79, 108, 29, 0],
      [111, 10, 29, 98],
    ]);
  });

  test('name the first column and, where there is room, the last', () => {
    expect(wordsOf(columns([1, 2, 3]))).toEqual(['0', '5', 'day 0']);
    expect(wordsOf(columns([1, 2, 3, 4, 5, 6, 7, 8]))).toEqual(['0', '10', 'day 0', 'day 7']);
  });

  test('draw a speed for all of its span', () => {
    const samples = [{ seconds: 5, gamesPerSecond: 80 }, { seconds: 10, gamesPerSecond: 120 }]; // prettier-ignore
    const svg = paceChart('a', samples);
    const curve = 'M44 74.4L198 74.4L198 53.6L352 53.6';
    expect(svg).toContain(`<path class="curve" d="${curve}"/>`);
    expect(svg).toContain(`<path class="under" d="${curve}L352 116L44 116z"/>`);
    expect(wordsOf(svg)).toEqual(['0', '100', '200', '0', '10 s']);
  });

  test.each([
    [119, 0.5, ['0.5', '1', '119 s']],
    [120, 2, ['1', '2', '2 min']],
    [7199, 2.1, ['2.5', '5', '120 min']],
    [7200, 9_999, ['5000', '10 k', '2 h']],
    [12_600, 1_000_001, ['1 M', '2 M', '3.5 h']],
  ])('%d s at up to %d games a second have axes that are easy to read', (seconds, gamesPerSecond, words) => {
    expect(wordsOf(paceChart('a', [{ seconds, gamesPerSecond }]))).toEqual(['0', ...words.slice(0, 2), '0', words[2]]);
  });

  test('cut labels that are too long', () => {
    expect(wordsOf(barChart('a', [{ label: 'x'.repeat(21), value: 1 }]))[0]).toBe('x'.repeat(21));
    expect(wordsOf(barChart('a', [{ label: 'x'.repeat(22), value: 1 }]))[0]).toBe(`${'x'.repeat(20)}…`);
  });

  test('sum up what is too much for a chart', () => {
    const counts = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`r${n}`, n + 1]));
    expect(largest(Object.fromEntries(Object.entries(counts).slice(0, 12)))).not.toContainEqual([
      'all others',
      expect.anything(),
    ]);
    const bars = largest(counts);
    expect(bars).toHaveLength(12);
    expect(bars[0]).toEqual(['r29', 30]);
    expect(bars.reduce((sum, [, n]) => sum + n, 0)).toBe((30 * 31) / 2);
  });
});

/** Tags that are not closed, or not opened. */
function balance(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, tag = '', empty] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (empty === '/') continue;
    if (close === '') open.push(tag);
    else if (open.pop() !== tag) return [`</${tag}>`];
  }
  return open;
}
