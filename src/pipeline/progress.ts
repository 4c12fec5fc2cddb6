/**
 * How far a scan is, for whoever watches: a bar on a terminal, a plain line every few seconds elsewhere (a log, a timer's mail).
 *
 * Always on stderr, so that results on stdout stay clean. The scan only leaves its state here, which costs nothing; a timer looks at it a
 * few times a second (`speedometer.ts`).
 */
import { shownLines } from '../pgn/shown.js';
import { clock, count, megabytesOf } from '../tactics/figures.js';
import { BAR_MAX, FIRST_LINE, LINE_EVERY, makeBar, takesBar, type Bar, type DrawBar } from './bar.js';
import type { ScanState } from './scan.js';
import { Speedometer, type Reading } from './speedometer.js';

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
  const shown = takesBar(stream) ? makeNewsBar(stream, news) : makeLines(stream, news);
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

function makeNewsBar(stream: NodeJS.WriteStream, news: News): Bar {
  return makeBar(stream, (columns, drawBar) => {
    const latest = news.latest();
    return typeof latest === 'string' ? latest.slice(0, columns) : fit(latest, columns, drawBar);
  });
}

/** The same without a bar. */
function makeLines(stream: NodeJS.WritableStream, news: News): Bar {
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
 * @param drawBar not asked where nobody knows the share
 */
export function fit(reading: Reading | number, columns: number, drawBar: DrawBar): string {
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
