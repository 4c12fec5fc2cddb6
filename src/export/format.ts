/** What a format is: puzzles in, pieces of a file out, in their order, none of it kept. */
import type { EngineId } from '../store/rows.js';
import type { Item } from './item.js';

export type Piece = string | Uint8Array;

/** What all puzzles of a file share. */
export interface FileContext {
  /** Whose results they are. */
  engine: EngineId;
  /** The part of a split dataset that the file is, such as `train`; null where it is whole. */
  split: string | null;
}

/** Writes one file: `begin`, `add` any number of times, `end`. An empty piece is nothing to write. */
export interface Encoder {
  begin(): Piece;
  add(items: readonly Item[]): Piece;
  end(): Piece;
}

export interface Format {
  /** What the command line calls it. */
  name: string;
  /** One line for people. */
  about: string;
  /** The usual end of a file's name. */
  extension: string;
  /** For HTTP. */
  mediaType: string;
  encoder(context: FileContext): Encoder;
}
