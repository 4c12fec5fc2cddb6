/** The worker's side of the conversation: one task after the other, each answered once. */
import type { MessagePort } from 'node:worker_threads';
import type { Engine } from '../tactics/engine.js';
import { InvalidFenError } from '../tactics/errors.js';
import { Performer } from './perform.js';
import type { CarriedError, Reply, Request, Task } from './tasks.js';

/**
 * Says `ready` once the engine is there, then answers tasks until the port closes, one after the other: the pool may send a short one
 * while the last is in work.
 * @throws what `load` throws: the thread then ends without having been ready
 */
export async function serveTasks(port: MessagePort, load: () => Promise<Engine>): Promise<void> {
  const performer = await Performer.create(load);
  const answer = async (task: Task): Promise<void> => {
    try {
      const { result, spent } = await performer.timed(task);
      // the answers of a batch are large: hand their memory over rather than copy it
      const transfer = 'heads' in result ? [result.heads.buffer, result.bytes.buffer] : [];
      port.postMessage({ result, spent } satisfies Reply, transfer as ArrayBuffer[]);
    } catch (error) {
      port.postMessage({ error: carry(error) } satisfies Reply);
    }
  };
  let turn = Promise.resolve();
  port.on('message', ({ task }: Request) => {
    turn = turn.then(() => answer(task));
  });
  port.postMessage({ ready: true } satisfies Reply);
}

function carry(error: unknown): CarriedError {
  if (error instanceof InvalidFenError) return { name: error.name, message: error.message, detail: error.detail };
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}
