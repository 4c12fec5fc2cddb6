/**
 * Progress of a job in several steps, on stderr: a bar on a terminal, a plain line every few seconds elsewhere, nothing where a step is
 * over at once.
 */
import { shownLines } from '../src/pgn/shown.js';
import { BAR_MAX, FIRST_LINE, LINE_EVERY, makeBar, takesBar, type Bar, type DrawBar } from '../src/pipeline/bar.js';
import { clock } from '../src/tactics/figures.js';

/** How far a step is. */
interface State {
  step: string;
  /** Between 0 and 1. */
  share: number;
  /** What came of it so far. */
  words: string;
  /** Seconds; null where nobody knows. */
  left: number | null;
}

export class Steps {
  readonly #stream: NodeJS.WriteStream;
  readonly #quiet: boolean;
  #bar: Bar | undefined;
  #state: State = { step: '', share: 0, words: '', left: null };
  #since = 0;
  /** What was done when the step began. */
  #first = 0;
  #lines = 0;

  /** @param quiet whether nothing but notes is written */
  constructor(stream: NodeJS.WriteStream, quiet = false) {
    this.#stream = stream;
    this.#quiet = quiet;
  }

  /**
   * How far a step is. Another step ends the one before it.
   * @param words what came of it so far
   */
  show(step: string, done: number, total: number, words: string): void {
    if (this.#quiet) return;
    const now = performance.now();
    if (step !== this.#state.step) {
      this.stop();
      this.#since = now;
      this.#first = done;
      this.#lines = 0;
    }
    const gone = now - this.#since;
    const left = done > this.#first ? ((gone / (done - this.#first)) * (total - done)) / 1000 : null;
    this.#state = { step, share: total === 0 ? 1 : done / total, words, left };
    if (gone < FIRST_LINE) return;
    if (takesBar(this.#stream)) {
      this.#bar ??= makeBar(this.#stream, (columns, drawBar) => fit(this.#state, columns, drawBar));
      this.#bar.begin();
    } else if (gone >= FIRST_LINE + this.#lines * LINE_EVERY) {
      this.#lines++;
      this.#stream.write(`${step}: ${percentOf(this.#state)}, ${words}\n`);
    }
  }

  /** Writes a line of its own, above the bar where there is one. */
  note(line: string): void {
    if (this.#bar !== undefined) this.#bar.note(line);
    // a terminal shows ^C where the cursor is
    else this.#stream.write(`${takesBar(this.#stream) ? '\r' : ''}${shownLines(line)}\n`);
  }

  /** Leaves the terminal tidy. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#state = { step: '', share: 0, words: '', left: null };
  }
}

/** As much of it as a line of so many columns holds; what matters least goes first. */
function fit(state: State, columns: number, drawBar: DrawBar): string {
  const { step, share, words, left } = state;
  const percent = percentOf(state);
  const time = left === null ? [] : [`${clock(left)} left`];
  const layouts = [
    [`${step} ${drawBar(share, BAR_MAX)} ${percent}`, words, ...time],
    [`${step} ${drawBar(share, 10)} ${percent}`, words, ...time],
    [`${step} ${percent}`, words, ...time],
    [`${step} ${percent}`, words],
    [percent, words],
  ].map((parts) => parts.join('  '));
  return layouts.find((line) => line.length <= columns) ?? percent.slice(0, columns);
}

function percentOf({ share }: State): string {
  return `${Math.floor(share * 100)} %`;
}
