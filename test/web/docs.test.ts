/** The documentation in a browser: its examples run, its diagrams stand, and it says of limits and errors what the service does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoredAnalyst } from '../../src/api/analyst.js';
import { REFUSALS } from '../../src/api/errors.js';
import { ROOT } from '../../src/paths.js';
import type { PositionResult, Task } from '../../src/pipeline/tasks.js';
import { openStore } from '../../src/store/open.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { ENGINE } from '../../src/tactics/version.js';
import { MESSAGES } from '../../src/web/docs/messages.js';
import { patternGuides } from '../../jobs/web/patterns.js';
import { call, queensGame } from '../api/app.js';
import { doorApp } from '../api/doors.js';
import { describeInBrowser, openSite, PHONE, type Site } from './browser.js';

/** Refusals of the pages' own routes and of `/readyz`, which are no part of the interface. */
const NOT_THE_INTERFACE = [
  ...['bad_signature', 'signed_out', 'declined', 'csrf', 'not_for_sale', 'conflict', 'link_miscopied', 'link_spent'],
  ...['mail_failed', 'payments_failed', 'payments_unsure', 'range_not_satisfiable', 'not_ready'],
];

it('has words for every refusal of the interface', () => {
  const source = readFileSync(join(ROOT, 'src', 'web', 'docs', 'Errors.tsx'), 'utf8');
  const known = [...source.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code);
  const wanted = Object.keys(REFUSALS).filter((code) => !NOT_THE_INTERFACE.includes(code));
  expect(known.sort()).toEqual(wanted.sort());
});

describe('the messages of errors', () => {
  const fen = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
  // 1,040 plies
  const shuffle = Array.from({ length: 260 }, () => 'Nf3 Nf6 Ng1 Ng8').join(' ');
  /** A body that brings each of them about. */
  const causes: Record<string, readonly [path: string, body: unknown][]> = {
    missing_input: [
      ['/extract', {}],
      ['/extract_batch', {}],
    ],
    invalid_pattern: [['/extract', { fen, patterns: ['forks'] }]],
    invalid_field: [
      ['/extract', { fen, depth: 'l3' }],
      ['/extract', { fen, with_sequence: 'yes' }],
      ['/extract', { fen, patterns: 'fork' }],
      ['/extract', { fen, patterns: ['fork', 7] }],
      ['/extract_batch', { fens: [] }],
      ['/extract_batch', { fens: [fen, 7] }],
      ['/extract_game', { pgn: '1. e4 *', side: 'opponent' }],
    ],
    repeated_field: [['/extract', `{"fen":"${fen}","fen":"${fen}"}`]],
    too_costly: [
      ['/extract_game', { pgn: `${shuffle} *` }],
      ['/extract_game', { pgn: queensGame(13), depth: 'l1', mode: 'available' }],
      ['/extract_batch', { fens: Array<string>(31).fill(fen) }],
    ],
  };

  it('are those that come', async () => {
    const engine = await loadEngine();
    const store = openStore(':memory:');
    const run = async ({ fen: position, depth }: Extract<Task, { kind: 'position' }>): Promise<PositionResult> => {
      if (depth === 'l2') return Promise.reject(new Error('nothing is to be analysed for long'));
      return Promise.resolve({ records: engine.analyze(position, depth) });
    };
    const pool = { size: 1, run };
    const onStoreError = (error: unknown): never => {
      throw error;
    };
    const app = await doorApp({ store, analyst: new StoredAnalyst({ store, pool, engine, id: ENGINE, onStoreError }) });
    expect(Object.keys(causes)).toEqual(Object.keys(MESSAGES));
    for (const [code, bodies] of Object.entries(causes)) {
      const words: unknown[] = [];
      for (const [path, body] of bodies) {
        const reply = await call(app, 'POST', `/api/v1${path}`, body);
        expect(reply.status).toBe(REFUSALS[code as keyof typeof REFUSALS].status);
        words.push((reply.body as { error: string }).error);
      }
      expect(words).toEqual(MESSAGES[code]);
    }
    await app.close();
    store.close();
  });
});

it('reads all of docs/patterns.md', () => {
  const text = readFileSync(join(ROOT, 'docs', 'patterns.md'), 'utf8');
  const guides = patternGuides();
  expect(guides.map(({ pattern }) => pattern)).toEqual([...PATTERNS]);
  expect(guides.flatMap(({ examples }) => examples)).toHaveLength(text.match(/lichess\.org\/training/g)?.length ?? 0);
  for (const { lead, rule, squares, confirmed } of guides) {
    expect(lead).not.toBe('');
    expect(rule.length).toBeGreaterThan(0);
    for (const words of [squares, confirmed]) expect(words).toMatch(/^[A-Z].*\.$/s);
  }
});

