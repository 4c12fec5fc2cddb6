/** Real archives, and the nasty files made from them: every main line is read to the position that is expected. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { GameSplitter } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { variantOf } from '../../src/pgn/variant.js';
import type { Engine, GameFault, GameReplay } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { describeWithData } from './data.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

interface Read {
  variant: string;
  result: GameReplay | GameFault;
}

function readGames(path: string): Read[] {
  const splitter = new GameSplitter();
  return [...splitter.push(readFileSync(path)), ...splitter.end()].map((game) => {
    const { tags, movetext } = readTags(game.bytes);
    const result = engine.replay(game.bytes.subarray(movetext), tags.get('FEN') ?? null);
    return { variant: variantOf(tags), result };
  });
}

/** A FEN without its en-passant field, on which readers differ where no capture is legal. */
function comparable(fen: string | undefined): string {
  return (fen ?? '')
    .split(' ')
    .filter((_, index) => index !== 3)
    .join(' ');
}

/** Reasons for which a game of the nasty files may be set aside: their expectation is blank. */
const EXPECTED_FAULTS: Record<string, string> = {
  'unterminated-comment.pgn 2': 'unterminated_comment',
  'unterminated-rav.pgn 2': 'unterminated_variation',
  'bad-fen-then-good.pgn 1': 'bad_fen',
  'illegal-move.pgn 1': 'bad_token', // Qa9: no such square
};

describeWithData('nasty files', ['pgn', 'nasty'], (folder) => {
  it('are read as their table says', () => {
    const wrong: string[] = [];
    const rows = readFileSync(join(folder, 'expected.csv'), 'utf8').split('\n').slice(1).filter(Boolean);
    const cache = new Map<string, Read[]>();
    for (const row of rows) {
      const [file = '', number = '', plies = '', fen = ''] = row.split(',');
      const games = cache.get(file) ?? readGames(join(folder, file));
      cache.set(file, games);
      // 0: the file holds no game.
      if (number === '0' || file === 'chess960.pgn') continue;
      const name = `${file} ${number}`;
      const result = games[Number(number) - 1]?.result;
      if (result === undefined) {
        // A game swallowed by an unterminated comment may be lost.
        if (fen !== '') wrong.push(`${name}: missing`);
      } else if (!result.ok) {
        if (result.reason !== EXPECTED_FAULTS[name]) wrong.push(`${name}: ${result.reason} ${result.token}`);
        if (plies !== '' && result.moves?.length !== Number(plies))
          wrong.push(`${name}: ${result.ply - 1} plies before`);
      } else {
        if (plies !== '' && result.moves.length !== Number(plies)) wrong.push(`${name}: ${result.moves.length} plies`);
        if (fen !== '' && comparable(result.fens.at(-1)) !== comparable(fen))
          wrong.push(`${name}: ${result.fens.at(-1)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(70);
  });

  it('in Chess960 are refused, not misread', () => {
    for (const { variant, result } of readGames(join(folder, 'chess960.pgn'))) {
      expect(variant).not.toBe('standard');
      expect(!result.ok && result.reason).toBe('bad_fen');
      expect(!result.ok && result.detail).toMatch(/Chess960/);
    }
  });
});

describeWithData('real archives', ['pgn'], (folder) => {
  /** Games of standard chess that are faulty in the file itself. */
  const FAULTY: Record<string, string[]> = {
    'annotated/ambiguous.pgn': ['ambiguous_move'], // its very point
  };

  it.each(['otb', 'lichess', 'chesscom', 'annotated'])(
    '%s are read to the last move',
    (kind) => {
      let games = 0;
      for (const file of readdirSync(join(folder, kind)).filter((name) => name.endsWith('.pgn'))) {
        const faults: string[] = [];
        for (const { variant, result } of readGames(join(folder, kind, file))) {
          if (variant !== 'standard') continue;
          games++;
          if (!result.ok) faults.push(result.reason);
        }
        expect(faults, file).toEqual(FAULTY[`${kind}/${file}`] ?? []);
      }
      expect(games).toBeGreaterThan(200);
    },
    60_000,
  );
});
