/**
 * What is asked of the store, as the address of the page has it: `/explore?pattern=fork,pin&player=tal&order=date`. The JSON routes take the same
 * parameters, so that the address is the question.
 */
import { isPattern, PATTERNS } from '../../tactics/types.js';

/** All of them text, as controls and addresses have it; '' is not asked. */
const FIELDS = [
  'player',
  'side',
  'gain',
  'mate',
  'outcome',
  'since',
  'until',
  'event',
  'eco',
  'minelo',
  'maxelo',
  'white',
  'black',
  'archive',
] as const;
export type Field = (typeof FIELDS)[number];

export type Filters = Record<Field, string> & {
  /** As the address has them: a name that no pattern has stays, for without it more would be asked than was meant. */
  patterns: readonly string[];
  order: 'gain' | 'date' | 'store';
  /**
   * Name of the first parameter of the address that is not known, or that is there again with a value of its own, or 'order' where its value
   * is not known; '' where all is well. Never written.
   */
  stranger: string;
};

const ORDERS: readonly Filters['order'][] = ['gain', 'date', 'store'];

/**
 * What other sites, mail programs and browsers append to a link to see who follows it. That asks nothing of us, and who follows the link did
 * not write it, so these names are passed over. Any other that is not known is told of, for it may be a filter that was spelt wrongly, and
 * without it more would be asked than was meant; whoever comes with a name for tracking that is not here is one press from the tactics.
 */
const TRACKING =
  /^(?:utm_|mtm_|pk_|mc_|gad_|ref_|_)|clk?id$|^(?:ref|gclsrc|[gw]braid|igshid|igsh|li_fat_id|mkt_tok|srsltid|epik)$/i;

interface Term {
  /** Of the whole text, as the `pattern` of an input has it; the service takes the same. */
  pattern: string;
  /** What the field takes, behind "must be". */
  words: string;
}

/** SQLite's LIKE ends at a NUL: behind it nothing would be asked. */
const NAME: Term = { pattern: '[^\\0]{1,100}', words: 'part of a name, of at most 100 characters' };
const DATE: Term = {
  pattern: '[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?',
  words: 'a day, month or year, such as 2024-01-31, 2024-01 or 2024',
};
const RATING: Term = { pattern: '[0-9]{1,4}', words: 'a rating, such as 2500' };

export const TERMS: Readonly<Record<Field, Term>> = {
  player: NAME,
  side: { pattern: 'white|black|player|opponent', words: 'white, black, player or opponent' },
  gain: { pattern: '[0-9]{1,5}', words: 'a number of centipawns, such as 300' },
  mate: { pattern: 'yes|no', words: 'yes or no' },
  outcome: { pattern: 'played|missed|unplayed', words: 'played, missed or unplayed' },
  since: DATE,
  until: DATE,
  event: NAME,
  eco: { pattern: '[A-Ea-e][0-9]{0,2}', words: 'an ECO code or its beginning, such as B90, B9 or B' },
  minelo: RATING,
  maxelo: RATING,
  white: NAME,
  black: NAME,
  archive: { pattern: '[^\\0]{1,1000}', words: 'part of a name, of at most 1000 characters' },
};

/** Behind "More": what is rarely asked. */
export const RARE: readonly Field[] = ['event', 'eco', 'minelo', 'maxelo', 'white', 'black', 'archive'];

export const NO_FILTERS: Filters = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<Field, string>),
  patterns: [],
  order: 'gain',
  stranger: '',
};

function isField(name: string): name is Field {
  return FIELDS.some((field) => field === name);
}

/** @param search of the address, from its `?` on. `faultOf` judges what is in it. */
export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  const asked = [...query].filter(([name, value]) => value.trim() !== '' && !TRACKING.test(name));
  const valueOf = (field: string): string => asked.find(([name]) => name === field)?.[1].trim() ?? '';
  for (const field of FIELDS) filters[field] = valueOf(field);
  const names = query
    .getAll('pattern')
    .join(',')
    .split(',')
    .map((name) => name.trim());
  filters.patterns = names.filter((name) => name !== '');
  const order = valueOf('order');
  filters.order = ORDERS.find((known) => known === order) ?? 'gain';
  const known = new Set<string>([...FIELDS, 'pattern', ...(order === filters.order ? ['order'] : [])]);
  const isTwice = (name: string, index: number): boolean =>
    isField(name) && asked.findIndex(([other]) => other === name) < index;
  filters.stranger = asked.find(([name], index) => !known.has(name) || isTwice(name, index))?.[0] ?? '';
  return filters;
}

/** The parameters, without a `?`; empty where nothing is asked. @param order whether the order is one of them */
export function writeFilters(filters: Filters, order = true): string {
  const query = new URLSearchParams();
  if (filters.patterns.length > 0) query.set('pattern', filters.patterns.join(','));
  for (const field of FIELDS) {
    const value = field === 'side' ? sideOf(filters) : filters[field];
    if (value !== '') query.set(field, value);
  }
  if (order && filters.order !== 'gain') query.set('order', filters.order);
  return query.toString().replaceAll('%2C', ',');
}

/** Whose tactics are asked for: the player's, or the opponents', are anybody's where no player is named. */
export function sideOf({ player, side }: Pick<Filters, 'player' | 'side'>): string {
  return player.trim() === '' && (side === 'player' || side === 'opponent') ? '' : side;
}

/** In words, what a filter holds that it does not take (an address can hold anything), or what no game can meet; null where all is well. */
export function faultOf(filters: Filters): string | null {
  const { stranger } = filters;
  if (stranger === 'order') return "'order' must be gain, date or store.";
  if (isField(stranger)) return `'${stranger}' is asked twice; it takes one value.`;
  if (stranger !== '') return `'${stranger}' is not known here; known are pattern, ${FIELDS.join(', ')} and order.`;
  const noPattern = filters.patterns.find((name) => !isPattern(name));
  if (noPattern !== undefined) return `'pattern' must be of ${PATTERNS.join(', ')}, not ${noPattern}.`;
  const field = FIELDS.find(
    (name) => filters[name] !== '' && !new RegExp(`^(?:${TERMS[name].pattern})$`, 'u').test(filters[name]),
  );
  if (field !== undefined) return `'${field}' must be ${TERMS[field].words}.`;
  const { since, until, minelo, maxelo } = filters;
  // a year and a month or a day in it are not apart
  const known = Math.min(since.length, until.length);
  if (since.slice(0, known) > until.slice(0, known))
    return `'since' (${since}) is later than 'until' (${until}): no game can match.`;
  if (maxelo !== '' && Number(minelo) > Number(maxelo))
    return `The lowest rating (${minelo}) is above the highest (${maxelo}): no game can match.`;
  return null;
}

/** Whether anything is asked. */
export function isFiltered(filters: Filters): boolean {
  return filters.stranger !== '' || writeFilters(filters, false) !== '';
}
