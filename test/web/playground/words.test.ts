/** What the playground says beside the board: to those who do not see it, of what the service answers, and where the keyboard is led. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openSite, type Site } from '../browser.js';

const GAME = '1.+e4+e5+2.+Nf3+d6+3.+Bc4+Bg4+4.+Nc3+g6+5.+Nxe5+Bxd1+6.+Bxf7%2B+Ke7+7.+Nd5%23+1-0';

describeInBrowser('the playground', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('tells who does not see it which move stands on the board, and none at the beginning', async () => {
    const { page } = await site.visit(`/#pgn=${GAME}`);
    const said = page.locator('.playground > [aria-live]');
    const says = (words: string) => expect.poll(() => said.innerText()).toBe(words);
    await says('Beginning of the game. No tactics here.');
    await page.getByRole('button', { name: 'Next move' }).click();
    await says('e4. No tactics here.');
    await page.getByRole('button', { name: 'To the beginning' }).click();
    await says('Beginning of the game. No tactics here.');
    await page.getByRole('button', { name: 'To the end' }).click();
    await says('Nd5#. No tactics here.');
  });

  it('says what is left when it has asked about a game, and counts one tactic as one', async () => {
    const { page } = await site.visit(`/#pgn=${GAME}`);
    await page.route('**/extract_game', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { tactics: object[] };
      await route.fulfill({ response, json: { ...body, tactics: body.tactics.slice(-1) } });
    });
    await page.getByText('30 of 30 free requests left this minute').waitFor();
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await page.getByText(/^The server answered: one tactic, in [\d.]+ ms\.$/).waitFor();
    await page.getByText('29 of 30 free requests left this minute').waitFor();
  });

  it('ends a refusal with one full stop', async () => {
    const { page } = await site.visit(`/#pgn=${GAME}`, { expectErrors: /status of 429/ });
    await page.route('**/extract_game', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '40000' },
        json: { error: 'Daily game analysis limit reached. Upgrade for higher limits.' },
      }),
    );
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await page.getByText('Upgrade for higher limits (until midnight UTC). What you see').waitFor();
  });

  it('leads the keyboard to what a pawn becomes where a click has moved it, and Escape back', async () => {
    const { page } = await site.visit('/#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1');
    const focused = () =>
      page.evaluate<string>('document.activeElement.dataset.square ?? document.activeElement.textContent');
    await page.locator('[data-square=a7].movable').waitFor();
    await page.locator('[data-square=a7]').click();
    await page.locator('[data-square=a8]').click();
    const choice = page.getByRole('group', { name: 'Promote the pawn to' });
    await choice.waitFor();
    expect(await focused()).toBe('Queen');
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    expect(await focused()).toBe('a8');
    await page.locator('[data-square=a7][aria-label^="a7, white pawn"]').waitFor();

    // and where it was dragged
    await page.locator('[data-square=a7]').hover();
    await page.mouse.down();
    await page.locator('[data-square=a8]').hover();
    await page.mouse.up();
    await choice.waitFor();
    expect(await focused()).toBe('Queen');
    await page.keyboard.press('Enter');
    await page.locator('[data-square=a8][aria-label="a8, white queen"]').waitFor();
  });
});
