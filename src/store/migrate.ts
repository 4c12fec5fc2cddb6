/**
 * Brings a database file to the shape that this code knows.
 *
 * Numbered SQL files are applied in order, all in one transaction together with the step of `user_version`, so that a crash leaves a
 * database that is as it was, and a new one waits for the disk once and not for every file. `application_id` marks the file as ours:
 * a database of another program is refused, not filled.
 */
import type { Database } from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../paths.js';
import { StoreError } from './errors.js';

/** `Motf`: SQLite's own place to say whose database a file is. */
const APPLICATION_ID = 0x4d6f7466;

export interface Migration {
  /** The `user_version` that it leads to. */
  version: number;
  sql: string;
}

/** The migrations in order; the number in front of a file's name is its version, without gaps: 1, 2, 3 ... */
export function readMigrations(): Migration[] {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => /^\d{3}_\w+\.sql$/.test(name))
    .sort();
  return files.map((name, index) => {
    if (Number(name.slice(0, 3)) !== index + 1) throw new Error(`migrations: ${name} is not number ${index + 1}`);
    return { version: index + 1, sql: readFileSync(join(MIGRATIONS, name), 'utf8') };
  });
}

/**
 * @param readonly checks only: a database that would need a migration is refused.
 * @throws {StoreError} `foreign`, `newer`, `outdated`
 */
export function migrate(db: Database, file: string, readonly: boolean, migrations = readMigrations()): void {
  const latest = migrations.length;
  const version = refuseOthers(db, file, latest);
  if (version === latest) return;
  if (readonly) {
    throw new StoreError(
      'outdated',
      `Database ${file}: it was written by an older Motif (version ${version} of ${latest}); run a scan on it first`,
    );
  }
  const apply = db.transaction(() => {
    const version = versionOf(db);
    if (version >= latest) return; // another process did it a moment ago
    for (const { sql } of migrations.slice(version)) db.exec(sql);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${latest}`);
  });
  apply.immediate();
}

/**
 * @param latest the version that this Motif writes
 * @returns the version of a database that is Motif's, or nobody's yet
 * @throws {StoreError} `foreign`, `newer`
 */
export function refuseOthers(db: Database, file: string, latest = readMigrations().length): number {
  const { owner, version, tables } = inspect(db);
  if (owner !== APPLICATION_ID && (owner !== 0 || version !== 0 || tables > 0)) {
    throw new StoreError('foreign', `Database ${file}: it belongs to another program; name another file with --db`);
  }
  if (version > latest) {
    throw new StoreError(
      'newer',
      `Database ${file}: it was written by a newer Motif (version ${version}, this one knows up to ${latest}); ` +
        'update Motif, or use another --db',
    );
  }
  return version;
}

/** Whether nobody has put anything into a database yet: neither Motif nor another program. */
export function isBlank(db: Database): boolean {
  const { owner, version, tables } = inspect(db);
  return owner === 0 && version === 0 && tables === 0;
}

/** Whose file it is: one transaction, so that another process that is creating it is seen before or after, never halfway. */
function inspect(db: Database): { owner: number; version: number; tables: number } {
  return db.transaction(() => ({
    tables: Number(db.prepare('SELECT count(*) FROM sqlite_master').pluck().get()),
    owner: Number(db.pragma('application_id', { simple: true })),
    version: versionOf(db),
  }))();
}

function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
