/** Tests run the built kernel and the built worker: build both before the first test, so that `npm test` never judges an old one. */
import { execFileSync } from 'node:child_process';
import { ROOT } from '../src/paths.js';

export default function setup(): void {
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
}
