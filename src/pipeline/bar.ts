/**
 * A line at the bottom of a terminal that is drawn anew a few times a second, and lines of their own above it.
 *
 * Nothing about the terminal is changed that an end in haste would leave changed: no line wrap is turned off, and no cursor hidden.
 */
import { createRequire } from 'node:module';
import type * as CliProgress from 'cli-progress';
import { shownLines } from '../pgn/shown.js';

const require = createRequire(import.meta.url);

/** Times a second that it is drawn. */
const FPS = 4;

/** Characters of a bar where there is room. */
export const BAR_MAX = 20;

/** Where no bar can be drawn: milliseconds to the first plain line, and from each to the next. */
export const FIRST_LINE = 1000;
export const LINE_EVERY = 5000;

/** Of a terminal that does not say how wide it is. */
const COLUMNS = 80;

/** Draws a share between 0 and 1 as so many characters. */
export type DrawBar = (share: number, size: number) => string;

export interface Bar {
  /** Shows it, unless it is shown already. */
  begin: () => void;
  /** Writes a line of its own, above the bar where there is one. */
  note: (line: string) => void;
  /** Takes the bar away. */
  stop: () => void;
}

/** Whether a bar can be drawn there: a terminal that calls itself dumb obeys none of the signs that draw it. */
export function takesBar(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.TERM !== 'dumb';
}

/** @param line what is to be seen, of no more characters than are given */
export function makeBar(stream: NodeJS.WriteStream, line: (columns: number, drawBar: DrawBar) => string): Bar {
  // loaded where there is a terminal: it takes as long as to open the database
  const { Format, MultiBar, Presets } = require('cli-progress') as typeof CliProgress;
  const format = (options: CliProgress.Options): string =>
    line((stream.columns || COLUMNS) - 1, (share, size) => Format.BarFormat(share, { ...options, barsize: size }));
  // signals are the job's own matter
  const manners = { hideCursor: false, linewrap: true, gracefulExit: false };
  const bars = new MultiBar(
    { stream, format, fps: FPS, barsize: BAR_MAX, clearOnComplete: true, forceRedraw: true, ...manners },
    Presets.shades_classic,
  );
  let started = false;
  return {
    begin() {
      if (!started) bars.create(1, 0);
      started = true;
    },
    note(words) {
      // a terminal shows ^C where the cursor is
      if (!started) stream.write(`\r${shownLines(words)}\n`);
      else {
        bars.log(shownLines(words) + '\n');
        bars.update();
      }
    },
    stop() {
      if (started) bars.stop();
      started = false;
    },
  };
}
