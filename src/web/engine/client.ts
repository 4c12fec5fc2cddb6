/**
 * The page's side of the kernel: asks its thread, and gives each answer to whoever asked. The thread starts with the first question. One that
 * did not come over the wire is told, and after a pause another one started and asked in its place, until it has come. What is asked in the
 * pause waits for its end: a thread for each question would be as many tries as a hand that drags a piece asks.
 */
import type { Pattern } from '../../tactics/types.js';
import type { AnnotatedReply, FailedReply, FaultReply, LineReply, Question, Reply } from './messages.js';

type Listener = (reply: Reply) => void;

/** Milliseconds until another thread is started. */
const AGAIN = 3_000;

let worker: Worker | undefined;
let pausing = false;
let questions = 0;
const asked = new Map<number, { question: Question; listener: Listener }>();

function thread(): Worker {
  if (worker !== undefined) return worker;
  worker = new Worker(WORKER_ADDRESS, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; reply: Reply }>) => {
    asked.get(data.id)?.listener(data.reply);
  });
  worker.addEventListener('error', (event) => {
    worker?.terminate();
    worker = undefined;
    const reply: FailedReply = { kind: 'failed', message: `${event.message || 'it did not come'}; it is started anew` };
    for (const { listener } of [...asked.values()]) listener(reply);
    pausing = true;
    setTimeout(askAgain, AGAIN);
  });
  return worker;
}

function askAgain(): void {
  pausing = false;
  for (const [id, { question }] of asked) thread().postMessage({ id, question });
}

/** Starts the thread ahead of the first question. */
export function wake(): void {
  if (!pausing) thread();
}

/** Asks, and hands over answers as they come. @returns ends it: no more answers are handed over */
export function follow(question: Question, listener: Listener): () => void {
  const id = ++questions;
  asked.set(id, { question, listener });
  if (!pausing) thread().postMessage({ id, question });
  return () => void asked.delete(id);
}

/** The positions of a line, asked for once: nobody is told of an engine that comes later. */
export function askLine(fen: string, moves: readonly string[]): Promise<LineReply | FaultReply | FailedReply> {
  return ask<LineReply>({ kind: 'line', fen, moves });
}

/** A game with its tactics written in, in the same way. @param pgn holds that game alone */
export function askAnnotated(
  pgn: string,
  patterns: readonly Pattern[],
): Promise<AnnotatedReply | FaultReply | FailedReply> {
  return ask<AnnotatedReply>({ kind: 'annotated', pgn, patterns });
}

/** Asks what has one answer. */
function ask<Answer extends Reply>(question: Question): Promise<Answer | FaultReply | FailedReply> {
  return new Promise((resolve) => {
    const end = follow(question, (reply) => {
      end();
      resolve(reply as Answer | FaultReply | FailedReply);
    });
  });
}
