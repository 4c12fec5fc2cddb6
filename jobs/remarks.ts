/** What `npm run query` says beside its list: how much there is, what to do where there is nothing, and what is not up to date. */
import { count, countGames, gamesWere } from '../src/tactics/figures.js';
import type { PartialCounts } from '../src/store/renewal.js';
import type { Search } from '../src/store/search.js';
import { SearchTimeError, type Wish } from '../src/store/search/wish.js';
import { dbFlag } from '../src/store/shell.js';
import { PATTERNS } from '../src/tactics/types.js';
import { ENGINE } from '../src/tactics/version.js';

/** Beyond which tactics are not counted for a remark. */
const COUNTED = 10_000;
/** The same for what one flag less would bring, of which there may be several. */
const COUNTED_WITHOUT = 1_000;
/** Milliseconds for a count that nobody asked for. */
const REMARK_MS = 1_000;

/** `null` where it would take too long to count. */
function quickCount(search: Search, wish: Wish, cap: number): number | null {
  try {
    return search.count(wish, cap, REMARK_MS);
  } catch (error) {
    if (error instanceof SearchTimeError) return null;
    throw error;
  }
}

/** @param json whether they were written with --json, for which a --limit was given then: without, all are */
export function countRemark(search: Search, wish: Wish, written: number, json = false): string {
  const counted = quickCount(search, wish, COUNTED);
  const more = json ? 'leave out --limit for all of them' : '--limit N shows more';
  if (counted === null) return `${count(written)} shown; there may be more: ${more}`;
  if (counted <= written) return `all ${count(written)} shown`;
  const all = counted > COUNTED ? `more than ${count(COUNTED)}` : count(counted);
  return `${count(written)} of ${all} shown; ${more}${json ? '' : ', --json all of them'}`;
}

/** What to do where there is nothing: the reason that is most likely. */
export function whyNothing(search: Search, file: string, wish: Wish): string {
  const db = dbFlag(file);
  const { games, shallow } = search.coverage(ENGINE.signature);
  if (games === 0) return `${file} holds no games yet; scan some first: npm run scan -- data/sample.zip${db}`;
  if (shallow === games)
    return (
      `the ${countGames(games)} in ${file} ${games === 1 ? 'was' : 'were'} scanned at l1, which confirms no tactics; ` +
      `bring them to l2: npm run scan -- --reanalyze --depth l2${db}`
    );
  const asked = Object.keys(wish) as (keyof Wish)[];
  if (asked.length === 0) return `there are no tactics in the ${countGames(games)} in ${file}`;
  // where a pattern has no tactic anywhere, most likely nobody looked for it; with other flags the question could take long
  if (asked.length === 1 && wish.patterns !== undefined && search.isNarrow(wish.patterns))
    return `nothing found in ${countGames(games)}, because not all of them were scanned for this pattern; to look for it: ${widen(file)}`;
  const hints =
    asked.length < 2 ? [] : asked.map((field) => without(search, wish, field)).filter((hint) => hint !== null);
  const advice = hints.length === 0 ? 'loosen the filters, or scan more games' : hints.join('; ');
  return `nothing found in ${countGames(games)}; ${advice}`;
}

const FLAG_OF: Partial<Record<keyof Wish, string>> = {
  patterns: '--pattern',
  minGain: '--min-gain',
  maxGain: '--max-gain',
  minElo: '--min-elo',
  maxElo: '--max-elo',
};

/** How many there would be if one flag were left out. */
function without(search: Search, wish: Wish, field: keyof Wish): string | null {
  const value = wish[field];
  // "theirs" means nothing without a name; White's and Black's are asked for all the same
  const theirs = field === 'player' && (wish.side === 'player' || wish.side === 'opponent');
  const dropped: string[] = theirs ? [field, 'side'] : [field];
  const asked = Object.fromEntries(Object.entries(wish).filter(([name]) => !dropped.includes(name))) as Wish;
  const counted = quickCount(search, asked, COUNTED_WITHOUT);
  if (counted === null || counted === 0) return null;
  const flag =
    field === 'outcome'
      ? `--${String(value)}`
      : field === 'mate' && value === false
        ? '--no-mate'
        : (FLAG_OF[field] ?? `--${field}`);
  const many = counted > COUNTED_WITHOUT ? `more than ${count(COUNTED_WITHOUT)}` : count(counted);
  return `without ${flag} there ${counted === 1 ? 'is 1' : `are ${many}`}`;
}

/** Games that another engine has scanned, or that have no tactics yet because they were scanned at l1. */
export function behindRemark(search: Search, file: string): string | null {
  const { shallow, others } = search.coverage(ENGINE.signature);
  const parts = [
    shallow > 0 && `${gamesWere(shallow)} scanned at l1 and ${shallow === 1 ? 'has' : 'have'} no tactics`,
    others > 0 && `${gamesWere(others)} scanned by another version of the engine`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const depth = shallow > 0 ? ' --depth l2' : '';
  const db = dbFlag(file);
  return `${parts.join(', ')}; to bring them up to date: npm run scan -- --reanalyze${depth}${db}`;
}

/** Games of which a scan looked at a part alone, as it was asked to, and how to have the rest. */
export function partialRemarks({ patterns, plies }: PartialCounts, file: string): string[] {
  return [
    patterns > 0 &&
      `${gamesWere(patterns)} scanned for some patterns only, so the others are missing there; ` +
        `to find them all: ${widen(file)}`,
    plies > 0 &&
      `of ${countGames(plies)} only some plies were scanned; to cover them all, scan ${plies === 1 ? 'its archive' : 'their archives'} again without --plies`,
  ].filter((remark) => remark !== false);
}

function widen(file: string): string {
  return `npm run scan -- --reanalyze --patterns ${PATTERNS.join(',')}${dbFlag(file)}`;
}
