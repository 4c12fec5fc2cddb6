/** Starts `server.ts`, and asks it how it is. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Health } from './server.js';

const SCRIPT = fileURLToPath(new URL('server.js', import.meta.url));

export interface ServerUnderLoad {
  url: string;
  health(): Promise<Health>;
  stop(): Promise<void>;
}

/** @param file the database, or what the bare server answers */
export async function startChild(kind: 'motif' | 'bare', file: string): Promise<ServerUnderLoad> {
  const child = spawn(process.execPath, [SCRIPT, kind, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const next = (await lines.next()) as IteratorResult<string, undefined>;
    if (next.done === true) throw new Error(`the ${kind} server ended`);
    return next.value;
  };
  const url = await line();
  return {
    url,
    async health() {
      child.stdin.write('\n');
      return JSON.parse(await line()) as Health;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
