/**
 * How far a scan is, for whoever watches: a bar on a terminal, a plain line every few seconds elsewhere (a log, a timer's mail).
 *
 * Always on stderr, so that results on stdout stay clean. The scan only leaves its state here, which costs nothing; a timer looks at it a
 * few times a second (`speedometer.ts`).
 */
import { createRequire } from 'node:module';
import type * as CliProgress from 'cli-progress';
import { shownLines } from '../pgn/shown.js';
import { clock, count, megabytesOf } from '../tactics/figures.js';
import type { ScanState } from './scan.js';
import { Speedometer, type Reading } from './speedometer.js';

const require = createRequire(import.meta.url);

/** Milliseconds to the first plain line, and from each to the next. */
const FIRST_LINE = 1000;
const LINE_EVERY = 5000;

/** Times a second that a bar is drawn. */
const FPS = 4;

/** Characters of the bar where there is room. */
const BAR_MAX = 20;

/** Of a terminal that does not say how wide it is. */
const COLUMNS = 80;

export interface ProgressMeter {
  /** Shows that something goes on, though nothing is committed yet: what an earlier run had read may take minutes to pass over. */
  begin: () => void;
  update: (state: ScanState) => void;
  /** Shows these words in place of how far the scan is, until its next news: for what comes behind a scan. */
  say: (words: string) => void;
  /** Writes a line of its own, above the bar where there is one. */
  note: (line: string) => void;
  /** Leaves the terminal tidy; nothing is shown afterwards. */
  stop: () => void;
}

/** @param stream where to show it; a bar where it is a terminal */
export function makeProgress(stream: NodeJS.WriteStream = process.stderr): ProgressMeter {
  const news = new News();
  const shown = stream.isTTY ? makeBar(stream, news) : makeLines(stream, news);
  let stopped = false;
  const begin = (): void => {
    if (!stopped) shown.begin();
  };
  return {
    begin,
    update(state) {
      news.update(state);
      begin();
    },
    say(words) {
      news.say(words);
      begin();
    },
    note: shown.note,
    stop() {
      stopped = true;
      shown.stop();
    },
  };
}

/** What is to be shown at any moment. */
class News {
  readonly #speed = new Speedometer();
  #words: string | null = null;

  update(state: ScanState): void {
    this.#words = null;
    this.#speed.update(state);
  }

  say(words: string): void {
    this.#words = words;
  }

  /** Words that were said since the last state; else how far the scan is, or before its first state the seconds that have gone. */
  latest(): string | Reading | number {
    return this.#words ?? this.#speed.read() ?? this.#speed.seconds;
  }
}

/** What shows the news, in its own way and time. */
type Display = Pick<ProgressMeter, 'begin' | 'note' | 'stop'>;

function makeBar(stream: NodeJS.WriteStream, news: News): Display {
  // loaded where there is a terminal: it takes as long as to open the database
  const { Format, MultiBar, Presets } = require('cli-progress') as typeof CliProgress;
  const format = (options: CliProgress.Options): string => {
    const columns = (stream.columns || COLUMNS) - 1;
    const latest = news.latest();
    if (typeof latest === 'string') return latest.slice(0, columns);
    return fit(latest, columns, (share, size) => Format.BarFormat(share, { ...options, barsize: size }));
  };
  // Nothing about the terminal is changed that an end in haste would leave changed; and signals are the job's own matter.
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
    note(line) {
      // a terminal shows ^C where the cursor is
      if (!started) stream.write(`\r${shownLines(line)}\n`);
      else {
        bars.log(shownLines(line) + '\n');
        bars.update();
      }
    },
    stop() {
      if (started) bars.stop();
      started = false;
    },
  };
}

function makeLines(stream: NodeJS.WritableStream, news: News): Display {
  let timer: NodeJS.Timeout | undefined;
  const line = (): void => {
    const latest = news.latest();
    stream.write((typeof latest === 'string' ? latest : describe(latest)) + '\n');
    timer = setTimeout(line, LINE_EVERY);
  };
  return {
    begin() {
      timer ??= setTimeout(line, FIRST_LINE);
    },
    note(text) {
      stream.write(shownLines(text) + '\n');
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

/** `42 % · 12,345 games · 310 games/s · 25,100 positions/s · 0.11 MB/s · 3:20 left`; before the first state, of which seconds are known, `working · 0:05`. */
export function describe(reading: Reading | number): string {
  if (typeof reading === 'number') return `working · ${clock(reading)}`;
  const { percent, games, speed, positions, megabytes, left } = partsOf(reading);
  return [percent, games, speed, positions, megabytes, left].filter((part) => part !== null).join(' · ');
}

/**
 * As much of it as a line of so many columns holds; what matters least goes first.
 * @param drawBar draws a share between 0 and 1 as so many characters; not asked where nobody knows the share
 */
export function fit(
  reading: Reading | number,
  columns: number,
  drawBar: (share: number, size: number) => string,
): string {
  if (typeof reading === 'number') return describe(reading).slice(0, columns);
  const { percent, games, speed, positions, megabytes, left } = partsOf(reading);
  const all = [percent, games, speed, positions, megabytes, left];
  const layouts: [bar: number, parts: (string | null)[]][] = [
    [BAR_MAX, all],
    [10, all],
    [10, [percent, speed, positions, megabytes, left]],
    [10, [percent, speed, positions, left]],
    [10, [percent, speed, left]],
    [0, [percent, speed, left]],
    [0, [percent ?? speed, left]],
    [0, [percent ?? speed]],
  ];
  let line = '';
  for (const [size, parts] of layouts) {
    const text = parts.filter((part) => part !== null).join(' · ');
    line = size > 0 && reading.share !== null ? `${drawBar(reading.share, size)} ${text}` : text;
    if (line.length <= columns) return line;
  }
  return line.slice(0, Math.max(columns, 0));
}

function partsOf(
  reading: Reading,
): Record<'games' | 'speed' | 'positions', string> & Record<'percent' | 'megabytes' | 'left', string | null> {
  const { games, gamesPerSecond, positionsPerSecond, bytesPerSecond, share, secondsLeft } = reading;
  return {
    percent: share === null ? null : `${Math.floor(share * 100)} %`,
    games: `${count(games)} games`,
    speed: `${count(gamesPerSecond)} games/s`,
    positions: `${count(positionsPerSecond)} positions/s`,
    megabytes: bytesPerSecond === null ? null : `${megabytesOf(bytesPerSecond)} MB/s`,
    left: secondsLeft === null ? null : `${clock(secondsLeft)} left`,
  };
}
