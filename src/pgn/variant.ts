/**
 * Which rules a game was played by, from its Variant tag alone.
 *
 * The tag decides, not the position: a Chess960 game that starts from the ordinary position, or whose castling rights look ordinary,
 * is still one. The other way round, castling rights that do not fit under a tag that says nothing are a broken position, which the
 * kernel's FEN reader refuses by name.
 */

import { shown } from './shown.js';

const STANDARD = new Set(['', 'standard', 'standardchess', 'normal', 'chess', 'orthodox', 'regular', 'fromposition']);

/** Spellings, reduced to letters and digits, and the one name that Motif reports for them. */
const NAMES = new Map<string, string>([
  ...names(
    'Chess960',
    'chess960',
    '960',
    'fischerandom',
    'fischerrandom',
    'fischerrandomchess',
    'freestyle',
    'freestylechess',
  ),
  ...names('Chess960', 'frc', 'chess9lx', 'shuffle', 'wildfr'),
  ...names('Atomic', 'atomic', 'atomicchess'),
  ...names('Crazyhouse', 'crazyhouse', 'zh', 'house'),
  ...names('King of the Hill', 'kingofthehill', 'koth', 'kinghill'),
  ...names('Three-check', 'threecheck', '3check', 'threechecks', '3checks'),
  ...names('Antichess', 'antichess', 'giveaway', 'suicide', 'suicidechess', 'losers', 'loseall'),
  ...names('Horde', 'horde'),
  ...names('Racing Kings', 'racingkings'),
  ...names('Bughouse', 'bughouse'),
]);

function names(name: string, ...spellings: string[]): [string, string][] {
  return spellings.map((spelling) => [spelling, name]);
}

/** `standard`, or the name of the variant; one that is not known keeps the tag's own words, at most 40 letters of them. */
export function variantOf(tags: ReadonlyMap<string, string>): 'standard' | (string & {}) {
  const tag = tags.get('Variant');
  if (tag === undefined) return 'standard';
  const key = tag.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (STANDARD.has(key)) return 'standard';
  return NAMES.get(key) ?? shown(tag.trim(), 40);
}
