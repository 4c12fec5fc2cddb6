/**
 * How fast a scan is: speeds are those of the last seconds, the time left goes by the last minute, and neither counts what an earlier run
 * had done.
 */
import type { ScanState } from './scan.js';

/** Seconds over which speeds, and the speed behind the time left, are measured; and from one measurement to the next. */
const SPEED_OVER = 15;
const LEFT_OVER = 60;
const MEASURE_EVERY = 1;

/** How far a scan is, and how fast. Speeds are a second's; null for what nobody knows. */
export interface Reading {
  games: number;
  gamesPerSecond: number;
  positionsPerSecond: number;
  /** Of the archives as they lie on the disk; null where none is read. */
  bytesPerSecond: number | null;
  /** Between 0 and 1. */
  share: number | null;
  secondsLeft: number | null;
}

/** What this run itself had done at a moment. */
interface Measured {
  seconds: number;
  games: number;
  positions: number;
  bytes: number;
}

/** Makes speeds of states. Time goes on between states, so that a scan that hangs on one long game is seen to. */
export class Speedometer {
  readonly #now: () => number;
  readonly #measured: Measured[] = [{ seconds: 0, games: 0, positions: 0, bytes: 0 }];
  readonly #begin: number;
  #state: ScanState | undefined;
  /** When the state came. */
  #at: number;

  /** @param now milliseconds on a clock that does not jump */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
    this.#begin = this.#at = now();
  }

  /** Since it was made. */
  get seconds(): number {
    return (this.#now() - this.#begin) / 1000;
  }

  update(state: ScanState): void {
    this.#state = state;
    this.#at = this.#now();
    const current = measure(state, state.seconds);
    if (current.seconds - (this.#measured.at(-1)?.seconds ?? 0) < MEASURE_EVERY) return;
    this.#measured.push(current);
    // what is older is not needed but for one, from which the span is measured
    while ((this.#measured[1]?.seconds ?? Infinity) < current.seconds - LEFT_OVER) this.#measured.shift();
  }

  /** Undefined before the first state. */
  read(): Reading | undefined {
    if (this.#state === undefined) return undefined;
    const { games, bytes, totalBytes, seconds, ofArchives = true } = this.#state;
    const now = measure(this.#state, seconds + (this.#now() - this.#at) / 1000);
    const recent = this.#since(now, SPEED_OVER);
    const long = this.#since(now, LEFT_OVER);
    const left =
      totalBytes === null || long.bytes <= 0 ? null : Math.max(totalBytes - bytes, 0) * (long.seconds / long.bytes);
    return {
      games,
      gamesPerSecond: perSecond(recent.games, recent.seconds),
      positionsPerSecond: perSecond(recent.positions, recent.seconds),
      bytesPerSecond: ofArchives ? perSecond(recent.bytes, recent.seconds) : null,
      share: totalBytes === null ? null : totalBytes > 0 ? Math.min(bytes / totalBytes, 1) : 1,
      secondsLeft: left,
    };
  }

  /** What was done in the last so many seconds, or a little more. */
  #since(now: Measured, span: number): Measured {
    const then = this.#measured.findLast(({ seconds }) => seconds <= now.seconds - span) ?? this.#measured[0];
    if (then === undefined) return now;
    return {
      seconds: now.seconds - then.seconds,
      games: now.games - then.games,
      positions: now.positions - then.positions,
      bytes: now.bytes - then.bytes,
    };
  }
}

function measure(state: ScanState, seconds: number): Measured {
  const { games, positions, bytes, before = { games: 0, bytes: 0 } } = state;
  return { seconds, games: games - before.games, positions, bytes: bytes - before.bytes };
}

function perSecond(amount: number, seconds: number): number {
  return seconds > 0 ? amount / seconds : 0;
}
