/** Real puzzles of the sample's games, and as many made from them as a test wants. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { exportPuzzles, type ExportReport, type ExportRequest } from '../../src/export/export.js';
import { findFormat } from '../../src/export/formats.js';
import { ItemMaker, type Item } from '../../src/export/item.js';
import { ROOT } from '../../src/paths.js';
import type { Puzzle, PuzzleGame } from '../../src/store/puzzles.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';

/** The puzzles that `npm run export` found among the games of data/sample.zip. */
export const PUZZLES: readonly Puzzle[] = (
  JSON.parse(readFileSync(join(ROOT, 'test', 'fixtures', 'puzzles.json'), 'utf8')) as (Omit<Puzzle, 'records'> & {
    records: string;
  })[]
).map((puzzle) => ({ ...puzzle, records: new Uint8Array(Buffer.from(puzzle.records, 'base64')) }));

export const ENGINE_ID = { version: '9.9', signature: 'fixture' };

/** What players, organisers and archives may be called. */
export const HOSTILE: readonly string[] = [
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '=HYPERLINK("http://example.org/?x="&A1,"click")',
  'quote " in it',
  '"all quoted"',
  "it's; semi",
  'comma, tab\tand\nnewline\r\nand more',
  'bracket ] [ brace } { paren ) (',
  'back\\slash \\" both',
  '[%csl Ga1] { not a comment }',
  '<script>alert(1)</script> & <b>',
  '| pipe | and `code` ![x](y)',
  'Žluťoučký kůň 棋士 \u{1F451}',
  'bidi \u202e gnirts',
  '\u2028line\u2029para\u0085next',
  '\0nul\x07bell',
  '%percent at the start',
  '# hash',
  '1. e4 e5 1-0',
  ' ',
  '',
  "'already",
  '\uff1dfull width',
];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number as an id, in order. */
export function idOf(number: number): string {
  let text = '';
  for (let rest = number; text.length < 11; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
  return text;
}

/** Puzzles by the number, no two the same: other ids, games, names and move numbers. Two puzzles a game. */
export function* synthesized(number: number, base: readonly Puzzle[] = PUZZLES): Generator<Puzzle> {
  for (let index = 0; index < number; index++) {
    const puzzle = base[index % base.length]!;
    const game = index >> 1;
    const later = 10 * (Math.floor(index / base.length) % 9);
    yield {
      ...puzzle,
      id: idOf(index),
      before: puzzle.before.replace(/\d+$/, (move) => String(Number(move) + later)),
      fen: puzzle.fen.replace(/\d+$/, (move) => String(Number(move) + later)),
      ply: puzzle.ply + 2 * later,
      game: {
        ...puzzle.game,
        digest: createHash('md5').update(String(game)).digest('hex'),
        white: `Player ${game % 5003}`,
        black: `Opponent ${game % 4999}`,
        whiteElo: game % 11 === 0 ? null : 1000 + ((13 * game) % 1800),
        blackElo: 1000 + ((7 * game) % 1800),
        date: `20${10 + (game % 15)}.0${1 + (game % 9)}.1${game % 10}`,
        eco: `${'ABCDE'.charAt(game % 5)}${String(game % 100).padStart(2, '0')}`,
        archive: `archive-${game % 3}.pgn.zst`,
        offset: 1000 * game,
      },
    };
  }
}

/** A real puzzle for each hostile text, which stands in every field that takes free text. */
export function hostile(): Puzzle[] {
  return HOSTILE.map((text, index) => {
    const puzzle = PUZZLES[index % PUZZLES.length]!;
    const game: PuzzleGame = {
      ...puzzle.game,
      ...{ white: text, black: text, event: text, site: text, date: text, round: text, result: text, eco: text },
      ...{ timeControl: text, archive: text, entry: text },
    };
    return { ...puzzle, id: idOf(index), game };
  });
}

let engine: Promise<Engine> | undefined;

/** One for all tests of a file. */
export function sharedEngine(): Promise<Engine> {
  return (engine ??= loadEngine());
}

export async function itemsOf(puzzles: readonly Puzzle[]): Promise<Item[]> {
  const maker = new ItemMaker(await sharedEngine());
  return puzzles.map((puzzle) => maker.make(puzzle));
}

/** Collects what is written. */
export class Collector extends Writable {
  readonly pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.pieces.push(Buffer.from(piece));
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

export interface Exported {
  report: ExportReport;
  /** By part, `all` where there is one. */
  bytes: Record<string, Buffer>;
}

/** Exports into memory. */
export async function exported(
  puzzles: readonly Puzzle[],
  format: string,
  more: Partial<ExportRequest> = {},
): Promise<Exported> {
  const sinks = new Map<string, Collector>();
  const report = await exportPuzzles({
    store: { puzzles: () => puzzles },
    engine: await sharedEngine(),
    of: ENGINE_ID,
    format: findFormat(format)!,
    out: (part) => {
      const sink = new Collector();
      sinks.set(part ?? 'all', sink);
      return sink;
    },
    ...more,
  });
  return { report, bytes: Object.fromEntries([...sinks].map(([part, sink]) => [part, sink.bytes])) };
}
