/** The parts of the explorer's page that need no browser. */
import { describe, expect, it } from 'vitest';
import {
  faultOf,
  isFiltered,
  NO_FILTERS,
  readFilters,
  writeFilters,
  type Filters,
} from '../../../src/web/explore/filters.js';
import { groupFindings, type PageFinding } from '../../../src/web/explore/groups.js';
import { about, percent, shortNumber } from '../../../src/web/explore/numbers.js';

describe('filters', () => {
  it.each([
    ['', NO_FILTERS],
    ['?pattern=fork,pin&player=Tal', { ...NO_FILTERS, patterns: ['fork', 'pin'], player: 'Tal' }],
    ['?player=%20Tal+&eco=+B9', { ...NO_FILTERS, player: 'Tal', eco: 'B9' }],
    ['?pattern=windmill,fork&order=random', { ...NO_FILTERS, patterns: ['windmill', 'fork'], stranger: 'order' }],
    ['?pattern=,%20pin,', { ...NO_FILTERS, patterns: ['pin'] }],
    ['?pattern=fork&gain=300&pattern=pin,skewer', { ...NO_FILTERS, patterns: ['fork', 'pin', 'skewer'], gain: '300' }],
    ['?player=&gain=+&player=Tal', { ...NO_FILTERS, player: 'Tal' }],
    ['?player=Tal&patern=fork&foo=1', { ...NO_FILTERS, player: 'Tal', stranger: 'patern' }],
    ['?order=date&gain=300&mate=no', { ...NO_FILTERS, order: 'date', gain: '300', mate: 'no' }],
  ] as [string, Filters][])('are read from %j', (search, filters) => {
    expect(readFilters(search)).toEqual(filters);
  });

  it('come back from the address as they went in', () => {
    const filters: Filters = {
      ...NO_FILTERS,
      patterns: ['skewer', 'pin'],
      player: 'O’Neil & Söhne #1',
      side: 'player',
      archive: 'a b/c.zip',
      order: 'store',
    };
    expect(readFilters(`?${writeFilters(filters)}`)).toEqual(filters);
    expect(writeFilters({ ...NO_FILTERS, patterns: ['fork', 'pin'] })).toBe('pattern=fork,pin');
    expect(writeFilters({ ...NO_FILTERS, stranger: 'patern' })).toBe('');
  });

  it('ask for nobody’s side no more when the player is gone', () => {
    expect(writeFilters({ ...NO_FILTERS, side: 'opponent' })).toBe('');
    expect(writeFilters({ ...NO_FILTERS, side: 'player', player: ' ' })).not.toContain('side');
    expect(writeFilters({ ...NO_FILTERS, side: 'black' })).toBe('side=black');
    expect(isFiltered({ ...NO_FILTERS, order: 'date' })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, eco: 'B' })).toBe(true);
    // there is something to clear
    expect(isFiltered({ ...NO_FILTERS, stranger: 'patern' })).toBe(true);
  });
});

