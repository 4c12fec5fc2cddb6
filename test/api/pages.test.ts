/** How pages are served: under a strict policy, packed, cached where that is safe, bounded, and beside the interface, not in its way. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { plansRoute } from '../../src/api/pages/plans.js';
import { BUILT_IN_PLANS } from '../../src/api/plans.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { PAGES } from '../../src/web/pages.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = buildApp({ analyst: new EngineAnalyst(await loadEngine()), pages: { routes: [plansRoute(BUILT_IN_PLANS)] } });
});
afterAll(() => app.close());

const POLICY =
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';worker-src 'self';style-src 'self';img-src 'self';font-src 'self';" +
  "connect-src 'self';form-action 'self'";

describe.each(PAGES)('$path', ({ path, personal }) => {
  it('is HTML under the strict policy, with nothing inline and nothing from elsewhere', async () => {
    const { statusCode, headers, body } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain(POLICY);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none';base-uri 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe(personal === true ? 'no-store' : 'no-cache');
    expect(body).not.toMatch(/ style=| on\w+=|<style|<script(?! type="module" src="\/)|(?:src|href)="(?!\/)/);
  });

  it('is asked for once while it stays the same', async () => {
    const { etag } = (await app.inject(path)).headers;
    const again = await app.inject({ url: path, headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  });
});

it('with a slash behind its name is the page, and keeps what is asked of it', async () => {
  const { statusCode, headers } = await app.inject('/explore/?pattern=fork&player=tal');
  expect([statusCode, headers.location]).toEqual([308, '/explore?pattern=fork&player=tal']);
  expect((await app.inject('/docs/')).headers.location).toBe('/docs');
});

describe('files of pages', () => {
  const addresses = async (): Promise<string[]> => {
    const { body } = await app.inject('/');
    return [...body.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, address = '']) => address);
  };

  it('may be kept for ever, and come packed', async () => {
    const [address = ''] = await addresses();
    const plain = await app.inject(address);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const br = await app.inject({ url: address, headers: { 'accept-encoding': 'gzip, br' } });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
    const gz = await app.inject({ url: address, headers: { 'accept-encoding': 'gzip' } });
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gz.rawPayload)).toEqual(plain.rawPayload);
    expect(br.headers.vary).toMatch(/accept-encoding/i);
  });

  it.each([
    '/assets/',
    '/assets/../server.js',
    '/assets/%2e%2e/playground.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/x.js',
  ])('%s is nothing', async (url) => {
    expect((await app.inject(url)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('are read in parts, and not behind their end', async () => {
    const part = await app.inject({ url: '/licences.txt', headers: { range: 'bytes=0-9' } });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
    const none = await app.inject({ url: '/licences.txt', headers: { range: 'bytes=99999999-' } });
    expect(none.statusCode).toBe(416);
    expect(none.json()).toEqual({ error: 'This file ends before the range that is asked for' });
    const whole = await app.inject('/licences.txt');
    expect(none.headers['content-range']).toBe(`bytes */${whole.rawPayload.length}`);
  });
});

it('knows four pages of which browsers keep nothing', () => {
  const personal = PAGES.filter((page) => page.personal === true).map(({ name }) => name);
  expect(personal).toEqual(['pricing', 'dashboard', 'sign-in', 'test-checkout']);
});

it('the licences of what pages are made of are handed on, as they are today', async () => {
  const { body, headers } = await app.inject('/licences.txt');
  expect(headers['cache-control']).toBe('no-cache');
  for (const name of ['Colin M. L. Burnett', 'Preact', 'Figtree', 'Fraunces']) expect(body).toContain(name);
});

describe('what there is not', () => {
  it('is a page for people, and JSON for programs', async () => {
    const page = await app.inject({ url: '/nothing', headers: { accept: 'text/html,*/*' } });
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain(POLICY);
    for (const url of ['/nothing', '/api/v1/nothing', '/v1/nothing', '/pages/nothing']) {
      const accept = url === '/nothing' ? '*/*' : 'text/html';
      const reply = await app.inject({ url, headers: { accept } });
      expect([reply.statusCode, reply.json()], url).toEqual([404, { error: 'Not found' }]);
    }
  });
});

describe('/pages/plans', () => {
  it('is the table that is enforced', async () => {
    const reply = await app.inject('/pages/plans');
    expect(reply.json<{ plans: unknown[] }>().plans[0]).toEqual({
      name: 'free',
      title: 'Free',
      pricePerMonth: 0,
      requestsPerMinute: 30,
      gamesPerDay: 3,
    });
  });
});

describe('limits', () => {
  it('pages count against no plan, and are bounded by address', async () => {
    const fresh = buildApp({ analyst: new EngineAnalyst(await loadEngine()), pages: {} });
    try {
      const ask = (remoteAddress: string) => fresh.inject({ url: '/docs', remoteAddress });
      expect((await ask('192.0.2.1')).headers['ratelimit-limit']).toBeUndefined();
      for (let count = 1; count < 1200; count++) await ask('192.0.2.1');
      const refused = await ask('192.0.2.1');
      expect([refused.statusCode, refused.json()]).toEqual([429, { error: 'Rate limit exceeded' }]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await ask('192.0.2.2')).statusCode).toBe(200);
      expect((await fresh.inject({ url: '/api/v1/health', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});
