/** How far a long run is, on stderr: in place on a terminal, else a line now and then. */

/** Milliseconds between two lines that stay. */
const SELDOM = 30_000;
const OFTEN = 200;

export class Progress {
  readonly #what: string;
  readonly #goal: number;
  readonly #start = performance.now();
  #last = performance.now();

  /** @param goal at which the work is done */
  constructor(what: string, goal: number) {
    this.#what = what;
    this.#goal = goal;
  }

  show(done: number): void {
    const now = performance.now();
    const { isTTY } = process.stderr;
    if (now - this.#last < (isTTY ? OFTEN : SELDOM)) return;
    this.#last = now;
    process.stderr.write(isTTY ? `\r${this.#text(done)}` : `${this.#text(done)}\n`);
  }

  end(done: number): void {
    process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${this.#text(done)}\n`);
  }

  #text(done: number): string {
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    return `${this.#what}: ${done} of ${this.#goal}, ${seconds} s`;
  }
}
