/** Loaded into a measured process (`--import`): leaves its processor time, all threads together, in a file when it ends. */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { USAGE_FILE } from './child.js';

const path = process.env[USAGE_FILE];
// Worker threads load what their process has loaded.
if (isMainThread && path !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(path, JSON.stringify({ cpu: (user + system) / 1000 }));
  });
}
