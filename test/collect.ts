/** Memory of this thread, and the collection of it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects everything that nothing refers to. */
export const collect = runInNewContext('gc') as () => void;

/**
 * Bytes of array buffers that something refers to. What one collection finds is swept beside it, and later on a busy machine; with the second
 * it is gone for certain.
 */
export function bufferBytes(): number {
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
