/** Every state in which a database file can be met, and what opening it says. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { StoreError, toStoreError, type StoreErrorCode } from '../../src/store/errors.js';
import { migrate, readMigrations } from '../../src/store/migrate.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import { Store } from '../../src/store/store.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { batch, broken, ENGINE_A, FEN_1, found, game, run, SQLITE, tactic, tempFolder } from './fixture.js';

function failure(work: () => unknown): StoreError {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

function wholeDatabase(folder: string): string {
  const file = join(folder, 'whole.db');
  const store = openStore(file);
  store.writeBatch(batch([game(1, [found(1, FEN_1, tactic('fork'))])]));
  store.close();
  return file;
}

/** A file in each state; the name of the file. */
const STATES = {
  'no file': (folder) => join(folder, 'new.db'),
  'empty file': (folder) => write(folder, ''),
  'empty database': (folder) => {
    const file = join(folder, 'empty.db');
    new Database(file).exec('VACUUM').close();
    return file;
  },
  'whole database': wholeDatabase,
  'no folder': (folder) => join(folder, 'missing', 'x.db'),
  'a folder': (folder) => {
    mkdirSync(join(folder, 'folder.db'));
    return join(folder, 'folder.db');
  },
  'not a database': (folder) => write(folder, '[Event "a PGN file that was named by mistake"]\n'.repeat(100)),
  "another program's": (folder) => {
    const file = join(folder, 'foreign.db');
    new Database(file).exec('CREATE TABLE contacts (name TEXT)').close();
    return file;
  },
  "another program's, marked": (folder) => {
    const file = join(folder, 'marked.db');
    const db = new Database(file);
    db.pragma('application_id = 4711');
    db.close();
    return file;
  },
  "another program's, with a version": (folder) => {
    const file = join(folder, 'version.db');
    const db = new Database(file);
    db.pragma('user_version = 3');
    db.close();
    return file;
  },
  'newer version': (folder) => {
    const file = wholeDatabase(folder);
    const db = new Database(file);
    db.pragma('user_version = 999');
    db.close();
    return file;
  },
  'damaged schema': (folder) => {
    const file = wholeDatabase(folder);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 100, 4096); // the root page behind the header
    writeFileSync(file, bytes);
    return file;
  },
} satisfies Record<string, (folder: string) => string>;

function write(folder: string, text: string): string {
  const file = join(folder, 'file.db');
  writeFileSync(file, text);
  return file;
}

type State = keyof typeof STATES;

type Outcome = StoreErrorCode | 'ok';

/** Of opening to write, and to read. */
const EXPECTED: Record<State, [writing: Outcome, reading: Outcome]> = {
  'no file': ['ok', 'missing'],
  'empty file': ['ok', 'missing'],
  'empty database': ['ok', 'missing'],
  'whole database': ['ok', 'ok'],
  'no folder': ['missing', 'missing'],
  'a folder': ['missing', 'missing'],
  'not a database': ['not_a_database', 'not_a_database'],
  "another program's": ['foreign', 'foreign'],
  "another program's, marked": ['foreign', 'foreign'],
  "another program's, with a version": ['foreign', 'foreign'],
  'newer version': ['newer', 'newer'],
  'damaged schema': ['corrupt', 'corrupt'],
};
const CASES = Object.entries(EXPECTED).map(([state, [writing, reading]]) => ({
  state: state as State,
  writing,
  reading,
}));

test.each(CASES)('opening for writing: $state: $writing', ({ state, writing }) => {
  const file = STATES[state](tempFolder());
  if (writing === 'ok') {
    const store = openStore(file);
    store.writeBatch(batch([game(2)]));
    expect(store.counts().games).toBe(state === 'whole database' ? 2 : 1);
    store.close();
  } else {
    const error = failure(() => openStore(file));
    expect(error.code).toBe(writing);
    expect(error.message).toContain(file);
    expect(error.message).toMatch(/;|check/); // what to do about it
  }
});

