/** A new key in a real browser: who has the focus, what the dialogs begin with, and that nothing of it is left where its owner has gone. */
import { setTimeout as sleep } from 'node:timers/promises';
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
    site = await openSite({ accounts: { ...DEFAULT_SETTINGS, smtp } }, true);
    buyer = buyerAt(site, mailbox);
  });
  afterAll(async () => {
    await site.close();
    await mailbox.close();
  });

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.id || document.activeElement.tagName');
  /** Also a page that the browser has kept is there then, and one that asks again has its answer. */
  const goBack = async (page: Page): Promise<void> => {
    await page.evaluate('history.back()').catch(() => undefined); // the page is gone before it can say so
    await sleep(1_000);
  };
  /** All that stands on the page, and in its fields. */
  const look = (page: Page) =>
    page.evaluate<string>(
      'document.body.innerText + [...document.querySelectorAll("input")].map(({ value }) => value).join()',
    );
  /** A page that is on its way when it is looked at is looked at again. */
  const seen = (page: Page) => look(page).catch(() => page.waitForLoadState().then(() => look(page)));

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
    await page.getByText('the previous secret works until').waitFor();
    expect(await shownKey(page)).not.toBe(first);
    expect(await focused(page)).toBe('new-key');

    // the next dialog begins anew
    await button(page, /^Rotate/).click();
    expect(await page.getByLabel('At once').isChecked()).toBe(true);
    await page.keyboard.press('Escape');

    // another one is made, and then revoked while it is shown
    await page.getByLabel('New key').fill('bot');
    await button(page, 'Create key').click();
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
    await page.getByLabel('New key').fill('kept');
    await button(page, 'Create key').click();
    await page.locator('.key', { hasText: 'kept' }).waitFor();
    const kept = await shownKey(page);
    await revoke(page.locator('.key').first());
    await page.getByText('Revoked keys (2)').waitFor();
    expect(await shownKey(page)).toBe(kept);
    await check();
  });

  it('is not on the way back for who has signed out', async () => {
    const visit = await site.visit('/pricing');
    const { page } = visit;
    const key = await buyer.buy(visit, 'bob@example.org');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You have signed out.').waitFor();
    for (let step = 0; step < 3; step++) {
      await goBack(page);
      expect(await seen(page), page.url()).not.toContain(key);
      expect(await seen(page), page.url()).not.toContain('bob@example.org');
    }
  });

  it('is not on the way back for who has signed out in another window', async () => {
    const visit = await site.visit('/pricing');
    const { page } = visit;
    const key = await buyer.buy(visit, 'eve@example.org');
    await page.getByRole('link', { name: 'Docs' }).first().click();
    await page.waitForURL(`${site.url}/docs`);
    const other = await page.context().newPage();
    await other.goto(`${site.url}/dashboard`);
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await other.getByText('You have signed out.').waitFor();
    await goBack(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await seen(page)).not.toContain(key);
  });

  it('does nothing to the account that has signed in in another window', async () => {
    const visit = await site.visit('/sign-in');
    const { page } = visit;
    await buyer.signIn(visit, 'liv@example.org');
    await page.getByText('You have no plan').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.url}/sign-in`);
    await buyer.signIn({ ...visit, page: other }, 'max@example.org');
    await other.getByText('You have no plan').waitFor();

    await button(page, 'Delete account').click();
    await button(page, 'Delete it').click();
    await page.getByText('You are now signed in as max@example.org, so nothing was changed.').waitFor();
    await button(page, 'Delete it').click();
    await page.keyboard.press('Escape');
    await button(page, 'Sign out everywhere').click();
    await page.getByText('You are now signed in as max@example.org, so nothing was changed.').waitFor();

    await other.reload();
    await other.getByText('max@example.org').waitFor();
    await button(other, 'Delete account').click();
    await button(other, 'Delete it').click();
    await other.getByText('Your account has been deleted.').waitFor();
    await button(page, 'Sign out everywhere').click();
    await page.getByText('You are no longer signed in, so nothing was changed.').waitFor();
    // which is what was wanted here
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You have signed out.').waitFor();
  });

  it('is shown with what was done to it, and to its plan, in another window', async () => {
    const visit = await site.visit('/pricing', { expectErrors: /status of 409/ });
    const { page, check } = visit;
    await buyer.buy(visit, 'ned@example.org');
    await button(page, 'I have stored it').click();
    const other = await page.context().newPage();
    await other.goto(`${site.url}/dashboard`);
    await button(other, 'Cancel plan').click();
    await button(other, 'Cancel it').click();
    await other.getByText(/It is cancelled, and ends on/).waitFor();
    await button(page, 'Change to Scale').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Scale' }).click();
    await page.getByText('Your plan is cancelled; keep it first').waitFor();
    await button(page, 'Keep plan').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    // the buttons that have led here are gone
    await expect.poll(() => focused(page)).toBe('plan-title');
    await button(page, 'Keep plan').click();
    await page.getByText(/It renews every month/).waitFor();

    await button(other, /^Revoke/).click();
    await button(other, 'Revoke it').click();
    await other.getByText('Revoked keys (1)').waitFor();
    await button(page, /^Rotate/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('This key has been revoked for good').waitFor();
    await page.getByText('Revoked keys (1)').waitFor({ state: 'attached' });
    // by the key of a button in it, which may have the focus still when the dialog is closed already
    await page.getByRole('dialog').getByRole('button', { name: 'Never mind' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('keys-title');
    await check();
  });

  it('is told when there are as many as there can be', async () => {
    const visit = await site.visit('/pricing');
    const { page, check } = visit;
    await buyer.buy(visit, 'oda@example.org');
    for (let made = 1; made < 10; made++) {
      await page.getByLabel('New key').fill(`program ${made}`);
      await button(page, 'Create key').click();
      await page.locator('.key', { hasText: `program ${made}` }).waitFor();
    }
    await page.getByText('You have 10 keys, the most there can be').waitFor();
    await check();
  });

  it('has one checkout, however often its button is pressed before that has come', async () => {
    const visit = await site.visit('/pricing');
    const { page } = visit;
    await page.goto(`${site.url}/sign-in`);
    await buyer.signIn(visit, 'pia@example.org');
    await page.getByText('You have no plan').waitFor();
    await page.goto(`${site.url}/pricing`);
    await page.route('**/test-checkout?id=*', async (route) => {
      await sleep(1_500);
      await route.continue();
    });
    let begun = 0;
    page.on('request', (request) => (begun += request.url().endsWith('/pages/account/checkout') ? 1 : 0));
    await button(page, 'Buy Builder').waitFor();
    // by an impatient hand; the driver's own clicks wait for the page that comes
    await page.evaluate(`(() => {
      const buy = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Buy Builder');
      buy.click();
      setInterval(() => buy.click(), 200);
    })()`);
    await button(page, 'Pay (test)').waitFor();
    expect(begun).toBe(1);
  });

  it('is asked for again where the browser has kept the page', async () => {
    const { page } = await site.visit('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    await page.evaluate('window.before = true');
    await page
      .evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
      .catch(() => undefined);
    await expect.poll(() => page.evaluate('window.before')).toBeUndefined();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
  });

  it('has no other plan to change to while its plan is cancelled', async () => {
    const visit = await site.visit('/pricing');
    const { page, check } = visit;
    await buyer.buy(visit, 'kim@example.org');
    await page.goto(`${site.url}/pricing`);
    await page.getByRole('link', { name: 'Change to Scale' }).click();
    await button(page, 'Cancel plan').click();
    await button(page, 'Cancel it').click();
    await page.getByText(/It is cancelled, and ends on/).waitFor();
    await page.goto(`${site.url}/pricing`);
    await page.getByText('Your plan is cancelled.').waitFor();
    expect(await page.getByRole('link', { name: /^Change to/ }).count()).toBe(0);
    await check();
    await page.getByRole('link', { name: 'keep your plan first' }).click();
    await button(page, 'Keep plan').click();
    await page.getByText(/It renews every month/).waitFor();
  });
});
