/** Legal moves and SAN against chess.js, an independent implementation; and what is written must be read back. */
import { Chess } from 'chess.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/tactics/engine.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeUci } from '../../src/tactics/record.js';
import { CORNERS, KIWIPETE, randomPositions, samplePositions } from './positions.js';

/** Positions compared with chess.js, which takes a fifth of a millisecond for each. */
const COMPARED = 10_000;

let engine: Engine;
let positions: string[];
beforeAll(async () => {
  engine = await loadEngine();
  const fromGames = await samplePositions(engine, COMPARED, 7);
  positions = [...CORNERS, ...fromGames, ...randomPositions(engine, COMPARED / 5, 3)];
  while (positions.length < COMPARED) positions.push(...randomPositions(engine, COMPARED, positions.length));
});

/** The move that `text` is read as, in UCI, or the reason why it is not. */
function read(fen: string, text: string): string {
  const game = engine.replay(Buffer.from(text), fen);
  if (!game.ok) return game.reason;
  return game.moves.length === 1 ? makeUci(game.moves[0] ?? 0) : `${game.moves.length} moves`;
}

function sans(fen: string): string[] {
  return engine.legalMoves(fen).map((uci) => engine.san(fen, uci) ?? `${uci}?`);
}

describe('legal moves in SAN', () => {
  it(`are those of chess.js in ${COMPARED} positions`, () => {
    const chess = new Chess();
    const wrong: string[] = [];
    for (const fen of positions) {
      chess.load(fen);
      if (sans(fen).sort().join(' ') !== chess.moves().sort().join(' ')) wrong.push(fen);
    }
    expect(positions.length).toBeGreaterThanOrEqual(COMPARED);
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it('are read back as the moves they were written for', () => {
    const wrong: string[] = [];
    for (const fen of positions.filter((_, index) => index < CORNERS.length || index % 10 === 0)) {
      for (const uci of engine.legalMoves(fen)) {
        const san = engine.san(fen, uci) ?? '';
        if (read(fen, san) !== uci) wrong.push(`${fen} ${uci} ${san}`);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it('are read from other notations too', () => {
    const wrong: string[] = [];
    for (const fen of positions.filter((_, index) => index < CORNERS.length || index % 50 === 0)) {
      for (const uci of engine.legalMoves(fen)) {
        const san = engine.san(fen, uci) ?? '';
        for (const text of spellings(san, uci)) {
          if (read(fen, text) !== uci) wrong.push(`${fen} ${uci} ${text}: ${read(fen, text)}`);
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it('leave out no disambiguation that is needed', () => {
    // Without its hint, a move that has rivals is ambiguous.
    const wrong: string[] = [];
    let hinted = 0;
    for (const fen of positions.filter((_, index) => index < CORNERS.length || index % 10 === 0)) {
      for (const san of sans(fen)) {
        const bare = san.replace(/^([NBRQ])[a-h]?[1-8]?(x?[a-h][1-8])/, '$1$2');
        if (bare === san) continue;
        hinted++;
        if (read(fen, bare) !== 'ambiguous_move') wrong.push(`${fen} ${san}`);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(hinted).toBeGreaterThan(500);
  });
});

/** Other ways in which the move is written in the wild. */
function spellings(san: string, uci: string): string[] {
  const bare = san.replace(/[+#]$/, '');
  const texts = [uci, bare, `${bare}+`, `${bare}!?`, `${bare}++`, `${bare}ch`, `${bare}mate!`, `${bare}±`, `${bare}N`];
  if (bare.startsWith('O')) return [...texts, bare.replaceAll('O', '0'), bare.replaceAll('O', 'o')];
  const promotion = uci.slice(4);
  const piece = /^[NBRQK]/.exec(bare)?.[0] ?? '';
  const tail = promotion === '' ? '' : `=${promotion.toUpperCase()}`;
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  texts.push(`${piece}${from}-${to}${tail}`, `${piece}${from}x${to}${tail}`, `${piece}${from}${to}${tail}`);
  if (piece !== '' && piece !== 'B') texts.push(bare.replace(piece, piece.toLowerCase()));
  if (piece !== '') texts.push(bare.replace(piece, '♘♗♖♕♔'.charAt('NBRQK'.indexOf(piece))));
  if (piece !== '') texts.push(bare.replace('x', ':'), bare.replace('x', ''));
  if (promotion !== '') {
    for (const form of [promotion, `(${promotion})`, `/${promotion}`, `=${promotion}`]) {
      texts.push(bare.replace(/=.$/, form), bare.replace(/=.$/, form.toUpperCase()));
    }
  }
  // `dxd5` would say that a pawn takes on its own file.
  return texts.filter((text) => piece !== '' || !from.startsWith(to.charAt(0)) || !text.includes('x'));
}

describe('a move', () => {
  it.each([
    ['pinned rivals need no disambiguation', '4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1', 'Nc2', 'a1c2'],
    ['both rivals can go', '4k3/8/8/8/8/4N3/8/N3K3 w - - 0 1', 'Nc2', 'ambiguous_move'],
    ['too much disambiguation does no harm', STANDARD_START, 'Ng1f3', 'g1f3'],
    ['en passant, marked', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'exd6e.p.', 'e5d6'],
    ['en passant, marked behind a blank', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'exd6 e.p.', 'e5d6'],
    ['en passant with the check sign behind', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5xd6ep+', 'e5d6'],
    ['en passant long gone', '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1', 'exd6', 'illegal_move'],
    ['a pawn takes without x', KIWIPETE, 'gh3', 'g2h3'],
    ['b is a pawn', '4k3/8/8/8/2p5/1P6/3B4/4K3 w - - 0 1', 'bxc4', 'b3c4'],
    ['b4 is a pawn move', '4k3/8/8/8/8/1P6/3B4/4K3 w - - 0 1', 'b4', 'b3b4'],
    ['P for a pawn', STANDARD_START, 'Pe4', 'e2e4'],
    ['captures are not believed', STANDARD_START, 'Nxf3', 'g1f3'],
    ['a pawn on the last rank must say what it becomes', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a8', 'illegal_move'],
    ['not a king', '8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a8=K', 'bad_token'],
    ['a pawn elsewhere must not', STANDARD_START, 'e4=Q', 'bad_token'],
    ['castling in UCI', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1c1', 'e1c1'],
    ['castling is no king move in SAN', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'Kg1', 'illegal_move'],
    ['castling without the right', 'r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1', 'O-O', 'illegal_move'],
    ['castling through an attack', 'r3k2r/8/8/8/8/5q2/8/R3K2R w KQkq - 0 1', 'O-O', 'illegal_move'],
    ['castling with a king elsewhere', '7k/8/8/8/8/8/8/7K w - - 0 1', '0-0-0', 'illegal_move'],
    ['half a castling', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'O-O-', 'bad_token'],
    ['four wings', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'O-O-O-O', 'bad_token'],
    ['half a long move', STANDARD_START, 'e2-', 'bad_token'],
    ['a null move', STANDARD_START, '--', '0000'],
    ['no null move in check', '4k3/8/8/8/8/8/4q3/4K3 w - - 0 1', '--', 'illegal_move'],
    ['a piece that is not there', STANDARD_START, 'Qh5', 'illegal_move'],
    ["the opponent's piece", STANDARD_START, 'e7e5', 'illegal_move'],
    ['leaving a check', '4k3/8/8/8/8/8/4r3/4K2N w - - 0 1', 'Ng3', 'illegal_move'],
    ['a letter that no language has', STANDARD_START, 'Ψf3', 'bad_token'],
    ['a letter that names no piece of its language there', STANDARD_START, 'Xf3', 'bad_token'],
    ['no rank', KIWIPETE, 'gxh', 'bad_token'],
    ['a rank too far', STANDARD_START, 'Qa9', 'bad_token'],
  ])('%s', (_, fen, text, expected) => {
    expect(read(fen, text)).toBe(expected);
  });

  it('has no SAN where it is not legal or not a move', () => {
    for (const uci of ['e2e5', 'e7e5', 'e2e4q', 'a1a1', 'e2', '', 'e9e4', '0000x']) {
      expect(engine.san(STANDARD_START, uci), uci).toBeNull();
    }
    expect(engine.san(STANDARD_START, '0000')).toBe('--');
  });

  it('is disambiguated by as little as needed', () => {
    const knights = 'k7/8/2N1N3/1N3N2/8/1N3N2/2N1N3/4K3 w - - 0 1';
    expect(engine.san(knights, 'b5d4')).toBe('Nb5d4');
    expect(engine.san('4k3/8/8/8/8/8/8/RN1K1N1R w - - 0 1', 'b1d2')).toBe('Nbd2');
    expect(engine.san('k7/8/8/1N6/8/1N6/8/3K4 w - - 0 1', 'b3d4')).toBe('N3d4');
  });
});
