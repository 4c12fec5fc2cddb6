/** Runs a built command line, as its npm script does. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../src/paths.js';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param cwd the folder that it runs in; the test's own unless given */
export function start(job: string, args: string[], cwd?: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(ROOT, 'dist', 'jobs', `${job}.js`), ...args], { cwd });
}

/** To its end. `input` goes to standard input. */
export function run(job: string, args: string[], input: string | Uint8Array = '', cwd?: string): Promise<Ended> {
  const child = start(job, args, cwd);
  child.stdin.on('error', () => undefined); // it may end without having read everything
  child.stdin.end(input);
  return ended(child);
}

/** What a process that was started has written when it ends. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Standard output as one object a line. */
export function objectsOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
