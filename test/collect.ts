/** Memory of this thread, and the collection of it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects everything that nothing refers to. */
export const collect = runInNewContext('gc') as () => void;

/** What one collection finds is swept beside it, and later on a busy machine; with the second it is gone for certain. */
function sweep(): void {
  collect();
  collect();
}

/** Bytes of array buffers that something refers to. */
export function bufferBytes(): number {
  sweep();
  return process.memoryUsage().arrayBuffers;
}

/** Bytes that something refers to, on the heap and beside it. */
export function aliveBytes(): number {
  sweep();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
