/** What all pages have in common: they come whole, safe and light, and a browser finds nothing wrong with them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES } from '../../src/web/pages.js';
import { slowness } from '../processor.js';
import { DESKTOP, PHONE, describeInBrowser, openSite, type Site } from './browser.js';

describeInBrowser('every page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const looks = [
    ['desktop', 'light', DESKTOP],
    ['desktop', 'dark', DESKTOP],
    ['phone', 'light', PHONE],
    ['phone', 'dark', PHONE],
  ] as const;

  it.each(PAGES.flatMap(({ name, path }) => looks.map((look) => [name, path, ...look] as const)))(
    '%s (%s) on a %s, %s: no errors, nobody else asked, nothing that axe minds, no wider than the window',
    async (name, path, device, colorScheme, window) => {
      const { page, check, picture } = await site.visit(path, { ...window, colorScheme });
      await page.locator('main h1').first().waitFor();
      await picture(`${name}-${device}-${colorScheme}`);
      const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(excess).toBeLessThanOrEqual(0);
      await check();
    },
  );

  it.each(PAGES.map(({ name, path }) => [name, path] as const))(
    '%s (%s) fits the narrowest of phones, 280 pixels wide',
    async (_name, path) => {
      const { page } = await site.visit(path, { ...PHONE, viewport: { width: 280, height: 653 } });
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      const excess = await page.evaluate('document.documentElement.scrollWidth - 280');
      expect(excess).toBeLessThanOrEqual(0);
    },
  );

  it.each([
    ['/', '.tactic-name'],
    ['/docs', '.pattern .diagram'],
    ['/pricing', '.plan'],
  ])('%s prints without controls', async (path, content) => {
    const { page } = await site.visit(path);
    await page.locator(content).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(.button, select, input, nav a):visible').count()).toBe(0);
    expect(await page.locator(`${content}:visible`).count()).toBeGreaterThan(0);
  });

  it.each([320, 360, 390])('has its navigation in one line at %i pixels', async (width) => {
    const { page } = await site.visit('/runs', { ...PHONE, viewport: { width, height: 800 } });
    const items = await page.locator('header nav li:not(.own)').all();
    expect(items).toHaveLength(PAGES.filter(({ nav, own }) => nav !== null && own !== true).length);
    const tops = await Promise.all(items.map(async (item) => (await item.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
  });

  it('keeps what is said below a button away from it', async () => {
    const { page } = await site.visit('/sign-in');
    const button = await page.getByRole('button', { name: 'Send me a link' }).boundingBox();
    const words = await page.getByText(/^A cookie keeps you signed in/).boundingBox();
    expect(words!.y - (button!.y + button!.height)).toBeGreaterThanOrEqual(8);
  });

  it.each([
    ['/#fen=4k3/8/8/8/8/8/8/4K3_b_-_-_3_40', 'Black to move'],
    ['/sign-in', 'Send me a link'],
  ])('%s: the first key leads past the navigation, and away from nothing', async (path, words) => {
    const { page, check } = await site.visit(path);
    await page.getByText(words).first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.waitForTimeout(300); // a page that follows its address would do so now
    await page.getByText(words).first().waitFor();
    expect(page.url()).toContain(path);
    expect(page.url()).not.toContain('#content');
    await check();
  });
});

describeInBrowser('the first view', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  /** Bytes over the wire, headers included, until the page rests; and milliseconds until it could be used and until it had an answer. */
  async function load(path: string): Promise<{ bytes: number; files: string[]; usable: number; answered: number }> {
    const context = await site.browser.newContext(DESKTOP);
    const page = await context.newPage();
    await page.addInitScript(`
      const seen = (window.seen = {});
      new MutationObserver(() => {
        if (!seen.usable && document.querySelector('[role=grid], .runner')) seen.usable = performance.now();
        if (!seen.answered && document.querySelector('.tactics li, .pattern')) seen.answered = performance.now();
      }).observe(document, { childList: true, subtree: true });
    `);
    const session = await context.newCDPSession(page);
    let bytes = 0;
    const files: string[] = [];
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    page.on('response', (response) => files.push(new URL(response.url()).pathname));
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    // what a worker fetches is no part of the page's session
    const kernel = files.filter((file) => file.includes('kernel') || file.includes('worker'));
    for (const file of kernel) {
      const reply = await fetch(site.url + file, { headers: { 'accept-encoding': 'br' } });
      bytes += Number(reply.headers.get('content-length'));
      await reply.arrayBuffer();
    }
    const { usable, answered } = await page.evaluate<{ usable: number; answered: number }>('window.seen');
    await context.close();
    return { bytes, files, usable, answered };
  }

  /** The same, with how slow the machine was about then: it has others to serve, one moment more than the next. */
  async function loadTimed(path: string) {
    const before = slowness(() => performance.now());
    const loaded = await load(path);
    return {
      ...loaded,
      slow: Math.max(
        before,
        slowness(() => performance.now()),
      ),
    };
  }

  it.each(['/', '/docs'])(
    'of %s can be used and is answered within a second, and weighs under 300 kB',
    async (path) => {
      const runs = [await loadTimed(path), await loadTimed(path), await loadTimed(path)];
      const [first] = runs;
      expect(first?.bytes).toBeGreaterThan(20_000);
      expect(first?.bytes).toBeLessThan(300_000);
      if (path === '/') expect(first?.files.some((file) => file.endsWith('.wasm'))).toBe(true);
      const best = (of: (run: (typeof runs)[0]) => number): number => Math.min(...runs.map(of));
      console.log(
        `${path}: ${first?.bytes ?? 0} bytes, usable after ${Math.round(best(({ usable }) => usable))} ms, answered after ${Math.round(best(({ answered }) => answered))} ms`,
      );
      expect(best(({ usable, slow }) => usable / slow)).toBeLessThan(1_000);
      expect(best(({ answered, slow }) => answered / slow)).toBeLessThan(1_000);
    },
  );
});
