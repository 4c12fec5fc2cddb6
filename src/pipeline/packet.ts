/**
 * The answer to a batch, packed: outcomes in input order, in three buffers that cross the thread without being copied piece by piece.
 *
 * `heads` holds HEAD numbers a game: kind, ply count, candidates, positions found, and where its data begins in `bytes`. `bytes` holds
 * for each scanned game its digest, moves and masks, then each position found as ply (2), length of the FEN (2), length of the
 * records (4), FEN, records. `texts` holds what is text anyway, as one JSON array for all games: copying a thousand small arrays
 * of strings between threads costs ten times what one string does.
 */
import { TAG_COLUMNS, type FoundRow, type GameRow, type QuarantineRow } from '../store/rows.js';
import type { GameScan } from '../tactics/engine.js';
import type { BatchResult } from './tasks.js';

const HEAD = 5;
/** Bytes of a game's digest (`pgn/identity.ts`). */
export const DIGEST_LENGTH = 16;

const SCANNED = 0;
const FILTERED = 1;
const QUARANTINED = 2;
const KNOWN = 3;
/** Scanned at l2, in a batch that was to be scanned at l1. */
const DEEPENED = 4;

/** Why a game cannot be read, without its bytes: the main thread has those. */
export type Fault = Omit<QuarantineRow, 'offset' | 'bytes'>;

/** A scanned game without its place in the entry: the main thread knows that. */
export type ScannedGame = Omit<GameRow, 'offset' | 'length'>;

export type Outcome =
  | { kind: 'scanned'; game: ScannedGame }
  | { kind: 'filtered'; reason: string }
  /** The store holds it, and a scan would add nothing. */
  | { kind: 'known' }
  | { kind: 'quarantined'; fault: Fault };

/** Writes one packet after the other; its buffer is used again, and grows to the largest. */
export class PacketWriter {
  #heads: number[] = [];
  #texts: unknown[] = [];
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #length = 0;

  /**
   * @param tags values of `TAG_COLUMNS`
   * @param deepened whether the game was scanned at l2 though its batch is one of l1; false unless given
   */
  scanned(
    digest: Uint8Array,
    tags: readonly (string | null)[],
    startFen: string | null,
    scan: GameScan,
    deepened = false,
  ): void {
    this.#head(deepened ? DEEPENED : SCANNED, scan.moves.length, scan.candidates, scan.found.length);
    this.#texts.push([...tags, startFen]);
    this.#add(digest);
    this.#add(bytesOf(scan.moves));
    this.#add(bytesOf(scan.masks));
    for (const { ply, fen, records } of scan.found) {
      this.#reserve(8 + fen.length + records.length);
      this.#bytes.writeUInt16LE(ply, this.#length);
      this.#bytes.writeUInt16LE(fen.length, this.#length + 2);
      this.#bytes.writeUInt32LE(records.length, this.#length + 4);
      this.#length += 8;
      this.#length += this.#bytes.write(fen, this.#length, 'latin1');
      this.#add(records);
    }
  }

  filtered(reason: string): void {
    this.#head(FILTERED, 0, 0, 0);
    this.#texts.push(reason);
  }

  known(): void {
    this.#head(KNOWN, 0, 0, 0);
    this.#texts.push(null);
  }

  quarantined(fault: Fault): void {
    this.#head(QUARANTINED, 0, 0, 0);
    this.#texts.push(fault);
  }

  /** What was written since the last packet, and begins the next one. */
  finish(): BatchResult {
    // a copy of its own size, for what is handed to another thread is gone here
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#length));
    const result = { heads: Int32Array.from(this.#heads), bytes, texts: JSON.stringify(this.#texts) };
    this.#heads = [];
    this.#texts = [];
    this.#length = 0;
    return result;
  }

  #head(kind: number, plies: number, candidates: number, found: number): void {
    this.#heads.push(kind, plies, candidates, found, this.#length);
  }

  #add(part: Uint8Array): void {
    this.#reserve(part.length);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#length + more));
    wider.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = wider;
  }
}

/** The outcomes of a batch, in input order. Byte fields are views of the packet. */
export function readPacket(result: BatchResult): Outcome[] {
  const texts = JSON.parse(result.texts) as unknown[];
  const bytes = Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.length);
  return texts.map((text, index) => {
    const head = result.heads.subarray(index * HEAD, (index + 1) * HEAD);
    if (head[0] === KNOWN) return { kind: 'known' };
    if (head[0] === FILTERED) return { kind: 'filtered', reason: text as string };
    if (head[0] === QUARANTINED) return { kind: 'quarantined', fault: text as Fault };
    const game = readGame(head, text as (string | null)[], bytes);
    return { kind: 'scanned', game: head[0] === DEEPENED ? { ...game, depth: 'l2' } : game };
  });
}

function readGame(head: Int32Array, texts: (string | null)[], bytes: Buffer): ScannedGame {
  const [, plies = 0, candidates = 0, count = 0, start = 0] = head;
  const movesAt = start + DIGEST_LENGTH;
  const masksAt = movesAt + 2 * plies;
  let at = masksAt + 2 * (plies + 1);
  const game = {
    digest: bytes.subarray(start, movesAt),
    tags: texts.slice(0, TAG_COLUMNS.length),
    startFen: texts[TAG_COLUMNS.length] ?? null,
    moves: bytes.subarray(movesAt, masksAt),
    masks: bytes.subarray(masksAt, at),
    candidates,
  };
  const found: FoundRow[] = [];
  for (let i = 0; i < count; i++) {
    const fenAt = at + 8;
    const recordsAt = fenAt + bytes.readUInt16LE(at + 2);
    const end = recordsAt + bytes.readUInt32LE(at + 4);
    found.push({
      ply: bytes.readUInt16LE(at),
      fen: bytes.toString('latin1', fenAt, recordsAt),
      records: bytes.subarray(recordsAt, end),
    });
    at = end;
  }
  return { ...game, found };
}

/** Platforms that Node runs on are little-endian, as the packed formats are. */
function bytesOf(words: Uint16Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
