/** The explorer in a browser, over famous games and one whose names would like to be markup. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { run } from '../jobs/run.js';
import { DESKTOP, PHONE, describeInBrowser, openSite, type Site } from './browser.js';

const HOSTILE = `[Event "<script>alert(1)</script>"]
[White "<img src=x onerror=alert(2)>"]
[Black "O'Neil & \\"Sons\\""]
[Date "1959.01.02"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0
`;

describeInBrowser('/explore', () => {
  let folder: string;
  let site: Site;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'motif-web-explore-'));
    const db = join(folder, 'motif.db');
    writeFileSync(join(folder, 'hostile.pgn'), HOSTILE);
    const archives = [join(ROOT, 'data', 'sample', 'famous.pgn'), join(folder, 'hostile.pgn')];
    expect(await run('scan', [...archives, '--db', db, '--quiet'])).toMatchObject({ code: 0 });
    site = await openSite({ db });
  }, 120_000);
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const looks = [
    ['desktop', 'light', DESKTOP],
    ['desktop', 'dark', DESKTOP],
    ['phone', 'light', PHONE],
    ['phone', 'dark', PHONE],
  ] as const;

  it.each(looks)('shows tactics, counts and charts on a %s, %s', async (device, colorScheme, window) => {
    const { page, check, picture } = await site.visit('/explore', { ...window, colorScheme });
    await page.locator('.explore-result').first().waitFor();
    await page.getByRole('heading', { name: 'By pattern' }).waitFor();
    expect(await page.locator('.explore-line').count()).toBe(48);
    // each landmark has a name of its own, or a screen reader lists it twice
    expect(await page.getByRole('region', { name: 'By pattern', exact: true }).count()).toBe(1);
    await picture(`explore-found-${device}-${colorScheme}`);
    const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(excess).toBeLessThanOrEqual(0);
    await check();
  });

  it('prints what was found and no controls, each card whole', async () => {
    const { page } = await site.visit('/explore');
    await page.getByRole('heading', { name: 'By pattern' }).waitFor();
    await page.locator('.explore-result').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(button, .button, select, input, nav a):visible').count()).toBe(0);
    expect(await page.locator('.explore-result:visible').count()).toBeGreaterThan(20);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.explore-result')).breakInside")).toBe(
      'avoid',
    );
  });

  it('asks by what is chosen, keeps it in the address, and goes back', async () => {
    const { page, check } = await site.visit('/explore');
    const results = page.locator('.explore-result');
    await results.first().waitFor();
    await page.getByRole('button', { name: /^smothered mate/ }).click();
    await page.waitForURL(/\?pattern=smothered_mate$/);
    await expect.poll(() => page.locator('#found').textContent()).toMatch(/^\d tactics?$/);
    for (const text of await results.allTextContents()) expect(text).toContain('Smothered mate');

    await page.getByLabel('Player').fill('neil');
    await page.keyboard.press('Enter');
    await page.waitForURL(/pattern=smothered_mate&player=neil$/);
    await expect.poll(() => results.count()).toBe(1);
    expect(await results.first().textContent()).toContain('6. Nd6#');

    await page.goBack();
    await page.waitForURL(/\?pattern=smothered_mate$/);
    await expect.poll(() => page.getByLabel('Player').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.waitForURL(/\/explore$/);
    await expect.poll(() => page.locator('.explore-line').count()).toBe(48);
    await check();
  });

  it('reproduces the view of an address, and shows more of it', async () => {
    const { page, check } = await site.visit('/explore?outcome=missed&gain=300&order=date&minelo=');
    await page.locator('.explore-result').first().waitFor();
    expect(await page.getByLabel('In the game', { exact: true }).inputValue()).toBe('missed');
    expect(await page.getByLabel('Wins at least').inputValue()).toBe('300');
    for (const text of await page.locator('.explore-outcome').allTextContents()) expect(text).toMatch(/^missed: /);
    await expect.poll(() => page.locator('#found').textContent()).toMatch(/tactics$/);
    // What comes may all belong to the position that was last.
    const before = await page.locator('.explore-line').count();
    const more = page.getByRole('button', { name: 'Show more' });
    // cards take their height once they come into sight, a few frames after the list is scrolled: that moves the button
    await more.hover();
    await more.click();
    await expect
      .poll(async () => [
        (await page.locator('.explore-line').count()) > before,
        await page.locator('.notice-error').allTextContents(),
      ])
      .toEqual([true, []]);
    await check();
  });

  it('keeps what is typed into the next field while the one before is sent', async () => {
    const { page } = await site.visit('/explore');
    await page.locator('.explore-result').first().waitFor();
    await page.evaluate(`(async () => {
      const [since, until] = ['Since', 'Until'].map((name) =>
        [...document.querySelectorAll('label')].find((label) => label.textContent === name).control);
      const type = (field, text) => {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      type(since, '1850');
      since.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((done) => setTimeout(done));
      type(until, '1');
    })()`);
    await expect.poll(() => new URL(page.url()).search).toBe('?since=1850');
    await page.locator('[aria-busy=false] .explore-result').first().waitFor();
    expect(await page.getByLabel('Until', { exact: true }).inputValue()).toBe('1');
  });

  it('says that it asks for anybody’s where the player is gone whose they were', async () => {
    const { page } = await site.visit('/explore?player=neil&side=opponent');
    const whose = page.getByLabel('Whose', { exact: true });
    await expect.poll(() => whose.inputValue()).toBe('opponent');
    await page.getByLabel('Player', { exact: true }).fill('');
    await page.keyboard.press('Tab');
    await page.waitForURL(/\/explore$/);
    expect(await page.evaluate('document.activeElement.selectedOptions[0]?.textContent')).toBe('Anybody’s');
  });

  it('leads the keyboard on to what "Show more" has brought', async () => {
    const { page } = await site.visit('/explore?order=store');
    const cards = page.locator('.explore-results > li');
    await cards.first().waitFor();
    const before = await cards.count();
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => cards.count()).toBeGreaterThan(before);
    const focused =
      "[...document.querySelectorAll('.explore-results > li')].indexOf(document.activeElement.closest('li'))";
    expect(await page.evaluate(focused)).toBe(before);
  });

  it('brings the list back from a game as long as it was, with the card where it was', async () => {
    const { page, check } = await site.visit('/explore?order=store');
    const cards = page.locator('.explore-results > li');
    const lines = page.locator('.explore-line');
    await cards.first().waitFor();
    for (const count of [96, 144]) {
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await expect.poll(() => lines.count()).toBe(count);
    }
    const count = await cards.count();
    const link = cards
      .nth(count - 3)
      .locator('a')
      .first();
    await link.focus();
    await link.scrollIntoViewIfNeeded();
    const top = "document.activeElement.closest('.explore-results > li')?.getBoundingClientRect().top";
    const before = await page.evaluate<number>(top);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/#pgn=/);
    await page.goBack();
    await expect.poll(() => lines.count()).toBe(144);
    const focused =
      "[...document.querySelectorAll('.explore-results > li')].indexOf(document.activeElement.closest('li'))";
    await expect.poll(() => page.evaluate(focused)).toBe(count - 3);
    // the bar and what it counts come on their own, and must not move it
    await page.getByRole('heading', { name: 'By pattern' }).waitFor();
    await expect.poll(async () => Math.abs((await page.evaluate<number>(top)) - before)).toBeLessThan(2);

    // another question begins at its first page, and the way back from it is as long again
    await page.getByLabel('In the game', { exact: true }).selectOption('missed');
    await page.waitForURL(/outcome=missed/);
    await page.locator('[aria-busy=false] .explore-result').first().waitFor();
    await expect.poll(() => lines.count()).toBe(48);
    await page.goBack();
    await expect.poll(() => lines.count()).toBe(144);
    await check();
  });

  it('shows no more of what was asked before while the next is searched', async () => {
    const { page } = await site.visit('/explore');
    await page.locator('.explore-result').first().waitFor();
    const asked: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/pages/explore?*', async (route) => {
      asked.push(new URL(route.request().url()).search);
      await held;
      await route.continue();
    });
    await page.getByLabel('In the game', { exact: true }).selectOption('missed');
    await page.locator('[aria-busy=true] .explore-result').first().waitFor();
    await page.evaluate("document.querySelector('.explore-next button').click()");
    await page.waitForTimeout(100);
    release();
    await page.locator('[aria-busy=false] .explore-result').first().waitFor();
    expect(asked).toEqual(['?outcome=missed&limit=48']);
    expect(await page.locator('.explore-line').count()).toBe(48);
  });

  it('closes nothing under the hands of who empties a field, and keeps the focus where all are cleared', async () => {
    const { page } = await site.visit('/explore?event=london');
    await page.locator('.explore-result').first().waitFor();
    await page.getByLabel('Event').fill('');
    await page.keyboard.press('Tab');
    await page.waitForURL(/\/explore$/);
    await page.locator('[aria-busy=false] .explore-result').first().waitFor();
    await page.keyboard.type('B');
    expect(await page.getByLabel('Opening (ECO)').inputValue()).toBe('B');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?eco=B$/);
    await page.getByRole('button', { name: 'Clear all filters' }).press('Enter');
    await page.waitForURL(/\/explore$/);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Clear all filters');
    // closed again by hand, and opened by a way back to what stands in it
    await page.getByText('More: event').click();
    await page.goBack();
    await page.getByLabel('Opening (ECO)').waitFor();
  });

  it('leads to the game, at the ply', async () => {
    const { page } = await site.visit('/explore?player=neil&pattern=smothered_mate');
    const link = page.locator('.explore-result a');
    await link.first().waitFor();
    const address = (await link.first().getAttribute('href')) ?? '';
    expect(address).toMatch(/^\/#pgn=/);
    expect(address).toMatch(/&ply=11&show=smothered_mate-e4d6$/);
    expect(decodeURIComponent(address.replaceAll('+', ' '))).toContain('5. Qe2 Ngf6 6. Nd6#');
    await link.first().click();
    await page.waitForURL(/\/#pgn=/);
    // the playground stands before the move, and finds the same
    await page
      .getByRole('button', { name: /Smothered mate/ })
      .first()
      .waitFor();
  });

  it('leads to the tactic of the card, and not to another of the position', async () => {
    const { page } = await site.visit('/explore?pattern=deflection');
    const cards = page.locator('.explore-result');
    await cards.first().waitFor();
    const links = await page.evaluate<string[]>(
      '[...document.querySelectorAll(".explore-result a")].map((link) => link.getAttribute("href"))',
    );
    const shown: string[] = [];
    for (const link of links.slice(0, 8)) {
      await page.goto('about:blank');
      await page.goto(site.url + link);
      shown.push((await page.locator('.tactic-open .tactic-name').textContent()) ?? '');
    }
    expect(new Set(shown)).toEqual(new Set(['Deflection']));
  });

  it('shows names and events as they are, and runs none of them', async () => {
    const { page, check } = await site.visit('/explore?player=neil');
    const result = page.locator('.explore-result').first();
    await result.waitFor();
    const text = await result.textContent();
    expect(text).toContain('<img src=x onerror=alert(2)> - O\'Neil & "Sons"');
    expect(text).toContain('<script>alert(1)</script>');
    expect(await page.locator('main img, main script').count()).toBe(0);
    await check();
  });

  it('hands out what is shown as a file', async () => {
    const { page } = await site.visit('/explore?player=neil');
    await page.locator('.explore-result').first().waitFor();
    await page.getByText('Download', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('CSV', { exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('motif-tactics.csv');
    const href = (await page.getByText('JSON lines').getAttribute('href')) ?? '';
    const lines = (await (await fetch(site.url + href)).text()).trim().split('\n');
    expect(lines).toHaveLength(await page.locator('.explore-line').count());
  });

  it('closes the list of files with Escape, and gives the focus back', async () => {
    const { page } = await site.visit('/explore?player=neil');
    await page.getByText('Download', { exact: true }).press('Enter');
    await page.getByText('CSV', { exact: true }).focus();
    await page.keyboard.press('Escape');
    await page.getByText('CSV', { exact: true }).waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Download');
  });

  it('says so where nothing is found, and where a question cannot be meant', async () => {
    const { page, check } = await site.visit('/explore?player=nobody', { expectErrors: /status of 400/ });
    await page.getByText('Nothing found').waitFor();
    await check();
    await page.goto(`${site.url}/explore?gain=much`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain("'gain' must be a number of centipawns");
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.goto(`${site.url}/explore?minelo=2500&maxelo=2000`);
    await page.getByText('The lowest rating (2500) is above the highest (2000): no game can match.').waitFor();
    await page.goto(`${site.url}/explore?since=2024-13`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain("'since' must be a day, month or year");
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.goto(`${site.url}/explore?pattern=zz`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain("'pattern' must be of fork, pin");
    expect(await page.getByText(/^[0-9,]+ tactics$/).count()).toBe(0);
    for (const search of ['?patern=fork', '?order=best']) {
      await page.goto(`${site.url}/explore${search}&fbclid=1`);
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toMatch(/'(?:patern' is not known here|order' must be gain)/);
      expect(await page.getByText(/^[0-9,]+ tactics$/).count()).toBe(0);
      expect(await page.getByRole('heading', { name: 'By pattern' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await page.getByText(/^[0-9,]+ tactics$/).waitFor();
      await page.getByRole('heading', { name: 'By pattern' }).waitFor();
      expect(page.url()).toBe(`${site.url}/explore`);
      await page.goBack();
      await page.getByRole('alert').waitFor();
    }
    await page.goto(`${site.url}/explore?player=%00`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain("'player' must be part of a name");
    await check();
  });

  it('asks for everything again where the service could not be reached, and claims nothing meanwhile', async () => {
    const { page, check } = await site.visit('/docs', { expectErrors: /status of 503|ERR_FAILED/ });
    await page.route(/\/pages\/explore/, (route) => route.abort());
    await page.goto(`${site.url}/explore`);
    await page.getByText('The service cannot be reached.').waitFor();
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.id || document.activeElement.textContent');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    // the button went while the service was asked, and came again
    await expect.poll(focused).toBe('Try again');
    await page.unrouteAll();
    const busy = { error: 'The service is busy; try again later' };
    await page.route('**/pages/explore/stock', (route) => route.fulfill({ status: 503, json: busy }));
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('heading', { name: 'By pattern' }).waitFor();
    // the button is gone
    await expect.poll(focused).toBe('found');
    expect(await page.locator('.explore-count').count()).toBe(10);
    await page.getByText('Download', { exact: true }).click();
    expect(await page.locator('.explore-files-list').textContent()).toContain(busy.error);
    expect(await page.getByText('Nobody has looked for puzzles').count()).toBe(0);
    // so does Search, though nothing else is asked
    await page.route(/\/pages\/explore\?/, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: /^fork/ }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.explore-result').first().waitFor();
    await check();
  });

  it('asks for nothing at all where a text holds a NUL, whoever asks', async () => {
    for (const path of ['', '/spread', '/file', '/puzzles']) {
      const response = await fetch(`${site.url}/pages/explore${path}?event=a%00b`);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: "'event' holds a NUL character" });
    }
  });

  it('says in words what a field takes, before anybody is asked', async () => {
    const { page, check } = await site.visit('/explore');
    await page.locator('.explore-result').first().waitFor();
    await page.getByLabel('Since').fill('yesterday');
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Since').getAttribute('title')).toMatch(/^Takes a day, month or year/);
    expect(new URL(page.url()).search).toBe('');
    await check();
  });
});

describeInBrowser('/explore, before any scan', () => {
  it('says how to scan', async () => {
    const site = await openSite();
    try {
      const { page, check, picture } = await site.visit('/explore');
      await page.getByText('npm run scan -- data/sample.zip').waitFor();
      await picture('explore-empty');
      await check();
    } finally {
      await site.close();
    }
  });
});
