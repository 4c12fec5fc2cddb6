/**
 * A game -> the same game with its tactics written in, as PGN.
 *
 * Nothing of the game is lost or moved: its tags, comments, clocks and variations stay as they are. What is new stands behind the move that it
 * is about and all that was said of that already: of a tactic that was played a comment, or the end of the one that is there; of the best
 * one that was not, a variation with the line that proves it. A game that is annotated again gets nothing twice.
 */
import { isBlank, LF, PERCENT } from '../pgn/bytes.js';
import { isNumbered, roomAt } from '../pgn/insertion.js';
import { commentWord, moveWords, wrap } from '../pgn/layout.js';
import type { RawGame } from '../pgn/splitter.js';
import { fenOf } from '../pgn/start.js';
import { readTags } from '../pgn/tags.js';
import { decode, encodingOf } from '../pgn/text.js';
import type { Engine } from './engine.js';
import { analyzeReplayed, type AnalyzedGame, type ReplayedGame } from './game.js';
import { evidence, namesOf, shownAlong } from './marks.js';
import type { Settled } from './options.js';
import { filterRecords, makeTactics, makeUci } from './record.js';
import type { Tactic } from './types.js';
import { winningsInWords } from './words.js';

const SPACE = 0x20;

/** What stands behind a move: comments first, for they are the move's own, then variations, each as words between which a line may break. */
interface Notes {
  comments: string[];
  variations: string[][];
}

/**
 * The game as PGN text, ending with a blank line.
 * @param replayed the same game
 * @param settled `l2`; in mode `played` what was played alone is marked
 */
export function annotate(engine: Engine, raw: RawGame, replayed: ReplayedGame, settled: Settled): string {
  const game = analyzeReplayed(engine, replayed, settled.depth, settled.mask);
  const { tags, movetext } = readTags(raw.bytes);
  const places = engine.locate(raw.bytes.subarray(movetext), fenOf(tags));
  if (!places.ok) throw new Error(`a game that was read cannot be read again: ${places.reason}`);
  const { text, ends } = places;
  const notes = notesOf(engine, game, settled);

  const encoding = encodingOf(text);
  const head = decode(raw.bytes.subarray(0, movetext));
  const newline = head.includes('\r\n') ? '\r\n' : '\n';
  const parts = [head];
  let at = 0;
  const take = (end: number): void => {
    parts.push(decode(text.subarray(at, end), encoding));
    at = end;
  };
  for (const [index, { comments, variations }] of [...notes].sort(([a], [b]) => a - b)) {
    const [end = 0, next] = ends.subarray(index);
    const { behind, inComment } = roomAt(text, end, next);
    // whoever annotates a game again finds it as it is
    const said = decode(text.subarray(end, next), encoding).replace(/\s+/g, ' ');
    const comment = comments
      .filter(isNew)
      .filter((each) => !said.includes(each))
      .join('; ');
    const joins = comment !== '' && inComment !== undefined;
    if (joins) {
      take(inComment);
      parts.push(` ${comment}`);
    }
    take(behind);
    const lines = variations.filter((each) => !said.includes(each.join(' ')));
    const words = [...(joins || comment === '' ? [] : [commentWord(comment)]), ...lines.flat()];
    if (words.length === 0) continue;
    parts.push(newline, wrap(words, newline));
    const number = next === undefined || isNumbered(text, behind, next) ? '' : numberOf(game.fens[index + 1] ?? '');
    const [rest, after] = text.subarray(behind);
    if (rest === undefined) continue;
    if ((rest === SPACE || rest === LF) && after !== undefined && !isBlank(after) && after !== PERCENT) {
      // the game goes on in a line of its own, where that makes no empty one and escapes nothing
      parts.push(newline, number === '' ? '' : `${number} `);
      at++;
    } else {
      parts.push(number === '' ? '' : newline + number, isBlank(rest) ? '' : ' ');
    }
  }
  take(text.length);
  return `${parts.join('').trimEnd()}${newline}${newline}`;
}

/** By the index of the move that they stand behind. */
function notesOf(engine: Engine, game: AnalyzedGame, { mask, mode }: Settled): Map<number, Notes> {
  const notes = new Map<number, Notes>();
  const at = (index: number): Notes => {
    const known = notes.get(index) ?? { comments: [], variations: [] };
    notes.set(index, known);
    return known;
  };
  const moves = Array.from(game.moves, makeUci);
  game.positions.forEach((records, index) => {
    const fen = game.fens[index] ?? game.startFen;
    const tactics = makeTactics(filterRecords(records, mask), fen, true);
    const played = tactics.filter(({ trigger_move }) => trigger_move === moves[index]);
    if (played.length > 0) {
      const shown = shownAlong(moves.slice(index), played);
      at(index).comments.push(headline(played, shown.get(0)));
      for (const [ply, stands] of shown) if (ply > 0) at(index + ply).comments.push(evidence(stands));
    }
    const [best] = tactics;
    if (mode === 'available' && best !== undefined && isBetter(best, played[0])) {
      const missed = tactics.filter(({ trigger_move }) => trigger_move === best.trigger_move);
      at(index).variations.push(variation(engine, fen, best.sequence ?? [], missed));
    }
  });
  return notes;
}

/** Whether none of the other comments on the move says the same, or the same and more. */
function isNew(comment: string, index: number, comments: readonly string[]): boolean {
  return !comments.some((other, at) => at !== index && other.includes(comment) && (at < index || other !== comment));
}

/** Whether a tactic comes out ahead of the best one that was played, if there was one. */
function isBetter(best: Tactic, played: Tactic | undefined): boolean {
  if (played === undefined) return true;
  return best.is_mate ? !played.is_mate : best.gain > played.gain;
}

/** What the first move of tactics wins, and by which patterns. @param standing those that stand at that move, with their squares */
function headline(tactics: readonly Tactic[], standing: readonly Tactic[] = []): string {
  const later = tactics.filter((tactic) => !standing.includes(tactic));
  const parts = [later.length > 0 ? namesOf(later) : '', standing.length > 0 ? evidence(standing) : ''];
  return `${wins(tactics[0])}: ${parts.filter((part) => part !== '').join(', ')}`;
}

function wins(tactic: Tactic | undefined): string {
  if (tactic?.is_mate !== true) return winningsInWords(tactic?.gain ?? 0);
  const moves = Math.ceil((tactic.sequence?.length ?? 1) / 2);
  return moves === 1 ? 'mates' : `mates in ${moves}`;
}

/** @param tactics those that the line's first move starts */
function variation(engine: Engine, fen: string, line: readonly string[], tactics: readonly Tactic[]): string[] {
  const shown = shownAlong(line, tactics);
  const comments = new Map([...shown].map(([ply, stands]) => [ply, evidence(stands)]));
  comments.set(0, headline(tactics, shown.get(0)));
  const words = [...moveWords(engine.sanLine(fen, line), fen, comments)];
  return words.map((word, at) => `${at === 0 ? '(' : ''}${word}${at === words.length - 1 ? ')' : ''}`);
}

/** What a move of Black's begins with where something stands between it and White's; White's need nothing. @param fen before the move */
function numberOf(fen: string): string {
  const [, side, , , , count = '1'] = fen.split(' ');
  return side === 'b' ? `${count}...` : '';
}
