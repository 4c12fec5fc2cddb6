/** What `docs/nightly.md` and `docs/service.md` tell operators to write down: units that systemd takes, a line that cron takes, flags that there are. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getFileInfo } from 'prettier';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { run } from '../jobs/run.js';

const TEXT = readFileSync(join(ROOT, 'docs', 'nightly.md'), 'utf8');
const SERVICE = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'motif-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function blocks(kind: string, text = TEXT): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
}

test.each(['.gitignore', '.prettierignore'])(
  'a night without flags changes nothing that %s does not leave out',
  async (list) => {
    const ignorePath = join(ROOT, list);
    for (const place of ['data/archives/a.json', 'data/nightly/reports/2026-01-01-run-1/report.html']) {
      expect(await getFileInfo(join(ROOT, place), { ignorePath })).toMatchObject({ ignored: true });
    }
  },
);

const SYSTEMD = '/usr/bin/systemd-analyze';
const hasSystemd = existsSync(SYSTEMD);
if (!hasSystemd) console.warn(`LEFT OUT: the units of docs/nightly.md and docs/service.md: there is no ${SYSTEMD}`);

describe.skipIf(!hasSystemd)('systemd', () => {
  const [service = '', timer = ''] = blocks('ini');

  test('finds nothing wrong with the service and the timer', async () => {
    writeFileSync(join(folder, 'motif-nightly.service'), service);
    writeFileSync(join(folder, 'motif-nightly.timer'), timer);
    const units = ['service', 'timer'].map((kind) => join(folder, `motif-nightly.${kind}`));
    const { stderr } = await promisify(execFile)(SYSTEMD, ['verify', '--man=no', ...units]);
    // of units of the machine it may complain too
    expect(stderr.split('\n').filter((line) => line.includes('motif-nightly'))).toEqual([]);
  });

  test('finds nothing wrong with the service that is up all the time', async () => {
    const [unit = ''] = blocks('ini', SERVICE);
    expect(unit).toContain(' dist/jobs/serve.js ');
    const path = join(folder, 'motif.service');
    writeFileSync(path, unit);
    const { stderr } = await promisify(execFile)(SYSTEMD, ['verify', '--man=no', path]);
    expect(stderr.split('\n').filter((line) => line.includes('motif.service'))).toEqual([]);
  });

  test('would find what is wrong', async () => {
    mkdirSync(join(folder, 'bad'));
    const path = join(folder, 'bad', 'motif-nightly.service');
    writeFileSync(path, service.replace('TimeoutStopSec=60', 'TimeoutStopSec=soon'));
    const { stderr } = await promisify(execFile)(SYSTEMD, ['verify', '--man=no', path]).catch((error: unknown) => error as { stderr: string }); // prettier-ignore
    expect(stderr).toContain('motif-nightly.service');
  });

  test('knows the hour', () => {
    const [, calendar = ''] = /OnCalendar=(.*)/.exec(timer) ?? [];
    const told = execFileSync(SYSTEMD, ['calendar', calendar], { encoding: 'utf8' });
    expect(told).toMatch(/Next elapse: .* 01:30:00/);
  });
});

test('the line for cron has five fields and a command without a bare %', () => {
  const [line = ''] = blocks('crontab');
  expect(line).toMatch(/^(?:(?:\*|\d+) ){5}\S/);
  // cron takes what is behind one for standard input
  expect(line).not.toContain('%');
  expect(line.trim().split('\n')).toHaveLength(1);
});

test('all flags that are named exist, and so do the exit codes', async () => {
  const { stdout: help } = await run('nightly', ['--help']);
  const commands = [...blocks('crontab'), ...blocks('ini')].join('\n');
  const flags = new Set([...`${TEXT} ${commands}`.matchAll(/(?<=[\s`])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  const others = ['--max-semi-space-size', '--help', '--nightly', '--now'];
  expect([...flags].length).toBeGreaterThan(8);
  for (const flag of flags) if (!others.includes(flag)) expect(help).toContain(flag);
  for (const [, code = ''] of TEXT.matchAll(/^\| (\d+)/gm)) expect(help).toMatch(new RegExp(`^ {2}${code} `, 'm'));
});
