/**
 * A game that could not be read -> why, and where, in words that help a person to mend it.
 *
 * The kernel says only what it knows at full speed: a code, a ply, an offset. This is the careful second opinion: chess.js for moves
 * that do not fit the board, pgn-parser for syntax. Both are slow and one is fragile, so both are bounded, see one game a call,
 * and are quoted only where they agree with the kernel about the place. Whatever they do, an answer comes out: nothing throws here.
 */
import type { FaultReason, GameFault } from '../tactics/engine.js';
import { latin1 } from './buffers.js';
import { hasForeignLetter } from './letters.js';
import { lineAndColumn } from './place.js';
import { judge } from './referee.js';
import { MAX_GAME_BYTES, type RawGame } from './splitter.js';
import { syntaxStop } from './syntax.js';
import { readTags } from './tags.js';
import { decode, encodingOf } from './text.js';

/** Why a game was set aside. The codes are stored and exported: do not rename them. */
export type QuarantineReason =
  | FaultReason
  | 'too_large' // broke the splitter's size limit
  | 'no_moves_readable' // neither tags nor a single move could be made out
  | 'engine_failed'; // our own fault: the engine threw or its thread died on this game

/** A fault as the reader of the moves tells it (`GameFault`). Where it does not say at which move or place, the whole game is at fault. */
export type ToldFault = { reason: QuarantineReason } & Partial<
  Pick<GameFault, 'ply' | 'offset' | 'token' | 'position' | 'detail'>
>;

export interface Quarantined {
  reason: QuarantineReason;
  /** One or two sentences, without a line end. */
  message: string;
  /** Byte offset of the fault in the entry, as `RawGame.offset` counts. */
  offset: number;
  /** 1-based, in the entry. */
  line: number;
  /** 1-based, in characters; in the game's first line counted from where the game begins, not from the line's beginning. */
  column: number;
}

/** Bytes of movetext that the second readers are given: one or two milliseconds' work. */
const MOVETEXT_MAX = 2048;
const FOREIGN = '; its piece letter is not English, and no other single language fits the whole game';
const MISREAD = '; the game was read as Windows-1252: if its file is in another encoding, convert it to UTF-8';
const UNCLOSED = '; the tag before it is not closed, and the value of a tag must end on its line';
/** What a grammar wants before a variation. */
const A_MOVE = 'e4 ';
/**
 * Where a section names its FEN; in a value (`FENTON Cup`) it does not. What stands before is looked at behind the name, or it would be at
 * every one of very many blanks.
 */
const FEN_NAME = /FEN(?<=\[[ \t\xc2\xa0]*FEN)(?=[ \t:="'\x91-\x94\xa0\xc2\xe2])/i;

/** @param fault its offset counts from the movetext (behind the tag section); without its position nobody can say why a move was refused */
export function explain(game: RawGame, fault: ToldFault): Quarantined {
  const { reason, ply = 0, offset = 0, token = '', detail } = fault;
  const { tags, movetext } = readTags(game.bytes);
  const at = placeOf(game.bytes, reason, movetext, offset);
  const { line, column } = lineAndColumn(game, at);
  const shown = JSON.stringify(token.slice(0, 32));
  let message = plainWords(reason, ply, shown);
  if (reason === 'bad_token' && hasForeignLetter(token))
    message += encodingOf(game.bytes) === 'windows-1252' ? FOREIGN + MISREAD : FOREIGN;
  if (reason === 'bad_token' && isBehindOpenTag(latin1(game.bytes).text(Math.max(0, at - MOVETEXT_MAX), at)))
    message += UNCLOSED;
  try {
    if (reason === 'bad_fen') message += `: ${JSON.stringify((tags.get('FEN') ?? token).slice(0, 100))}`;
    else message += secondOpinion(game.bytes.subarray(movetext), at - movetext, fault);
  } catch {
    // The plain words stand.
  }
  if (detail !== undefined) message += `; ${detail}`;
  return { reason, message, offset: game.offset + at, line, column };
}

/** Whether nothing stands between a tag whose value has no end and what is at fault: as a rule the rest of the value, on a line of its own. */
function isBehindOpenTag(before: string): boolean {
  const line =
    before
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1)
      ?.trim() ?? '';
  return /^\[ *\w+ *"[^"\]]*$/.test(line);
}

function plainWords(reason: QuarantineReason, ply: number, token: string): string {
  const move = ply > 0 ? `ply ${ply}` : 'the beginning';
  switch (reason) {
    case 'illegal_move':
      return `${token} is not legal at ${move}`;
    case 'ambiguous_move':
      return `${token} at ${move} fits more than one piece`;
    case 'bad_token':
      return `${token} at ${move} is neither a move nor anything else that PGN knows`;
    case 'unterminated_comment':
      return 'a comment is opened with { and never closed';
    case 'unterminated_variation':
      return 'a variation is opened with ( and never closed';
    case 'too_many_plies':
      return `the game has more half-moves than can be stored (at ${move})`;
    case 'bad_fen':
      return ply > 0 ? `${token} at ${move} cannot follow on the FEN tag` : 'the FEN tag holds no legal position';
    case 'too_large':
      return `the game is larger than ${MAX_GAME_BYTES >> 20} MB; only its beginning was kept`;
    case 'no_moves_readable':
      return 'no move could be made out';
    case 'engine_failed':
      return `the engine failed on this game, which is a fault of Motif${token === '""' ? '' : `: ${token}`}`;
  }
}

/** What the second readers add, beginning with its punctuation; empty when they have nothing to say about this place. */
function secondOpinion(movetext: Uint8Array, offset: number, { reason, token = '', position }: ToldFault): string {
  if (reason === 'illegal_move' || reason === 'ambiguous_move') {
    if (position === undefined) return '';
    const verdict = judge(position, token);
    if (verdict === null) return `; position: ${position}`;
    const why = verdict.objection ?? (verdict.accepts ? 'yet chess.js accepts it' : 'chess.js refuses it too');
    return `: ${why}; position: ${position}`;
  }
  if (reason !== 'bad_token' && reason !== 'unterminated_comment' && reason !== 'unterminated_variation') return '';
  // What lies before has been read, and what lies behind a bad token is not at fault.
  const length = reason === 'bad_token' ? new TextEncoder().encode(token).length : movetext.length - offset;
  if (length > MOVETEXT_MAX) return '';
  const stop = syntaxStop(A_MOVE + decode(movetext.subarray(offset, offset + length)));
  if (stop === null || stop.index < A_MOVE.length - 1) return '';
  const found = stop.found === null ? 'the end of the game' : JSON.stringify(stop.found);
  return `; pgn-parser stops at ${found}${stop.expected === '' ? '' : ` where ${stop.expected} could follow`}`;
}

/** The fault's place in the game's bytes. */
function placeOf(bytes: Uint8Array, reason: QuarantineReason, movetext: number, offset: number): number {
  if (reason === 'bad_fen') return Math.max(0, latin1(bytes).text(0, movetext).search(FEN_NAME));
  if (reason === 'too_large' || reason === 'no_moves_readable' || reason === 'engine_failed') return 0;
  const at = movetext + (Number.isFinite(offset) ? Math.trunc(offset) : 0);
  return Math.min(Math.max(at, 0), bytes.length);
}
