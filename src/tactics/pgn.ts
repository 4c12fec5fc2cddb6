/**
 * PGN text -> one game, replayed: where the bytes of a request or of a file meet the kernel.
 *
 * The service analyses one complete game of standard chess a call. Text that holds none, or more than one, is refused in words
 * rather than answered for the part that was understood.
 */
import { explain } from '../pgn/quarantine.js';
import { GameSplitter, type RawGame } from '../pgn/splitter.js';
import { readTags, variantOf } from '../pgn/tags.js';
import type { Engine } from './engine.js';
import { InvalidPgnError } from './errors.js';
import { STANDARD_START, type ReplayedGame } from './game.js';

/**
 * The one game of a text, replayed. Tag sections without a move beside it are let pass: exports end in them now and then.
 * @throws {InvalidPgnError} no game, more than one, or whatever is wrong with the one
 */
export function readGame(engine: Engine, text: string | Uint8Array): ReplayedGame {
  const games = splitText(text);
  const [first] = games;
  if (first === undefined) throw new InvalidPgnError({ reason: 'no_game', detail: 'there is no game in the text' });
  if (games.length === 1) return replayGame(engine, first);
  const replayed = games.map((game) => replayGame(engine, game));
  const played = replayed.filter((game) => game.moves.length > 0);
  if (played.length > 1) {
    const detail = `the text holds ${played.length} games; send one at a time`;
    throw new InvalidPgnError({ reason: 'several_games', detail });
  }
  return played[0] ?? replayed[0] ?? replayGame(engine, first);
}

function splitText(text: string | Uint8Array): RawGame[] {
  const splitter = new GameSplitter();
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return [...splitter.push(bytes), ...splitter.end()];
}

/**
 * One game, as a splitter cuts it out of its text, replayed.
 * @throws {InvalidPgnError} illegal or ambiguous move, broken syntax, bad FEN tag, another variant; places are those in the whole text
 */
export function replayGame(engine: Engine, game: RawGame): ReplayedGame {
  if (game.fault !== undefined) throw faultAt(game, game.fault, 0, 0, '');
  const { tags, movetext } = readTags(game.bytes);
  const variant = variantOf(tags);
  if (variant !== 'standard') {
    const detail = `the game is ${variant}; only standard chess is analysed`;
    throw new InvalidPgnError({ reason: 'variant', detail, line: game.line, offset: game.offset });
  }
  const fen = tags.get('FEN') ?? null;
  const replay = engine.replay(game.bytes.subarray(movetext), fen);
  if (!replay.ok) throw faultAt(game, replay.reason, replay.ply, movetext + replay.offset, replay.token);
  return { startFen: fen ?? STANDARD_START, moves: replay.moves, fens: replay.fens };
}

/** @param at byte offset in the game */
function faultAt(game: RawGame, reason: string, ply: number, at: number, token: string): InvalidPgnError {
  const { message, offset, line, column } = explain(game, reason, ply, at, token);
  return new InvalidPgnError({ reason, detail: message, ...(ply > 0 && { ply }), line, column, offset });
}