test.each(CASES)('opening for reading: $state: $reading', ({ state, reading }) => {
  const file = STATES[state](tempFolder());
  if (reading === 'ok') {
    const store = openStore(file, { readonly: true });
    expect(store.findPosition(FEN_1, ENGINE_A)).toEqual(run(tactic('fork')));
    expect(store.readonly).toBe(true);
    store.close();
  } else expect(failure(() => openStore(file, { readonly: true })).code).toBe(reading);
});

test('a refused file is left as it was', () => {
  for (const state of ['not a database', "another program's", 'newer version'] as const) {
    const file = STATES[state](tempFolder());
    const before = readFileSync(file);
    failure(() => openStore(file));
    expect(readFileSync(file).equals(before), state).toBe(true);
  }
});

test('who only reads leaves nothing beside it', () => {
  const folder = tempFolder();
  const file = wholeDatabase(folder);
  const store = openStore(file, { readonly: true });
  expect(store.counts().games).toBe(1);
  store.close();
  expect(readdirSync(folder)).toEqual(['whole.db']);
});

test('who only looks for something puts nothing into what is empty', () => {
  for (const state of ['empty file', 'empty database'] as const) {
    const folder = tempFolder();
    const file = STATES[state](folder);
    const before = readFileSync(file);
    for (const options of [{ mustExist: true }, { readonly: true }]) {
      const { code, message } = failure(() => openStore(file, options));
      expect(code).toBe('missing');
      expect(message).toContain(`Database ${file}: it is empty; name another file`);
    }
    expect(readFileSync(file).equals(before), state).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
  }
});

test.skipIf(process.platform === 'win32')('what is no file is told as what it is', () => {
  const pipe = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const round = join(tempFolder(), 'round.db');
  symlinkSync('round.db', round);
  for (const options of [{}, { mustExist: true }, { readonly: true }]) {
    expect(failure(() => openStore(pipe, options)).message).toBe(
      `Database ${pipe}: it is not a file, but a pipe; name a file with --db`,
    );
    expect(failure(() => openStore('/dev/null', options)).message).toContain('it is not a file, but a device');
    expect(failure(() => openStore(round, options)).message).toContain('it is a link that leads back to itself');
    const file = join(tempFolder(), 'games.pgn');
    writeFileSync(file, '');
    const below = join(file, 'motif.db');
    expect(failure(() => openStore(below, options)).message).toContain(
      `Database ${below}: its path leads through a file`,
    );
    const long = join(tempFolder(), 'x'.repeat(300));
    expect(failure(() => openStore(long, options)).message).toContain('longer than the file system allows');
  }
});

