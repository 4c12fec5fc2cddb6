/** The interface's own description: it is what is checked in, it is true of what goes out, and its page asks nobody else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { openStore } from '../../src/store/open.js';
import { call, FORK_GAME, PUZZLE_000PW, testApp } from './app.js';
import { doorApp } from './doors.js';

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { name: string }[];
        requestBody?: { content: Record<string, { example: object; schema: object }> };
        responses: Record<
          string,
          { description: string; headers?: object; content: Record<string, { schema: object }> }
        >;
      }
    >
  >;
}

let app: FastifyInstance;
let text: string;
let document: Document;
beforeAll(async () => {
  app = await testApp();
  text = (await app.inject('/openapi.json')).body;
  document = JSON.parse(text) as Document;
});
afterAll(() => app.close());

describe('/openapi.json', () => {
  it('is the document that is checked in; `npm run openapi` writes it anew', () => {
    expect(text).toBe(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8'));
  });

  it('describes every route of a door, each with a name of its own, and nothing else', () => {
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [method, path, operationId]),
    );
    expect(operations).toEqual([
      ['get', '/health', 'health'],
      ['post', '/extract', 'extract'],
      ['post', '/extract_game', 'extractGame'],
      ['post', '/extract_batch', 'extractBatch'],
    ]);
  });

  it.each(['/extract', '/extract_game', '/extract_batch'])(
    'has an example for %s in which there is something',
    async (path) => {
      const { example } = document.paths[path]!['post']!.requestBody!.content['application/json']!;
      const reply = await app.inject({ method: 'POST', url: `/api/v1${path}`, payload: example });
      expect(reply.statusCode).toBe(200);
      const answers = reply.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { count: number });
      for (const { count } of answers) expect(count).toBeGreaterThan(0);
    },
  );

  it.each([
    ['get', '/health', undefined],
    ['post', '/extract', { fen: PUZZLE_000PW, with_extras: true, with_sequence: true }],
    ['post', '/extract', { fen: PUZZLE_000PW, side: 'opponent', depth: 'l1' }],
    ['post', '/extract', { pgn: FORK_GAME }],
    ['post', '/extract_game', { pgn: FORK_GAME, mode: 'available' }],
  ] as const)('is true of %s %s %j', async (method, path, body) => {
    const reply = await call(app, method === 'get' ? 'GET' : 'POST', `/api/v1${path}`, body);
    const schema = document.paths[path]?.[method]?.responses['200']?.content['application/json']?.schema;
    const validate = new Ajv2020({ strict: false }).compile(schema ?? false);
    expect(validate(reply.body), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    { fen: PUZZLE_000PW },
    { pgn: FORK_GAME },
    { fen: PUZZLE_000PW, pgn: FORK_GAME },
    { fen: PUZZLE_000PW, pgn: 7 },
    { fen: PUZZLE_000PW, mode: 'best' },
    { fen: 7, pgn: FORK_GAME },
    { fen: null, pgn: FORK_GAME },
    { pgn: FORK_GAME, mode: 'best' },
    { pgn: 7 },
    { fen: PUZZLE_000PW, depth: 'l3' },
    { fen: PUZZLE_000PW, side: 'opponent' },
    { fen: PUZZLE_000PW, pgn: FORK_GAME, side: 'opponent' },
    { pgn: FORK_GAME, side: 'opponent' },
    { pgn: FORK_GAME, side: 'mover' },
    { pgn: FORK_GAME, side: 7 },
    {},
    [],
  ])('takes a body of /extract, and one of /extract_game, or not, as the service does: %j', async (body) => {
    for (const path of ['/extract', '/extract_game']) {
      const { schema } = document.paths[path]!['post']!.requestBody!.content['application/json']!;
      const told = new Ajv2020({ strict: false }).compile(schema)(body);
      const { status } = await call(app, 'POST', `/api/v1${path}`, body);
      expect({ path, told }).toEqual({ path, told: status === 200 });
    }
  });

  it.each([
    ['get', '/health', undefined],
    ['post', '/extract', { fen: PUZZLE_000PW }],
    ['post', '/extract_game', { pgn: FORK_GAME }],
    ['post', '/extract_batch', { fens: [PUZZLE_000PW] }],
  ] as const)(
    'names Accept-Version for %s %s where it makes another answer, and only there',
    async (method, path, payload) => {
      const fields = async (headers = {}) => {
        const url = `/api/v1${path}`;
        const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
        return Object.keys(reply.json<object>());
      };
      const heeded = String(await fields()) !== String(await fields({ 'accept-version': '3.0' }));
      const named = document.paths[path]![method]!.parameters?.some(({ name }) => name === 'Accept-Version') ?? false;
      expect(named).toBe(heeded);
    },
  );

  it.each([
    ['/extract', { fen: PUZZLE_000PW }],
    ['/extract_game', { pgn: FORK_GAME }],
  ])('knows that %s may answer without a body', async (path, payload) => {
    const ask = (headers = {}) => app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers });
    const etag = String((await ask()).headers.etag);
    const { statusCode, body } = await ask({ 'if-none-match': etag });
    expect([statusCode, body]).toEqual([304, '']);
    const described = document.paths[path]!['post']!.responses['304'];
    expect(described).toHaveProperty('description');
    expect(described).not.toHaveProperty('content');
  });

  it.each([
    ['/extract', { fen: PUZZLE_000PW }, { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, [200, 304, 400, 429]],
    ['/extract_game', { pgn: FORK_GAME }, { pgn: '1. e4 e5 2. Ke4 *' }, [200, 304, 400, 429]],
    ['/extract_batch', { fens: [PUZZLE_000PW] }, { fens: [] }, [200, 400, 429]],
  ])('names the headers that answers of %s carry, and no others', async (path, payload, faulty, statuses) => {
    const store = openStore(':memory:');
    const doors = await doorApp({ store });
    try {
      const carried = new Map<string, Set<string>>();
      const seen = new Set<number>();
      const ask = async (body: object, headers = {}) => {
        const reply = await doors.inject({
          method: 'POST',
          url: `/api/v1${path}`,
          payload: body,
          headers: { 'content-type': 'application/json', ...headers },
        });
        const status = String(reply.statusCode);
        const exposed = String(reply.headers['access-control-expose-headers']).split(', ');
        const names = exposed.filter((name) => name.toLowerCase() in reply.headers);
        const key = status.startsWith('4') ? '4XX' : status;
        carried.set(key, new Set([...(carried.get(key) ?? []), ...names]));
        seen.add(reply.statusCode);
        return reply;
      };
      const { etag } = (await ask(payload)).headers;
      if (etag !== undefined) await ask(payload, { 'if-none-match': etag });
      while (!seen.has(429)) await ask(faulty);

      expect([...seen].sort()).toEqual(statuses);
      const { responses } = document.paths[path]!['post']!;
      for (const [key, names] of carried) {
        // a batch says what is wrong with a position in its line
        if (path === '/extract_batch' && key === '4XX') names.add('X-Error-Detail');
        expect(Object.keys(responses[key]?.headers ?? {}).sort(), key).toEqual([...names].sort());
      }
    } finally {
      await doors.close();
      store.close();
    }
  });
});

describe('/docs/try', () => {
  it('finds the refusals that come documented, each by its own status', () => {
    for (const path of ['/extract', '/extract_game', '/extract_batch']) {
      const { responses } = document.paths[path]!['post']!;
      for (const status of ['400', '401', '413', '429', '503']) {
        expect(responses[status]?.description, `${path} ${status}`).toMatch(/^The /);
        expect(responses[status], `${path} ${status}`).toHaveProperty('content');
      }
    }
  });

  it('is a page that may load nothing from elsewhere', async () => {
    const page = await app.inject('/docs/try/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<meta name="viewport"');
    expect(page.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'self';/);
    expect(policy).not.toMatch(/https:|unsafe/);
  });
});
