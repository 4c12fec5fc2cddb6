/**
 * How far a scan is, for whoever watches: a bar on a terminal, a plain line every few seconds elsewhere (a log, a timer's mail).
 *
 * Always on stderr, so that results on stdout stay clean.
 */
import { Presets, SingleBar } from 'cli-progress';
import type { ScanState } from './scan.js';

/** Milliseconds between plain lines. */
const LINE_EVERY = 5000;

export interface ProgressMeter {
  update: (state: ScanState) => void;
  /** Leaves the terminal tidy; nothing is shown afterwards. */
  stop: () => void;
}

/** @param stream where to show it; a bar where it is a terminal */
export function makeProgress(stream: NodeJS.WriteStream = process.stderr): ProgressMeter {
  return stream.isTTY ? makeBar(stream) : makeLines(stream);
}

function makeBar(stream: NodeJS.WriteStream): ProgressMeter {
  // Nothing about the terminal is changed that an end in haste would leave changed; and signals are the job's own matter.
  const manners = { hideCursor: false, linewrap: true, gracefulExit: false };
  const look = { format: '{bar} {text}', barsize: 20, fps: 5, clearOnComplete: true };
  const bar = new SingleBar({ stream, ...look, ...manners }, Presets.shades_classic);
  let started = false;
  return {
    update(state) {
      if (!started) bar.start(Math.max(state.totalBytes ?? 1, 1), 0, { text: '' });
      started = true;
      // of standard input nobody knows how much is to come: the bar stays empty
      bar.update(state.totalBytes === null ? 0 : state.bytes, { text: describe(state) });
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

function makeLines(stream: NodeJS.WritableStream): ProgressMeter {
  let next = performance.now() + LINE_EVERY;
  return {
    update(state) {
      const now = performance.now();
      if (now < next) return;
      next = now + LINE_EVERY;
      stream.write(describe(state) + '\n');
    },
    stop() {
      // nothing to tidy
    },
  };
}

/** `42 % · 12,345 games · 310 games/s · 25,100 positions/s · 3:20 left`. */
export function describe(state: ScanState): string {
  const { games, positions, bytes, totalBytes, seconds, before = { games: 0, bytes: 0 } } = state;
  const read = bytes - before.bytes;
  const share =
    totalBytes === null ? [] : [`${Math.floor((totalBytes > 0 ? Math.min(bytes / totalBytes, 1) : 1) * 100)} %`];
  const parts = [
    ...share,
    `${count(games)} games`,
    `${count((games - before.games) / seconds)} games/s`,
    `${count(positions / seconds)} positions/s`,
  ];
  if (read > 0 && totalBytes !== null) parts.push(`${clock((seconds * Math.max(totalBytes - bytes, 0)) / read)} left`);
  return parts.join(' · ');
}

/** A whole number with thousands separated: 12,345. */
export function count(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '0';
}

/** Seconds as 0:07, 3:20, 11:02:45. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}
