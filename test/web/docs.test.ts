/** The documentation in a browser: its examples run, its diagrams stand, and it says of limits and errors what the service does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFUSALS } from '../../src/api/errors.js';
import { ROOT } from '../../src/paths.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { patternGuides } from '../../jobs/web/patterns.js';
import { describeInBrowser, openSite, type Site } from './browser.js';

/** Refusals of the pages' own routes, which are no part of the interface. */
const NOT_THE_INTERFACE = [
  ...['bad_signature', 'signed_out', 'declined', 'csrf', 'not_for_sale', 'conflict', 'link_spent'],
  ...['mail_failed', 'payments_failed'],
];

it('has words for every refusal of the interface', () => {
  const source = readFileSync(join(ROOT, 'src', 'web', 'docs', 'Errors.tsx'), 'utf8');
  const known = [...source.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code);
  const wanted = Object.keys(REFUSALS).filter((code) => !NOT_THE_INTERFACE.includes(code));
  expect(known.sort()).toEqual(wanted.sort());
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
    expect(await runners.first().textContent()).toContain('ratelimit-remaining: 29');
    await check();
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

  it('opens at the section that its address names', async () => {
    const { page } = await site.visit('/docs#errors');
    await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate('Math.round(document.getElementById("errors").getBoundingClientRect().top)'))
      .toBeLessThan(200);
  });

  it('has the limits that the service enforces', async () => {
    const { page } = await site.visit('/docs');
    await page.getByRole('rowheader', { name: 'Builder' }).waitFor();
    expect(await page.getByRole('row', { name: /Free/ }).textContent()).toBe('Free$0 a month303/api/v1');
  });

  it.each([360, 1280])('has a form made from the interface that works as it stands, %i px wide', async (width) => {
    const phone = width < 500;
    const { page, faults } = await site.visit('/docs/try/', {
      viewport: { width, height: 800 },
      isMobile: phone,
      hasTouch: phone,
    });
    await page.getByText('/extract_game').first().waitFor();
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
      expect(await form.locator('.live-responses-table').textContent()).toContain(wanted);
    }
    const widths = await page.evaluate('[window.innerWidth, document.documentElement.scrollWidth]');
    expect(widths).toEqual([width, width]);
    expect(faults).toEqual([]);
  });
});
