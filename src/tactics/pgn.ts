/**
 * PGN text -> one game, replayed: where the bytes of a request or of a file meet the kernel.
 *
 * The service analyses one complete game of standard chess a call. Text that holds none, or more than one, is refused in words
 * rather than answered for the part that was understood.
 */
import { explain } from '../pgn/quarantine.js';
import { GameSplitter, type RawGame } from '../pgn/splitter.js';
import { readTags } from '../pgn/tags.js';
import type { Engine } from './engine.js';
import { InvalidPgnError } from './errors.js';
import type { ReplayedGame } from './game.js';
import { faultInWords, replayRaw, type ReplayFault } from './replay.js';

/** How a fault is described. `careful` has it looked at again by slower readers, which name the place and say why a move is illegal. */
export type Description = 'careful' | 'quick';

/** Bytes that are split at a time: whoever has seen enough after the first games does not pay for the others. */
const CHUNK = 64 * 1024;

/** Tag sections without moves that are read over at most, where it is to be quick. */
const MOST_SECTIONS = 100;

/** A game as it stands in its text, and replayed. */
export interface FoundGame {
  raw: RawGame;
  game: ReplayedGame;
}

/**
 * The one game of a text. Tag sections without a move beside it are let pass: exports end in them now and then.
 * @param description `quick` where a caller must not be held up by a stranger's broken game; `careful` takes up to some 100 ms
 * @throws {InvalidPgnError} no game, more than one, or whatever is wrong with the one
 */
export function findGame(engine: Engine, text: string | Uint8Array, description: Description = 'careful'): FoundGame {
  let found: FoundGame | undefined;
  let sections = 0;
  let played = 0;
  for (const raw of splitText(text)) {
    const game = played === 0 ? replayGame(engine, raw, description) : replayNext(engine, raw, description);
    sections++;
    if (game.moves.length > 0 && ++played === 1) found = { raw, game };
    else if (hasMovetext(raw)) found ??= { raw, game };
    // a megabyte of tiny games takes most of a second to count
    if (description === 'quick' && (played > 1 || sections > MOST_SECTIONS)) throw severalGames('several');
  }
  if (played > 1) throw severalGames(String(played));
  if (found !== undefined) return found;
  const what = sections === 0 ? 'there is no game in the text' : 'the text holds tags, but neither moves nor a result';
  throw new InvalidPgnError({ reason: 'no_game', detail: what });
}

/** The same, replayed alone. */
export function readGame(engine: Engine, text: string | Uint8Array, description?: Description): ReplayedGame {
  return findGame(engine, text, description).game;
}

/** A game that follows another: its faults say so, for moves behind a result look like part of the game that has ended. */
function replayNext(engine: Engine, raw: RawGame, description: Description): ReplayedGame {
  try {
    return replayGame(engine, raw, description);
  } catch (error) {
    if (!(error instanceof InvalidPgnError)) throw error;
    throw new InvalidPgnError({ ...error.fault, detail: `after the end of the first game: ${error.fault.detail}` });
  }
}

/** Whether anything stands behind the tags, be it a result alone: a game that nobody played is one, a cut tag section is none. */
function hasMovetext(game: RawGame): boolean {
  return readTags(game.bytes).movetext < game.bytes.length;
}

function severalGames(count: string): InvalidPgnError {
  return new InvalidPgnError({ reason: 'several_games', detail: `the text holds ${count} games; send one at a time` });
}

function* splitText(text: string | Uint8Array): Generator<RawGame> {
  const splitter = new GameSplitter();
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += CHUNK) yield* splitter.push(bytes.subarray(at, at + CHUNK));
  yield* splitter.end();
}

/**
 * One game, as a splitter cuts it out of its text, replayed.
 * @throws {InvalidPgnError} illegal or ambiguous move, broken syntax, bad FEN tag, another variant; places are those in the whole text
 */
export function replayGame(engine: Engine, game: RawGame, description: Description = 'careful'): ReplayedGame {
  const replayed = replayRaw(engine, game);
  if ('fault' in replayed) throw faultOf(game, replayed.fault, description, replayed.movetext);
  return replayed.game;
}

/** @param movetext byte offset in the game from which the fault's own offset counts */
export function faultOf(
  game: RawGame,
  fault: ReplayFault,
  description: Description,
  movetext: number,
): InvalidPgnError {
  const { reason, ply, offset } = fault;
  const known = { reason, ...(ply > 0 && { ply }) };
  if (description === 'quick') {
    return new InvalidPgnError({ ...known, detail: faultInWords(fault), offset: game.offset + movetext + offset });
  }
  const place = explain(game, fault);
  return new InvalidPgnError({
    ...known,
    detail: place.message,
    line: place.line,
    column: place.column,
    offset: place.offset,
  });
}
