/**
 * `parquet`: a column a field, for data frames.
 *
 * hyparquet-writer makes the bytes; rows are collected into groups of fixed size, which is the unit that readers load, and the most that is
 * held here. The same puzzles give the same bytes.
 */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { makeTactics } from '../tactics/record.js';
import { RATING_DEVIATION } from './difficulty.js';
import type { Encoder, FileContext, Format } from './format.js';
import { patternsOf, solverMoves, type Item } from './item.js';
import { archiveName } from './text.js';

/** Rows of a group. */
const GROUP = 10_000;

type Value = string | number | bigint | boolean | null | readonly string[];
type Kind = 'string' | 'strings' | 'json' | 'int32' | 'int64' | 'boolean';

interface Column {
  name: string;
  kind: Kind;
  /** Whether a puzzle may lack it. */
  nullable?: true;
  value(item: Item, context: FileContext): Value;
}

export const PARQUET_COLUMNS: readonly Column[] = [
  { name: 'id', kind: 'string', value: ({ puzzle }) => puzzle.id },
  { name: 'fen_before', kind: 'string', value: ({ puzzle }) => puzzle.before },
  { name: 'mistake', kind: 'string', value: ({ puzzle }) => puzzle.mistake },
  { name: 'fen', kind: 'string', value: ({ puzzle }) => puzzle.fen },
  { name: 'color', kind: 'string', value: ({ story }) => (story.white ? 'white' : 'black') },
  { name: 'line', kind: 'strings', value: ({ puzzle }) => puzzle.line },
  { name: 'line_san', kind: 'strings', value: ({ story }) => story.san.slice(1) },
  { name: 'moves', kind: 'int32', value: ({ puzzle }) => solverMoves(puzzle) },
  { name: 'gain', kind: 'int32', value: ({ puzzle }) => puzzle.gain },
  { name: 'is_mate', kind: 'boolean', value: ({ puzzle }) => puzzle.mate },
  { name: 'margin', kind: 'int32', value: ({ puzzle }) => puzzle.margin },
  { name: 'rating', kind: 'int32', value: ({ rating }) => rating },
  { name: 'rating_deviation', kind: 'int32', value: () => RATING_DEVIATION },
  { name: 'phase', kind: 'string', value: ({ phase }) => phase },
  { name: 'themes', kind: 'strings', value: ({ themes }) => themes },
  { name: 'patterns', kind: 'strings', value: ({ puzzle }) => patternsOf(puzzle) },
  {
    name: 'tactics',
    kind: 'json',
    value: ({ puzzle }) => JSON.stringify(makeTactics(puzzle.records, puzzle.fen, true)),
  },
  { name: 'split', kind: 'string', nullable: true, value: (_, { split }) => split },
  { name: 'game', kind: 'string', value: ({ puzzle }) => puzzle.game.digest },
  { name: 'ply', kind: 'int32', value: ({ puzzle }) => puzzle.ply },
  { name: 'white', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.white },
  { name: 'black', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.black },
  { name: 'white_elo', kind: 'int32', nullable: true, value: ({ puzzle }) => puzzle.game.whiteElo },
  { name: 'black_elo', kind: 'int32', nullable: true, value: ({ puzzle }) => puzzle.game.blackElo },
  { name: 'event', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.event },
  { name: 'site', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.site },
  { name: 'date', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.date },
  { name: 'round', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.round },
  { name: 'result', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.result },
  { name: 'eco', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.eco },
  { name: 'time_control', kind: 'string', nullable: true, value: ({ puzzle }) => puzzle.game.timeControl },
  { name: 'archive', kind: 'string', value: ({ puzzle }) => archiveName(puzzle.game.archive) },
  { name: 'entry', kind: 'string', value: ({ puzzle }) => archiveName(puzzle.game.entry) },
  { name: 'offset', kind: 'int64', value: ({ puzzle }) => BigInt(puzzle.game.offset) },
];

export const parquet: Format = {
  name: 'parquet',
  about: 'columns for data frames (Apache Parquet, Snappy)',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  encoder: (context) => new ParquetEncoder(context),
};

class ParquetEncoder implements Encoder {
  readonly #context: FileContext;
  readonly #bytes = new ByteWriter(1 << 20);
  readonly #writer: ParquetWriter;
  #columns: Value[][] = PARQUET_COLUMNS.map(() => []);
  #rows = 0;

  constructor(context: FileContext) {
    this.#context = context;
    const { version, signature } = context.engine;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: SCHEMA,
      kvMetadata: [
        { key: 'motif.version', value: version },
        { key: 'motif.signature', value: signature },
      ],
    });
  }

  begin(): Uint8Array {
    return this.#take();
  }

  add(items: readonly Item[]): Uint8Array {
    for (const item of items) {
      for (const [index, column] of PARQUET_COLUMNS.entries())
        this.#columns[index]!.push(column.value(item, this.#context));
      if (++this.#rows === GROUP) this.#flush();
    }
    return this.#take();
  }

  end(): Uint8Array {
    this.#flush();
    // resolves at once: bytes in memory wait for nothing
    void this.#writer.finish();
    return this.#take();
  }

  #flush(): void {
    if (this.#rows === 0) return;
    const columnData = PARQUET_COLUMNS.map(({ name }, index) => ({ name, data: this.#columns[index]! }));
    void this.#writer.write({ columnData, rowGroupSize: GROUP });
    this.#columns = PARQUET_COLUMNS.map(() => []);
    this.#rows = 0;
  }

  /** What was written since the last time. The writer goes on counting its offsets from the file's beginning. */
  #take(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}

const SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: PARQUET_COLUMNS.length },
  ...PARQUET_COLUMNS.flatMap(({ name, kind, nullable }): SchemaElement[] => {
    const repetition_type = nullable ? 'OPTIONAL' : 'REQUIRED';
    if (kind === 'strings') {
      return [
        { name, repetition_type, converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      ];
    }
    if (kind === 'string') return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8' }];
    if (kind === 'json') return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8' }];
    if (kind === 'int32') return [{ name, repetition_type, type: 'INT32' }];
    if (kind === 'int64') return [{ name, repetition_type, type: 'INT64' }];
    return [{ name, repetition_type, type: 'BOOLEAN' }];
  }),
];
