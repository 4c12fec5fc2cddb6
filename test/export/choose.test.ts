/** Filters, samples and splits: what passes, what does not, and that chance is the seed's alone. */
import { describe, expect, it } from 'vitest';
import { describeFilter, type PuzzleFilter } from '../../src/export/choose.js';
import { readEcoRange } from '../../src/export/choose-eco.js';
import { rarestOf, Sampler } from '../../src/export/choose-sample.js';
import { parseSplit, partOf, partPath, SplitError } from '../../src/export/choose-split.js';
import { patternMaskOf, patternsOf, solverMoves } from '../../src/export/item.js';
import { parseClockWish } from '../../src/pgn/filter/clock.js';
import { parseDate } from '../../src/pgn/filter/dates.js';
import { parseName } from '../../src/pgn/filter/names.js';
import type { Puzzle, PuzzleGame } from '../../src/store/puzzles.js';
import { maskOf, PATTERNS } from '../../src/tactics/types.js';
import { run, tactic } from '../store/fixture.js';
import { exported, idOf, itemsOf, PUZZLES, synthesized } from './fixture.js';

const MANY = [...synthesized(1000)];

/** Ids that an export with this filter writes. */
async function chosen(filter: PuzzleFilter, puzzles: readonly Puzzle[] = MANY): Promise<string[]> {
  const { bytes } = await exported(puzzles, 'lichess-csv', { filter });
  const [, ...rows] = bytes['all']!.toString().trimEnd().split('\n');
  return rows.map((row) => row.slice(0, 11));
}

const idsOf = (puzzles: readonly Puzzle[]): string[] => puzzles.map(({ id }) => id);

