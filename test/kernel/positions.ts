/** Positions for differential tests: from the sample's games where it is there, and from seeded random play. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import StreamZip from 'node-stream-zip';
import { ROOT } from '../../src/paths.js';
import { GameSplitter } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import type { Engine } from '../../src/tactics/engine.js';
import { STANDARD_START } from '../../src/tactics/game.js';

export const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** Positions in which rules that games seldom show decide: pins along ranks, promotions, castling through attacks, en passant, rivals everywhere. */
export const CORNERS = [
  KIWIPETE,
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
  'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  '8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1',
  '3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1',
  'r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1',
  '4k3/8/8/8/8/8/8/QN1QN1KQ w - - 0 1',
  'k7/8/2N1N3/1N3N2/8/1N3N2/2N1N3/4K3 w - - 0 1',
];

/** Park and Miller's generator: the same numbers everywhere. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** Positions of random games, `plies` long at most, until there are `count`. */
export function randomPositions(engine: Engine, count: number, seed: number, start = STANDARD_START): string[] {
  const next = seeded(seed);
  const positions: string[] = [];
  while (positions.length < count) {
    let fen = start;
    for (let ply = 0; ply < 120 && positions.length < count; ply++) {
      positions.push(fen);
      const moves = engine.legalMoves(fen);
      const move = moves[next(moves.length || 1)];
      if (move === undefined) break;
      const played = engine.replay(Buffer.from(move), fen);
      if (!played.ok) throw new Error(`${move} is legal in ${fen}, yet not read: ${played.reason}`);
      fen = played.fens[1] ?? start;
    }
  }
  return positions;
}

const SAMPLE = join(ROOT, 'data', 'sample.zip');

/** Every `step`th position of the sample's games, `count` at most; none where the sample is not there. */
export async function samplePositions(engine: Engine, count: number, step: number): Promise<string[]> {
  if (!existsSync(SAMPLE)) return [];
  const zip = new StreamZip.async({ file: SAMPLE });
  const positions: string[] = [];
  let seen = 0;
  for (const name of Object.keys(await zip.entries())) {
    const splitter = new GameSplitter();
    for (const game of [...splitter.push(await zip.entryData(name)), ...splitter.end()]) {
      const { tags, movetext } = readTags(game.bytes);
      const replay = engine.replay(game.bytes.subarray(movetext), tags.get('FEN') ?? null);
      // The sample holds a game that is broken on purpose.
      if (!replay.ok) continue;
      for (const fen of replay.fens) {
        if (seen++ % step === 0 && positions.length < count) positions.push(fen);
      }
    }
  }
  await zip.close();
  return positions;
}
