/**
 * How long does it take? Told twice: by the clock, which is what users wait for, and by processor time, which other people's work on a
 * shared machine disturbs less.
 */

/** Milliseconds. */
export interface Spent {
  wall: number;
  /** Of all threads of this process. */
  cpu: number;
}

export function spend(work: () => void): Spent {
  const cpu = process.cpuUsage();
  const start = performance.now();
  work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 };
}

/** The medians of several runs, behind one that warms up. */
export function repeat(runs: number, work: () => void): Spent {
  work();
  return medians(Array.from({ length: runs }, () => spend(work)));
}

/** Each figure's own median. */
export function medians(spent: readonly Spent[]): Spent {
  return { wall: median(spent.map(({ wall }) => wall)), cpu: median(spent.map(({ cpu }) => cpu)) };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share `q` of the values lies; between two neighbours their mean, by weight. NaN for none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