describe('what a filter does not take', () => {
  it.each([
    [
      'pattern=fork,zz',
      "'pattern' must be of fork, pin, skewer, discovered_attack, double_check, back_rank_mate, smothered_mate, deflection, interference, trapped_piece, not zz.",
    ],
    [
      'patern=fork&player=Tal',
      "'patern' is not known here; known are pattern, player, side, gain, mate, outcome, since, until, event, eco, minelo, maxelo, white, black, archive and order.",
    ],
    ['player=Tal&order=random', "'order' must be gain, date or store."],
    ['player=Tal&player=Fischer', "'player' is asked twice; it takes one value."],
    ['gain=much', "'gain' must be a number of centipawns, such as 300."],
    ['gain=123456', "'gain' must be a number of centipawns, such as 300."],
    ['since=20.01.2024', "'since' must be a day, month or year, such as 2024-01-31, 2024-01 or 2024."],
    ['until=24', "'until' must be a day, month or year, such as 2024-01-31, 2024-01 or 2024."],
    ['eco=F00', "'eco' must be an ECO code or its beginning, such as B90, B9 or B."],
    ['minelo=-1', "'minelo' must be a rating, such as 2500."],
    ['side=both', "'side' must be white, black, player or opponent."],
    ['mate=1', "'mate' must be yes or no."],
    ['outcome=lost', "'outcome' must be played, missed or unplayed."],
    ['player=%00', "'player' must be part of a name, of at most 100 characters."],
    ['event=a%00b', "'event' must be part of a name, of at most 100 characters."],
    ['since=2000&until=1990', "'since' (2000) is later than 'until' (1990): no game can match."],
    ['since=1990-03&until=1990-02-28', "'since' (1990-03) is later than 'until' (1990-02-28): no game can match."],
    ['minelo=2000&maxelo=900', 'The lowest rating (2000) is above the highest (900): no game can match.'],
    [`white=${'x'.repeat(101)}`, "'white' must be part of a name, of at most 100 characters."],
  ])('is said in words: %s', (search, words) => {
    expect(faultOf(readFilters(search))).toBe(words);
  });

  it.each([
    '',
    'gain=0&eco=b9&since=2024&until=2024-12&minelo=2000',
    'since=1990-03&until=1990&minelo=900&maxelo=2000',
    'since=1990-03-01&until=1990-03-01&minelo=2000&maxelo=2000',
    'minelo=2000&maxelo=',
    'order=gain',
    'order=&foo=&bar',
    'player=Tal&player=',
    // others append these to links, and nobody who follows one knows of them
    'player=Tal&utm_source=news&UTM_Campaign=x&fbclid=IwAR0&gclid=1&msclkid=2&gbraid=3&mc_eid=4&_gl=5&ref=club&ref_src=twsrc',
    `player=Łódź%20${'é'.repeat(90)}&side=player`,
  ])('is nothing in %s', (search) => {
    expect(faultOf(readFilters(search))).toBeNull();
  });
});

describe('cards', () => {
  const finding = (digest: string, ply: number, more: Partial<PageFinding>): PageFinding =>
    ({
      ply,
      is_mate: false,
      gain: 100,
      outcome: 'missed',
      sequence: ['a'],
      ...more,
      game: { digest },
    }) as unknown as PageFinding;

  it('hold what stands in one position, best first', () => {
    const a = finding('x', 5, { gain: 300 });
    const b = finding('x', 5, { gain: 500 });
    const long = finding('x', 5, { is_mate: true, sequence: ['a', 'b', 'c'] });
    const short = finding('x', 5, { is_mate: true });
    const played = finding('x', 5, { gain: 500, outcome: 'played' });
    expect(groupFindings([a, long, b, short, played])).toEqual([{ best: short, others: [long, played, b, a] }]);
    // a gain does not tell one mate from another
    const rich = finding('x', 5, { is_mate: true, gain: 900, sequence: ['a', 'b', 'c'] });
    expect(groupFindings([rich, short])).toEqual([{ best: short, others: [rich] }]);
    // the pattern of the move that is shown goes before one that its line comes to
    const later = finding('x', 5, { pattern_ply: 2 });
    const atOnce = finding('x', 5, { pattern_ply: 0 });
    expect(groupFindings([later, atOnce])).toEqual([{ best: atOnce, others: [later] }]);
  });

  it('are apart for other plies, other games, and what does not stand beside each other in the list', () => {
    const list = [finding('x', 5, {}), finding('x', 7, {}), finding('y', 7, {}), finding('x', 5, {})];
    expect(groupFindings(list).map(({ best, others }) => [best, others.length])).toEqual(list.map((one) => [one, 0]));
  });
});

it('numbers are written short, estimates round', () => {
  expect([shortNumber(9_999), shortNumber(45_400), shortNumber(2_449_000)]).toEqual(['9,999', '45k', '2.4M']);
  expect([about(57), about(12_345), about(2_449_000)]).toEqual(['57', '12,000', '2,400,000']);
  expect([percent(1, 3), percent(0, 0)]).toEqual(['33 %', '']);
});
