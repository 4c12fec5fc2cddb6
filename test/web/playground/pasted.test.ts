/** What is pasted into the playground, or comes by the address: positions, games, texts with several, and what is none. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMMORTAL_GAME, PUZZLE_000PW } from '../../api/app.js';
import { DESKTOP, describeInBrowser, openSite, type Site } from '../browser.js';
import { paste, square, tactics } from './hands.js';

describeInBrowser('the playground', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('shows a famous sacrifice to those who come with nothing', async () => {
    const { page, check, picture } = await site.visit('/');
    await page.getByRole('button', { name: /Double check Qd8\+ played Mate/ }).waitFor();
    await picture('playground-first');
    await check();
  });

  it('analyses what is pasted, and the address brings it back', async () => {
    const { page, check, picture } = await site.visit('/');
    await paste(page, PUZZLE_000PW);
    await page.getByRole('button', { name: /Fork Ne2\+ \+7\.0/ }).waitFor();
    expect(await page.locator('.arrow').count()).toBe(3);
    expect(await page.locator('.mark-target').count()).toBe(2);
    await picture('playground-fork');

    // one step into the line, of the second tactic
    await page.getByRole('button', { name: /Discovered attack Ne2\+/ }).click();
    await page.getByRole('button', { name: 'One move forward' }).click();
    await page.locator('.line-moves [aria-current=step]', { hasText: 'Ne2+' }).waitFor();
    expect(await square(page, 'e2').getAttribute('aria-label')).toBe('e2, black knight');
    await check();

    await expect.poll(() => new URL(page.url()).hash).toMatch(/&step=1$/);
    const again = await site.visit(new URL(page.url()).hash.replace('#', '/#'));
    await again.page.locator('.line-moves [aria-current=step]', { hasText: 'Ne2+' }).waitFor();
    expect(await again.page.locator('.tactic-open').textContent()).toContain('Discovered attack');
    expect(await square(again.page, 'e2').getAttribute('aria-label')).toBe('e2, black knight');
    await again.check();
  });

  it('says what is wrong with a FEN and with a game, and where', async () => {
    const { page, check } = await site.visit('/');
    await paste(page, '8/8/8/8/8/8/8/K7 w - - 0 1');
    await page.getByText('Black has no king').waitFor();
    await paste(page, '1. e4 e5 2. Ke3 Nc6');
    const alert = page.getByRole('alert');
    await alert.getByText('Line 1, column 13').waitFor();
    expect(await alert.textContent()).toContain('no white king can reach e3');
    // the starting position is on the board, and nobody has asked what is in it
    await page.getByRole('heading', { name: 'Tactics', exact: true }).waitFor();
    await page.getByText('Nothing to analyse.').waitFor();
    await paste(page, 'hello');
    await alert.getByText('There is no game in the text.').waitFor();
    expect(await page.getByText(/No tactics/).count()).toBe(0);
    await check();
  });

  it('asks nobody about what is no position, and does not say who moves where the FEN does not', async () => {
    const { page, check, picture } = await site.visit('/#fen=4k3/8/8/8/8/8/8/4K3_x_-_-_0_1');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByText('The side to move must be "w" or "b"').waitFor();
    expect(await page.locator('.turn').textContent()).toBe('Side to move unknown');
    expect(await page.getByText(/No tactics/).count()).toBe(0);
    await picture('playground-no-position');
    await page.waitForTimeout(900); // twice as long as a position rests before the service is asked
    expect(asked.filter((address) => address.includes('/api/'))).toEqual([]);
    await page.getByRole('button', { name: 'Set up' }).click();
    expect(await page.getByRole('radio', { name: 'White', exact: true }).isChecked()).toBe(false);
    await page.getByRole('radio', { name: 'Black', exact: true }).check();
    await page.getByRole('heading', { name: 'No tactics here' }).waitFor();
    await check();
  });

  it('sets up a position from half a FEN', async () => {
    const { page } = await site.visit('/#fen=4k3/8/8/8/8/8/8/4K3');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('radio', { name: 'Black', exact: true }).check();
    await page.getByRole('button', { name: 'Done: play from here' }).click();
    await page.getByRole('heading', { name: 'No tactics here' }).waitFor();
    await expect.poll(() => new URL(page.url()).hash).toContain('#fen=4k3/8/8/8/8/8/8/4K3_b_-_-_0_1');
  });

  it('counts one position as one', async () => {
    const { page } = await site.visit('/#pgn=1.+e4');
    await page.getByText('1 position, analysed in this page').waitFor();
  });

  it('takes a position or a game that is pasted behind the one in the box in place of it', async () => {
    const { page } = await site.visit('/');
    const box = page.getByLabel('FEN or PGN');
    for (const text of [PUZZLE_000PW, '1. e4 e5 2. Nf3']) {
      await box.fill(text);
      await box.press('Control+A');
      await box.press('Control+C');
      await page.goto(`${site.url}/#fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1`);
      await page.getByRole('gridcell', { name: 'e1, white king' }).waitFor();
      await box.press('Control+End');
      await box.press('Control+V');
      await expect.poll(() => new URL(page.url()).hash).toMatch(/^#(fen=6k1|pgn=1)/);
      expect(await box.inputValue()).toBe(text);
    }
  });

  it('brings back by its address that no tactic is open', async () => {
    const { page } = await site.visit('/');
    await paste(page, PUZZLE_000PW);
    await page.getByRole('button', { name: /Fork Ne2\+ \+7\.0/ }).click();
    await expect.poll(() => new URL(page.url()).hash).toContain('pick=none');
    await page.reload();
    await page.locator(tactics).first().waitFor();
    expect(await page.locator('.arrow').count()).toBe(0);
  });

  it('writes the address of what is pasted once', async () => {
    const { page, check } = await site.visit('/docs');
    await page.addInitScript(`{
      window.taken = [];
      for (const how of ['pushState', 'replaceState']) {
        const take = history[how].bind(history);
        history[how] = (...what) => (window.taken.push(what[2]), take(...what));
      }
    }`);
    await page.goto(`${site.url}/#pgn=1.+e4+e5`);
    await page.getByRole('slider', { name: 'Half-move of the game' }).waitFor();
    await paste(page, PUZZLE_000PW);
    await page.locator(tactics).first().waitFor();
    await expect.poll(() => new URL(page.url()).hash).toContain('#fen=');
    const taken = await page.evaluate<string[]>('window.taken');
    expect(taken.filter((address) => address.startsWith('/#fen='))).toHaveLength(1);
    await check();
  });

  it('has one way back from what is analysed again as it is', async () => {
    const { page } = await site.visit('/#fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&depth=l1&patterns=fork');
    await paste(page, PUZZLE_000PW);
    await page.locator(tactics).first().waitFor();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.goBack();
    await page.locator('[data-square=e1][aria-label="e1, white king"]').waitFor();
    await page.goForward();
    await page.locator('[data-square=e2][aria-label="e2, empty"]').waitFor();
    expect(page.url()).toContain('&depth=l1&patterns=fork');
  });

  it('asks for the chosen one of several games, names it in the address, and lets another be chosen where one is broken', async () => {
    const opened = '1. e4 e5 2. Ke3 *';
    const second = '[White "Foo"]\n[Black "Bar"]\n\n1. f3 e5 2. g4 Qh4# 0-1';
    const { page, check, picture } = await site.visit('/', { ...DESKTOP, viewport: { width: 360, height: 740 } });
    await paste(page, `${opened}\n\n${second}\n\n${IMMORTAL_GAME}`);
    await page.getByText('This game cannot be read').waitFor();
    await page.getByLabel('Game in the text').selectOption('2. Foo - Bar');
    await page.getByText('Foo – Bar').waitFor();
    await page.getByRole('button', { name: 'Next move' }).click();
    await page.getByText('The API request').click();
    const curl = (await page.locator('.share pre').textContent()) ?? '';
    expect(JSON.parse(curl.slice(curl.indexOf('{'), curl.lastIndexOf('}') + 1))).toMatchObject({ pgn: second });
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await page.getByText('The server answered').waitFor();
    await page.getByText(/^Answered by the server/).waitFor();
    await picture('playground-several-games');
    await check();

    await expect.poll(() => new URL(page.url()).hash).toMatch(/&game=2&ply=2$/);
    const again = await site.visit(`/${new URL(page.url()).hash}`);
    await again.page.getByText('Foo – Bar').waitFor();
    expect(await again.page.getByLabel('Game in the text').inputValue()).toBe('2');
    await again.page.locator('.score [aria-current]', { hasText: 'f3' }).waitFor();
    await again.check();
  });

  it('says how many games of a long text it leaves out', async () => {
    const { page, check } = await site.visit('/');
    await paste(page, '1. e4 * '.repeat(501));
    await page.getByText('The first 500 of 501 games.').waitFor();
    await check();
  });

  it('lets nothing that a game holds become a part of the page', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const { page, check } = await site.visit('/');
    const title = await page.title();
    const quoted = evil.replaceAll('"', '\\"');
    await paste(page, `[White "${quoted}"]\n[Black "${quoted}"]\n[Event "${quoted}"]\n\n1. e4 {${evil}} e5 2. Nf3 *`);
    await page.getByText('<img src=x', { exact: false }).first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe(title);
    await paste(page, `1. e4 e5 2. ${evil}`);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe(title);
    await check();
  });
});
