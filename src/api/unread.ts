/**
 * Answers that their clients have not taken yet: they lie in memory until they do, hang up, or are cut off for their silence. So many bytes
 * of each client, and no more: or whoever asks for large games and reads nothing would fill it.
 */
import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { ApiError } from './errors.js';

/** Bytes of one client: dozens of ordinary games, and eight of the largest. */
const MOST = 32 * 1024 * 1024;
/** Seconds after which a client that is refused may try again. */
const RETRY = 5;

export class UnreadAnswers {
  readonly #bytes = new Map<string, number>();
  readonly #most: number;

  /** @param most bytes of one client */
  constructor(most: number = MOST) {
    this.#most = most;
  }

  /** Clients that have something to read. */
  get clients(): number {
    return this.#bytes.size;
  }

  /**
   * Counts an answer until it is on its way, or nobody waits for it any more. A single one always has room.
   * @throws {ApiError} `busy`: with it the client would have too much unread
   */
  add(client: string, bytes: number, response: ServerResponse): void {
    const before = this.#bytes.get(client) ?? 0;
    if (before > 0 && before + bytes > this.#most) {
      throw new ApiError('busy', undefined, `${before} bytes of answers are not read yet; read them first`, RETRY);
    }
    this.#bytes.set(client, before + bytes);
    finished(response, () => {
      const left = (this.#bytes.get(client) ?? 0) - bytes;
      if (left > 0) this.#bytes.set(client, left);
      else this.#bytes.delete(client);
    });
  }
}
