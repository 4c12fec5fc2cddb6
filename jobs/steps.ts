/**
 * Progress of a job in several steps, on stderr: a bar on a terminal, a plain line every few seconds elsewhere, nothing where a step is
 * over at once.
 */
import progress from 'cli-progress';

const { SingleBar, Presets } = progress;

/** Milliseconds to the first plain line, and from each to the next. */
const FIRST_LINE = 1000;
const LINE_EVERY = 5000;

export class Steps {
  readonly #stream: NodeJS.WriteStream | null;
  #bar: InstanceType<typeof SingleBar> | undefined;
  #step = '';
  #since = 0;
  #lines = 0;

  /** @param stream null for no progress at all */
  constructor(stream: NodeJS.WriteStream | null) {
    this.#stream = stream;
  }

  /**
   * How far a step is. Another step ends the one before it.
   * @param words what came of it so far
   */
  show(step: string, done: number, total: number, words: string): void {
    if (this.#stream === null) return;
    const now = performance.now();
    if (step !== this.#step) {
      this.end();
      this.#step = step;
      this.#since = now;
      this.#lines = 0;
    }
    if (now - this.#since < FIRST_LINE) return;
    if (this.#stream.isTTY) this.#draw(this.#stream, done, total, words);
    else if (now - this.#since >= FIRST_LINE + this.#lines * LINE_EVERY) {
      this.#lines++;
      const share = total === 0 ? 100 : Math.floor((100 * done) / total);
      this.#stream.write(`${step}: ${share} %, ${words}\n`);
    }
  }

  /** Leaves the terminal tidy. */
  end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    this.#step = '';
  }

  #draw(stream: NodeJS.WriteStream, done: number, total: number, words: string): void {
    if (this.#bar === undefined) {
      const format = `${this.#step} {bar} {percentage} %  {words}  {eta_formatted} left`;
      const manners = { hideCursor: false, gracefulExit: false, clearOnComplete: true };
      this.#bar = new SingleBar({ stream, format, barsize: 20, fps: 4, ...manners }, Presets.shades_classic);
      this.#bar.start(total, done, { words });
    }
    this.#bar.update(done, { words });
  }
}