describe('a filter', () => {
  const cases: [string, PuzzleFilter, (puzzle: Puzzle) => boolean][] = [
    [
      'patterns',
      { patterns: maskOf(['fork', 'skewer']) },
      (p) => patternsOf(p).some((x) => x === 'fork' || x === 'skewer'),
    ],
    ['gain from', { minGain: 500 }, (p) => p.mate || p.gain >= 500],
    ['gain to', { maxGain: 400 }, (p) => !p.mate && p.gain <= 400],
    ['mates', { mate: true }, (p) => p.mate],
    ['no mates', { mate: false }, (p) => !p.mate],
    ['moves', { moves: { from: 2, to: 3 } }, (p) => solverMoves(p) === 2 || solverMoves(p) === 3],
    ['plies', { plies: { from: 1, to: 40 } }, (p) => p.ply <= 40],
    ['openings', { eco: [readEcoRange('B20-B99')!] }, (p) => /^B[2-9]/.test(p.game.eco!)],
    ['sources', { sources: ['archive-1'] }, (p) => p.game.archive.includes('archive-1')],
    ['ratings', { game: { minElo: 1500, maxElo: 2000 } }, (p) => both(p, (elo) => elo >= 1500 && elo <= 2000)],
    ['dates', { game: { since: 20150101, until: 20191231 } }, (p) => /^201[5-9]/.test(p.game.date!)],
    ['players', { game: { players: [['player', '7']] } }, (p) => p.game.white === 'Player 7'],
    ['several', { mate: true, moves: { from: 1, to: 1 } }, (p) => p.mate && solverMoves(p) === 1],
    ['none', {}, () => true],
  ];

  it.each(cases)('by %s lets pass what fits, and nothing else', async (_, filter, fits) => {
    const expected = idsOf(MANY.filter(fits));
    expect(expected.length).toBeGreaterThan(0);
    expect(await chosen(filter)).toEqual(expected);
  });

  function both({ game }: Puzzle, fits: (elo: number) => boolean): boolean {
    return game.whiteElo !== null && game.blackElo !== null && fits(game.whiteElo) && fits(game.blackElo);
  }

  it('by phase and difficulty goes by what is worked out', async () => {
    const items = await itemsOf(MANY);
    const endgames = items.filter(({ phase }) => phase === 'endgame').map(({ puzzle }) => puzzle.id);
    expect(await chosen({ phases: ['endgame'] })).toEqual(endgames);
    const easy = items.filter(({ rating }) => rating >= 900 && rating <= 1300).map(({ puzzle }) => puzzle.id);
    expect(easy.length).toBeGreaterThan(0);
    expect(easy.length).toBeLessThan(MANY.length);
    expect(await chosen({ rating: { from: 900, to: 1300 } })).toEqual(easy);
  });

  it('lets nothing pass that does not say what is asked', async () => {
    const base = PUZZLES[0]!;
    const nothing = { date: null, eco: null, whiteElo: null, blackElo: null, white: null, black: null };
    const puzzles = [{ ...base, game: { ...base.game, ...nothing } }];
    for (const filter of [
      { eco: [readEcoRange('A')!] },
      { game: { since: 19000101 } },
      { game: { minElo: 1 } },
      { game: { players: [['anybody']] } },
    ]) {
      expect(await chosen(filter, puzzles)).toEqual([]);
    }
  });

  it.each<[string, PuzzleFilter['game'] & {}, Partial<PuzzleGame>]>([
    ['white', { white: [parseName('tal')] }, { white: null }],
    ['black', { black: [parseName('smyslov')] }, { black: 'Botvinnik' }],
    ['a player', { players: [parseName('smyslov')] }, { black: null }],
    ['event', { events: ['candid'] }, { event: null }],
    ['result', { results: ['1-0'] }, { result: '0-1' }],
    ['time control', { timeControls: [parseClockWish('blitz')] }, { timeControl: '60+0' }],
    ['the lower rating', { minElo: 2500 }, { blackElo: null }],
    ['the higher rating', { maxElo: 2600 }, { whiteElo: 2601 }],
    ['date', { until: 20240506 }, { date: '2024.05.??' }],
  ])('by %s of the game', async (_, game, other) => {
    const base = PUZZLES[0]!;
    const own = {
      ...{ white: 'Tal, Mikhail', black: 'Smyslov, Vasily', event: 'Candidates', result: '1-0', timeControl: '300+3' },
      ...{ whiteElo: 2600, blackElo: 2500, date: '2024.05.06' },
    };
    const puzzles = [own, { ...own, ...other }].map((tags, index) => ({
      ...base,
      id: `${index}`.padEnd(11, '-'),
      game: { ...base.game, ...tags },
    }));
    expect(await chosen({ game }, puzzles)).toEqual(['0----------']);
  });

  it('by openings takes a code known in part where all that it may be fits', async () => {
    const base = PUZZLES[0]!;
    const puzzles = ['B', 'B3', 'B33', 'B33x', 'C'].map((eco) => ({
      ...base,
      id: eco.padEnd(11, '-'),
      game: { ...base.game, eco },
    }));
    const within = (range: string): Promise<string[]> => chosen({ eco: [readEcoRange(range)!] }, puzzles);
    expect(await within('B20-B99')).toEqual(['B3---------', 'B33--------', 'B33x-------']);
    expect(await within('B30-B33')).toEqual(['B33--------', 'B33x-------']);
  });

  it('by sources looks at the entry, too', async () => {
    const base = PUZZLES[0]!;
    const puzzle = { ...base, game: { ...base.game, archive: 'a.zip', entry: 'Tata Steel.pgn' } };
    expect(await chosen({ sources: ['tata'] }, [puzzle])).toEqual([base.id]);
  });

  it('is told in words', () => {
    expect(describeFilter({})).toEqual([]);
    expect(
      describeFilter({
        patterns: maskOf(['pin', 'fork']),
        minGain: 300,
        mate: false,
        moves: { from: 3, to: Number.MAX_SAFE_INTEGER },
        game: { minElo: 2200, since: 20240131, players: [['tal']] },
      }),
    ).toEqual([
      'patterns: fork, pin',
      'gain: 300 centipawns or more, or mate',
      'no mates',
      'moves to find: 3 or more',
      'player: "tal"',
      'both players rated 2200 or more',
      'played on 2024-01-31 or later',
    ]);
  });

  it('is told in words, whatever is asked', () => {
    const names = ['tal', 'smyslov'].map(parseName);
    expect(
      describeFilter({
        ...{ maxGain: 900, mate: true, moves: { from: 2, to: 2 }, phases: ['opening', 'endgame'] },
        ...{ rating: { from: 1200, to: 1800 }, plies: { from: 1, to: 40 }, sources: ['a.zip', 'b'] },
        eco: ['b20-b99', 'C'].map((text) => readEcoRange(text)!),
        game: {
          ...{
            white: names,
            black: [['l\u2028arsen', 'bent']],
            maxElo: 2700,
            events: ['riga'],
            results: ['1-0', '0-1'],
          },
          timeControls: ['blitz', '300+3', '180-480'].map(parseClockWish),
        },
      }),
    ).toEqual([
      'gain: 900 centipawns or less, no mates',
      'mates only',
      'moves to find: 2',
      'phase: opening, endgame',
      'estimated difficulty: 1200 to 1800',
      'ply in the game: 1 to 40',
      'opening (ECO): B20-B99, C',
      'source has in its name: "a.zip", "b"',
      'White: "tal" or "smyslov"',
      'Black: "l arsen bent"',
      'both players rated 2700 or less',
      'time control: 180 to less than 480 s for 40 moves, 300+3, 180 to 480 s for 40 moves',
      'event has in its name: "riga"',
      'result: 1-0, 0-1',
    ]);
  });

  it.each([
    ['2027-02', '2027-02-28'],
    ['2024-02', '2024-02-29'],
    ['2027-04', '2027-04-30'],
    ['2027', '2027-12-31'],
    ['0099-02', '0099-02-28'],
    ['2024-01-05', '2024-01-05'],
  ])('is told in days that there are: until %s', (text, day) => {
    expect(describeFilter({ game: { until: parseDate(text).last } })).toEqual([`played on ${day} or earlier`]);
  });
});

