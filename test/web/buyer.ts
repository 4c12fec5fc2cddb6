/** Somebody who signs in by the letter and buys in the test checkout, by the pages' own buttons. */
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { Site, Visit } from './browser.js';
import type { Mailbox } from './mailbox.js';

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name });
}

export interface Buyer {
  /** From a page that asks for it. */
  signIn: (visit: Visit, email: string) => Promise<void>;
  /** From the prices to the key that is shown. */
  buy: (visit: Visit, email: string) => Promise<string>;
}

export function buyerAt(site: Site, mailbox: Mailbox): Buyer {
  const signIn: Buyer['signIn'] = async ({ page }, email) => {
    await page.getByLabel('E-mail address').fill(email);
    await button(page, 'Send me a link').click();
    await page.getByText('A link is on its way').waitFor();
    await page.goto(site.url + (await mailbox.nextLink()));
    await button(page, `Sign in as ${email}`).click();
  };
  return {
    signIn,
    async buy(visit, email) {
      const { page } = visit;
      await button(page, 'Buy Builder').click();
      await signIn(visit, email);
      await button(page, 'Continue to checkout: Builder').click();
      await button(page, 'Pay (test)').click();
      return shownKey(page);
    },
  };
}

export async function shownKey(page: Page): Promise<string> {
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(key).toMatch(/^motif_\w{8}_\w{39}$/);
  return key;
}
