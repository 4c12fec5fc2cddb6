/**
 * One game, as a splitter cuts it out of its text -> its positions, or what is wrong with it as the kernel knows it. Putting that into
 * words takes slower readers (`pgn.ts`), which a page loads only where there is something to explain.
 */
import type { QuarantineReason } from '../pgn/quarantine.js';
import type { RawGame } from '../pgn/splitter.js';
import { fenOf } from '../pgn/start.js';
import { readTags } from '../pgn/tags.js';
import { variantOf } from '../pgn/variant.js';
import type { Engine, GameFault } from './engine.js';
import { InvalidPgnError } from './errors.js';
import { STANDARD_START, type ReplayedGame } from './game.js';
import { inWords } from './words.js';

export type ReplayFault = Pick<GameFault, 'ply' | 'offset' | 'token' | 'detail' | 'position'> & {
  reason: QuarantineReason;
};

export interface Replayed {
  game: ReplayedGame;
  tags: ReadonlyMap<string, string>;
}

export interface NotReplayed {
  fault: ReplayFault;
  /** Byte offset in the game from which the fault's own offset counts. */
  movetext: number;
}

/** @throws {InvalidPgnError} where the game is no standard chess */
export function replayRaw(engine: Engine, game: RawGame): Replayed | NotReplayed {
  if (game.fault !== undefined) return { fault: { reason: game.fault, ply: 0, offset: 0, token: '' }, movetext: 0 };
  const { tags, movetext } = readTags(game.bytes);
  const variant = variantOf(tags);
  if (variant !== 'standard') {
    const detail = `the game is ${variant}; only standard chess is analysed`;
    throw new InvalidPgnError({ reason: 'variant', detail, line: game.line, offset: game.offset });
  }
  const fen = fenOf(tags);
  const replay = engine.replay(game.bytes.subarray(movetext), fen);
  if (!replay.ok) return { fault: replay, movetext };
  return { game: { startFen: fen ?? STANDARD_START, moves: replay.moves, fens: replay.fens }, tags };
}

/** The fault as far as no slower reader has to look at the game again: `illegal move "Ke3" at ply 3`. */
export function faultInWords({ reason, token, ply, detail }: ReplayFault): string {
  const words = [inWords(reason), token && JSON.stringify(token), ply > 0 && `at ply ${ply}`];
  const known = words.filter((word) => word !== '' && word !== false).join(' ');
  return detail === undefined ? known : `${known}: ${detail}`;
}
