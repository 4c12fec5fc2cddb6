/** What the tests of the doors share: a store, an app over it, and a clock that stands at noon of a leap day until a test sets it. */
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, vi } from 'vitest';
import { openStore } from '../../../src/store/open.js';
import type { Store } from '../../../src/store/store.js';
import { doorApp, type DoorOptions } from '../doors.js';

export const FEN = '8/8/4k3/8/8/3K4/8/8 w - - 0 1';
export const PGN = '1. e4 e5 2. Nf3 *';
export const NOON = Date.UTC(2024, 1, 29, 12);

export let store: Store;
export let app: FastifyInstance;

/** For each test of a file: an empty store, and the clock at noon. */
export function freshDoors(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    store = openStore(':memory:');
  });
  afterEach(async () => {
    await app.close();
    store.close();
    vi.useRealTimers();
  });
}

/** Opens the doors over `store`. */
export async function open(options: Partial<DoorOptions> = {}): Promise<void> {
  app = await doorApp({ store, ...options });
}

export interface Options {
  key?: string | undefined;
  /** The Authorization header as it stands, in place of a key. */
  header?: string;
  from?: string;
  forwarded?: string;
  body?: object;
}

/** A request, from one address and for one position at l1 unless told otherwise. */
export async function post(path: string, { key, header, from, forwarded, body }: Options = {}) {
  const authorization = header ?? (key === undefined ? undefined : `Bearer ${key}`);
  const reply = await app.inject({
    method: 'POST',
    url: path,
    remoteAddress: from ?? '203.0.113.1',
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
    payload: body ?? { fen: FEN, depth: 'l1' },
  });
  return { status: reply.statusCode, body: reply.json<unknown>(), headers: reply.headers };
}

export const FREE = '/api/v1/extract';
export const PAID = '/v1/extract';

/** The statuses of so many requests, one after the other. */
export async function statuses(
  count: number,
  path: string,
  options: Options | ((index: number) => Options) = {},
): Promise<number[]> {
  const all = [];
  for (let i = 0; i < count; i++)
    all.push((await post(path, typeof options === 'function' ? options(i) : options)).status);
  return all;
}

export const LIMITED = { error: 'Rate limit exceeded' };
export const REFUSED = { error: 'Missing or invalid API key' };
export const CAPPED = { error: 'Daily game analysis limit reached. Upgrade for higher limits.' };
