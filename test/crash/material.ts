/**
 * Archives small enough to be scanned a hundred times, with everything in them that a resumed scan could get wrong: several entries, packed
 * and not, frames that end within games; games in quarantine, of variants, and twice; junk between games, other line ends, UTF-16, a wrong
 * checksum in the middle.
 */
import { Chess } from 'chess.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { makeRandom, type Random } from '../../jobs/sample/random.js';
import { skippable, slices, zstd } from '../archive/makers.js';

/** Of one random game. */
const PLIES = 24;

/** Moves of a random game with a check or a capture where there is one, so that there are tactics. */
function randomMoves(random: Random): string {
  const chess = new Chess();
  const words: string[] = [];
  for (let ply = 0; ply < PLIES; ply++) {
    const moves = chess.moves();
    if (moves.length === 0) break;
    const sharp = moves.filter((move) => /[x+#]/.test(move));
    const from = sharp.length > 0 && random.unit() < 0.5 ? sharp : moves;
    const move = from[random.below(from.length)] ?? '';
    chess.move(move);
    words.push(ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move);
  }
  return words.join(' ');
}

function game(n: number, moves: string, tags = ''): string {
  return `[Event "Crash"]\n[White "White ${n}"]\n[Black "Black"]\n[Round "${n}"]\n[Result "*"]\n${tags}\n${moves} *\n\n`;
}

/** Games with numbers from `first` on; every so often one that is illegal, of a variant, cut short, or a copy. */
function games(first: number, count: number, random: Random): string {
  const parts: string[] = ['notes in front of the games\n\n'];
  const sound: string[] = [];
  for (let n = first; n < first + count; n++) {
    const kind = n % 11;
    if (kind === 3) parts.push(game(n, '1. e4 e5 2. Ke4'));
    else if (kind === 5) parts.push(game(n, '1. e4 e5', `[Variant "${n % 2 === 0 ? 'Atomic' : 'Horde'}"]\n`));
    else if (kind === 7) parts.push(sound[random.below(sound.length)] ?? '');
    else if (kind === 9) parts.push(game(n, '1. e4 { never closed'), '% an escaped line\n');
    else {
      sound.push(game(n, randomMoves(random)));
      parts.push(sound.at(-1) ?? '');
    }
  }
  return parts.join('');
}

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

interface Item {
  name: string;
  data: string | Buffer;
  stored?: boolean;
}

async function zipOf(items: readonly Item[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, data, stored } of items) {
    zip.addBuffer(Buffer.from(data), name, { compress: stored !== true, mtime: new Date(2000, 0, 1) });
  }
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Writes the archives into a folder.
 * @param size games in each of the seven streams, about
 * @returns their paths, in the order in which they are to be scanned
 */
export async function writeArchives(folder: string, size: number): Promise<string[]> {
  const random = makeRandom(size, 0);
  const first = games(0, size, random);
  const zip = await zipOf([
    { name: 'a.pgn', data: first },
    { name: 'notes.bin', data: Buffer.alloc(500, 1) },
    { name: 'deep/b.pgn', data: games(1000, size, random).replaceAll('\n', '\r\n'), stored: true },
    { name: 'wide.pgn', data: utf16(games(2000, size, random)) },
  ]);
  // a checksum that is wrong in the middle: its games are kept, its warning is told by every run
  const damaged = await zipOf([
    { name: 'bad.pgn', data: games(3000, size, random), stored: true },
    { name: 'good.pgn', data: games(4000, size, random) },
  ]);
  damaged.write('?', damaged.indexOf('[Black "Black"]') + 9);
  const plain = `\ufeff${games(5000, size, random)}${first}`;
  const month = Buffer.concat([skippable(4), zstd(...slices(games(6000, size, random), 3000))]);
  const files: Record<string, string | Buffer> = {
    'games.zip': zip,
    'damaged.zip': damaged,
    'month.pgn.zst': month,
    'plain.pgn': plain,
  };
  return Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}

/**
 * Writes archives of a game or a few each, as people have them by the thousand: files, zips of such files, and among them what has no game,
 * breaks off, or is damaged.
 * @param size games, about
 */
export async function writeSmallArchives(folder: string, size: number): Promise<string[]> {
  mkdirSync(folder);
  const random = makeRandom(size, 1);
  // each with the notes in front that `games` begins with
  const texts = Array.from({ length: size }, (_, n) =>
    n % 11 === 7 ? game(n, randomMoves(random)) : games(n, 1, random),
  );
  const entries = texts.slice(0, size / 3).map((data, n) => ({ name: `${n}.pgn`, data: `% in a zip\n${data}` }));
  const damaged = await zipOf(entries.slice(0, 9).map((entry) => ({ ...entry, stored: true })));
  damaged.write('?', damaged.indexOf('[Black "Black"]') + 9);
  const paths: string[] = [];
  const write = (name: string, bytes: string | Buffer): void => {
    paths.push(join(folder, name));
    writeFileSync(paths.at(-1) ?? '', bytes);
  };
  for (const [n, text] of texts.entries()) {
    if (n === Math.floor(size / 4)) write('entries.zip', await zipOf(entries));
    if (n === Math.floor(size / 2)) write('damaged.zip', damaged);
    if (n % 13 === 5) write(`empty-${n}.pgn`, '\n'.repeat(n));
    else if (n % 13 === 8) write(`packed-${n}.pgn.gz`, gzipSync(text));
    else if (n % 13 === 11) write(`cut-${n}.pgn.gz`, gzipSync(text + games(n + 1000, 2, random)).subarray(0, -40));
    else write(`${n}.pgn`, text);
  }
  return paths;
}
