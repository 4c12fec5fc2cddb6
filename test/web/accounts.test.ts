/** From the price to the last key, in a real browser: buy, use, hit the limit, rotate, revoke, change, cancel. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/api/accounts/settings.js';
import { parsePlans } from '../../src/api/plan-file.js';
import { DESKTOP, describeInBrowser, openSite, PHONE, type Site } from './browser.js';
import { button, buyerAt, shownKey } from './buyer.js';
import { openMailbox, type Mailbox } from './mailbox.js';

/** Small enough to be reached by hand. */
const PLANS = parsePlans('{"plans": {"builder": {"requests_per_minute": 5}}, "contact": "sales@example.org"}', 'test');
const FEN = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

describeInBrowser('an account', () => {
  let site: Site;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    site = await openSite({
      plans: PLANS,
      accounts: { ...DEFAULT_SETTINGS, smtp: { url: mailbox.url, from: 'Motif <motif@example.org>' } },
    });
  });
  afterAll(async () => {
    await site.close();
    await mailbox.close();
  });

  /** As a program with the key: the paid door's status. */
  async function use(key: string): Promise<number> {
    const response = await fetch(`${site.url}/v1/extract`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fen: FEN }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  it('is bought, used up to its limit, its key rotated and revoked, its plan changed, cancelled and taken up again', async () => {
    const visit = await site.visit('/pricing');
    const { page, check, picture } = visit;
    await page.getByText('Test checkout').waitFor();
    expect(await page.locator('.plan h2').allInnerTexts()).toEqual(['Free', 'Builder', 'Scale', 'Custom']);
    expect(await page.locator('.plan', { hasText: 'Builder' }).innerText()).toMatch(
      /\$29 a month[^]*5 requests a minute/,
    );
    const key = await buyerAt(site, mailbox).buy(visit, 'ann@example.org');
    expect(new URL(page.url()).search).toBe('');
    await check();
    await picture('dashboard-new-key');

    // the key works, up to the limit
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await use(key));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);

    // it is shown once
    await page.reload();
    await page.getByText('Busiest minute today').waitFor();
    expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0);
    expect(await page.content()).not.toContain(key.slice(15));
    expect(await page.locator('.figures').innerText()).toMatch(
      /Requests today\s+5[^]*Refused today \(429\)\s+1[^]*5 of 5/,
    );
    // a bar for each of thirty days, beside each other, and today's as high as the limit
    const bars = page.locator('.chart', { hasText: 'Busiest minute of each day' }).locator('rect');
    const sidesOf = (bar: typeof bars): Promise<number[]> =>
      Promise.all(['x', 'width', 'y', 'height'].map(async (side) => Number(await bar.getAttribute(side))));
    const step = 640 / 30;
    expect(await bars.count()).toBe(30);
    expect(await sidesOf(bars.first())).toEqual([2, expect.closeTo(step - 4), 150, 0]);
    expect(await sidesOf(bars.last())).toEqual([expect.closeTo(29 * step + 2), expect.closeTo(step - 4), 8, 142]);
    expect(await bars.last().getAttribute('class')).toContain('chart-full');
    await page.getByText('As a table').click();
    await check();
    await picture('dashboard-use');

    // rotated: the old one has ended
    await button(page, /^Rotate/).click();
    await picture('dashboard-rotate');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const next = await shownKey(page);
    await expect.poll(() => use(key)).toBe(401);
    expect(await use(next)).toBe(429); // the same account, and still the same minute

    // another key shares the limit; revoked it is refused
    await button(page, 'I have stored it').click();
    await page.getByLabel('New key').fill('the <b>bot</b>');
    await button(page, 'Create key').click();
    const bot = await shownKey(page);
    expect(await use(bot)).toBe(429);
    const row = page.locator('.key', { hasText: 'the <b>bot</b>' });
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await page.keyboard.press('Escape'); // leaves it as it is
    expect(await use(bot)).toBe(429);
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await button(page, 'Revoke it').click();
    await page.getByText('Revoked keys (1)').waitFor();
    await expect.poll(() => use(bot)).toBe(401);

    // another plan
    await button(page, 'Change to Scale').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Scale' }).click();
    await page.getByText('500 requests a minute').first().waitFor();
    await expect.poll(() => use(next)).toBe(200);

    // cancelled, and kept after all
    await button(page, 'Cancel plan').click();
    await check();
    await button(page, 'Cancel it').click();
    await page.getByText(/It is cancelled, and ends on/).waitFor();
    expect(await use(next)).toBe(200);
    await button(page, 'Keep plan').click();
    await page.getByText(/It renews every month/).waitFor();
    await check();

    // out, and the keys go on
    await button(page, 'Sign out everywhere').click();
    await page.getByText('You have signed out here and everywhere else.').waitFor();
    await check();
    await page.goto(`${site.url}/dashboard`);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await use(next)).toBe(200);
  });

  it('can be had with the keyboard alone', async () => {
    const visit = await site.visit('/sign-in');
    const { page } = visit;
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type('kay@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('A link is on its way').waitFor();
    await mailbox.nextLink();
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^A link is on its way/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // "Use another address"
    await page.keyboard.press('Control+A');
    await page.keyboard.type('kay@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('kay@example.org').waitFor();
    await page.goto(site.url + (await mailbox.nextLink()));
    await button(page, 'Sign in as kay@example.org').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Choose a plan' }).press('Enter');
    await button(page, 'Buy Scale').press('Enter');
    await button(page, 'Pay (test)').press('Space');
    const key = await shownKey(page);
    await page.keyboard.press('Tab'); // from the key, which has the focus
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Copy');
    expect(await use(key)).toBe(200);
    await button(page, 'Cancel plan').press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' }); // by its role it would be gone once it is hidden

    // whatever is done to the plan, its heading has the focus then: the button that had it says something else, or is gone
    const atPlan = () => expect.poll(() => page.evaluate('document.activeElement.id')).toBe('plan-title');
    await button(page, 'Change to Builder').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Builder' }).press('Enter');
    await atPlan();
    await button(page, 'Cancel plan').press('Enter');
    await button(page, 'Cancel it').press('Enter');
    await atPlan();
    await button(page, 'Keep plan').press('Enter');
    await atPlan();
  });

  it('of a link that was used says so, and offers another', async () => {
    const visit = await site.visit('/sign-in', { expectErrors: /410/ });
    const { page, check } = visit;
    await page.getByLabel('E-mail address').fill('lea@example.org');
    await button(page, 'Send me a link').click();
    const link = await mailbox.nextLink();
    // a program that looks at the link uses nothing up
    await fetch(site.url + link);
    await page.goto(site.url + link);
    await button(page, 'Sign in as lea@example.org').waitFor();
    const window = await page.context().newPage();
    await window.goto(site.url + link);
    await button(page, 'Sign in as lea@example.org').click();
    await page.getByText('You have no plan').waitFor();
    // in another window of the same browser, where its button stood already, and opened again
    await button(window, 'Sign in as lea@example.org').press('Enter');
    for (const words of ['This link has been used', 'You are signed in as lea@example.org']) {
      await window.getByText(words).waitFor();
    }
    expect(await window.evaluate('document.activeElement.innerText')).toContain('This link has been used');
    expect(await button(window, 'Sign in as lea@example.org').count()).toBe(0);
    await window.reload();
    await window.getByRole('link', { name: 'Go to your account' }).click();
    await window.getByText('You have no plan').waitFor();
    const other = await site.visit(link, { expectErrors: /410/ });
    await other.page.getByText('This link has been used').waitFor();
    await other.check();
    await other.page.getByRole('link', { name: 'Ask for another link' }).click();
    await other.page.getByLabel('E-mail address').waitFor();
    await check();
  });

  it.each([
    ['desktop', 'light', DESKTOP],
    ['desktop', 'dark', DESKTOP],
    ['phone', 'light', PHONE],
    ['phone', 'dark', PHONE],
  ] as const)('looks right on a %s, %s, from the plans to the key', async (device, colorScheme, window) => {
    const visit = await site.visit('/pricing', { ...window, colorScheme });
    const { page, check, picture } = visit;
    const look = async (name: string): Promise<void> => {
      await picture(`account-${name}-${device}-${colorScheme}`);
      const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(excess, name).toBeLessThanOrEqual(0);
      await check();
    };
    await button(page, 'Buy Builder').waitFor();
    await look('pricing');
    await button(page, 'Buy Builder').click();
    const address = `${device}.${colorScheme}.somebody@department.of.chess.university.example.org`;
    await page.getByLabel('E-mail address').fill(address);
    await look('sign-in');
    await button(page, 'Send me a link').click();
    await page.getByText('A link is on its way').waitFor();
    await look('sent');
    await page.goto(site.url + (await mailbox.nextLink()));
    await button(page, /^Sign in as/).waitFor();
    await look('link');
    await button(page, /^Sign in as/).click();
    await button(page, 'Continue to checkout: Builder').click();
    await button(page, 'Pay (test)').waitFor();
    await look('test-checkout');
    await button(page, 'Pay (test)').click();
    const key = await shownKey(page);
    await look('key');
    const head = await page.locator('.page-head').boundingBox();
    const card = await page.locator('.new-key').boundingBox();
    expect(card!.y - (head!.y + head!.height)).toBeGreaterThanOrEqual(8);
    for (let i = 0; i < 4; i++) await use(key);
    await page.reload();
    await page.getByText('Busiest minute today').waitFor();
    await button(page, 'Cancel plan').waitFor();
    await look('dashboard');
    await button(page, 'Cancel plan').click();
    await look('cancel');
  });

  it('the letter comes from the operator, with nothing in it but text', () => {
    const letter = mailbox.letters[0]!;
    expect(letter).toMatch(/^From: Motif <motif@example\.org>$/m);
    expect(letter).toMatch(/^Subject: Sign in to Motif$/m);
    expect(letter).toMatch(/^Content-Type: text\/plain/m);
  });
});
