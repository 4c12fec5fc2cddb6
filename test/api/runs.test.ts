/** What `/runs` fetches: how runs went, without the folders of this machine; and reports, from their folder and nowhere else. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { openApiText } from '../../src/api/plugins/openapi.js';
import { runsRoutes } from '../../src/api/pages/runs.js';
import { NO_PROGRESS, noRunCounts, type Run } from '../../src/store/runs.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import type { RunArchivesAnswer, RunsAnswer } from '../../src/web/runs.js';
import { call } from './app.js';

let folder: string;
let nightly: string;
let store: Store;
let app: FastifyInstance;

const SIGN = { stage: 'report', progress: NO_PROGRESS, counts: noRunCounts() };
const DAY = '2026-11-21';

/** A run that is over, and has the report of this name in the store. */
function ended(report: string | null, state: 'done' | 'failed' = 'done', message = ''): number {
  const id = store.runs.begin('nightly', '1.0', 'find');
  store.runs.end(id, state, { ...SIGN, report, message });
  return id;
}

function writeReport(name: string, html = '<h1>Night</h1>'): void {
  mkdirSync(join(nightly, 'reports', name), { recursive: true });
  writeFileSync(join(nightly, 'reports', name, 'report.html'), html);
  writeFileSync(join(nightly, 'reports', name, 'report.md'), '# Night');
}

async function appWith(means: Parameters<typeof runsRoutes>[0]): Promise<FastifyInstance> {
  return buildApp({ analyst: new EngineAnalyst(await loadEngine()), pages: { routes: [runsRoutes(means)] } });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'motif-runs-'));
  nightly = join(folder, 'nightly');
  store = openStore(join(folder, 'motif.db'));
  app = await appWith({ store, nightly });
});

