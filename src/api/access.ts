/**
 * What the doors ask before they let a request through: the plans, whose key it is, and how many games there were today.
 */
import { DailyGames, type UsageStore } from './daily-games.js';
import { KeyRing, type KeyStore } from './key-ring.js';
import { KeyUse, type KeyUseStore } from './key-use.js';
import { barePlan, FREE, type PlanTable } from './plans.js';

export interface Access {
  readonly plans: PlanTable;
  readonly keys: KeyRing;
  readonly games: DailyGames;
  readonly use: KeyUse;
}

export interface AccessOptions {
  plans: PlanTable;
  /** The part of the store that this needs. */
  store: { keys: KeyStore; usage: UsageStore; keyDays: KeyUseStore };
  /** Told of every failure of the store that is no reason to refuse a request. */
  onStoreError: (error: unknown) => void;
  /** Milliseconds since 1970. Default the system's clock. */
  now?: () => number;
}

export function makeAccess({ plans, store, onStoreError, now = () => Date.now() }: AccessOptions): Access {
  return {
    plans,
    keys: new KeyRing({ store: store.keys, now, onStoreError }),
    games: new DailyGames({ store: store.usage, now, onStoreError }),
    use: new KeyUse({ store: store.keyDays, now, onStoreError }),
  };
}

/** The free door without any limit, and nobody with a key: for tests of everything else, and for apps that are not let out. */
export function unlimitedAccess(): Access {
  return makeAccess({
    plans: { plans: new Map([[FREE, barePlan(FREE)]]), refusedKeysPerMinute: Number.MAX_SAFE_INTEGER, contact: null },
    store: {
      keys: { find: () => undefined, touch: () => undefined },
      usage: { gamesOn: () => 0, addGames: () => undefined },
      keyDays: { add: () => undefined },
    },
    onStoreError: () => undefined,
  });
}
