/**
 * The browser's address, kept in step with the view.
 *
 * Browsers take only so many addresses from a page: Safari throws at the hundred-and-first of half a minute, Chromium passes over those beyond
 * two hundred in ten seconds, and a hand on the slider or on an arrow key makes thirty views a second. So an address that goes on changing is
 * written every now and then, and when it rests.
 */
import { playgroundAddress, type View } from '../address.js';

/** Addresses that are written at once; beyond them one in each pause of so many milliseconds: no more than 90 in half a minute. */
const AT_ONCE = 40;
const PAUSE = 600;

/** When all that was written will have had its pause. */
let rested = 0;
let waiting: View | null = null;
/** What the entry has that the browser stands at, as far as it was written here: a megabyte takes half a second to write, once too often. */
let written: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

export const addressBar = {
  /** The address of the entry that the browser stands at becomes this view's, now or soon. */
  follow(view: View): void {
    waiting = view;
    clearTimeout(timer);
    timer = setTimeout(() => addressBar.settle(), Math.max(0, rested - AT_ONCE * PAUSE - performance.now()));
  },

  /** Now. */
  settle(): void {
    clearTimeout(timer);
    if (waiting !== null) write('replaceState', waiting);
    waiting = null;
  },

  /** Another entry of the history, which the way back leads away from; none where the view is the one that is there. */
  leaveFor(view: View): void {
    addressBar.settle();
    write('pushState', view);
  },

  /** What waits, or was written, is of an entry that was left. */
  forget(): void {
    waiting = null;
    written = null;
    clearTimeout(timer);
  },
};

function write(how: 'pushState' | 'replaceState', view: View): void {
  const address = playgroundAddress(view);
  if (address === written) return;
  rested = Math.max(rested, performance.now()) + PAUSE;
  try {
    history[how](null, '', address);
    written = address;
  } catch {
    // too long for this browser, or still too many: the page goes on with an address that is behind
  }
}
