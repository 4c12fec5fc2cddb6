/** What goes with a game into quarantine: the explanation in the store's terms. */
import { explain, type ToldFault } from '../pgn/quarantine.js';
import type { RawGame } from '../pgn/splitter.js';
import type { Fault } from './packet.js';

/** A fault of the game's text. */
export function textFault(game: RawGame, fault: ToldFault): Fault {
  const { message, offset: faultOffset, line, column } = explain(game, fault);
  return { reason: fault.reason, message, faultOffset, line, column };
}

/** A fault of ours: the engine threw, or its thread died. */
export function engineFailure(game: RawGame, error: unknown): Fault {
  return textFault(game, { reason: 'engine_failed', token: error instanceof Error ? error.message : String(error) });
}

/** The same on a game of the database, which has no text to point at. */
export function storedGameFault(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  return { reason: 'engine_failed', message, faultOffset: 0, line: 0, column: 0 };
}
