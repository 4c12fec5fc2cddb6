/**
 * One UCI engine as a child process, asked question by question, with everything fixed that could make two answers differ: one thread,
 * the size of the hash, a limit in nodes and never in time, and a memory that is cleared before each question.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { mateScore, type Score } from './score.js';

/** MB. It is cleared at each question, which takes longer than the search where it is large. */
const HASH = 16;
/** An engine that says nothing for this long has hung. It decides whether there is an answer, never which. */
const SILENCE_MS = 60_000;

export interface Question {
  /** Six fields. */
  fen: string;
  /** A move (UCI) that is played first; the score is then that of the side that answers it. */
  move?: string;
  /** How many moves are wanted, best first (MultiPV). */
  lines: number;
}

/** One of the moves that the engine names. */
export interface Line {
  /** For the side to move. */
  score: Score;
  /** UCI moves, that move first; empty where the game is over. */
  pv: string[];
}

/** Whoever answers questions: an engine, or a cache before it. */
export interface Oracle {
  /** Never empty; fewer lines than wanted where there are fewer legal moves. */
  ask(question: Question): Promise<Line[]>;
}

interface Info {
  /** 1 for the best move. */
  rank: number;
  /** The score is no mere bound. */
  exact: boolean;
  line: Line;
}

/** Reads an `info` line with a score; undefined for all others. */
export function parseInfo(text: string): Info | undefined {
  const match = /^info (?!string ).*?\bscore (cp|mate) (-?\d+)( lowerbound| upperbound)?/.exec(text);
  if (match === null) return undefined;
  const value = Number(match[2]);
  const pv = / pv (.+)$/.exec(text)?.[1];
  return {
    rank: Number(/ multipv (\d+)/.exec(text)?.[1] ?? 1),
    exact: match[3] === undefined,
    line: { score: match[1] === 'mate' ? mateScore(value) : value, pv: pv?.trim().split(' ') ?? [] },
  };
}

/**
 * Gathers the lines of one search. An engine prints all ranks together, again and again, and the last time may find it in the middle
 * of a search, with bounds for scores: what counts is the last set that is exact throughout.
 */
export class Answer {
  #current: Info[] = [];
  #exact: Info[] = [];

  hear(text: string): void {
    const info = parseInfo(text);
    if (info === undefined) return;
    if (info.rank === 1) {
      this.#settle();
      this.#current = [];
    }
    this.#current.push(info);
  }

  lines(): Line[] {
    this.#settle();
    return this.#exact.map(({ line }) => line);
  }

  #settle(): void {
    if (this.#current.length > 0 && this.#current.every(({ exact }) => exact)) this.#exact = this.#current;
  }
}

export class UciEngine implements Oracle {
  /** As the engine introduces itself, e.g. `Stockfish 15.1`. */
  name = '?';

  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #output: AsyncIterator<string, undefined>;
  readonly #nodes: number;

  private constructor(path: string, nodes: number) {
    this.#process = spawn(path, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    // Either way its output ends, and whoever waits for it learns that.
    this.#process.on('error', () => {});
    this.#process.stdin.on('error', () => {});
    this.#output = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#nodes = nodes;
  }

  /**
   * @param nodes how many each search takes
   * @throws {Error} where it cannot be started, or is no UCI engine
   */
  static async start(path: string, nodes: number): Promise<UciEngine> {
    const engine = new UciEngine(path, nodes);
    await engine.#exchange(['uci'], 'uciok', (text) => {
      if (text.startsWith('id name ')) engine.name = text.slice('id name '.length);
    });
    await engine.#exchange(
      ['setoption name Threads value 1', `setoption name Hash value ${HASH}`, 'isready'],
      'readyok',
    );
    return engine;
  }

  /** @throws {Error} where the engine ends, hangs, or gives no score */
  async ask({ fen, move, lines }: Question): Promise<Line[]> {
    await this.#exchange([`setoption name MultiPV value ${lines}`, 'ucinewgame', 'isready'], 'readyok');
    const answer = new Answer();
    const position = `position fen ${fen}${move === undefined ? '' : ` moves ${move}`}`;
    await this.#exchange([position, `go nodes ${this.#nodes}`], 'bestmove', (text) => answer.hear(text));
    const found = answer.lines();
    if (found.length === 0) throw new Error(`${this.name} gave no score for ${fen}`);
    return found;
  }

  /** Ends the process; safe to call twice. */
  stop(): void {
    this.#process.stdin.end('quit\n');
    this.#process.kill();
  }

  /** Sends commands and waits for the line that begins with `until`; the lines before it go to `hear`. */
  async #exchange(commands: readonly string[], until: string, hear: (text: string) => void = () => {}): Promise<void> {
    const watchdog = setTimeout(() => this.#process.kill(), SILENCE_MS);
    try {
      this.#process.stdin.write(commands.join('\n') + '\n');
      for (;;) {
        const next = await this.#output.next();
        if (next.done === true) throw new Error(`the engine ended, or hung, at "${commands.at(-1)}"`);
        if (next.value === until || next.value.startsWith(`${until} `)) return;
        hear(next.value);
      }
    } finally {
      clearTimeout(watchdog);
    }
  }
}
