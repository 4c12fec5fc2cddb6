/** A new key in a real browser: who has the focus, and what the dialogs begin with. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/api/accounts/settings.js';
import { describeInBrowser, openSite, type Site } from './browser.js';
import { button, buyerAt, shownKey, type Buyer } from './buyer.js';
import { openMailbox, type Mailbox } from './mailbox.js';

describeInBrowser('a key', () => {
  let site: Site;
  let mailbox: Mailbox;
  let buyer: Buyer;
  beforeAll(async () => {
    mailbox = await openMailbox();
    const smtp = { url: mailbox.url, from: 'Motif <motif@example.org>' };
    site = await openSite({ accounts: { ...DEFAULT_SETTINGS, smtp } });
    buyer = buyerAt(site, mailbox);
  });
  afterAll(async () => {
    await site.close();
    await mailbox.close();
  });

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.id || document.activeElement.tagName');
  it('has the focus when it is rotated, and is gone when it is stored or revoked', async () => {
    const visit = await site.visit('/pricing');
    const { page, check } = visit;
    const first = await buyer.buy(visit, 'ann@example.org');
    await button(page, 'I have stored it').click();
    await page.getByLabel('API key', { exact: true }).waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('keys-title');

    await button(page, /^Rotate/).click();
    await page.getByLabel('In a day').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('the secret before is good until').waitFor();
    expect(await shownKey(page)).not.toBe(first);
    expect(await focused(page)).toBe('new-key');

    // the next dialog begins anew
    await button(page, /^Rotate/).click();
    expect(await page.getByLabel('At once').isChecked()).toBe(true);
    await page.keyboard.press('Escape');

    // another one is made, and then revoked while it is shown
    await page.getByLabel('Another key').fill('bot');
    await button(page, 'Make a key').click();
    const bot = page.locator('.key', { hasText: 'bot' });
    await bot.waitFor();
    const revoke = async (row = bot): Promise<void> => {
      await row.getByRole('button', { name: /^Revoke/ }).click();
      await button(page, 'Revoke it').click();
    };
    await revoke();
    await page.getByText('Revoked keys (1)').waitFor();
    expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0);
    expect(await focused(page)).toBe('keys-title');

    // what is shown stays where another one is revoked
    await page.getByLabel('Another key').fill('kept');
    await button(page, 'Make a key').click();
    await page.locator('.key', { hasText: 'kept' }).waitFor();
    const kept = await shownKey(page);
    await revoke(page.locator('.key').first());
    await page.getByText('Revoked keys (2)').waitFor();
    expect(await shownKey(page)).toBe(kept);
    await check();
  });

  it('has no other plan to change to while its plan is cancelled', async () => {
    const visit = await site.visit('/pricing');
    const { page, check } = visit;
    await buyer.buy(visit, 'kim@example.org');
    await page.goto(`${site.url}/pricing`);
    await page.getByRole('link', { name: 'Change to Scale' }).click();
    await button(page, 'Cancel the plan').click();
    await button(page, 'Cancel it').click();
    await page.getByText(/It is cancelled, and ends on/).waitFor();
    await page.goto(`${site.url}/pricing`);
    await page.getByText('Your plan is cancelled.').waitFor();
    expect(await page.getByRole('link', { name: /^Change to/ }).count()).toBe(0);
    await check();
    await page.getByRole('link', { name: 'keep it first' }).click();
    await button(page, 'Keep the plan after all').click();
    await page.getByText(/It goes on by the month/).waitFor();
  });
});
