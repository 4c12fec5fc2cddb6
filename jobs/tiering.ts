/** When V8 optimises JavaScript. */
import { setFlagsFromString } from 'node:v8';

/** The V8 of Node 20 and 21 is the last that has the flag; later ones choose by other measures. */
const LAST_V8 = 11;

/**
 * Has V8 optimise later than it would: every thread does that for itself, and in a run of seconds it takes a twentieth of the processor time.
 * For all threads of the process, so call it before there are any. On the command line of a Node that does not know it, such a flag would be
 * the end.
 */
export function optimiseLater(): void {
  if (Number.parseInt(process.versions.v8, 10) <= LAST_V8) setFlagsFromString('--interrupt-budget=600000');
}
