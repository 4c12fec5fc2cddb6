/**
 * Answers as the bytes that go out, made once.
 *
 * A finished answer is text whose `performance_ms` is 0, which is what looking it up takes to a tenth of a millisecond. It is sent as it
 * stands: no object, no serialiser. Its tag is weak, because the live answer differs from it in that one number.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GameAnalysis } from '../tactics/types.js';
import type { PositionEnvelope } from './position-question.js';

export interface Answer {
  /** JSON, with `"performance_ms":0`. */
  readonly text: string;
  /** Equal for equal answers, `performance_ms` aside. */
  readonly etag: string;
}

/** Characters that are kept, keys included; they take a byte each. Some 20,000 positions. */
const MEMORY = 32 * 1024 * 1024;
/** What an entry takes beside its text, as measured. */
const ENTRY = 420;

const TYPE = 'application/json; charset=utf-8';
const TIME = '"performance_ms":';

/** The answers that were asked for last. */
export class AnswerCache {
  readonly #entries = new LRUCache<string, Answer>({
    maxSize: MEMORY,
    sizeCalculation: ({ text }, key) => text.length + key.length + ENTRY,
  });

  find(key: string): Answer | undefined {
    return this.#entries.get(key);
  }

  add(key: string, answer: Answer): void {
    this.#entries.set(key, answer);
  }
}

/** @param body an envelope */
export function makeAnswer(body: PositionEnvelope | GameAnalysis): Answer {
  const text = JSON.stringify({ ...body, performance_ms: 0 });
  const digest = createHash('sha256').update(text).digest('base64url');
  return { text, etag: `W/"${digest.slice(0, 22)}"` };
}

/**
 * Sends an answer, or 304 where the client has it.
 * @param ms what it took; 0 for one that was looked up
 */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer, ms = 0): FastifyReply {
  reply.header('etag', answer.etag);
  const had = request.headers['if-none-match'];
  if (had !== undefined && matches(had, answer.etag)) return reply.code(304).send();
  return reply.header('content-type', TYPE).send(ms === 0 ? answer.text : timed(answer.text, ms));
}

/** The envelope's own number is the last of its name: no text in it has quotes. */
function timed(text: string, ms: number): string {
  const at = text.lastIndexOf(TIME) + TIME.length;
  return text.slice(0, at) + String(ms) + text.slice(at + 1);
}

/** Tags are compared weakly (RFC 9110, 13.1.2). */
function matches(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = etag.slice(2);
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}
