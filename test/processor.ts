/** Processor time of this thread, for tests of how long something takes while others run beside it. */
import { readFileSync } from 'node:fs';

/** Where Linux tells it, in nanoseconds, up to the last tick of its clock: a few milliseconds behind. */
const OWN = '/proc/thread-self/schedstat';

/**
 * Milliseconds that the processor has worked for this thread, to some five of them. Where the system tells it of the process only
 * (anything but Linux), what other threads do counts too.
 */
export function processorTime(): number {
  try {
    return Number(readFileSync(OWN, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
