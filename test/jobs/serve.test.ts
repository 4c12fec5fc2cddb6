import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { PUZZLE_000PW } from '../api/app.js';
import { ended, run, start } from './run.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'motif-serve-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('says its address, answers, and ends in order on %s', async (signal) => {
    const child = start('serve', ['--port', '0', '--db', join(folder, `${signal}.db`), '--log-level', 'info']);
    const closed = once(child, 'close');
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    const ready = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString())),
    );
    const base = /http:\/\/127\.0\.0\.1:\d+\/api\/v1/.exec(ready)?.[0] ?? '';
    const health = await (await fetch(`${base}/health`)).json();
    expect(health).toMatchObject({ status: 'ok', patterns_count: 10 });

    // A request is under way when the signal comes: it is answered.
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ fen: PUZZLE_000PW });
    const answer = fetch(`${base}/extract`, { method: 'POST', headers, body });
    await expect.poll(() => stderr).toMatch(/"url":"\/api\/v1\/extract".*"incoming request"/);
    child.kill(signal);
    expect(await (await answer).json()).toMatchObject({ depth: 'l2', fen: PUZZLE_000PW });
    expect(await closed).toEqual([0, null]);
    const words = stderr.split('\n').filter((line) => line !== '' && !line.includes('"level":30'));
    expect(words).toEqual(['serve: stopping; send the signal again to end at once']);
  });

  it('ends in order on a signal that comes with its address', async () => {
    const early = join(folder, 'early.mjs');
    const words = 'const write = process.stdout.write; process.stdout.write = function (...args) {';
    writeFileSync(early, `${words} write.apply(this, args); process.kill(process.pid, 'SIGTERM'); return true; };`);
    const job = join(ROOT, 'dist', 'jobs', 'serve.js');
    const args = ['--import', early, job, '--port', '0', '--db', join(folder, 'early.db')];
    const { code, stderr } = await ended(spawn(process.execPath, args));
    expect(stderr).toBe('serve: stopping; send the signal again to end at once\n');
    expect(code).toBe(0);
  });

  it('tells of keys whose plan it does not have, but for those that are revoked', async () => {
    const db = join(folder, 'strays.db');
    const plans = join(folder, 'plans.json');
    writeFileSync(plans, '{"plans": {"team": {"requests_per_minute": 5}}}');
    const ids: string[] = [];
    for (const plan of ['team', 'team', 'builder']) {
      const { stdout } = await run('keys', ['create', '--plan', plan, '--plans', plans, '--db', db, '--json']);
      ids.push((JSON.parse(stdout) as { id: string }).id);
    }
    await run('keys', ['revoke', ids[1]!, '--db', db]);
    const child = start('serve', ['--port', '0', '--db', db]);
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'close');
    const strays = stderr.split('\n').filter((line) => line.includes('there is no such plan'));
    expect(strays.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ keys: [ids[0]], plan: 'team' }]);
  });

  it('tells of a folder of nights that is not there, and of none that nobody has named', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    const words = async (...flags: string[]): Promise<string> => {
      const child = start('serve', ['--port', '0', '--db', join(folder, 'nights.db'), ...flags]);
      let stderr = '';
      child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      await once(child, 'close');
      return stderr.replace(/^serve: stopping.*\n/m, '');
    };
    expect(await words('--nightly', join(folder, 'no'))).toMatch(
      /^serve: --nightly .*no: there is no such folder yet;.*\n$/,
    );
    expect(await words('--nightly', file)).toMatch(/^serve: --nightly .*no-folder: this is not a folder;.*\n$/);
    expect(await words('--nightly', join(file, 'out'))).toMatch(
      /^serve: --nightly .*out: it cannot be looked into \(ENOTDIR.*\n$/,
    );
    expect([await words('--nightly', folder), await words()]).toEqual(['', '']);
  });

  it('refuses a path of plans that leads to no file, before it makes a database', async () => {
    const db = join(folder, 'none.db');
    for (const [plans, words] of [
      [folder, 'It is a folder; name a file in it.'],
      [join(folder, 'no.json'), 'There is no such file; check the path.'],
    ] as const) {
      const { code, stdout, stderr } = await run('serve', ['--port', '0', '--db', db, '--plans', plans]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`error: option '--plans <file>' argument '${plans}' is invalid. ${words}\n`);
    }
    expect(existsSync(db)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('ends with the npm that started it', async () => {
    const args = ['run', '--silent', 'serve', '--', '--port', '0', '--db', join(folder, 'npm.db')];
    const npm = spawn('npm', args, { cwd: ROOT });
    const ready = await new Promise<string>((resolve) =>
      npm.stdout.once('data', (data: Buffer) => resolve(data.toString())),
    );
    const base = /http:\/\/127\.0\.0\.1:\d+\/api\/v1/.exec(ready)?.[0] ?? '';
    expect((await fetch(`${base}/health`)).status).toBe(200);
    npm.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${base}/health`).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
  });

  it('says what to do where it cannot listen', async () => {
    const db = join(folder, 'listen.db');
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const refused = await run('serve', ['--port', String(port), '--db', db]);
    taken.close();
    expect(refused.stderr).toMatch(new RegExp(`^serve: port ${port} of 127.0.0.1 is in use.*another --port`));
    expect(refused.code).toBe(1);

    // an address that is kept for documents
    const foreign = await run('serve', ['--port', '0', '--host', '192.0.2.1', '--db', db]);
    expect(foreign.stderr).toMatch(/^serve: --host 192\.0\.2\.1 is not an address of this machine; .*0\.0\.0\.0/);
    const unknown = await run('serve', ['--port', '0', '--host', 'nowhere.invalid', '--db', db]);
    expect(unknown.stderr).toMatch(/^serve: --host nowhere\.invalid is not an address of this machine/);
    expect([foreign.code, unknown.code]).toEqual([1, 1]);
  });

  it('helps', async () => {
    const { code, stdout } = await run('serve', ['--help']);
    expect(code).toBe(0);
    for (const word of [
      '--host',
      '--port',
      '--db',
      '--public-url',
      '--test-checkout',
      'STRIPE_SECRET_KEY',
      // as test/api/doors/paid.test.ts has it
      'A valid key is let in all the while',
      'Examples:',
      'Exit codes:',
    ])
      expect(stdout).toContain(word);
  });

  it.each([
    [['--port', '70000']],
    [['--port', 'http']],
    [['--log-level', 'loud']],
    [['--port', '0', '--host', '']],
    [['--port', '0', '--db', '']],
  ])('refuses %j', async (args) => {
    expect(await run('serve', args)).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    [['--public-url', 'http://motif.example'], {}, 2, /need https/],
    [[], { STRIPE_SECRET_KEY: 'sk_test_x' }, 1, /^serve: STRIPE_SECRET_KEY is set, but STRIPE_WEBHOOK_SECRET is not/],
    [[], { MOTIF_SECRET: 'short' }, 1, /^serve: MOTIF_SECRET must have at least 32 characters/],
  ])('refuses %j with %j before it listens', async (args, env, code, message) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const ended = await run('serve', ['--port', '0', '--db', join(folder, 'half.db'), ...args]);
    vi.unstubAllEnvs();
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it('fails with a word about a database that cannot be', async () => {
    const { code, stderr } = await run('serve', ['--port', '0', '--db', join(folder, 'no', 'such', 'motif.db')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^serve: .*motif\.db/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
