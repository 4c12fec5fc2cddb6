/** Memory of this thread, and the collection of it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NODE } from './node.js';

setFlagsFromString('--expose-gc');

/** Collects everything that nothing refers to. */
export const collect = runInNewContext('gc') as () => void;

/** Bytes of array buffers. From Node 24 on they wait so long to be collected that only those that something refers to tell anything. */
export function bufferBytes(): number {
  if (NODE >= 24) {
    // what the first time finds is swept beside it, and gone for certain with the second
    collect();
    collect();
  }
  return process.memoryUsage().arrayBuffers;
}
