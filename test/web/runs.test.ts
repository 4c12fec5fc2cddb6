/** `/runs` in a browser: nothing yet, a night at work that is told as it goes on, nights that are over, and their reports. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_PROGRESS, noRunCounts, type RunCounts } from '../../src/store/runs.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { pgn, pgns } from '../pipeline/fixture.js';
import { run } from '../jobs/run.js';
import { describeInBrowser, openSite, PHONE, type Site } from './browser.js';

const MARKUP = '<img src=x onerror=alert(1)>';

describeInBrowser('/runs', () => {
  let folder: string;
  let [db, nightly, archives] = ['', '', ''];
  let site: Site;
  let store: Store;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'motif-web-runs-'));
    [db, nightly, archives] = [join(folder, 'motif.db'), join(folder, 'nightly'), join(folder, 'archives')];
    mkdirSync(archives);
    site = await openSite({ db, nightly });
    store = openStore(db);
  });
  afterEach(async () => {
    store.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function counts(change: Partial<RunCounts> = {}): RunCounts {
    return { ...noRunCounts(), ...change };
  }

  test('says how to begin where there is nothing yet', async () => {
    const { page, check, picture } = await site.visit('/runs');
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    expect(await page.getByText('npm run nightly -- --archives FOLDER').count()).toBe(1);
    await check();
    await picture('runs-empty');
  });

  test('shows a night at work, and how it goes on, without a click', async () => {
    const id = store.runs.begin('nightly', '1.0', 'find', Date.now() - 65_000);
    const sign = (stage: string, share: number | null, games: number): void =>
      store.runs.sign(id, {
        ...{ stage, counts: counts() },
        progress: { ...NO_PROGRESS, share, games, gamesPerSecond: 310, secondsLeft: share === null ? null : 200 },
      });
    sign('find', null, 0);
    const { page, check, picture } = await site.visit('/runs');
    await page.getByText('Looking for new archives').waitFor();
    sign('scan', 0.42, 12_345);
    await page.getByText('Scanning games').waitFor();
    await page.getByText('42 % · 310 games/s · 3 min 20 s left').waitFor();
    await page.getByText('12,345').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Scanning games' }).getAttribute('value')).toBe('0.42');
    expect(await page.locator('[aria-current=step]').textContent()).toBe('Scan');
    await check();
    await picture('runs-live');

    store.runs.end(id, 'done', { stage: 'report', progress: NO_PROGRESS, counts: counts({ tactics: 99 }) });
    await page.getByRole('article').getByText('done').waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await check();
  });

  test('shows nights that are over, their archives, and their reports, in which nobody can write markup', async () => {
    writeFileSync(
      join(archives, `${MARKUP.replace(/[/<>]/g, '')}${'_long'.repeat(40)}.pgn`),
      pgns(5) + pgn(7, { tags: `[Site "${MARKUP}"]`, moves: '1. e4 Ke4' }),
    );
    writeFileSync(join(archives, 'cut.pgn.zst'), Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    const night = ['--archives', archives, '--db', db, '--out', nightly, '--settle', '0', '--workers', '1', '--quiet'];
    expect((await run('nightly', night)).code).toBe(3);
    const failed = store.runs.begin('nightly', '1.0', 'find');
    store.runs.end(failed, 'failed', {
      stage: 'scan',
      progress: NO_PROGRESS,
      counts: counts(),
      message: `Database /srv/x.db: ${MARKUP}`,
    });

    const { page, check, picture } = await site.visit('/runs');
    const latest = page.getByRole('article').first();
    await latest.getByText(`Database x.db: ${MARKUP}`).waitFor();
    const done = page.getByRole('article').nth(1);
    expect(await done.locator('.run-numbers').innerText()).toMatch(/new games\s+5/);
    expect(await done.getByText('One archive could not be read').count()).toBe(1);
    await done.locator('summary').click();
    await done.getByRole('cell', { name: 'cut.pgn.zst' }).waitFor();
    expect(await done.getByText('breaks off in the middle').count()).toBe(1);
    expect(await done.getByText('illegal move').count()).toBe(1);
    await check();
    await picture('runs-past');

    await done.getByRole('link', { name: 'Open the report' }).click();
    await page.getByRole('heading', { name: /^Night of/ }).waitFor();
    expect(await page.getByText(/5 new games from (1|one) archive\b/).count()).toBe(1);
    // its style sheet is let in, and nothing is beside the screen
    expect(await page.evaluate('getComputedStyle(document.querySelector("section")).borderRadius')).toBe('10px');
    expect(await page.evaluate('window.origin')).toBe('null');
    // by the keyboard, too: on a phone it is wider than the screen
    expect(await page.evaluate('document.querySelector(".scroll").tabIndex')).toBe(0);
    expect(await page.getByRole('columnheader').allTextContents()).not.toContain('');
    // nor do long names push the numbers out of their table
    expect(
      await page.evaluate(
        '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".scroll"))',
      ),
    ).toBe(0);
    await picture('report');
    await page.goBack();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  });

  test('leads the keyboard to the first of the older ones, for the button is gone', async () => {
    for (let n = 0; n < 22; n++) {
      const id = store.runs.begin('scan', '1.0', 'scan');
      store.runs.end(id, 'done', { stage: 'scan', progress: NO_PROGRESS, counts: counts() });
    }
    const { page, check } = await site.visit('/runs');
    await page.getByRole('button', { name: 'Show older runs' }).press('Enter');
    await page.getByRole('article').nth(21).waitFor();
    const first = await page.getByRole('article').nth(20).locator('h3').getAttribute('id');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(first);
    await check();
  });

  test('turns to older ones, and says when the service is away', async () => {
    for (let n = 0; n < 26; n++) {
      const id = store.runs.begin('scan', '1.0', 'scan');
      store.runs.end(id, 'done', { stage: 'scan', progress: NO_PROGRESS, counts: counts() });
    }
    const { page, check } = await site.visit('/runs', { expectErrors: /net::ERR_FAILED/ });
    await page.getByRole('button', { name: 'Show older runs' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(20);
    // nobody asks for these again by himself
    await page.route('**/pages/runs?before=*', (route) => route.abort());
    await page.getByRole('button', { name: 'Show older runs' }).click();
    await page.getByRole('alert').getByText('Older runs could not be loaded').waitFor();
    expect(await page.getByText('The page keeps trying').count()).toBe(0);
    await page.unroute('**/pages/runs?before=*');
    await page.getByRole('button', { name: 'Show older runs' }).dblclick();
    await page.getByRole('article').nth(25).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).toBe(0);
    const ids = await page.evaluate<string[]>('[...document.querySelectorAll("article h3")].map(({ id }) => id)');
    expect(new Set(ids).size).toBe(ids.length);
    expect(await page.getByRole('button', { name: 'Show older runs' }).count()).toBe(0);
    await check();

    await page.route('**/pages/runs', (route) => route.abort());
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.getByText('Not up to date').waitFor();
    await page.getByText('may be out of date: the service cannot be reached. The page').waitFor();
    await page.unroute('**/pages/runs');
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Not up to date').waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    const before = await page.getByRole('article').count();
    expect(before).toBeGreaterThan(25);

    // a new one pushes another from the first page to the second
    const id = store.runs.begin('scan', '1.0', 'scan');
    store.runs.end(id, 'done', { stage: 'scan', progress: NO_PROGRESS, counts: counts() });
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.locator(`#run-${id}`).waitFor();
    expect(await page.getByRole('article').count()).toBe(before + 1);
    expect(await page.getByRole('button', { name: 'Show older runs' }).count()).toBe(0);
  });

  test.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    const scan = store.runs.begin('scan', '1.0', 'scan');
    const archive = {
      size: 30_000_000_000,
      state: 'done',
      games: 90_000_000,
      quarantined: 1_000,
      message: '',
    } as const;
    store.runs.putArchives(scan, [{ path: 'lichess_db_standard_rated_2024-01.pgn.zst', ...archive }]);
    store.runs.end(scan, 'done', { stage: 'scan', progress: NO_PROGRESS, counts: counts() });
    const id = store.runs.begin('nightly', '1.0', 'find');
    store.runs.sign(id, { stage: 'mine', progress: { ...NO_PROGRESS, share: 0.8 }, counts: counts({ tactics: 4321 }) });
    const { page, check, picture } = await site.visit('/runs', { ...PHONE, colorScheme });
    await page.getByText('Looking for puzzles').waitFor();
    const past = page.getByRole('article', { name: /^Scan of/ });
    await past.locator('summary').click();
    await past.getByRole('cell', { name: 'lichess_db' }).waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect(wide).toBe(false);
    await check();
    await picture(`runs-phone-${colorScheme}`);
    store.runs.end(id, 'done', { stage: 'report', progress: NO_PROGRESS, counts: counts() });
  });
});