describeInBrowser('the documentation', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('runs its examples where they stand', async () => {
    const { page, check } = await site.visit('/docs');
    const runners = page.locator('.runner');
    expect(await runners.count()).toBe(4);
    for (const [index, wanted] of [
      '"d4e2"',
      '"positions_analyzed"',
      '"Invalid FEN"',
      '"patterns_count": 10',
    ].entries()) {
      const runner = runners.nth(index);
      await runner.getByRole('button', { name: 'Run' }).click();
      await runner.getByText('200 OK').waitFor();
      expect(await runner.locator('pre').textContent()).toContain(wanted);
    }
    expect(await runners.first().textContent()).toMatch(/ratelimit-remaining: \d+/);
    await check();
  });

  it('reads the status of an answer out, and not all of it', async () => {
    const { page } = await site.visit('/docs');
    const runner = page.locator('.runner').first();
    await runner.getByRole('button', { name: 'Copy as curl' }).click();
    await runner.getByText(/^Copied$|does not allow copying/).waitFor();
    // what comes into the page with its words is not read out: these are there before
    const told = await runner.getByRole('status').elementHandles();
    expect(told).toHaveLength(2);
    await runner.getByRole('button', { name: 'Run' }).click();
    await runner.locator('pre').waitFor();
    const words = await Promise.all(told.map((element) => element.textContent()));
    expect(words).toEqual(['', expect.stringMatching(/^200 OK, \d+ ms$/)]);
    expect(await runner.locator(':is([aria-live], [role=status]) pre').count()).toBe(0);
  });

  it('says whether it is the server or this device that is not there', async () => {
    const { page } = await site.visit('/docs', { expectErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });
    const runner = page.locator('.runner').first();
    await page.context().setOffline(true);
    await runner.getByRole('button', { name: 'Run' }).click();
    await runner.getByText('This device is offline: try again when it is connected.').waitFor();
    await page.context().setOffline(false);
    await page.route('**/api/v1/**', (route) => route.abort());
    await runner.getByRole('button', { name: 'Run' }).click();
    await runner.getByText('Is it running?').waitFor();
  });

  it('shows what a refusal looks like', async () => {
    const { page, faults } = await site.visit('/docs', { expectErrors: /status of 400/ });
    const runner = page.locator('.runner').first();
    await runner.getByLabel('Body').fill('{"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}');
    await runner.getByRole('button', { name: 'Run' }).click();
    await runner.getByText('400 Bad Request').waitFor();
    expect(await runner.locator('.outcome').textContent()).toContain(
      'x-error-detail: White has no king, and Black has no king',
    );
    expect(faults).toEqual([]);
  });

  it('shows every pattern on boards that lead to the playground, and more of them on demand', async () => {
    const { page, check } = await site.visit('/docs');
    const patterns = page.locator('.pattern');
    expect(await patterns.count()).toBe(10);
    for (let index = 0; index < 10; index++) {
      expect(await patterns.nth(index).locator('.diagram').count()).toBe(3);
    }
    const fork = patterns.first();
    await fork.locator('summary').click();
    await fork.getByText('A promoted pawn forks as what it has become.').waitFor();
    expect(await fork.locator('.diagram').count()).toBeGreaterThan(6);
    await check();
    await fork.locator('.diagram a').first().click();
    await page.getByRole('button', { name: /^Fork/ }).waitFor();
    await check();
  });

  it('leads from each diagram that is one to that tactic, and not to another of its position', async () => {
    const { page } = await site.visit('/docs');
    // where each visit takes long enough for the service to be asked, they would use up the minute of the tests beside this one
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.locator('.pattern').last().waitFor();
    const links = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll('.pattern')].flatMap((pattern) =>
        [...pattern.querySelectorAll('.diagram:has(.verdict-yes)')].map((one) =>
          [pattern.querySelector('h3').firstChild.data.trim(), one.querySelector('a').getAttribute('href')]))`,
    );
    expect(links).toHaveLength(20);
    for (const [title, link] of links) {
      await page.goto('about:blank');
      await page.goto(site.url + link);
      expect(await page.locator('.tactic-open .tactic-name').textContent(), link).toBe(title);
    }
  });

  it('opens at the section that its address names', async () => {
    const { page } = await site.visit('/docs#errors');
    await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate('Math.round(document.getElementById("errors").getBoundingClientRect().top)'))
      .toBeLessThan(200);
  });

  it('lists the errors as they read, and every field of a tactic', async () => {
    const { page, check } = await site.visit('/docs');
    const errors = await page.getByRole('group', { name: 'Errors' }).locator('code').allTextContents();
    for (const words of Object.values(MESSAGES).flat()) expect(errors).toContain(words);
    const { invalid_field, repeated_field, too_costly, not_ready } = REFUSALS;
    for (const { message } of [invalid_field, repeated_field, too_costly, not_ready]) {
      expect(errors).not.toContain(message);
    }
    const fields = await page.getByRole('group', { name: 'Fields of a tactic' }).locator('td code').allTextContents();
    for (const field of ['trigger_san', 'sequence_san', 'pin_kind']) expect(fields).toContain(field);
    await check();
  });

  it('has the limits that the service enforces', async () => {
    const { page } = await site.visit('/docs');
    await page.getByRole('rowheader', { name: 'Builder' }).waitFor();
    expect(await page.getByRole('row', { name: /Free/ }).textContent()).toBe('Free$0 a month303/api/v1');
  });

  it('copies over plain HTTP too, where browsers give pages no clipboard', async () => {
    const page = await (await site.browser.newContext()).newPage();
    await page.goto(`${site.url.replace('127.0.0.1', '0.0.0.0')}/docs`);
    expect(await page.evaluate('[isSecureContext, typeof navigator.clipboard]')).toEqual([false, 'undefined']);
    const runner = page.locator('.runner').last();
    await runner.getByRole('button', { name: 'Copy as curl' }).click({ timeout: 10_000 });
    await runner.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Copy as curl');
    const body = page.getByLabel('Body').first();
    await body.fill('');
    await body.press('Control+V');
    expect(await body.inputValue()).toMatch(/^curl http:\/\/\S+\/api\/v1\/health$/);
    await page.context().close();
  });

  it('says so where the limits are not handed out', async () => {
    const { page, check } = await site.visit('/pricing', { expectErrors: /status of 429/ });
    await page.route('**/pages/plans', (route) =>
      route.fulfill({ status: 429, json: { error: 'Rate limit exceeded' } }),
    );
    await page.goto(`${site.url}/docs`);
    await page.getByText('The table could not be loaded.').waitFor();
    await check();
  });

  it.each([320, 360])(
    'breaks the tables of fields to what a phone of %i pixels shows, and cuts no text off',
    async (width) => {
      const { page, check } = await site.visit('/docs', { ...PHONE, viewport: { width, height: 740 } });
      await page.locator('.fields').first().waitFor();
      const excesses = await page.evaluate(
        "[...document.querySelectorAll('.reference')].map((table) => table.parentElement.scrollWidth - table.parentElement.clientWidth)",
      );
      expect(excesses).toEqual([0, 0, 0, 0]);
      await check();
    },
  );

  it.each([360, 1280])('has a form made from the interface that works as it stands, %i px wide', async (width) => {
    const phone = width < 500;
    const { page, faults } = await site.visit('/docs/try/', {
      viewport: { width, height: 800 },
      isMobile: phone,
      hasTouch: phone,
    });
    await page.getByText('/extract_game').first().waitFor();
    const versions: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) versions.push(request.headers()['accept-version']);
    });
    // the picture is not the library's
    expect(await page.locator('.topbar').count()).toBe(0);
    for (const [operation, wanted] of [
      ['extract', '"d4e2"'],
      ['extractGame', '"positions_analyzed"'],
      ['extractBatch', '"depth":"l1"'],
    ] as const) {
      const form = page.locator(`#operations-default-${operation}`);
      await form.locator('.opblock-summary-control').click();
      await form.getByRole('button', { name: 'Execute' }).click();
      await form.locator('.live-responses-table').getByText('200', { exact: true }).waitFor();
      const answer = await form.locator('.live-responses-table').textContent();
      expect(answer).toContain(wanted);
      expect(answer).not.toContain("can't parse");
    }
    const save = page.locator('#operations-default-extractBatch .live-responses-table .download-contents');
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(file.suggestedFilename()).toMatch(/\.txt$/);
    // the earlier form, which knows no depth, is sent for by nobody who has not asked for it
    expect(versions).toEqual([undefined, undefined, undefined]);
    const widths = await page.evaluate('[window.innerWidth, document.documentElement.scrollWidth]');
    expect(widths).toEqual([width, width]);
    const background = (): Promise<string> =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const bright = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).not.toBe(bright);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(background).toBe(bright);
    expect(faults).toEqual([]);
  });
});
