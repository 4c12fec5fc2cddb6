/** The command line that makes and ends keys, alone and beside a running service. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKeyId } from '../../src/api/key.js';
import { ROOT } from '../../src/paths.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import { PUZZLE_000PW } from '../api/app.js';
import { tempFolder } from '../store/fixture.js';
import { run, start } from './run.js';

let db: string;
beforeEach(() => {
  db = join(tempFolder(), 'motif.db');
});

const keys = (...args: string[]) => run('keys', [...args, '--db', db]);

interface Made {
  id: string;
  key: string;
  plan: string;
  previous_until?: string;
}

/** A run that must succeed, and its one object. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await keys(...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

describe('keys', () => {
  it('makes a key, shows it once, and keeps only its hash', async () => {
    const made = await json<Made>('create', '--plan', 'builder', '--note', 'Chess club');
    expect(Object.keys(made)).toEqual(['id', 'key', 'plan']);
    expect(made.plan).toBe('builder');
    expect(readKeyId(made.key)).toBe(made.id);

    const listed = await keys('list', '--json');
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        id: made.id,
        plan: 'builder',
        note: 'Chess club',
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        rotated: null,
        previous_until: null,
        revoked: null,
        last_used: null,
      },
    ]);
    const { stdout } = await keys('list');
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toMatch(new RegExp(`^id .*\n${made.id}  builder  .*  never  .*valid  Chess club\n$`));
    for (const text of [listed.stdout, stdout, readFileSync(db, 'latin1')]) {
      expect(text).not.toContain(made.key.slice(15, 40));
    }
  });

  it('prints what it makes in words, and the remark beside it', async () => {
    const { code, stdout, stderr } = await keys('create', '--plan', 'scale');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^id {4}\w{8}\nkey {3}motif_\w+\nplan {2}scale\n$/);
    expect(stderr).toBe('This key is shown only now. Plan scale: 500 requests a minute.\n');
  });

  it('rotates a key: another secret, the same id and plan; with --grace the old one has its time', async () => {
    const made = await json<Made>('create', '--plan', 'custom');
    const next = await json<Made>('rotate', made.id);
    expect(next).toEqual({ id: made.id, key: next.key, plan: 'custom' });
    expect(next.key).not.toBe(made.key);
    const before = Date.now();
    const last = await json<Made>('rotate', made.id, '--grace', '60');
    const until = Date.parse(last.previous_until ?? '');
    expect(until).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(await json('list')).toMatchObject([{ id: made.id, previous_until: last.previous_until }]);
  });

  it('knows a key by its id or as a whole, also with the blanks that were copied along', async () => {
    const made = await json<Made>('create', '--plan', 'builder');
    expect((await json<Made>('rotate', ` ${made.id}\t`)).id).toBe(made.id);
    expect((await json<Made>('revoke', ` ${made.key}\n`)).id).toBe(made.id);
  });

  it('lists what became of each key: when it was rotated or used, and whether it is paid for', async () => {
    const [grace, used, unpaid] = [
      await json<Made>('create', '--plan', 'builder'),
      await json<Made>('create', '--plan', 'builder'),
      await json<Made>('create', '--plan', 'builder'),
    ];
    await json('rotate', grace.id, '--grace', '60');
    const database = new Database(db);
    // the time of the secret before is over
    database.prepare('UPDATE keys SET previous_until = 1000 WHERE id = ?').run(grace.id);
    database.prepare('UPDATE keys SET last_used = 0 WHERE id = ?').run(used.id);
    database.close();
    const rows = await json<{ id: string; previous_until: string | null; last_used: string | null }[]>('list');
    expect(rows.find(({ id }) => id === grace.id)).toMatchObject({ previous_until: null, last_used: null });
    expect(rows.find(({ id }) => id === used.id)).toMatchObject({ last_used: '1970-01-01T00:00:00.000Z' });
    const lines = (await keys('list')).stdout.split('\n');
    const lineOf = (id: string) => lines.find((line) => line.startsWith(id)) ?? '';
    expect(lineOf(grace.id)).toMatch(/ never +valid, rotated \d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(lineOf(used.id)).toMatch(/ 1970-01-01 00:00 +valid$/);
    expect(lineOf(unpaid.id)).toMatch(/ never +valid$/);
  });

  it('lists notes that customers have written, who might speak to the terminal', async () => {
    const { id } = await json<Made>('create', '--plan', 'builder', '--note', 'a\u009b31mb\u202ec\u2028d');
    const { stdout } = await keys('list');
    expect(stdout.split('\n').find((line) => line.startsWith(id))).toMatch(/ a\ufffd31mb\ufffdc\ufffdd$/);
    expect((await keys('list', '--json')).stdout).not.toMatch(/[\u009b\u202e\u2028]/);
    expect(await json('list')).toMatchObject([{ note: 'a\u009b31mb\u202ec\u2028d' }]);
  });

  it('revokes a key by its id or by itself, for good', async () => {
    const { id, key } = await json<Made>('create', '--plan', 'builder');
    const revoked = await json<{ revoked: string }>('revoke', key);
    expect(revoked).toEqual({ id, plan: 'builder', revoked: expect.any(String) as string });
    expect((await keys('revoke', id)).stdout).toBe(`Key ${id} was revoked already, at ${revoked.revoked}.\n`);
    const rotated = await keys('rotate', id);
    expect(rotated).toMatchObject({ code: 1, stdout: '' });
    expect(rotated.stderr).toContain('npm run keys -- create --plan builder');
    expect((await keys('list')).stdout).toContain('revoked 20');
  });

  describe.each([
    ['whose reader has gone', '| true'],
    ['on a full disk', '> /dev/full'],
  ])('that is written to an output %s', (_name, output) => {
    /** By a shell, which closes the output before anything is written to it. */
    const unread = (...args: string[]) => {
      const script = join(ROOT, 'dist', 'jobs', 'keys.js');
      const line = [process.execPath, script, ...args, '--db', db].map((word) => `'${word}'`).join(' ');
      const late = output.startsWith('|')
        ? `{ sleep 0.5; ${line}; echo $? >&2; } ${output}`
        : `${line} ${output}; echo $? >&2`;
      return new Promise<string>((resolve) =>
        execFile('sh', ['-c', late], (_error, _stdout, stderr) => resolve(stderr)),
      );
    };

    it.each([[[]], [['--json']]])('and that nobody has seen is revoked: %j', async (flags) => {
      const said = await unread('create', '--plan', 'builder', ...flags);
      const [row] = await json<{ id: string; revoked: string | null }[]>('list');
      expect(row?.revoked).toMatch(/^\d{4}-/);
      expect(said).toMatch(/^keys: standard output cannot be written \((?:EPIPE|ENOSPC).*\n1\n$/);
      expect(said).toContain(`key ${row?.id} was revoked, for nobody has seen it`);
    });

    it('is named where its new secret is lost', async () => {
      const { id } = await json<Made>('create', '--plan', 'builder');
      const said = await unread('rotate', id, '--grace', '60', '--json');
      expect(said).toMatch(/\n1\n$/);
      expect(said).toMatch(
        new RegExp(`key ${id} has a new secret that nobody has seen, and the previous one stays valid until`),
      );
      expect(await json('list')).toMatchObject([{ id, revoked: null }]);
    });

    it('is all the same to a list', async () => {
      await json<Made>('create', '--plan', 'builder');
      expect(await unread('list')).toMatch(output.startsWith('|') ? /^0\n$/ : /cannot be written.*\n1\n$/);
    });
  });

  it('takes plans from the file that the service has', async () => {
    const file = join(tempFolder(), 'plans.json');
    writeFileSync(file, '{"plans": {"team": {"requests_per_minute": 250}}}');
    expect((await json<Made>('create', '--plan', 'team', '--plans', file)).plan).toBe('team');
    writeFileSync(file, '{"plans": {"team": {"requests": 250}}}');
    const { code, stderr } = await keys('create', '--plan', 'team', '--plans', file);
    expect(code).toBe(1);
    expect(stderr).toContain('plans.team.requests is not a known field');
  });

  it.each([
    [
      'an unknown plan',
      ['create', '--plan', 'gold'],
      2,
      /there is no such plan; plans for keys: builder, scale, custom/,
    ],
    ['the free plan', ['create', '--plan', 'free'], 2, /it needs no key/],
    ['no plan', ['create'], 2, /--plan/],
    ['a note of two lines', ['create', '--plan', 'builder', '--note', 'a\nb'], 2, /Give one line/],
    [
      'a note of more than 200 characters',
      ['create', '--plan', 'builder', '--note', 'x'.repeat(201)],
      2,
      /Give one line/,
    ],
    [
      'a folder for the plans',
      ['create', '--plan', 'builder', '--plans', ROOT],
      2,
      /'--plans <file>' argument .* is invalid\. It is a folder; name a file in it\./,
    ],
    ['no id', ['rotate'], 2, /id/],
    ['a grace of no length', ['rotate', 'x', '--grace', '0'], 2, /whole number/],
    ['an unknown command', ['delete', 'x'], 2, /delete/],
  ])('refuses %s', async (_name, args, code, message) => {
    const ended = await keys(...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it.each(['', ' '])('makes no key in a database without a name: %j', async (name) => {
    const { code, stdout, stderr } = await run('keys', ['create', '--plan', 'builder', '--db', name]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('It is blank');
  });

  it('says what to do where there is no such key, or no database, and makes none', async () => {
    const missing = await keys('revoke', 'abcdefgh');
    expect(missing).toMatchObject({ code: 1 });
    const create = `to create one: npm run keys -- create --plan builder --db ${db}\n`;
    expect(missing.stderr).toBe(`keys: there is no database ${db}, and so no key; ${create}`);
    expect(existsSync(db)).toBe(false);
    writeFileSync(db, '');
    const empty = await keys('list');
    expect(empty).toMatchObject({
      code: 1,
      stderr: `keys: the database ${db} is empty, and has no key; ${create}`,
    });
    openStore(db).close();
    // a script's variable that was not set
    const blank = await keys('revoke', '');
    expect([blank.code, blank.stderr]).toEqual([2, expect.stringContaining('the ID of a key is missing')]);
    const unknown = await keys('revoke', 'motif_abcdefgh_verysecret');
    expect(unknown.stderr).toMatch(/there is no key motif_abcdefgh_\[hidden\] in .*; to list all keys/);
    expect((await keys('list')).stderr).toMatch(/^There are no keys in .*npm run keys -- create/);
    expect((await keys('list', '--json')).stdout).toBe('[]\n');
  });

  it('helps', async () => {
    const { code, stdout } = await run('keys', ['--help']);
    expect(stdout).toContain('Usage: keys <command> [options]');
    expect(code).toBe(0);
    for (const word of ['create', 'list', 'rotate', 'revoke', '--grace', '--json', 'Examples:', 'Exit codes:']) {
      expect(stdout).toContain(word);
    }
  });
});

describe('beside a running service', () => {
  let child: ReturnType<typeof start> | undefined;
  let log = '';
  afterEach(() => child?.kill('SIGKILL'));

  async function serve(...args: string[]): Promise<string> {
    child = start('serve', ['--port', '0', '--db', db, '--log-level', 'trace', ...args]);
    log = '';
    child.stderr.on('data', (data: Buffer) => (log += data.toString()));
    const ready = await new Promise<string>((resolve) => {
      child!.stdout.once('data', (data: Buffer) => resolve(data.toString()));
      child!.once('close', () => resolve(log));
    });
    return /http:\/\/127\.0\.0\.1:\d+/.exec(ready)?.[0] ?? ready;
  }

  function ended(signal: NodeJS.Signals): Promise<void> {
    return new Promise((resolve) => {
      child!.once('close', () => resolve());
      child!.kill(signal);
    });
  }

  async function post(base: string, path: string, body: object, key?: string): Promise<number> {
    const headers = {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response.status;
  }

  const POSITION = { fen: PUZZLE_000PW };

  it('changes hold within a second or so; keys survive a kill; uses are noted; no key is in the log', async () => {
    let base = await serve();
    const { id, key } = await json<Made>('create', '--plan', 'builder');
    expect(await post(base, '/v1/extract', POSITION, key)).toBe(200);
    const { key: next } = await json<Made>('rotate', id);
    await expect.poll(() => post(base, '/v1/extract', POSITION, key), { interval: 200 }).toBe(401);
    expect(await post(base, '/v1/extract', POSITION, next)).toBe(200);
    const firstLog = log;
    await ended('SIGKILL');

    base = await serve();
    expect(await post(base, '/v1/extract', POSITION, next)).toBe(200);
    expect(await post(base, '/v1/extract', POSITION, key)).toBe(401);
    await json('revoke', id);
    await expect.poll(() => post(base, '/v1/extract', POSITION, next), { interval: 200 }).toBe(401);
    await ended('SIGTERM');
    const [{ last_used: used } = {}] = await json<{ last_used: string | null }[]>('list');
    expect(Date.now() - Date.parse(used ?? '')).toBeLessThan(60_000);
    for (const text of [firstLog, log]) {
      expect(text).toContain('incoming request');
      expect(text).not.toContain(key.slice(15, 40));
      expect(text).not.toContain(next.slice(15, 40));
    }
  });

  it('the daily cap survives kill -9', async () => {
    const game = { pgn: '1. e4 e5 *' };
    let base = await serve();
    expect(await post(base, '/api/v1/extract_game', game)).toBe(200);
    expect(await post(base, '/api/v1/extract_game', game)).toBe(200);
    await ended('SIGKILL');
    base = await serve();
    expect(await post(base, '/api/v1/extract_game', game)).toBe(200);
    expect(await post(base, '/api/v1/extract_game', game)).toBe(429);
    await ended('SIGKILL');
    base = await serve();
    expect(await post(base, '/api/v1/extract_game', game)).toBe(429);
    expect(await post(base, '/api/v1/extract', POSITION)).toBe(200);
  });

  it('kill -9 under load leaves a sound database, every key, and every game counted that was answered', async () => {
    const plans = join(tempFolder(), 'plans.json');
    writeFileSync(plans, '{"plans": {"free": {"requests_per_minute": null, "games_per_day": 100000}}}');
    const base = await serve('--plans', plans);
    const made = await json<Made>('create', '--plan', 'custom');
    let answered = 0;
    let sent = 0;
    const play = async (): Promise<void> => {
      for (;;) {
        const pgn = `1. ${['e4', 'd4', 'c4', 'Nf3'][sent++ % 4]!} *`;
        if ((await post(base, '/api/v1/extract_game', { pgn })) === 200) answered++;
        if ((await post(base, '/v1/extract', POSITION, made.key)) !== 200) throw new Error('refused');
      }
    };
    const clients = Array.from({ length: 8 }, () => play().catch(() => undefined));
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(50);
    await ended('SIGKILL');
    await Promise.all(clients);

    const sound = new Database(db, { readonly: true });
    expect(sound.pragma('integrity_check', { simple: true })).toBe('ok');
    sound.close();
    const store = openStore(db);
    const counted = store.usage.gamesOn(new Date().toISOString().slice(0, 10), '127.0.0.1');
    store.close();
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(sent);
    expect(await post(await serve(), '/v1/extract', POSITION, made.key)).toBe(200);
  });

  it('says at its start which keys are on plans that it does not have', async () => {
    const plans = join(tempFolder(), 'plans.json');
    writeFileSync(plans, '{"plans": {"team": {"requests_per_minute": 250}}}');
    const { id, key } = await json<Made>('create', '--plan', 'team', '--plans', plans);
    const gone = await json<Made>('create', '--plan', 'team', '--plans', plans);
    await json('revoke', gone.id);
    const base = await serve();
    expect(log).toContain(`"keys":["${id}"],"plan":"team"`);
    expect(log).not.toContain(gone.id);
    expect(await post(base, '/v1/extract', POSITION, key)).toBe(401);
    await ended('SIGKILL');
    expect(await post(await serve('--plans', plans), '/v1/extract', POSITION, key)).toBe(200);
    expect(log).not.toContain('"keys":');
  });

  it('serve takes plans and proxies, and refuses what is wrong with them before it listens', async () => {
    const file = join(tempFolder(), 'plans.json');
    writeFileSync(file, '{"plans": {"free": {"requests_per_minute": 2}}}');
    const base = await serve('--plans', file, '--trust-proxy', 'loopback');
    const from = async (address: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      return (await fetch(`${base}/api/v1/extract`, { method: 'POST', headers, body: JSON.stringify(POSITION) }))
        .status;
    };
    expect([await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')]).toEqual([200, 200, 429]);
    expect(await from('203.0.113.2')).toBe(200);

    writeFileSync(file, '{"plans": {"free": {"requests_per_minute": "2"}}}');
    const wrong = await run('serve', ['--port', '0', '--db', db, '--plans', file]);
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(
      /^serve: The plans in .*plans\.json cannot be used:\n {2}plans\.free\.requests_per_minute must be/,
    );
    const everybody = await run('serve', ['--port', '0', '--db', db, '--trust-proxy', '0.0.0.0/0']);
    expect(everybody).toMatchObject({ code: 2, stdout: '' });
    expect(everybody.stderr).toContain('would trust everybody');
  });
});