describe('what each call does', () => {
  const CALLS: Record<string, (store: Store) => unknown> = {
    findPosition: (store) => store.findPosition(FEN_1, ENGINE_A),
    putPositions: (store) => store.putPositions(ENGINE_A, new Map([[FEN_1, run(tactic('pin'))]])),
    writeBatch: (store) => store.writeBatch(batch([game(3)], { quarantine: [broken(5)] })),
    counts: (store) => store.counts(),
    tacticsByPattern: (store) => store.tacticsByPattern(),
    digest: (store) => store.digest(),
    nextStale: (store) => store.nextStale(ENGINE_A, {}, 0, 1),
    nextPuzzleCandidates: (store) => store.nextPuzzleCandidates(ENGINE_A, 0, 1),
    'keys.revoke': (store) => store.keys.revoke('7h3k9q2m', 0),
  };
  const WRITES = ['putPositions', 'writeBatch', 'keys.revoke'];

  test.each(Object.keys(CALLS))('%s on a closed store says so', (name) => {
    const store = openStore(':memory:');
    store.close();
    store.close(); // twice is no mistake
    expect(failure(() => CALLS[name]?.(store)).code).toBe('closed');
  });

  test.each(Object.keys(CALLS))('%s on a store opened for reading', (name) => {
    const store = openStore(wholeDatabase(tempFolder()), { readonly: true });
    if (WRITES.includes(name)) expect(failure(() => CALLS[name]?.(store)).code).toBe('readonly');
    else expect(() => CALLS[name]?.(store)).not.toThrow();
    store.close();
  });

  test.each(Object.keys(CALLS))('%s while another process writes', (name) => {
    const file = wholeDatabase(tempFolder());
    const other = new Database(file);
    const store = openStore(file, { busyTimeout: 20 });
    other.exec('BEGIN IMMEDIATE');
    if (WRITES.includes(name)) expect(failure(() => CALLS[name]?.(store)).code).toBe('locked');
    else expect(() => CALLS[name]?.(store)).not.toThrow();
    other.exec('ROLLBACK');
    expect(() => CALLS[name]?.(store)).not.toThrow();
    other.close();
    store.close();
  });

  test.each(Object.keys(CALLS))('%s on a full disk', (name) => {
    const db = new Database(':memory:');
    migrate(db, 'x.db', false);
    const store = new Store(db, 'x.db');
    store.writeBatch(batch([game(1, [found(1, FEN_1, tactic('fork'))])]));
    const before = store.digest();
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
    const large = game(9, [], { moves: new Uint8Array(100_000) });
    const error = failure(() => store.writeBatch(batch([game(8), large])));
    expect(error.code).toBe('full');
    expect(error.message).toContain('free some space');
    expect(store.digest()).toBe(before); // all of the batch or nothing
    if (!WRITES.includes(name)) expect(() => CALLS[name]?.(store)).not.toThrow();
    store.close();
  });

  test('a page that is damaged behind the schema is noticed when it is read', () => {
    const file = wholeDatabase(tempFolder());
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096);
    writeFileSync(file, bytes);
    expect(failure(() => openStore(file).digest()).code).toBe('corrupt');
  });
});

describe('migrations', () => {
  test('are numbered without gaps, and a fresh database is at the last one', () => {
    const migrations = readMigrations();
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
    const db = new Database(':memory:');
    migrate(db, 'x', false);
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
  });

  test.each([
    ['a new database', 0],
    ['an older one', 3],
  ])('one that fails leaves %s as it was', (_, version) => {
    const db = new Database(':memory:');
    const tables = db.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table'").pluck();
    if (version > 0) migrate(db, 'x', false, readMigrations().slice(0, version));
    const before = tables.get();
    const bad = { version: readMigrations().length + 1, sql: 'CREATE TABLE half (a); INSERT INTO nowhere VALUES (1);' };
    expect(() => migrate(db, 'x', false, [...readMigrations(), bad])).toThrow(/nowhere/);
    expect(db.pragma('user_version', { simple: true })).toBe(version);
    expect(tables.get()).toBe(before);
    migrate(db, 'x', false);
    expect(db.pragma('user_version', { simple: true })).toBe(readMigrations().length);
  });

  test('take the entries that broke off out of the texts that they stood in', () => {
    const db = new Database(':memory:');
    migrate(db, 'x', false, readMigrations().slice(0, 7));
    db.exec(`INSERT INTO engines (id, version, signature) VALUES (1, '1', 's');
      INSERT INTO archives (id, fingerprint, size, path) VALUES (1, x'01', 1, 'a.zip'), (2, x'02', 1, 'b.zip');
      INSERT INTO checkpoints (id, archive_id, engine_id, depth, patterns, terms, version, stamp, complete, entry, byte_offset, line, broken,
        kept, filtered, quarantined, skipped)
      VALUES (7, 1, 1, 'l2', 1023, '', '1', 0, 0, 9, NULL, 1,
        '[{"entry":2,"offset":12345678901,"line":5},{"entry":4,"offset":null,"line":1}]', 1, '{}', '{}', '[]'),
        (8, 2, 1, 'l2', 1023, '', '1', 0, 1, 9, NULL, 1, '[]', 1, '{}', '{}', '[]')`);
    migrate(db, 'x', false);
    expect(db.prepare('SELECT * FROM broken_entries').all()).toEqual([
      { checkpoint_id: 7, entry: 2, byte_offset: 12_345_678_901, line: 5 },
      { checkpoint_id: 7, entry: 4, byte_offset: null, line: 1 },
    ]);
  });

  test('bring an older database up to date and keep its rows', () => {
    const db = new Database(':memory:');
    migrate(db, 'x', false);
    db.exec("INSERT INTO engines (version, signature) VALUES ('1', 's')");
    const next = { version: readMigrations().length + 1, sql: 'ALTER TABLE engines ADD COLUMN note TEXT;' };
    migrate(db, 'x', false, [...readMigrations(), next]);
    expect(db.prepare('SELECT signature, note FROM engines').get()).toEqual({ signature: 's', note: null });
  });

  test('name the patterns as the types do', () => {
    const db = new Database(':memory:');
    migrate(db, 'x', false);
    expect(db.prepare('SELECT name FROM patterns ORDER BY code').pluck().all()).toEqual([...PATTERNS]);
  });
});

