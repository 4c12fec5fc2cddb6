/**
 * What is asked of the store, as the address of the page has it: `/explore?pattern=fork,pin&player=tal&order=date`. The JSON routes take the same
 * parameters, so that the address is the question.
 */
import { isPattern, type Pattern } from '../../tactics/types.js';

/** All of them text, as controls and addresses have it; '' is not asked. */
export const FIELDS = [
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

export type Filters = Record<Field, string> & { patterns: readonly Pattern[]; order: 'gain' | 'date' | 'store' };

/** Behind "More": what is rarely asked. */
export const RARE: readonly Field[] = ['event', 'eco', 'minelo', 'maxelo', 'white', 'black', 'archive'];

export const NO_FILTERS: Filters = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<Field, string>),
  patterns: [],
  order: 'gain',
};

/** @param search of the address, from its `?` on. What is not understood is left out. */
export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  for (const field of FIELDS) filters[field] = query.get(field)?.trim() ?? '';
  filters.patterns = (query.get('pattern') ?? '').split(',').filter(isPattern);
  const order = query.get('order');
  if (order === 'date' || order === 'store') filters.order = order;
  return filters;
}

/** The parameters, without a `?`; empty where nothing is asked. @param order whether the order is one of them */
export function writeFilters(filters: Filters, order = true): string {
  const query = new URLSearchParams();
  if (filters.patterns.length > 0) query.set('pattern', filters.patterns.join(','));
  for (const field of FIELDS) if (filters[field] !== '') query.set(field, filters[field]);
  if (filters.player === '' && /player|opponent/.test(filters.side)) query.delete('side'); // theirs: whose?
  if (order && filters.order !== 'gain') query.set('order', filters.order);
  return query.toString().replaceAll('%2C', ',');
}

/** Whether anything is asked. */
export function isFiltered(filters: Filters): boolean {
  return writeFilters(filters, false) !== '';
}
