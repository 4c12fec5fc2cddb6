/** Memory that is held, apart from what only waits to be collected: how long that waits differs between versions of Node. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects everything that nothing refers to. */
export const collect = runInNewContext('gc') as () => void;

/** Bytes of array buffers that something of this thread refers to. */
export function heldBuffers(): number {
  // what the first time finds is swept beside it, and gone for certain with the second
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
