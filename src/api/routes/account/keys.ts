/** The keys of an account: made, rotated and revoked by whoever owns it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountRow } from '../../../store/accounts.js';
import type { Accounts } from '../../accounts/accounts.js';
import { patiently } from '../../accounts/patience.js';
import { MOST_KEYS, viewKey } from '../../accounts/view.js';
import { ApiError } from '../../errors.js';
import { hashKey, makeKey, makeKeyId } from '../../key.js';
import * as schemas from '../../schemas/account.js';
import { post, signedIn } from './request.js';

/** Milliseconds. */
const MINUTE = 60_000;

export function keyRoutes(pages: FastifyInstance, accounts: Accounts): void {
  const { store, now } = accounts;

  /** Tries ids until one is free, which is at once. */
  const create = async <T extends string>(
    account: AccountRow,
    note: string,
    insert: (key: { id: string; plan: string; note: string; hash: Uint8Array; created: number }) => T | 'taken',
  ): Promise<{ outcome: Exclude<T, 'taken'>; id: string; key: string }> => {
    const plan = accounts.billing.paidPlan(account);
    if (plan === null) throw new ApiError('conflict', 'Keys come with a plan; choose one on the pricing page');
    for (;;) {
      const id = makeKeyId();
      const key = makeKey(id);
      const row = { id, plan, note, hash: hashKey(key), created: now() };
      const outcome = await patiently(() => insert(row));
      if (outcome !== 'taken') return { outcome: outcome as Exclude<T, 'taken'>, id, key };
    }
  };
  /** A key of the account that has signed in; whoever asks for another's is told that there is none. */
  const own = (request: FastifyRequest, id: string) => {
    const row = store.keys.find(id);
    if (row?.account !== signedIn(request).id) throw new ApiError('not_found', 'There is no such key');
    return row;
  };

  pages.post('/keys/first', post(schemas.NoBody), async (request) => {
    const account = signedIn(request);
    const made = await create(account, '', (key) => store.keys.createFirst(account.id, key));
    return made.outcome === 'created' ? { id: made.id, key: made.key } : { id: null, key: null };
  });

  pages.post<{ Body: schemas.NewKeyRequest }>('/keys/create', post(schemas.NewKeyBody), async (request) => {
    const account = signedIn(request);
    const { outcome, id, key } = await create(account, request.body.note.trim(), (row) =>
      store.keys.createFor(account.id, row, MOST_KEYS),
    );
    if (outcome === 'full') throw new ApiError('conflict', `You have ${MOST_KEYS} keys; revoke one first`);
    return { id, key };
  });

  pages.post<{ Body: schemas.RotateRequest }>('/keys/rotate', post(schemas.RotateBody), async (request) => {
    const { id } = own(request, request.body.id);
    const key = makeKey(id);
    const grace = request.body.grace_minutes * MINUTE;
    const done = await patiently(() => store.keys.rotate(id, hashKey(key), now(), grace === 0 ? null : now() + grace));
    if (!done) throw new ApiError('conflict', 'This key has been revoked for good; create another one');
    return { id, key };
  });

  pages.post<{ Body: schemas.KeyRequest }>('/keys/revoke', post(schemas.KeyBody), async (request) => {
    const { id } = own(request, request.body.id);
    await patiently(() => store.keys.revoke(id, now()));
    return viewKey(store.keys.find(id)!, now());
  });
}
