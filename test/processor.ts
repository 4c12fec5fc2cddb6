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

/** Milliseconds that `yardstick` takes on the machine that the tests' limits were set on. */
const USUAL = 40;

/**
 * How many times slower than that machine this one is just now, at least 1: what a limit in milliseconds has to be multiplied with,
 * for a host that others share works at half its speed for hours.
 * @param clock milliseconds; that of the wall where the wait for a processor counts, too
 */
export function slowness(clock = processorTime): number {
  yardstick(); // compiled
  const start = clock();
  yardstick();
  return Math.max(1, (clock() - start) / USUAL);
}

/** Some of all that readers of text do: objects made and dropped, text searched, numbers added. */
function yardstick(): void {
  const text = JSON.stringify(
    Array.from({ length: 2_000 }, (_, i) => ({ name: `game ${i}`, plies: [i, i * 2, i % 7] })),
  );
  for (let round = 0; round < 30; round++) {
    const games = JSON.parse(text) as { name: string; plies: number[] }[];
    const plies = games.reduce((sum, game) => sum + (game.plies[1] ?? 0), 0);
    if (plies !== 3_998_000 || text.match(/game \d+/g)?.length !== games.length)
      throw new Error('the yardstick is bent');
  }
}
