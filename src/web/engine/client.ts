/** The page's side of the kernel: asks its thread, and gives each answer to whoever asked. The thread starts with the first question. */
import type { FailedReply, FaultReply, LineReply, PositionReply, Question, Reply } from './messages.js';

type Listener = (reply: Reply) => void;

let worker: Worker | undefined;
let questions = 0;
const listeners = new Map<number, Listener>();

function thread(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(WORKER_ADDRESS, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; reply: Reply }>) => {
    listeners.get(data.id)?.(data.reply);
  });
  worker.addEventListener('error', (event) => {
    const reply: FailedReply = { kind: 'failed', message: event.message || 'the engine did not start' };
    for (const listener of [...listeners.values()]) listener(reply);
  });
  return worker;
}

/** Starts the thread ahead of the first question. */
export function wake(): void {
  thread();
}

/** Asks, and hands over answers as they come. @returns ends it: no more answers are handed over */
export function follow(question: Question, listener: Listener): () => void {
  const id = ++questions;
  listeners.set(id, listener);
  thread().postMessage({ id, question });
  return () => void listeners.delete(id);
}

/** What one answer comes to: the answer, or what is wrong. */
export type Answered<Wanted extends Reply> = Wanted | FaultReply | FailedReply;

/** The tactics of a position. */
export function askPosition(fen: string, depth: 'l1' | 'l2'): Promise<Answered<PositionReply>> {
  return ask<PositionReply>({ kind: 'position', fen, depth });
}

/** The positions of a line. */
export function askLine(fen: string, moves: readonly string[]): Promise<Answered<LineReply>> {
  return ask<LineReply>({ kind: 'line', fen, moves });
}

function ask<Wanted extends Reply>(question: Question): Promise<Answered<Wanted>> {
  return new Promise((resolve) => {
    const end = follow(question, (reply) => {
      end();
      resolve(reply as Answered<Wanted>);
    });
  });
}
