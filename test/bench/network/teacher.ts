/**
 * Stockfish as a teacher of many pupils. Questions are sent ahead of the answers, so that it never waits for the next one; it answers them in
 * their order. Its memory is left as it is between questions: a lesson need not be repeatable to the last centipawn, as a judgement has to be.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Score } from '../soundness/score.js';
import { parseInfo } from '../soundness/uci.js';

/** What it says of a position. */
export interface Opinion {
  /** For the side to move. */
  score: Score;
  /** UCI. */
  best: string;
}

export interface Teacher {
  /** Undefined where the game is over. */
  ask(fen: string): Promise<Opinion | undefined>;
}

/** MB. */
const HASH = 4;

interface Waiting {
  resolve: (opinion: Opinion | undefined) => void;
  reject: (error: Error) => void;
}

export class PatientTeacher implements Teacher {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #nodes: number;
  readonly #waiting: Waiting[] = [];
  #score: Score | undefined;
  #ended = false;

  /** @param nodes how many each search takes */
  constructor(path: string, nodes: number) {
    this.#nodes = nodes;
    this.#process = spawn(path, [], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.on('error', () => this.#end());
    this.#process.stdin.on('error', () => this.#end());
    createInterface({ input: this.#process.stdout })
      .on('line', (line) => this.#hear(line))
      .on('close', () => this.#end());
    this.#process.stdin.write(`setoption name Threads value 1\nsetoption name Hash value ${HASH}\n`);
  }

  /** @throws {Error} where the engine has ended */
  ask(fen: string): Promise<Opinion | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw new Error('the engine has ended');
      this.#waiting.push({ resolve, reject });
      this.#process.stdin.write(`position fen ${fen}\ngo nodes ${this.#nodes}\n`);
    });
  }

  /** Ends the process; safe to call twice. */
  stop(): void {
    this.#process.stdin.end('quit\n');
    this.#process.kill();
  }

  #hear(line: string): void {
    if (line.startsWith('info ')) {
      const info = parseInfo(line);
      if (info?.exact === true) this.#score = info.line.score;
    } else if (line.startsWith('bestmove ')) {
      const best = line.split(' ')[1] ?? '(none)';
      const score = this.#score;
      this.#score = undefined;
      this.#waiting.shift()?.resolve(score === undefined || best === '(none)' ? undefined : { score, best });
    }
  }

  #end(): void {
    this.#ended = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the engine ended in the middle of its work'));
  }
}
