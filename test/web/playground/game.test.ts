/** A game on the playground: its moves, its strip, its lines, and how it looks wherever it is shown. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotateGame } from '../../../src/tactics/analyze.js';
import { IMMORTAL_GAME, PUZZLE_000PW } from '../../api/app.js';
import { DESKTOP, PHONE, describeInBrowser, openSite, type Site } from '../browser.js';
import { paste, square, tactics } from './hands.js';

describeInBrowser('the playground', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('keeps the line on the board when the service says the same of it', async () => {
    const { page } = await site.visit('/');
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/**', async (route) => {
      await asked;
      await route.continue();
    });
    await paste(page, PUZZLE_000PW);
    await page.getByRole('button', { name: /Discovered attack Ne2\+/ }).click();
    await page.getByRole('button', { name: 'One move forward' }).click();
    await page.getByRole('gridcell', { name: 'e2, black knight' }).waitFor();
    await page.evaluate(`{
      window.seen = new Set();
      const e2 = document.querySelector('[data-square=e2]');
      new MutationObserver(() => seen.add(e2.getAttribute('aria-label'))).observe(e2, { attributes: true });
    }`);
    answer();
    await page.getByText('Answered by the server').waitFor();
    expect(await square(page, 'e2').getAttribute('aria-label')).toBe('e2, black knight');
    expect(await page.evaluate('[...seen]')).not.toContain('e2, empty');
  });

  it('hands out the game with its tactics, those that are shown', async () => {
    const { page, check } = await site.visit('/');
    await paste(page, IMMORTAL_GAME);
    const keep = page.getByRole('button', { name: 'Download it with its tactics' });
    const kept = async (): Promise<[name: string, text: string]> => {
      const [file] = await Promise.all([page.waitForEvent('download'), keep.click()]);
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    expect(await kept()).toEqual(['annotated.pgn', await annotateGame(IMMORTAL_GAME)]);
    await page.locator('.filter summary').click();
    await page.locator('.chip', { hasText: 'Pin' }).click();
    await page.locator('.filter summary', { hasText: 'Only pin' }).waitFor();
    expect((await kept())[1]).toBe(await annotateGame(IMMORTAL_GAME, { patterns: ['pin'] }));
    await check();
  });

  it('has nothing to go through in a game without moves', async () => {
    const { page } = await site.visit('/#pgn=[White+"Lasker"]+1-0');
    const slider = page.getByRole('slider', { name: 'Half-move of the game' });
    await slider.press('ArrowRight');
    await slider.press('End');
    expect(await slider.getAttribute('max')).toBe('1');
    await page.waitForTimeout(300); // a page whose address follows would have written it by now
    expect(page.url()).not.toContain('ply=');
  });

  it('goes through a game by buttons, slider, moves and keys, and its strip tells played from missed', async () => {
    const { page, check, picture } = await site.visit('/');
    await paste(page, IMMORTAL_GAME);
    await page.getByText('45 positions').waitFor(); // as many as the service calls `positions_analyzed`
    expect(await page.locator('.strip-missed, .strip-played').count()).toBeGreaterThan(2);
    await page.keyboard.press('ArrowRight');
    await page.locator('.score [aria-current]', { hasText: 'e4' }).waitFor();
    expect(await square(page, 'e4').getAttribute('aria-label')).toBe('e4, white pawn');
    await page.getByRole('slider', { name: 'Half-move of the game' }).fill('46');
    expect(await page.getByRole('button', { name: 'Next move' }).isDisabled()).toBe(true);
    expect(await square(page, 'e7').getAttribute('aria-label')).toBe('e7, white bishop');
    await page.locator('.score-missed').first().click();
    await page.locator(tactics).first().waitFor();
    await picture('playground-game');
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#pgn=.*&ply=\d+$/);
    await check();
  });

  it('goes on, and gets its address right, where the browser takes only a hundred of them in half a minute', async () => {
    const { page, check } = await site.visit('/docs');
    // as Safari does
    await page.addInitScript(`{
      let left = 100;
      for (const how of ['pushState', 'replaceState']) {
        const take = history[how].bind(history);
        history[how] = (...what) => {
          if (left-- <= 0) throw new DOMException('more than 100 times per 30 seconds', 'SecurityError');
          take(...what);
        };
      }
    }`);
    await page.goto(`${site.url}/#pgn=1.+e4+e5+2.+Nf3`);
    const slider = page.getByRole('slider', { name: 'Half-move of the game' });
    await slider.waitFor();
    await page.evaluate(`(async () => {
      for (let step = 0; step <= 150; step++) {
        dispatchEvent(new KeyboardEvent('keydown', { key: step % 2 === 0 ? 'ArrowRight' : 'ArrowLeft' }));
        await new Promise((done) => setTimeout(done, 10));
      }
    })()`);
    await expect.poll(() => new URL(page.url()).hash).toBe('#pgn=1.+e4+e5+2.+Nf3&ply=2');
    // a step that the address is behind of is there on the way back
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.inputValue()).toBe('4');
    await paste(page, PUZZLE_000PW);
    await page.locator(tactics).first().waitFor();
    await page.goBack();
    await expect.poll(() => slider.inputValue()).toBe('4');
    await check();
  });

  it('leaves the focus on the button that has led to the end of a line', async () => {
    const { page, check } = await site.visit(`/#fen=${PUZZLE_000PW.replaceAll(' ', '_')}`);
    const on = page.getByRole('button', { name: 'One move forward' });
    await on.focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter');
        return on.getAttribute('aria-disabled');
      })
      .toBe('true');
    await expect.poll(() => new URL(page.url()).hash).toMatch(/&step=5$/); // the address follows a moment after the view
    await page.keyboard.press('Enter');
    const after = await page.evaluate('new Promise((done) => setTimeout(() => done(location.hash), 100))');
    expect(after).toMatch(/&step=5$/);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('One move forward');
    await check();
  });

  it('shows what is chosen, and what was played or missed, where the system sets the colours', async () => {
    const { page, check, picture } = await site.visit('/#pgn=1.+e4+e5+2.+Nf3&ply=2', {
      ...DESKTOP,
      forcedColors: 'active',
    });
    await page.locator('.score-move[aria-current]').waitFor();
    const ground = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    for (const [chosen, other] of [
      ['.top li a[aria-current]', '.top li a:not([aria-current])'],
      ['.choice-options input:checked + span', '.choice-options input:not(:checked) + span'],
      ['.score-move[aria-current]', '.score-move:not([aria-current])'],
      ['.dot-played', '.dot-missed'],
    ] as const) {
      expect(await ground(chosen)).not.toBe(await ground(other));
    }
    await picture('playground-forced-colours');
    await check();
  });

  it('breaks the result of a game nowhere, and separates the thousands of its positions', async () => {
    const { page } = await site.visit('/', { ...PHONE, viewport: { width: 320, height: 700 } });
    await page.locator('.game-result').getByText('1-0').waitFor();
    expect(await page.evaluate("document.querySelector('.game-result').getClientRects().length")).toBe(1);
    await paste(page, `${'Nf3 Nf6 Ng1 Ng8 '.repeat(251)}*`);
    await page.getByText(/^1,004 positions, analysed in this page/).waitFor();
  });

  it.each([320, 360, 390, 500])('has all buttons of a game on one line below its board, %i px wide', async (width) => {
    const { page, picture } = await site.visit('/', { ...PHONE, viewport: { width, height: 740 } });
    const buttons = page.locator('.board-bar button');
    await page.locator('.game-buttons').waitFor();
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    expect(boxes).toHaveLength(6);
    const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(new Set(middles).size).toBe(1);
    for (const box of boxes) expect(box?.width).toBeGreaterThanOrEqual(36);
    await picture(`playground-${width}-buttons`);
  });

  it('works on a phone', async () => {
    const { page, check, picture } = await site.visit('/', PHONE);
    await page.locator(tactics).first().waitFor();
    await page.getByLabel('Examples').selectOption({ label: 'Smothered mate' });
    await page.getByRole('button', { name: /Smothered mate/ }).waitFor();
    await picture('playground-phone-smothered');
    await page.getByRole('button', { name: 'Set up' }).tap();
    await picture('playground-phone-set-up');
    await check();
  });
});
