/**
 * Ending a long job from outside, in two steps: the first signal asks it to finish what it has begun, the second one ends the process.
 *
 * A Ctrl-C in a terminal reaches every process of the foreground, and npm passes its own on: so the same key press may arrive twice,
 * and what comes within ECHO_MS is an echo, not a second wish.
 */
import type { ProgressMeter } from '../src/pipeline/progress.js';

export const ECHO_MS = 500;

/** As a shell gives them: 128 and the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof EXIT_CODES;

/** The part of `process` that is used. */
export interface SignalSource {
  on(signal: StopSignal, listener: () => void): unknown;
  exit(code: number): void;
  stderr: { write(text: string): unknown };
}

export interface Stop {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** What the job should end with; undefined where no signal came. */
  exitCode(): number | undefined;
}

/**
 * @param doing what goes on after the first signal, for the message; asked when it comes
 * @param now milliseconds on a clock that does not jump
 */
export function listenForStop(
  source: SignalSource,
  doing: string | (() => string),
  now = () => performance.now(),
): Stop {
  const controller = new AbortController();
  let first: { name: StopSignal; at: number } | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    source.on(name, () => {
      if (first === undefined) {
        first = { name, at: now() };
        const words = typeof doing === 'string' ? doing : doing();
        source.stderr.write(`\n${name}: ${words}; send it again to end at once.\n`);
        controller.abort();
      } else if (now() - first.at > ECHO_MS) source.exit(EXIT_CODES[name]);
    });
  }
  return { signal: controller.signal, exitCode: () => first && EXIT_CODES[first.name] };
}

/** Signals are answered on stderr, but not in the middle of the bar. */
export function besideProgress(progress: Pick<ProgressMeter, 'note' | 'stop'> | undefined): SignalSource {
  if (progress === undefined) return process;
  const write = (text: string): void => progress.note(text.trim());
  const exit = (code: number): never => {
    progress.stop();
    process.exit(code);
  };
  return { on: process.on.bind(process), exit, stderr: { write } };
}
