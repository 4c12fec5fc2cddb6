/** The kernel in a thread of its own, so that the page stays smooth whatever is analysed. Questions and answers: `messages.ts`. */
import kernelAddress from 'motif:kernel';
import { KernelEngine } from '../../tactics/kernel-engine.js';
import type { KernelExports } from '../../tactics/exports.js';
import { answer } from './answer.js';
import type { Question, Reply } from './messages.js';

const loading = load();
// a thread without a kernel is of no use: who has started it is told, and starts another one
loading.catch(reportError);

async function load(): Promise<KernelEngine> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(kernelAddress));
  return new KernelEngine(instance.exports as unknown as KernelExports);
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  void respond(data.id, data.question);
});

async function respond(id: number, question: Question): Promise<void> {
  const send = (reply: Reply): void => postMessage({ id, reply });
  const engine = await loading.catch(() => null);
  if (engine === null) return;
  try {
    for await (const reply of answer(engine, question)) send(reply);
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
