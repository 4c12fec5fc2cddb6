/** Collects everything that nothing refers to. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

export const collect = runInNewContext('gc') as () => void;
