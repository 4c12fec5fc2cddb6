/**
 * The pages in a real browser: the service on a port of its own with a store of its own, and Debian's Chromium before it.
 *
 * Whatever a page should not do makes its test fail: an error on the console (the policy's refusals are among them), an exception, a
 * request to anybody else, a serious fault that axe finds. Where there is no Chromium the tests say so and are left out; `.ci/packages`
 * installs it. `MOTIF_SCREENSHOTS=folder` keeps pictures.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { startServer, type RunningServer, type ServerOptions } from '../../src/api/server.js';

const EXECUTABLE = '/usr/bin/chromium';

const ARGUMENTS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Milliseconds that anything on a page may take before its test fails. */
const PATIENCE = 10_000;

/** As `describe`, where there is a browser. */
export const describeInBrowser: (name: string, tests: () => void) => void = existsSync(EXECUTABLE)
  ? (name, tests) => describe(name, tests)
  : (name, tests) => {
      console.warn(`LEFT OUT: ${name}: there is no ${EXECUTABLE} (bash .ci/packages installs it)`);
      describe.skip(name, tests);
    };

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } };

/** A page, and all that it has done wrong so far. */
export interface Visit {
  page: Page;
  /** Errors of the console, exceptions, requests to others. */
  faults: string[];
  /** Fails where there is any, or where axe finds something serious. */
  check: () => Promise<void>;
  /** Keeps a picture where pictures are wanted. */
  picture: (name: string) => Promise<void>;
}

export interface Site {
  /** `http://127.0.0.1:40123` */
  url: string;
  server: RunningServer;
  browser: Browser;
  /** Opens an address in a browser window of its own, as for a visitor who was never here. */
  visit: (path: string, options?: BrowserContextOptions & { expectErrors?: RegExp }) => Promise<Visit>;
  close: () => Promise<void>;
}

/**
 * @param options of the service, beside its port and store
 * @param keepsPages whether the browser keeps pages that were left for the way back, as all do; what drives it leaves that out by default
 */
export async function openSite(options: Partial<ServerOptions> = {}, keepsPages = false): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'motif-web-'));
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    db: join(folder, 'motif.db'),
    workers: 1,
    ...options,
  });
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ARGUMENTS,
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
  return {
    url: server.url,
    server,
    browser,
    visit: (path, { expectErrors, ...context } = {}) => visit(browser, server.url, path, context, expectErrors),
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function visit(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
  expected: RegExp | undefined,
): Promise<Visit> {
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || expected?.test(message.text()) === true) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !/^(?:data|blob|about):/.test(address)) faults.push(`request to ${address}`);
  });
  await page.goto(url + path);
  return {
    page,
    faults,
    async check() {
      const all = [...faults, ...(await accessibilityFaults(page))];
      if (all.length > 0) throw new Error(`${page.url()}\n${all.join('\n')}`);
    },
    async picture(name) {
      const folder = process.env['MOTIF_SCREENSHOTS'];
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    },
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe calls serious or critical. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate<AxeViolation[]>('axe.run().then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `axe ${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ''}`).join('\n')}`,
    );
}