test('what was committed survives a process that is killed', () => {
  const file = join(tempFolder(), 'killed.db');
  openStore(file).close();
  // a second process opens a transaction, writes, and dies without a word
  const script = `
    import { Database } from ${JSON.stringify(SQLITE)};
    const db = new Database(${JSON.stringify(file)});
    db.exec("INSERT INTO engines (version, signature) VALUES ('1', 'kept')");
    db.exec("BEGIN; INSERT INTO engines (version, signature) VALUES ('1', 'lost')");
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script])).toThrow();
  const db = new Database(file);
  expect(db.prepare('SELECT signature FROM engines').pluck().all()).toEqual(['kept']);
  db.close();
});

test.skipIf(process.getuid?.() === 0)('a database in a folder that may not be written says so, and what to do', () => {
  const folder = tempFolder();
  const file = wholeDatabase(folder);
  chmodSync(folder, 0o555);
  try {
    const { code, message } = failure(() => openStore(file, { readonly: true }));
    expect(code).toBe('readonly');
    expect(message).toContain('copy the file to a writable');
  } finally {
    chmodSync(folder, 0o755);
  }
});

test('the same is said where SQLite finds it out itself', () => {
  const error = toStoreError(new Database.SqliteError('x', 'SQLITE_READONLY_DIRECTORY'), 'a.db') as StoreError;
  expect(error.code).toBe('readonly');
  expect(error.message).toContain('copy the file to a writable');
});

test('a disk that has no room for what SQLite keeps beside a database is told as full', () => {
  const error = toStoreError(new Database.SqliteError('x', 'SQLITE_IOERR_SHMSIZE'), 'a.db') as StoreError;
  expect(error.code).toBe('full');
  expect(error.message).toMatch(/^Database a\.db: the disk is full, or .*; free some space and run again/);
});

test.each([' ', '\t', '\u00a0'])(
  'a name that begins with a blank (%j) is that name, and one that ends in it is refused',
  (blank) => {
    const folder = tempFolder();
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
    openStore(`${blank}x.db`).close();
    expect(existsSync(join(folder, `${blank}x.db`))).toBe(true);
    cwd.mockRestore();
    expect(() => openStore(join(folder, `y.db${blank}`))).toThrow(/ends in a blank/);
    expect(readdirSync(folder)).toEqual([`${blank}x.db`]);
  },
);

test.each([
  Object.assign(new Error('was compiled against a different Node.js version'), { code: 'ERR_DLOPEN_FAILED' }),
  new Error('Could not locate the bindings file. Tried:\n -> build/better_sqlite3.node'),
])('where SQLite itself cannot be loaded that is said, and what to do: $message', (thrown) => {
  const { message, cause } = toStoreError(thrown, 'a.db') as StoreError;
  expect(message).toMatch(
    /^Database a\.db: the compiled part of better-sqlite3 is missing, or .*; run npm ci .*install script$/,
  );
  expect(message).toContain(process.version);
  expect(cause).toBe(thrown);
});
