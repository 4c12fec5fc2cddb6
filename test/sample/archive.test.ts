/** The zip as shipped: what lies in it, that its games are real ones, and that the README speaks of this very file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import StreamZip from 'node-stream-zip';
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine, findStockfish } from '../../jobs/sample/engine.js';
import { playGame } from '../../jobs/sample/game.js';
import { parseOpenings } from '../../jobs/sample/openings.js';
import { makePgn } from '../../jobs/sample/pgn.js';
import { ROOT } from '../../src/paths.js';
import { replay, splitGames, tagOf, writtenMoves } from './pgn-text.js';

const FILE = join(ROOT, 'data', 'sample.zip');
const ENGINE_ENTRIES = ['engine-games-01.pgn', 'engine-games-02.pgn', 'engine-games-03.pgn', 'engine-games-04.pgn'];
const ENTRIES = ['famous.pgn', ...ENGINE_ENTRIES, 'odd-notation.pgn'];

/** The seed of the shipped games and the engine that played them: both stand in data/sample/README.md. */
const SEED = 2026;
const ENGINE = 'Stockfish 15.1';

const texts = new Map<string, Buffer>();
const order: string[] = [];
let engineGames: string[] = [];

beforeAll(async () => {
  const zip = new StreamZip.async({ file: FILE });
  for (const entry of Object.values(await zip.entries())) {
    order.push(entry.name);
    texts.set(entry.name, await zip.entryData(entry));
  }
  await zip.close();
  engineGames = ENGINE_ENTRIES.flatMap((name) => splitGames(texts.get(name)!.toString('utf8')));
});

describe('sample.zip', () => {
  it('has its entries in order, and is small', () => {
    expect(order).toEqual(ENTRIES);
    expect(readFileSync(FILE).length).toBeLessThan(700_000);
  });

  it('holds the hand-written files as they stand in the repository', () => {
    for (const name of ['famous.pgn', 'odd-notation.pgn']) {
      expect(texts.get(name)!.equals(readFileSync(join(ROOT, 'data', 'sample', name))), name).toBe(true);
    }
  });

  it('carries no clock: a fixed DOS time and no extra field', () => {
    const bytes = readFileSync(FILE);
    expect(bytes.readUInt16LE(10)).toBe(0);
    expect(bytes.readUInt16LE(12)).toBe(((2026 - 1980) << 9) | (1 << 5) | 1);
    expect(bytes.readUInt16LE(28)).toBe(0);
  });

  it('is the file that the README describes', () => {
    const readme = readFileSync(join(ROOT, 'data', 'sample', 'README.md'), 'utf8');
    expect(readme).toContain(createHash('sha256').update(readFileSync(FILE)).digest('hex'));
    for (const [name, text] of texts) {
      const games = text.toString('utf8').match(/^\[Event "/gm)!.length;
      expect(readme).toContain(`| \`${name}\` | ${games} |`);
    }
    expect(readme).toContain(`--seed ${SEED}`);
    expect(readme).toContain(ENGINE);
  });
});

describe('engine games', () => {
  it('are at least a thousand, numbered through, no two alike', () => {
    expect(engineGames.length).toBeGreaterThanOrEqual(1000);
    expect(engineGames.map((game) => tagOf(game, 'Round'))).toEqual(engineGames.map((_, i) => String(i + 1)));
    expect(new Set(engineGames.map((game) => writtenMoves(game).san.join(' '))).size).toBe(engineGames.length);
  });

  it('begin from many openings and are played by all the players', () => {
    expect(new Set(engineGames.map((game) => tagOf(game, 'Opening'))).size).toBeGreaterThanOrEqual(60);
    expect(new Set(engineGames.map((game) => tagOf(game, 'White'))).size).toBe(8);
  });

  it('replay, every tenth of them, to the result that they state', () => {
    for (const game of engineGames.filter((_, i) => i % 10 === 0)) {
      const { san, result } = writtenMoves(game);
      const chess = replay(game);
      expect(chess.history()).toEqual(san);
      expect(result).toBe(tagOf(game, 'Result'));
      expect(String(san.length)).toBe(tagOf(game, 'PlyCount'));
      expect(chess.isGameOver()).toBe(tagOf(game, 'Termination') === 'normal');
      if (chess.isCheckmate()) expect(result).toBe(chess.turn() === 'w' ? '0-1' : '1-0');
      else if (chess.isGameOver()) expect(result).toBe('1/2-1/2');
    }
  });

  const path = findStockfish();
  it.skipIf(path === undefined)('come out again, one by one, from the seed', async (context) => {
    const engine = await Engine.start(path!);
    try {
      if (engine.name !== ENGINE) context.skip(`the shipped games need ${ENGINE}, here is ${engine.name}`);
      const openings = parseOpenings(readFileSync(join(ROOT, 'data', 'sample', 'openings.txt'), 'utf8'));
      for (const number of [700, 3]) {
        const again = makePgn(await playGame(engine, openings, SEED, number), SEED);
        expect(again.trim()).toBe(engineGames[number - 1]!.trim());
      }
    } finally {
      engine.stop();
    }
  });
});

describe('odd-notation.pgn', () => {
  /** Round, plies and last move of each game's main line, in the file's order; the moves where chess.js cannot read the game. */
  const odd: [round: string | undefined, plies: number, last: string | undefined, unreadable?: string][] = [
    ['1', 14, 'Nf3#', 'e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#'], // byte order mark, % lines
    ['2', 25, 'Rxe4'],
    ['3', 16, 'Qxd1'],
    ['4', 8, 'Nf7#'],
    [undefined, 7, 'Qxf7#', 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#'], // no empty line after the tags
    ['6', 16, 'Bg4+'],
    ['-', 18, 'Kxd8', 'd4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5 Nxd5 Bxd8 Bb4+ Qd2 Bxd2+ Kxd2 Kxd8'], // escaped quotes
    ['8', 0, undefined],
    ['10', 7, 'Nb3+'],
  ];

  it('holds valid games that chess.js reads, valid games that it cannot, and one broken game', () => {
    const games = splitGames(
      texts
        .get('odd-notation.pgn')!
        .toString('utf8')
        .replace(/^\uFEFF?%.*\n/, ''),
    );
    const broken = games.filter((game) => tagOf(game, 'Event') === 'Deliberately broken: shows the quarantine');
    expect(broken).toHaveLength(1);
    expect(() => replay(broken[0]!)).toThrow('Kd3');

    const valid = games.filter((game) => !broken.includes(game));
    expect(valid.map((game) => tagOf(game, 'Round'))).toEqual(odd.map(([round]) => round));
    for (const [i, [, plies, last, unreadable]] of odd.entries()) {
      let history: string[];
      if (unreadable === undefined) history = replay(valid[i]!).history();
      else {
        expect(() => replay(valid[i]!)).toThrow('Expected');
        const chess = new Chess();
        for (const san of unreadable.split(' ')) chess.move(san);
        history = chess.history();
      }
      expect([history.length, history.at(-1)]).toEqual([plies, last]);
    }
  });

  it('has the bytes that make it odd', () => {
    const bytes = texts.get('odd-notation.pgn')!;
    expect(bytes.subarray(0, 4).toString('hex')).toBe('efbbbf25'); // byte order mark, then a % line
    expect(bytes.includes('\r\n')).toBe(true);
    expect(bytes.includes('0-0-0+')).toBe(true);
  });
});
