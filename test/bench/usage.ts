/** Loaded into a measured process (`--import`): leaves its processor time in a file when it ends. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { USAGE_FILE, type Usage } from './child.js';

const path = process.env[USAGE_FILE];
/** Linux alone tells the time of a single thread; its first field is in nanoseconds. */
const MAIN_THREAD = `/proc/self/task/${process.pid}/schedstat`;
// Worker threads load what their process has loaded.
if (isMainThread && path !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const main = existsSync(MAIN_THREAD) ? Number(readFileSync(MAIN_THREAD, 'utf8').split(' ')[0]) / 1e6 : null;
    const usage: Usage = { cpu: (user + system) / 1000, main };
    writeFileSync(path, JSON.stringify(usage));
  });
}
