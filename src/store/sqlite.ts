/**
 * SQLite, through better-sqlite3 in the version that this Node can run. Version 12 is built for Node 20 and 22: Node 24.19 and later abort
 * when one of its statements is collected. Version 13 is built on Node-API 10, which came with Node 22.14; any Node before crashes in it.
 * npm passes it over where Node is too old for it.
 */
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** The Node-API that version 13 is built on. */
const NODE_API = 10;

function load(): typeof BetterSqlite3 {
  if (Number(process.versions.napi) >= NODE_API) {
    try {
      return require('better-sqlite3-13') as typeof BetterSqlite3;
    } catch (error) {
      // left out with `npm ci --omit=optional`
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  return require('better-sqlite3') as typeof BetterSqlite3;
}

export const Database = load();
export type Database = BetterSqlite3.Database;
