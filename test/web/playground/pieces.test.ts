/** The pieces of the playground in somebody's hands: held, dropped, moved by keys, set up, and what a pawn becomes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PUZZLE_000PW } from '../../api/app.js';
import { describeInBrowser, openSite, type Site } from '../browser.js';
import { drag, square, tactics } from './hands.js';

describeInBrowser('the playground', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  it('looks at a position while a piece is held over it, without asking anybody', async () => {
    const { page, check, picture } = await site.visit(`/#fen=${PUZZLE_000PW.replaceAll(' ', '_')}`);
    await page.locator(tactics).first().waitFor();
    await page.getByText(/Answered by the server/).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('button', { name: 'Set up' }).click();
    await drag(page, 'c3', 'c5');
    await page.getByRole('heading', { name: /If dropped on c5/ }).waitFor();
    await picture('playground-drag');
    await page.mouse.up();
    await page.locator('[data-square=c5][aria-label="c5, white queen"]').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('White has no king').waitFor();
    await page.getByRole('button', { name: 'white king' }).click();
    await square(page, 'a1').click();
    await page.getByRole('button', { name: 'black king' }).click();
    await square(page, 'a8').click();
    await page.getByRole('button', { name: 'white rook' }).click();
    await square(page, 'h8').click();
    await page.getByRole('radio', { name: 'White' }).check();
    await page.getByText('the side not to move is in check').waitFor();
    await page.getByRole('radio', { name: 'Black' }).check();
    await page.getByRole('heading', { name: 'No tactics here' }).waitFor();
    expect(asked.filter((address) => !address.endsWith('.svg'))).toEqual([]);
    await picture('playground-set-up');
    await check();
  });

  it('plays moves by the keyboard alone', async () => {
    const { page, check } = await site.visit('/#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1');
    await page.locator('[data-square=a7].movable').waitFor();
    await square(page, 'e4').focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await page.locator('[data-square=a7][aria-selected=true]').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    // led to the choice, and back to the board
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Queen');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[data-square=a8][aria-label="a8, white rook"]').waitFor();
    expect(await page.evaluate('document.activeElement.dataset.square')).toBe('a8');
    await page.getByRole('button', { name: 'Take back' }).press('Enter');
    await page.locator('[data-square=a7][aria-label="a7, white pawn"]').waitFor();
    await check();
  });

  it('leaves the browser its own keys, on a square of the board too', async () => {
    const { page } = await site.visit('/');
    await square(page, 'e4').focus();
    const keeps = (init: string) =>
      page.evaluate<boolean>(
        `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ${init} }))`,
      );
    expect(await keeps('key: "ArrowLeft", altKey: true')).toBe(true); // the way back
    expect(await keeps('key: "ArrowLeft", metaKey: true')).toBe(true); // the same on a Mac
    expect(await keeps('key: "Backspace", ctrlKey: true')).toBe(true);
    expect(await page.evaluate('document.activeElement.dataset.square')).toBe('e4');
    expect(await keeps('key: "ArrowLeft"')).toBe(false);
    expect(await page.evaluate('document.activeElement.dataset.square')).toBe('d4');
  });

  it('keeps the focus on what takes back, shows all patterns, and ends the setting up', async () => {
    const { page } = await site.visit('/#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1');
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent.trim()');
    await page.locator('[data-square=e1].movable').waitFor();
    await square(page, 'e1').click();
    await square(page, 'e2').click();
    const back = page.getByRole('button', { name: 'Take back' });
    await back.press('Enter');
    await page.locator('[data-square=e1][aria-label="e1, white king"]').waitFor();
    expect(await focused()).toBe('Take back');
    expect(await back.getAttribute('aria-disabled')).toBe('true');

    await page.getByRole('button', { name: 'Set up' }).press('Enter');
    await page.getByRole('button', { name: 'Done: play from here' }).press('Enter');
    await page.getByLabel('FEN or PGN').waitFor();
    expect(await focused()).toBe('Set up');

    await page.getByText('All ten patterns').click();
    const fork = page.getByRole('button', { name: 'Fork', exact: true });
    await fork.press('Enter');
    await page.getByText('Only fork').waitFor();
    await fork.press('Enter');
    await page.getByText('All ten patterns').waitFor();
    expect(await focused()).toBe('Fork');
    await fork.press('Enter');
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter');
    await page.getByText('All ten patterns').waitFor();
    expect(await focused()).toBe('All');
  });

  it('asks no more what a pawn becomes, nor lets pieces be set up, when another position is on the board', async () => {
    const { page } = await site.visit('/#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1');
    await page.locator('[data-square=a7].movable').waitFor();
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    await page.getByRole('group', { name: 'Promote the pawn to' }).waitFor();
    await page.getByRole('button', { name: 'Start position' }).click();
    await page.locator('[data-square=a7][aria-label="a7, black pawn"]').waitFor();
    expect(await page.getByRole('group', { name: 'Promote the pawn to' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.goBack();
    await page.locator('[data-square=a7][aria-label="a7, white pawn"]').waitFor();
    expect(await page.getByRole('heading', { name: 'Set up the position' }).count()).toBe(0);
  });

  it('asks no more what a pawn becomes when it is set up', async () => {
    const { page } = await site.visit('/#fen=4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1');
    await page.locator('[data-square=a7].movable').waitFor();
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    await page.getByRole('group', { name: 'Promote the pawn to' }).waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Set up the position' }).waitFor();
    expect(await page.getByRole('group', { name: 'Promote the pawn to' }).count()).toBe(0);
  });

  it('moves and sets up what stands on the board, in the middle of a line too', async () => {
    const { page } = await site.visit(`/#fen=${PUZZLE_000PW.replaceAll(' ', '_')}&pick=0&step=2`);
    const inTheLine = async (): Promise<void> => {
      expect(await square(page, 'e2').getAttribute('aria-label')).toBe('e2, black knight');
      expect(await square(page, 'g2').getAttribute('aria-label')).toBe('g2, white king');
    };
    // the queen could go there before the line, too
    await page.locator('[data-square=e2][aria-label="e2, black knight"]').waitFor();
    await drag(page, 'e5', 'e3');
    await page.getByRole('heading', { name: /If dropped on e3/ }).waitFor();
    await inTheLine();
    await page.mouse.up();
    await page.locator('[data-square=e3][aria-label="e3, black queen"]').waitFor();
    await inTheLine();

    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Back to the position' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'One move forward' }).click();
    await page.locator('[data-square=e2][aria-label="e2, black knight"]').waitFor();
    await page.getByRole('button', { name: 'white rook' }).click();
    await square(page, 'a8').click();
    await page.locator('[data-square=a8][aria-label="a8, white rook"]').waitFor();
    expect(await square(page, 'e2').getAttribute('aria-label')).toBe('e2, black knight');
  });

  it('looks no more at the square where a pawn was let go, when it becomes nothing', async () => {
    const { page } = await site.visit('/#fen=7k/4P3/8/8/8/8/8/K7_w_-_-_0_1');
    await page.locator('[data-square=e7].movable').waitFor();
    await drag(page, 'e7', 'e8');
    await page.getByRole('heading', { name: /If dropped on e8/ }).waitFor();
    await page.mouse.up();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'No tactics here', exact: true }).waitFor();
  });
});
