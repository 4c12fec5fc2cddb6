/** The playground and who computes: what the server says, and the kernel in the page where it says nothing, or too late, or no more. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_IN_PLANS, barePlan } from '../../../src/api/plans.js';
import { IMMORTAL_GAME, PUZZLE_000PW } from '../../api/app.js';
import { describeInBrowser, openSite, type Site } from '../browser.js';
import { paste, tactics } from './hands.js';

describeInBrowser('the playground', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

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

  it('says that it is at work while the kernel is on its way, and not that there is nothing to do', async () => {
    const { page, check } = await site.visit('/pricing');
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/kernel-*.wasm', (route) => held.then(() => route.continue()));
    await page.goto(`${site.url}/`);
    const status = page.getByRole('region', { name: 'Where this comes from' });
    await status.getByText('Being analysed …').waitFor();
    letGo();
    await status.getByText('Computed in this page').waitFor();
    await check();
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
