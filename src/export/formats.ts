/** All formats, by the names that the command line and the service know them by. */
import { anki } from './anki.js';
import { epd } from './epd.js';
import type { Format } from './format.js';
import { jsonl } from './jsonl.js';
import { lichessCsv } from './lichess-csv.js';
import { parquet } from './parquet.js';
import { pgn } from './pgn.js';

export const FORMATS: readonly Format[] = [lichessCsv, jsonl, pgn, epd, anki, parquet];

export function findFormat(name: string): Format | undefined {
  return FORMATS.find((format) => format.name === name);
}
