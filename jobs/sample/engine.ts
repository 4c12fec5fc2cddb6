/**
 * One UCI engine as a child process, asked for its best few moves. Everything that could make two runs differ is fixed: one thread,
 * a hash of 1 MB that `ucinewgame` clears, limits in depth and nodes and never in time, and the classical evaluation where the
 * engine still has it (quicker here, and no network file to depend on).
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** One of the engine's moves; the score is from the mover's side, `mate` in moves (negative: being mated). */
export interface Line {
  uci: string;
  cp: number;
  mate?: number;
}

/** How many moves the engine names. */
const LINES = 5;

/** An engine that says nothing for this long has hung. It decides whether there is an answer, never which. */
const SILENCE_MS = 60_000;

/** The engine's path: the one given, or the first `stockfish` on PATH, or where Debian puts games, which few have on PATH. */
export function findStockfish(given?: string): string | undefined {
  if (given !== undefined) return existsSync(given) ? given : undefined;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/games'];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, process.platform === 'win32' ? 'stockfish.exe' : 'stockfish'))
    .find((path) => existsSync(path));
}

/** Reads an `info` line that carries a move; undefined for the others, and for bounds, which are not scores. */
export function parseInfo(text: string): { rank: number; line: Line } | undefined {
  const match =
    /^info .*?\bmultipv (\d+) score (cp|mate) (-?\d+)\b(?! (?:lower|upper)bound).* pv ([a-h][1-8][a-h][1-8][qrbn]?)/.exec(
      text,
    );
  if (!match) return undefined;
  const score = Number(match[3]);
  const line: Line = match[2] === 'mate' ? { uci: match[4]!, cp: 0, mate: score } : { uci: match[4]!, cp: score };
  return { rank: Number(match[1]), line };
}

export class Engine {
  /** As the engine introduces itself, e.g. `Stockfish 15.1`. */
  name = '?';

  private readonly process: ChildProcessWithoutNullStreams;
  private rest = '';
  private onLine: (line: string) => void = () => {};
  private onFailure: (error: Error) => void = () => {};
  private failure: Error | undefined;

  private constructor(path: string) {
    this.process = spawn(path, [], { stdio: 'pipe' });
    this.process.stdout.setEncoding('utf8');
    this.process.stdout.on('data', (chunk: string) => this.receive(chunk));
    this.process.stdin.on('error', () => {}); // a broken pipe: `exit` follows and says more
    this.process.on('error', (error) => this.fail(error));
    this.process.on('exit', (code) => this.fail(new Error(`the engine ended by itself (exit code ${code ?? 'none'})`)));
  }

  static async start(path: string): Promise<Engine> {
    const engine = new Engine(path);
    const known = new Set<string>();
    await engine.ask('uci', 'uciok', (line) => {
      if (line.startsWith('id name ')) engine.name = line.slice('id name '.length);
      const option = /^option name (.+?) type /.exec(line);
      if (option) known.add(option[1]!);
    });
    const options = { Threads: 1, Hash: 1, MultiPV: LINES, 'Use NNUE': false };
    for (const [name, value] of Object.entries(options)) {
      if (known.has(name)) engine.send(`setoption name ${name} value ${value}`);
    }
    await engine.newGame();
    return engine;
  }

  /** Forgets everything: after this the answers depend on the position and the moves that led to it, from here on. */
  async newGame(): Promise<void> {
    this.send('ucinewgame');
    await this.ask('isready', 'readyok');
  }

  /** The best moves after `moves` (UCI, from the initial position), best first; never empty where a legal move exists. */
  async think(moves: readonly string[], limit: { depth: number; nodes: number }): Promise<Line[]> {
    const ranks = new Map<number, Line>();
    this.send(`position startpos${moves.length > 0 ? ' moves ' + moves.join(' ') : ''}`);
    const last = await this.ask(`go depth ${limit.depth} nodes ${limit.nodes}`, 'bestmove', (text) => {
      const info = parseInfo(text);
      if (info) ranks.set(info.rank, info.line);
    });
    // An iteration that ran out of nodes may have moved one move to a better rank without rewriting the worse one.
    const lines = new Map<string, Line>();
    for (const [, line] of [...ranks].sort(([a], [b]) => a - b)) if (!lines.has(line.uci)) lines.set(line.uci, line);
    const best = last.split(' ')[1];
    if (lines.size === 0 && best && best !== '(none)') lines.set(best, { uci: best, cp: 0 });
    return [...lines.values()];
  }

  /** Ends the process; safe to call twice. */
  stop(): void {
    this.failure ??= new Error('the engine was stopped');
    if (this.process.exitCode === null) {
      this.process.stdin.end('quit\n');
      this.process.kill();
    }
  }

  private send(command: string): void {
    this.process.stdin.write(command + '\n');
  }

  /** Sends a command and resolves with the line that begins with `until`; the lines before it go to `visit`. */
  private ask(command: string, until: string, visit: (line: string) => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      const timer = setTimeout(() => this.fail(new Error(`the engine gave no answer to "${command}"`)), SILENCE_MS);
      const settle = (): void => {
        clearTimeout(timer);
        this.onLine = () => {};
        this.onFailure = () => {};
      };
      this.onFailure = (error) => {
        settle();
        reject(error);
      };
      this.onLine = (line) => {
        if (line !== until && !line.startsWith(until + ' ')) return visit(line);
        settle();
        resolve(line);
      };
      this.send(command);
    });
  }

  private receive(chunk: string): void {
    const lines = (this.rest + chunk).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.onLine(line.trimEnd());
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.onFailure(error);
  }
}