afterEach(async () => {
  await app.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function list(query = ''): Promise<RunsAnswer> {
  const { status, body, headers } = await call(app, 'GET', `/pages/runs${query}`);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  return body as RunsAnswer;
}

describe('the list', () => {
  it('is empty at first, and no error', async () => {
    expect(await list()).toMatchObject({ runs: [], more: false });
  });

  it('has the latest first, a page at a time', async () => {
    const ids = Array.from({ length: 23 }, () => ended(null)).reverse();
    const first = await list();
    expect(first.runs.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(first.more).toBe(true);
    const second = await list(`?before=${first.runs.at(-1)?.id ?? 0}`);
    expect(second.runs.map(({ id }) => id)).toEqual(ids.slice(20));
    expect(second.more).toBe(false);
  });

  it('tells a run at work from one that has fallen silent', async () => {
    const id = store.runs.begin('nightly', '1.0', 'find', Date.now() - 200_000);
    expect((await list()).runs[0]).toMatchObject({ id, state: 'silent' });
    store.runs.sign(id, { ...SIGN, stage: 'scan', progress: { ...NO_PROGRESS, share: 0.5, games: 7 } });
    expect((await list()).runs[0]).toMatchObject({
      id,
      state: 'running',
      stage: 'scan',
      progress: { share: 0.5, games: 7 },
    });
    store.runs.end(id, 'done', SIGN, Date.now() - 200_000);
    expect((await list()).runs[0]).toMatchObject({ id, state: 'done' });
  });

  it('says why a run failed, but not where its files lie', async () => {
    ended(null, 'failed', "Database /srv/my chess/motif.db: the disk is full; see '/etc/x/y' (10/20 done)");
    const [run] = (await list()).runs;
    expect(run).toMatchObject({
      state: 'failed',
      message: "Database motif.db: the disk is full; see 'y' (10/20 done)",
    });
  });

  it.each(['?before=0', '?before=-1', '?before=x', '?before=1e3', '?other=1', '?before=1&before=2'])(
    'refuses %s',
    async (query) => {
      expect((await call(app, 'GET', `/pages/runs${query}`)).status).toBe(400);
    },
  );

  it('names a parameter that it does not know', async () => {
    expect((await call(app, 'GET', '/pages/runs?other=1')).body).toEqual({ error: "'other' is not known here" });
  });
});

describe('archives of a run', () => {
  it('have their names, and no folders', async () => {
    const id = ended(null);
    const archive = {
      size: 5,
      state: 'bad',
      games: 3,
      quarantined: 1,
      message: 'is a copy of /srv/a b/c.zip',
    } as const;
    store.runs.putArchives(id, [{ path: '/srv/chess/<b>.zip', ...archive }]);
    const { body } = await call(app, 'GET', `/pages/runs/${id}/archives`);
    const expected: RunArchivesAnswer = {
      archives: [{ name: '<b>.zip', ...archive, message: 'is a copy of c.zip' }],
      more: false,
    };
    expect(body).toEqual(expected);
  });

  it('are bounded', async () => {
    const id = ended(null);
    const archive = { path: 'a', size: 5, state: 'done', games: 3, quarantined: 1, message: '' } as const;
    store.runs.putArchives(
      id,
      Array.from({ length: 201 }, () => archive),
    );
    const { archives, more } = (await call(app, 'GET', `/pages/runs/${id}/archives`)).body as RunArchivesAnswer;
    expect({ shown: archives.length, more }).toEqual({ shown: 200, more: true });
  });

  it('of no run are not found', async () => {
    expect((await call(app, 'GET', '/pages/runs/999999/archives')).status).toBe(404);
  });
});

describe('a report', () => {
  it('is a document that may do nothing', async () => {
    writeReport(`${DAY}-run-1`, '<script>alert(1)</script>');
    const id = ended(`${DAY}-run-1`);
    expect((await list()).runs[0]).toMatchObject({ id, report: true });
    const { statusCode, headers, payload } = await app.inject(`/pages/runs/${id}/report`);
    expect(statusCode).toBe(200);
    expect(payload).toBe('<script>alert(1)</script>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(headers['content-security-policy']).split(/;\s*/);
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox', "frame-ancestors 'self'"]));
    expect(policy.some((part) => part.startsWith('script-src'))).toBe(false);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('in Markdown is a file to keep', async () => {
    writeReport(`${DAY}-run-2`);
    const id = ended(`${DAY}-run-2`);
    const { headers, payload } = await app.inject(`/pages/runs/${id}/report.md`);
    expect(payload).toBe('# Night');
    expect(headers['content-disposition']).toBe(`attachment; filename="motif-run-${id}.md"`);
  });

  it.each([
    '../../../etc/passwd',
    '..',
    '.',
    '',
    '/etc',
    `${DAY}-run-1/../../x`,
    `${DAY}-run-1\u0000`,
    `${DAY}-run-1/`,
    'x',
  ])('under the name %j in the store is not looked for', async (name) => {
    writeReport(`${DAY}-run-1`);
    writeFileSync(join(nightly, 'report.html'), 'secret');
    const id = ended(name);
    expect((await list()).runs[0]).toMatchObject({ id, report: false });
    expect((await call(app, 'GET', `/pages/runs/${id}/report`)).status).toBe(404);
  });

  it('that a link leads out of the folder to is not found', async () => {
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'report.html'), 'secret');
    mkdirSync(join(nightly, 'reports'), { recursive: true });
    symlinkSync(outside, join(nightly, 'reports', `${DAY}-run-7`));
    const id = ended(`${DAY}-run-7`);
    expect((await call(app, 'GET', `/pages/runs/${id}/report`)).status).toBe(404);
    expect((await list()).runs[0]).toMatchObject({ id, report: false });
  });

  it('that was removed, is too large or no file is not found, and not offered', async () => {
    writeReport(`${DAY}-run-8`, 'x'.repeat(2_000_001));
    mkdirSync(join(nightly, 'reports', `${DAY}-run-9`, 'report.html'), { recursive: true });
    for (const name of ['run-8', 'run-9', 'run-10']) {
      const id = ended(`${DAY}-${name}`);
      expect((await list()).runs[0]).toMatchObject({ id, report: false });
      expect((await call(app, 'GET', `/pages/runs/${id}/report`)).status).toBe(404);
    }
  });

  it.each(['0', '-1', 'x', '1.5', '..%2f..%2f', '1%00'])('of run %s is refused', async (id) => {
    const { status } = await call(app, 'GET', `/pages/runs/${id}/report`);
    expect([400, 404]).toContain(status);
  });

  it('is not opened by a service that was given no folder', async () => {
    writeReport(`${DAY}-run-20`);
    const id = ended(`${DAY}-run-20`);
    const other = await appWith({ store });
    expect((await call(other, 'GET', `/pages/runs/${id}/report`)).status).toBe(404);
    expect(((await call(other, 'GET', '/pages/runs')).body as RunsAnswer).runs[0]).toMatchObject({ report: false });
    await other.close();
  });
});

it('is no part of the published interface', async () => {
  await app.ready();
  expect(openApiText(app)).not.toContain('runs');
});

it('a store that cannot be read is an error in words, not a crash', async () => {
  const closed = openStore(join(folder, 'other.db'));
  closed.close();
  const other = await appWith({ store: closed, nightly });
  const { status, body } = await call(other, 'GET', '/pages/runs');
  expect(status).toBeGreaterThanOrEqual(500);
  expect(JSON.stringify(body)).not.toContain(folder);
  await other.close();
});

/** The shape that the page reads is the store's, and no more. */
it('hands on nothing that it does not mean to', async () => {
  ended(null);
  const [run] = (await list()).runs;
  const hidden: (keyof Run)[] = ['process', 'version', 'counts'];
  for (const name of hidden) expect(run).not.toHaveProperty(name);
});
