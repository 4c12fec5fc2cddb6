/** What all pages have in common: they come whole, safe and light, and a browser finds nothing wrong with them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES } from '../../src/web/pages.js';
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
});