describe('ECO codes', () => {
  it.each([
    ['B33', 133, 133],
    ['b20-b99', 120, 199],
    ['C', 200, 299],
    ['E1', 410, 419],
    ['A00 - E99', 0, 499],
  ])('%s', (text, first, last) => expect(readEcoRange(text)).toMatchObject({ first, last }));

  it.each(['', 'F00', 'B333', 'B99-B20', 'B20-', '?'])('%j is none', (text) => expect(readEcoRange(text)).toBeNull());
});

describe('a sample', () => {
  const sample = (
    size: { limit?: number; perPattern?: number },
    seed: number,
    from: readonly Puzzle[] = MANY,
  ): string[] => {
    const sampler = new Sampler(size, seed);
    for (const puzzle of from) sampler.put(puzzle);
    return [...sampler.ids()].sort();
  };

  it('has so many, by the seed, whatever the order', () => {
    const one = sample({ limit: 100 }, 1);
    expect(one.length).toBe(100);
    expect(sample({ limit: 100 }, 1, [...MANY].reverse())).toEqual(one);
    expect(sample({ limit: 100 }, 2)).not.toEqual(one);
    expect(sample({ limit: 5000 }, 1)).toEqual(idsOf(MANY).sort());
  });

  it('is balanced: each puzzle counts for its rarest pattern, and each pattern has so many where there are', () => {
    const counts = PATTERNS.map(
      (_, code) => MANY.filter((puzzle) => (patternMaskOf(puzzle) & (1 << code)) !== 0).length,
    );
    const rarest = new Map(MANY.map((puzzle) => [puzzle.id, rarestOf(patternMaskOf(puzzle), counts)]));
    const there = PATTERNS.map((_, code) => [...rarest.values()].filter((own) => own === code).length);
    const ids = sample({ perPattern: 30 }, 7);
    const drawn = PATTERNS.map((_, code) => ids.filter((id) => rarest.get(id) === code).length);
    expect(drawn).toEqual(there.map((n) => Math.min(n, 30)));
    expect(drawn.filter((n) => n === 30).length).toBeGreaterThanOrEqual(3);
    expect(sample({ perPattern: 30 }, 8)).not.toEqual(ids);
    expect(sample({ perPattern: 30, limit: 50 }, 7).length).toBe(50);
  });

  it('draws a pattern that is rare though a common one happens beside it', () => {
    const forks = Array.from({ length: 40 }, (_, n) => ({ id: `fork${n}`, records: tactic('fork') }));
    const both = { id: 'both', records: run(tactic('fork'), tactic('interference')) };
    for (let seed = 1; seed <= 5; seed++) {
      const sampler = new Sampler({ perPattern: 1 }, seed);
      for (const puzzle of [...forks, both]) sampler.put(puzzle);
      expect([...sampler.ids()]).toEqual([expect.stringMatching('fork'), 'both']);
    }
  });

  it('of some patterns is balanced among these: what else happens beside them does not count', async () => {
    const asked = ['fork', 'pin'] as const;
    const filter = { patterns: maskOf(asked) };
    const { bytes, report } = await exported(MANY, 'jsonl', { filter, sample: { perPattern: 20 } });
    expect(report.counts.puzzles).toBe(40);
    const patterns = bytes['all']!.toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { tactics: { pattern: string }[] }).tactics.map(({ pattern }) => pattern));
    expect(patterns.every((own) => asked.some((pattern) => own.includes(pattern)))).toBe(true);
    const beside = PATTERNS.filter((pattern) => !asked.some((one) => one === pattern));
    expect(Math.max(...beside.map((pattern) => report.counts.patterns[pattern]))).toBeGreaterThan(0);
  });

  it('is of what the filter lets pass, and comes in the order of the store', async () => {
    const options = { filter: { mate: true }, sample: { limit: 20 }, seed: 3 };
    const { bytes, report } = await exported(MANY, 'lichess-csv', options);
    const ids = bytes['all']!.toString().trimEnd().split('\n').slice(1).map((row) => row.slice(0, 11)); // prettier-ignore
    expect(ids.length).toBe(20);
    expect([...ids].sort()).toEqual(ids);
    expect(report.seen).toBe(1000);
    expect(report.counts.mates).toBe(20);
    // what has to be worked out is asked of all that are drawn from, too
    const endgames = await exported(MANY, 'lichess-csv', { ...options, filter: { phases: ['endgame'] } });
    expect(endgames.report.counts.puzzles).toBe(20);
  });

  it('is not written in part where some of it goes, or is no longer what was asked for, before it is read again', async () => {
    const filter = { mate: true };
    const options = { filter, sample: { limit: 20 }, seed: 3 };
    /** A store that has these when it is read again. */
    const later = (puzzles: readonly Puzzle[]) => {
      const readings = [MANY, puzzles];
      return exported([], 'lichess-csv', { ...options, store: { puzzles: () => readings.shift()! } });
    };
    const { bytes } = await later(MANY);
    const drawn = bytes['all']!.toString().slice(0, -1).split('\n')[7]!.slice(0, 11);
    const removed = 'puzzles were removed from the database while they were being exported';
    await expect(later(MANY.filter(({ id }) => id !== drawn))).rejects.toThrow(removed);
    await expect(later(MANY.map((own) => (own.id === drawn ? { ...own, mate: false } : own)))).rejects.toThrow(removed);
    await expect(later([])).rejects.toThrow(removed);
    // others may go
    const other = MANY.find(({ mate, id }) => mate && !bytes['all']!.includes(id))!;
    const { report } = await later(MANY.filter((own) => own !== other));
    expect(report).toMatchObject({ seen: 999, counts: { puzzles: 20, mates: 20 }, parts: [{ puzzles: 20 }] });
  });
});

