/** Sessions as the session plugin finds them: until they expire, whatever else the plugin asks. */
import type { FastifySessionObject } from '@fastify/session';
import { expect, it, onTestFinished } from 'vitest';
import { StoredSessions } from '../../../src/api/accounts/session-store.js';
import { openStore } from '../../../src/store/open.js';

it('a session is there until it expires', async () => {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  let now = 0;
  const sessions = new StoredSessions(store.accounts, () => now);
  const session = { cookie: { originalMaxAge: 10, expires: new Date(10) }, day: '1970-01-01' };
  await new Promise((resolve) => sessions.set('id', session as unknown as FastifySessionObject, resolve));
  const found = (at: number): unknown => {
    now = at;
    let given: unknown;
    sessions.get('id', (error, one) => (given = error ?? one));
    return given;
  };
  expect(found(9)).toEqual(session);
  expect(found(10)).toBeNull();
});
