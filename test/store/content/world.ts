/** What the tests of the content share: a store in a file of its own, and what another connection finds in it. */
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.js';
import type { EngineId } from '../../../src/store/rows.js';
import { Database } from '../../../src/store/sqlite.js';
import type { Store } from '../../../src/store/store.js';
import { maskOf } from '../../../src/tactics/types.js';
import { tempFolder } from '../fixture.js';

export const FORK = maskOf(['fork']);
export const PIN = maskOf(['pin']);

/** Rows of a query, through a second connection, as a user with a shell would see them. */
export function query(store: Store, sql: string): unknown[] {
  const db = new Database(store.file, { readonly: true });
  const rows = db.prepare(sql).raw().all();
  db.close();
  return rows;
}

export function fresh(): Store {
  return openStore(join(tempFolder(), 'motif.db'));
}

/** What the service remembers. */
export function put(store: Store, fen: string, engine: EngineId, records: Uint8Array): void {
  store.putPositions(engine, new Map([[fen, records]]));
}