describe('a split', () => {
  const split = parseSplit('80/10/10');

  it('puts all puzzles of a game into one part, and every puzzle into exactly one', async () => {
    const { bytes, report } = await exported(MANY, 'jsonl', { split, seed: 5 });
    expect(Object.keys(bytes)).toEqual(['train', 'validation', 'test']);
    const games = new Map<string, string>();
    const ids: string[] = [];
    for (const [part, text] of Object.entries(bytes)) {
      for (const line of text.toString().trimEnd().split('\n')) {
        const { id, split: told, game } = JSON.parse(line) as { id: string; split: string; game: { digest: string } };
        expect(told).toBe(part);
        expect(partOf(game.digest, split, 5)).toBe(part);
        expect(games.get(game.digest) ?? part).toBe(part);
        games.set(game.digest, part);
        ids.push(id);
      }
    }
    expect(ids.sort()).toEqual(idsOf(MANY));
    expect(report.parts.map(({ puzzles }) => puzzles).reduce((sum, n) => sum + n)).toBe(1000);
  });

  it('keeps to its shares, and moves with the seed', () => {
    const digests = Array.from({ length: 20_000 }, (_, number) => idOf(number));
    const shares = (seed: number): number[] => {
      const parts = digests.map((digest) => partOf(digest, split, seed));
      return ['train', 'validation', 'test'].map((part) => parts.filter((own) => own === part).length / digests.length);
    };
    const [train = 0, validation = 0, test = 0] = shares(1);
    expect(train).toBeCloseTo(0.8, 1);
    expect(validation).toBeCloseTo(0.1, 1);
    expect(test).toBeCloseTo(0.1, 1);
    expect(digests.some((digest) => partOf(digest, split, 1) !== partOf(digest, split, 2))).toBe(true);
    for (const digest of digests.slice(0, 100)) {
      expect(partOf(digest, parseSplit('100/0/0'), 1)).toBe('train');
      expect(partOf(digest, parseSplit('0/100/0'), 1)).toBe('validation');
      expect(partOf(digest, parseSplit('0/0/100'), 1)).toBe('test');
    }
  });

  it.each(['80/10', '80/10/20', '-10/100/10', 'a/b/c', ''])('%j is refused', (text) =>
    expect(() => parseSplit(text)).toThrow(SplitError),
  );

  it.each([
    ['puzzles.csv', 'puzzles.test.csv'],
    ['a.b/puzzles', 'a.b/puzzles.test'],
    ['a/puzzles.v1.parquet', 'a/puzzles.v1.test.parquet'],
    ['.hidden', '.hidden.test'],
  ])('%s becomes %s', (path, expected) => expect(partPath(path, 'test')).toBe(expected));
});
