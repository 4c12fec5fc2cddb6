/** The playground in a browser: paste, analyse, step, share, by hand and by keys; with the server, without it, and against ill will. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE, describeInBrowser, openSite, type Site } from './browser.js';
import { IMMORTAL_GAME, PUZZLE_000PW } from '../api/app.js';
import { BUILT_IN_PLANS, barePlan } from '../../src/api/plans.js';

/** A board's square, which is a cell of the grid above the picture. */
function square(page: Page, name: string) {
  return page.locator(`[data-square=${name}]`);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('FEN or PGN').fill(text);
  await page.getByRole('button', { name: 'Analyse' }).click();
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  await square(page, from).hover();
  await page.mouse.down();
  await square(page, to).hover();
  await square(page, to).hover({ position: { x: 20, y: 20 } });
}

const tactics = '.tactics > li';

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

  it('says what the server refuses, and that it has answered', async () => {
    const { page } = await site.visit('/', { expectErrors: /status of 400/ });
    await page.route('**/extract_game', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'x-error-detail': 'the text is odd' },
        json: { error: 'Invalid PGN' },
      }),
    );
    await paste(page, IMMORTAL_GAME);
    // what comes into the page with its words is not read out: this is there before
    const told = await page.locator('.game-panel').getByRole('status').elementHandle();
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await page.getByText('The server did not analyse it: Invalid PGN (the text is odd).').waitFor();
    expect(await told.textContent()).toMatch(/^The server did not analyse it/);
  });

  it('does not take what the server says of a game for the next one that is pasted', async () => {
    const { page } = await site.visit('/');
    let answer = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/extract_game', async (route) => {
      await wanted;
      await route.continue();
    });
    await page.getByText('21 positions, analysed in this page').waitFor();
    const asked = page.waitForRequest('**/extract_game');
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await asked;
    await paste(
      page,
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5',
    );
    await page.getByText('20 positions, analysed in this page').waitFor();
    const marked = page.locator('.score-played, .score-missed');
    const before = await marked.count();
    const answered = page.waitForResponse('**/extract_game');
    answer();
    expect((await answered).status()).toBe(200);
    await page.waitForTimeout(300); // the page would have taken it by now
    expect(await marked.count()).toBe(before);
  });

  it('says that an answer cannot be read, and lets ask again', async () => {
    const { page, faults } = await site.visit('/');
    await page.route('**/extract_game', (route) => route.fulfill({ body: '<h1>Log in to this network</h1>' }));
    await paste(page, IMMORTAL_GAME);
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await page.getByText('The server did not analyse it: the answer cannot be read.').waitFor();
    expect(await page.getByRole('button', { name: 'Ask the server too' }).isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

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

  it('keeps what the server says of a position, also where its word of the one before comes later', async () => {
    const { page } = await site.visit('/');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = '6k1/5pp1/7p/3rp3/4N3/4P3/5PPP/3R2K1 b - - 0 34';
    let answered = 0;
    await page.route('**/api/v1/extract', async (route) => {
      if (route.request().postData()?.includes(slow) === true) await held;
      await route.continue();
      answered++;
    });
    const asked = page.waitForRequest((request) => request.postData()?.includes(slow) === true);
    await paste(page, slow);
    await asked;
    await paste(page, PUZZLE_000PW);
    await page.getByText(/Answered by the server/).waitFor();
    const late = page.waitForResponse('**/api/v1/extract');
    release();
    await (await late).finished();
    await expect.poll(() => answered).toBe(2);
    await page.waitForTimeout(100);
    expect(await page.getByText(/Answered by the server/).count()).toBe(1);
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

  it('filters, asks at l1, gives the request as curl, and links to Lichess', async () => {
    const { page, check } = await site.visit(`/#fen=${PUZZLE_000PW.replaceAll(' ', '_')}&patterns=fork`);
    await page.locator(tactics).first().waitFor();
    expect(await page.locator(tactics).count()).toBe(1);
    await page.getByRole('radio', { name: 'Candidates' }).check();
    await page.getByText('candidate', { exact: true }).first().waitFor();
    await expect.poll(() => new URL(page.url()).hash).toContain('depth=l1&patterns=fork');
    await page.getByText('The API request').click();
    expect(await page.locator('.share pre').textContent()).toBe(
      `curl -H 'Content-Type: application/json' -d '{"fen":"${PUZZLE_000PW}","depth":"l1","patterns":["fork"],"with_sequence":true}' \\\n  ${site.url}/api/v1/extract`,
    );
    expect(await page.getByRole('link', { name: 'Open in Lichess' }).getAttribute('href')).toBe(
      `https://lichess.org/analysis/standard/${PUZZLE_000PW.replaceAll(' ', '_')}`,
    );
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

  it.each(['worker-*.js', 'kernel-*.wasm'])('says that %s does not come, and goes on when it has', async (file) => {
    const { page, faults } = await site.visit('/pricing', { expectErrors: /ERR_FAILED|Failed to fetch/ });
    const address = `**/assets/${file}`;
    await page.route(address, (route) => route.abort());
    await page.goto(`${site.url}/`);
    await page.getByText(/^The engine failed: .*; it is started anew\.$/).waitFor();
    await page.unroute(address);
    await page.getByRole('button', { name: /Double check Qd8\+ played Mate/ }).waitFor();
    await page.getByRole('button', { name: 'One move forward' }).waitFor();
    expect(await page.getByText('The engine failed').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('starts an engine that does not come once in a while, however much is asked of it', async () => {
    const { page } = await site.visit('/pricing', { expectErrors: /ERR_FAILED|Failed to fetch/ });
    let started = 0;
    const begun = performance.now();
    await page.route('**/assets/worker-*.js', (route) => {
      started++;
      return route.abort();
    });
    await page.goto(`${site.url}/`);
    await page.getByText(/^The engine failed/).waitFor();
    for (let move = 0; move < 8; move++) {
      await paste(page, `4k3/8/8/8/8/8/8/4K3 w - - 0 ${move + 1}`);
      await page.waitForTimeout(50);
    }
    await page.waitForTimeout(3500);
    expect(started).toBeGreaterThan(1);
    // one at once, and one every three seconds
    expect(started).toBeLessThanOrEqual(1 + (performance.now() - begun) / 3_000);
  });

  it('goes on without the server', async () => {
    const { page, faults } = await site.visit('/', { expectErrors: /ERR_INTERNET_DISCONNECTED/ });
    await page.locator(tactics).first().waitFor();
    await page.context().setOffline(true);
    await paste(page, PUZZLE_000PW);
    await page.getByText('without the server: the server cannot be reached').waitFor();
    await page.getByRole('button', { name: /Fork Ne2\+/ }).waitFor();
    await paste(page, '1. e4 e5 2. Ke3');
    await page.getByText('Illegal move "Ke3" at ply 3.').waitFor();
    expect(faults).toEqual([]);
  });
});

describeInBrowser('the playground beyond the limits', () => {
  let site: Site;
  beforeAll(async () => {
    const free = { ...barePlan('free'), requestsPerMinute: 1, gamesPerDay: 1 };
    const plans = new Map(BUILT_IN_PLANS.plans).set('free', free);
    site = await openSite({ plans: { ...BUILT_IN_PLANS, plans } });
  });
  afterAll(() => site.close());

  it('says what is left, and goes on with the kernel in the page', async () => {
    const { page, faults } = await site.visit(`/#fen=${PUZZLE_000PW.replaceAll(' ', '_')}`, {
      expectErrors: /status of 429/,
    });
    await page.getByText('0 of 1 free requests left this minute', { exact: false }).waitFor();
    await page.getByText(/Answered by the server/).waitFor();
    await paste(page, '6k1/5pp1/7p/3rp3/4N3/4P3/5PPP/3R2K1 b - - 0 34');
    await page.getByText(/Computed in this page .* without the server/).waitFor();
    await page.getByRole('button', { name: /Back-rank mate Rxd1#/ }).waitFor();
    await paste(page, IMMORTAL_GAME);
    await page.getByRole('button', { name: 'Ask the server too' }).click();
    await page.getByText(/The server did not analyse it: Rate limit exceeded/).waitFor();
    expect(faults).toEqual([]);
  });
});
