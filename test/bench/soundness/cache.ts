/**
 * Answers kept in a file, one JSON line each, written as they come: a run that was interrupted goes on where it stopped, and a run
 * after a change of our engine asks only what is new.
 *
 * A line that cannot be read (the last one of a run that was killed) is passed over, and its question asked again.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Line, Oracle, Question } from './uci.js';

interface Entry {
  /** The engine's name and version, and the nodes of a search: answers of others are never taken. */
  engine: string;
  nodes: number;
  question: Question;
  answer: Line[];
}

/** Outside the project, where caches belong. @param name of the benchmark */
export function defaultCache(name = 'soundness'): string {
  const folder = process.env['XDG_CACHE_HOME'];
  return join(folder === undefined || folder === '' ? join(homedir(), '.cache') : folder, 'motif', `${name}.jsonl`);
}

function keyOf({ fen, move, lines }: Question): string {
  return `${lines} ${move ?? '-'} ${fen}`;
}

export class CachedOracle implements Oracle {
  /** Questions that the engine had to be asked. */
  asked = 0;

  readonly #path: string;
  readonly #source: Oracle;
  readonly #of: Pick<Entry, 'engine' | 'nodes'>;
  readonly #answers = new Map<string, Line[]>();

  /**
   * @param source is asked what the file does not hold
   * @param of what makes the answers: only entries with the same are taken
   * @throws {Error} where the file cannot be read or made
   */
  constructor(path: string, source: Oracle, of: Pick<Entry, 'engine' | 'nodes'>) {
    this.#path = path;
    this.#source = source;
    this.#of = of;
    mkdirSync(dirname(path), { recursive: true });
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    for (const line of text.split('\n')) this.#read(line);
    // Else the next entry would be lost with the torn one.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  }

  async ask(question: Question): Promise<Line[]> {
    const key = keyOf(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = await this.#source.ask(question);
    this.asked++;
    this.#answers.set(key, answer);
    const entry: Entry = { ...this.#of, question, answer };
    appendFileSync(this.#path, JSON.stringify(entry) + '\n');
    return answer;
  }

  #read(line: string): void {
    let entry: Entry;
    try {
      entry = JSON.parse(line) as Entry;
    } catch {
      return;
    }
    if (entry.engine !== this.#of.engine || entry.nodes !== this.#of.nodes) return;
    this.#answers.set(keyOf(entry.question), entry.answer);
  }
}
