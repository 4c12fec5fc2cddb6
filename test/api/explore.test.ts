/** What `/explore` fetches, over a database that a scan has made; and the same over one of which nothing is chess, for its bounds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { exploreRoutes } from '../../src/api/pages/explore.js';
import { Explorer, ExplorerBusyError } from '../../src/explore/explorer.js';
import { FORMATS } from '../../src/export/formats.js';
import type { PageAnswer, SpreadAnswer, Task } from '../../src/explore/tasks.js';
import { SearchTimeError } from '../../src/store/search/wish.js';
import { openStore } from '../../src/store/open.js';
import { analyzeGame } from '../../src/tactics/analyze.js';
import { compileKernel, loadEngine } from '../../src/tactics/kernel.js';
import { readGame } from '../../src/tactics/pgn.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { run } from '../jobs/run.js';
import { call, FORK_GAME, IMMORTAL_GAME } from './app.js';

const MARKUP = '<img src=x onerror=alert(1)>';
const HOSTILE = `[Event "${MARKUP}"]
[White "=HYPERLINK(1)"]
[Black "Smyslov, ""V""\u2028"]
[Date "1959.01.02"]
[WhiteElo "2600"]
[BlackElo "2700"]
[ECO "B17"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0
`;

let folder: string;
let app: FastifyInstance;
let explorer: Explorer;

async function appWith(ask: Pick<Explorer, 'ask'>): Promise<FastifyInstance> {
  return buildApp({ analyst: new EngineAnalyst(await loadEngine()), pages: { routes: [exploreRoutes(ask)] } });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'motif-explore-'));
  const db = join(folder, 'motif.db');
  writeFileSync(join(folder, 'games.pgn'), [IMMORTAL_GAME, FORK_GAME, HOSTILE].join('\n'));
  await run('scan', [join(folder, 'games.pgn'), '--db', db, '--quiet']);
  explorer = new Explorer({ db, module: await compileKernel(), onError: (error) => console.error(error) });
  app = await appWith(explorer);
});
afterAll(async () => {
  await app.close();
  await explorer.close();
  rmSync(folder, { recursive: true });
});

const get = async (path: string) => call(app, 'GET', `/pages/explore${path}`);
const page = async (query: string) => (await get(`?${query}`)).body as PageAnswer;

describe('GET /pages/explore', () => {
  it('gives findings with their games, which can be read again, and nothing of where they lie on the server', async () => {
    const { found, games, next } = await page('order=store&player=anderssen&limit=60');
    expect(next).toBeNull();
    const { tactics } = await analyzeGame(IMMORTAL_GAME, { mode: 'available', with_sequence: true });
    expect(found.map(({ ply, pattern, fen, sequence }) => [ply, pattern, fen, sequence])).toEqual(
      tactics.map(({ ply, pattern, fen, sequence }) => [ply, pattern, fen, sequence]),
    );
    const engine = await loadEngine();
    expect(Object.keys(games)).toEqual([found[0]?.game.digest]);
    expect(readGame(engine, Object.values(games)[0] ?? '').fens).toEqual(readGame(engine, IMMORTAL_GAME).fens);
    expect(found[0]?.game.archive).toBe('games.pgn');
    expect(JSON.stringify(found)).not.toContain(folder);
  });

  it('goes on where the page before ended', async () => {
    const whole = await page('limit=60');
    const pieces: PageAnswer['found'] = [];
    let after = '';
    do {
      const { found, next } = await page(`limit=3${after}`);
      pieces.push(...found);
      after = next === null ? '' : `&after=${next}`;
    } while (after !== '');
    expect(pieces).toEqual(whole.found);
    expect(whole.found.length).toBeGreaterThan(6);
  });

  it('takes every filter', async () => {
    const all = (await page('limit=60')).found;
    const hostile = (found: PageAnswer['found']) => found.filter(({ game }) => game.eco === 'B17');
    expect((await page('pattern=pin,fork&limit=60')).found).toEqual(
      all.filter(({ pattern }) => ['pin', 'fork'].includes(pattern)),
    );
    expect((await page('gain=500&mate=no&limit=60')).found).toEqual(
      all.filter((one) => !one.is_mate && one.gain >= 500),
    );
    expect((await page('maxgain=500&limit=60')).found).toEqual(all.filter((one) => !one.is_mate && one.gain <= 500));
    expect((await page('outcome=missed&limit=60')).found).toEqual(all.filter(({ outcome }) => outcome === 'missed'));
    expect((await page('mate=yes&minelo=2600&maxelo=2700')).found).toEqual(hostile(all).filter((one) => one.is_mate));
    for (const query of [
      'since=1959-01&until=1959',
      'eco=b1',
      'event=%3Cimg',
      'player=smyslov&side=opponent',
      'white=%3Dhyper',
    ])
      expect((await page(query)).found, query).toEqual(hostile(all));
    expect((await page('archive=nowhere')).found).toEqual([]);
    expect((await page('archive=games.pgn&limit=60')).found).toEqual(all);
    expect((await page('archive=GAMES&limit=60')).found).toEqual(all);
  });

  it('tells nothing of the folders of archives, however it is asked', async () => {
    for (const part of [join(folder, 'games.pgn'), folder, basename(folder), basename(folder).slice(0, 3), '/', '\\']) {
      expect((await page(`archive=${encodeURIComponent(part)}`)).found, part).toEqual([]);
    }
  });

  it.each([
    ['gain=x', "'gain' must be a whole number from 0 to 99999"],
    ['limit=100', "'limit' must be a whole number from 0 to 99"],
    ['until=soon', "'until' must be a day, month or year, such as 2024-01-31, 2024-01 or 2024"],
    ['pattern=fork;pin', "'pattern' must be names of patterns with commas between them"],
    ['eco=Z', "'eco' must be an ECO code or its beginning, such as B90, B9 or B"],
    ['pattern=windmill', 'Invalid pattern: windmill'],
    ['side=player', "needs a 'player'"],
    ['after=nonsense', 'cursor'],
    ['since=2024-13', 'since'],
    ['player=%20', 'part of a name'],
    ['player=', "'player' must not be empty"],
    [`white=${'x'.repeat(101)}`, "'white' must have at most 100 characters"],
    ['order=random', 'order'],
    ['mate=1', 'mate'],
    ['player=tal&player=botvinnik', "'player' is given more than once"],
    ['mate=yes&mate=yes', "'mate' is given more than once"],
    ['gain=100&gain=200', "'gain' is given more than once"],
  ])('refuses %s', async (query, word) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(400);
    expect((body as { error: string }).error).toContain(word);
  });

  it('has as many findings as are asked for, and no more than a page has room for', async () => {
    const limits: unknown[] = [];
    const ask = (task: Task) => {
      limits.push('limit' in task && task.limit);
      return Promise.resolve({ found: [], games: {}, next: null });
    };
    const other = await appWith({ ask } as unknown as Explorer);
    for (const query of ['', 'limit=7', 'limit=99', 'limit=0']) await call(other, 'GET', `/pages/explore?${query}`);
    expect(limits).toEqual([24, 7, 60, 1]);
    await other.close();
  });

  it('is no part of the published interface', async () => {
    expect((await call(app, 'GET', '/openapi.json')).body).not.toHaveProperty('paths./pages/explore');
  });
});

describe('GET /pages/explore/spread', () => {
  it('adds up what the pages list', async () => {
    const { found } = await page('limit=60');
    const spread = (await get('/spread')).body as SpreadAnswer;
    expect(spread).toMatchObject({ share: 1, tactics: found.length, mates: found.filter((one) => one.is_mate).length });
    expect(spread.patterns.map(({ pattern, tactics }) => [pattern, tactics])).toEqual(
      PATTERNS.map((pattern) => [pattern, found.filter((one) => one.pattern === pattern).length]),
    );
    const years = spread.years.map(({ year, tactics, played }) => ({ year, tactics, played }));
    const of1959 = found.filter(({ game }) => game.date === '1959.01.02');
    expect(years[0]).toEqual({
      year: 1959,
      tactics: of1959.length,
      played: of1959.filter((one) => one.outcome === 'played').length,
    });
    expect(years.at(-1)?.year).toBeNull();
    expect(spread.archives.map(({ archive, tactics }) => [archive, tactics])).toEqual([['games.pgn', found.length]]);
    const forks = (await get('/spread?pattern=fork')).body as SpreadAnswer;
    expect(forks.tactics).toBe(found.filter(({ pattern }) => pattern === 'fork').length);
  });
});

describe('GET /pages/explore/stock', () => {
  it('says what is stored', async () => {
    expect((await get('/stock')).body).toEqual({
      games: 3,
      shallow: 0,
      others: 0,
      archives: ['games.pgn'],
      puzzles: expect.any(Number) as number,
      morePuzzles: false,
      formats: FORMATS.map(({ name, about }) => ({ name, about })),
    });
  });

  it('says that nothing is', async () => {
    const db = join(folder, 'empty.db');
    openStore(db).close();
    const empty = new Explorer({ db, module: await compileKernel(), onError: (error) => console.error(error) });
    expect(await empty.ask({ kind: 'stock' })).toMatchObject({
      games: 0,
      shallow: 0,
      others: 0,
      archives: [],
      puzzles: 0,
    });
    expect(await empty.ask({ kind: 'page', wish: {}, order: 'gain', limit: 5 })).toEqual({
      found: [],
      games: {},
      next: null,
    });
    expect(await empty.ask({ kind: 'spread', wish: {} })).toMatchObject({ tactics: 0, share: 1 });
    await empty.close();
  });
});

describe('GET /pages/explore/file', () => {
  it('is all of the set: an object a line', async () => {
    const response = await app.inject({ method: 'GET', url: '/pages/explore/file?pattern=fork' });
    const { found } = await page('pattern=fork&limit=60');
    const lines = response.body.split('\n').filter((line) => line !== '');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(found);
    // and to readers that know more line ends than LF
    const hostile = await app.inject({ method: 'GET', url: '/pages/explore/file?eco=B17' });
    expect(hostile.body).toContain('Smyslov');
    expect(hostile.body).not.toMatch(/[\x85\u2028\u2029]/);
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="motif-tactics.jsonl"',
    });
  });

  it('is a table in which no name is a formula', async () => {
    const { body } = await app.inject({
      method: 'GET',
      url: '/pages/explore/file?format=csv&eco=B17&pattern=smothered_mate',
    });
    const [head, row, ...rest] = body.split('\n');
    expect(head).toMatch(/^pattern,color,gain,is_mate,trigger_move,/);
    expect(row).toContain(`,'=HYPERLINK(1),`);
    expect(row).toMatch(/^smothered_mate,white,0,1,e4d6,Nd6#,e4d6,Nd6#,/);
    expect(rest).toEqual(['']);
  });

  it('is written a piece at a time, two at once, and makes room when it is done or left', async () => {
    let asked = 0;
    const endless = {
      ask: () => Promise.resolve({ text: `${String(++asked).padEnd(100)}\n`.repeat(1000), rows: 1000, next: 'x' }),
    };
    const other = await appWith(endless as unknown as Explorer);
    const address = await other.listen({ port: 0 });
    const status = async (): Promise<number> => {
      const response = await fetch(`${address}/pages/explore/file`);
      await response.body?.cancel();
      return response.status;
    };
    const files = await Promise.all([1, 2].map(() => fetch(`${address}/pages/explore/file`)));
    expect(await status()).toBe(503);
    const texts = await Promise.all(files.map((file) => file.text()));
    expect(texts.map((text) => text.split('\n').length - 1)).toEqual([100_000, 100_000]);
    const left = new AbortController();
    await fetch(`${address}/pages/explore/file`, { signal: left.signal });
    left.abort();
    await expect.poll(status).toBe(200);
    other.server.closeAllConnections();
    await other.close();
  });
});

describe('GET /pages/explore/puzzles', () => {
  const idsOf = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { id: string }).id);
  const puzzles = async (query: string) =>
    (await app.inject({ method: 'GET', url: `/pages/explore/puzzles?${query}` })).body;

  it('is what an export of the store has, cut to the question, in its formats', async () => {
    const file = join(folder, 'puzzles.jsonl');
    const exported = await run('export', [
      '--db',
      join(folder, 'motif.db'),
      '--format',
      'jsonl',
      '--out',
      file,
      '--quiet',
    ]);
    expect(exported).toMatchObject({ code: 0 });
    const all = readFileSync(file, 'utf8');
    expect(idsOf(all).length).toBeGreaterThan(0);
    expect(await puzzles('format=jsonl')).toBe(all);
    const some = idsOf(await puzzles('format=jsonl&side=black'));
    const places = new Set((await page('side=black&limit=60')).found.map(({ fen }) => fen));
    const fitting = all
      .split('\n')
      .filter((line) => line !== '' && places.has((JSON.parse(line) as { fen: string }).fen));
    expect(some).toEqual(idsOf(fitting.join('\n')));
    expect(some.length).toBeLessThan(idsOf(all).length);
    expect(await puzzles('format=lichess-csv&player=nobody')).toMatch(/^PuzzleId,[^\n]*\n$/);
    const response = await app.inject({ method: 'GET', url: '/pages/explore/puzzles?format=parquet' });
    expect(response.rawPayload.subarray(0, 4).toString()).toBe('PAR1');
    expect(response.headers['content-disposition']).toBe('attachment; filename="motif-puzzles.parquet"');
  });

  it('is made for one at a time', async () => {
    let finish: (answer: unknown) => void = () => undefined;
    const slow = { ask: () => new Promise((resolve) => (finish = resolve)) };
    const other = await appWith(slow as unknown as Explorer);
    const first = call(other, 'GET', '/pages/explore/puzzles?format=epd');
    await expect.poll(async () => (await call(other, 'GET', '/pages/explore/puzzles')).status).toBe(503);
    finish({ bytes: Buffer.from('"8/8"'), puzzles: 1 });
    expect((await first).status).toBe(200);
    await other.close();
  });

  it('knows no other formats', async () => {
    expect((await get('/puzzles?format=exe')).status).toBe(400);
  });
});

describe.each(['/pages/explore/file?format=csv', '/pages/explore/puzzles?format=epd'])('HEAD %s', (url) => {
  it('has the headers, and none of the work', async () => {
    let asked = 0;
    const ask = () => Promise.resolve({ text: '', rows: 0, next: null, bytes: Buffer.of(), puzzles: ++asked });
    const other = await appWith({ ask } as unknown as Explorer);
    const [head, get] = [await other.inject({ method: 'HEAD', url }), await other.inject({ method: 'GET', url })];
    expect(head.statusCode).toBe(200);
    for (const name of ['content-type', 'content-disposition']) expect(head.headers[name]).toBe(get.headers[name]);
    expect(asked).toBe(1);
    expect((await other.inject({ method: 'HEAD', url: `${url}&gain=much` })).statusCode).toBe(400);
    await other.close();
  });
});

describe('what takes too long', () => {
  it.each([
    [new SearchTimeError('too long'), 413, 'This search takes too long'],
    [new ExplorerBusyError('full'), 503, 'busy'],
    [new Error('secret path'), 500, 'Internal server error'],
  ])('is said: %s', async (error, status, words) => {
    const other = await appWith({ ask: () => Promise.reject(error) });
    const answer = await call(other, 'GET', '/pages/explore');
    expect(answer.status).toBe(status);
    expect((answer.body as { error: string }).error).toContain(words);
    // nor does a file that came to nothing take the place of another
    for (const file of ['file', 'file', 'file', 'puzzles', 'puzzles'])
      expect((await call(other, 'GET', `/pages/explore/${file}`)).body, file).toEqual(answer.body);
    await other.close();
  });
});
