/**
 * docs/patterns.md shows every pattern on real positions: each of them is put to the engine, so that the page stays true.
 *
 *     - **Kind** [id](https://lichess.org/training/id): `FEN`
 *       `trigger and moves after it`, key `..`, targets `.. ..`, ply n.
 *
 * The squares, and the ply where it is not 0, stand where the engine reports the pattern, and only there.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeTactics, makeUci } from '../../src/tactics/record.js';
import { PATTERNS, type Depth, type Pattern, type Tactic } from '../../src/tactics/types.js';
import { patternsIn } from '../bench/accuracy/masks.js';
import { readPuzzles, type Puzzle } from '../bench/accuracy/puzzles.js';
import { describeWithData } from '../kernel/data.js';

/** What is promised of the first move: whether l1 sees the pattern, whether l2 reports it, and whether the puzzle's label has it. */
const KINDS: Readonly<Record<string, { l1: boolean | null; l2: boolean; label: boolean | null }>> = {
  Is: { l1: null, l2: true, label: null },
  'Is not': { l1: false, l2: false, label: false },
  // Mostly a tempting move that is not the solution: the label says nothing of it.
  'Not proven': { l1: true, l2: false, label: null },
  'Ours alone': { l1: null, l2: true, label: false },
  'Labelled only': { l1: null, l2: false, label: true },
};

interface Example {
  pattern: Pattern;
  kind: string;
  id: string;
  fen: string;
  /** UCI, the trigger first. */
  moves: string[];
  /** `key`, `targets` and `ply`, where the example tells them. */
  squares: { key: string[]; targets: string[]; ply: number } | null;
}

const text = readFileSync(join(ROOT, 'docs', 'patterns.md'), 'utf8');
/** Pattern of a section -> its text, in the order of the page. */
const sections = text.split(/^## /m).flatMap((section): [string, string][] => {
  const name = /^[^\n]*: `(\w+)`\n/.exec(section)?.[1];
  return name === undefined ? [] : [[name, section]];
});

const ITEM =
  /^- \*\*([\w ]+)\*\* \[(\w+)\]\(https:\/\/lichess\.org\/training\/\2\): `([^`]+)`\n {2}`([^`]+)`(?:, keys? `([^`]+)`, targets? `([^`]+)`(?:, ply (\d+))?)?\.$/gm;

function examplesOf([name, section]: [string, string]): Example[] {
  const pattern = name as Pattern;
  return Array.from(section.matchAll(ITEM), ([, kind = '', id = '', fen = '', moves = '', key, targets, ply]) => ({
    pattern,
    kind,
    id,
    fen,
    moves: moves.split(' '),
    squares:
      key === undefined ? null : { key: key.split(' '), targets: (targets ?? '').split(' '), ply: Number(ply ?? 0) },
  }));
}

const examples = sections.flatMap(examplesOf);
const engine = await loadEngine();

/** What is reported of an example's pattern with its first move as trigger. */
function reported({ pattern, fen, moves: [trigger] }: Example, depth: Depth): Tactic | undefined {
  const tactics = makeTactics(engine.analyze(fen, depth), fen, false);
  return tactics.find((tactic) => tactic.pattern === pattern && tactic.trigger_move === trigger);
}

describe('the page', () => {
  it('has a section for every pattern, in canonical order', () => {
    expect(sections.map(([name]) => name)).toEqual([...PATTERNS]);
  });

  it('has no example that is not understood', () => {
    expect(text.match(/lichess\.org\/training/g)).toHaveLength(examples.length);
    for (const { kind } of examples) expect(Object.keys(KINDS)).toContain(kind);
  });

  it.each(PATTERNS)('shows two positions and more that are a %s, and two that are not', (pattern) => {
    const shown = examples.filter((example) => example.pattern === pattern);
    expect(shown.filter(({ kind }) => kind === 'Is').length).toBeGreaterThanOrEqual(2);
    expect(shown.filter(({ kind }) => kind === 'Is not' || kind === 'Not proven').length).toBeGreaterThanOrEqual(2);
  });
});

describe.each(PATTERNS)('%s', (pattern) => {
  const shown = examples.filter((example) => example.pattern === pattern);

  it.each(shown.map((example): [string, string, Example] => [example.kind, example.id, example]))(
    '%s: %s',
    (_kind, _id, example) => {
      const { l1, l2 } = KINDS[example.kind]!;
      const replay = engine.replay(Buffer.from(example.moves.join(' ')), example.fen);
      expect(replay.ok && Array.from(replay.moves, makeUci)).toEqual(example.moves);
      if (l1 !== null) expect(reported(example, 'l1') !== undefined).toBe(l1);
      const found = reported(example, 'l2');
      expect(found !== undefined).toBe(l2);
      const squares = found && {
        key: found.key_squares,
        targets: found.target_squares,
        ply: found.pattern_ply ?? 0,
      };
      expect(example.squares).toEqual(squares ?? null);
    },
  );
});

describeWithData('examples and the puzzles they are taken from', ['puzzles-dev.csv'], (path) => {
  it('agree in position, solution and label', async () => {
    const wanted = new Set(examples.map(({ id }) => id));
    const puzzles = new Map<string, Puzzle>();
    for await (const row of readPuzzles(createReadStream(path))) {
      if ('id' in row && wanted.has(row.id)) puzzles.set(row.id, row);
    }
    for (const example of examples) {
      const { id, kind, pattern, fen, moves } = example;
      const puzzle = puzzles.get(id);
      expect(puzzle, id).toBeDefined();
      if (puzzle === undefined) continue;
      const replay = engine.replay(Buffer.from(puzzle.moves), puzzle.fen);
      if (!replay.ok) throw new Error(`${id} cannot be replayed`);
      const ply = replay.fens.indexOf(fen);
      expect(ply % 2, `${id}: one of the solver's positions`).toBe(1);
      const solution = Array.from(replay.moves, makeUci).slice(ply);
      if (kind !== 'Not proven') expect(moves, id).toEqual(solution);
      const { label } = KINDS[kind]!;
      if (label !== null) expect(patternsIn(puzzle.labels).includes(pattern), `${id} ${pattern}`).toBe(label);
    }
  });
});
