/**
 * Writes that must not be lost because another process is writing at that moment.
 *
 * The service waits 20 ms for the database, because a wait holds up every request. What people are waiting for (a key, a sign-in, a
 * payment) is tried again instead, with the event loop free in between.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../store/errors.js';

/** Milliseconds: for how long it is tried, and the first pause, which grows. */
const LONGEST = 5_000;
const FIRST_PAUSE = 20;

/** @throws {StoreError} `locked` where the other process does not come to an end */
export async function patiently<T>(work: () => T): Promise<T> {
  const end = performance.now() + LONGEST;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, 500)) {
    try {
      return work();
    } catch (error) {
      const mayPass = error instanceof StoreError && error.code === 'locked';
      if (!mayPass || performance.now() + pause > end) throw error;
      await sleep(pause);
    }
  }
}

/** Lets what is done under one name be done one after the other, and the rest at the same time. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name);
    }
  }
}
