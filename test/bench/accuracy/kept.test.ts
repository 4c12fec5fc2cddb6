/** Figures that are kept and compared, and the document that they are written into. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../src/paths.js';
import { PATTERNS, maskOf } from '../../../src/tactics/types.js';
import { BEGIN, END, replacePart } from './document.js';
import { verdictOf } from './examples.js';
import { figuresOf, findFalls, findLike, keep, makeKept, parseKept, type KeptRun } from './kept.js';
import { Tally } from './measures.js';

describe('keeping figures', () => {
  const tally = new Tally();
  tally.add(verdictOf(['fork'], ['fork'], { first: maskOf(['fork']), solved: true }));
  tally.add(verdictOf(['fork'], ['pin']));
  tally.add(verdictOf(['fork'], ['fork', 'pin']));
  const run: KeptRun = {
    file: 'puzzles.csv',
    sha256: 'abc',
    every: 1,
    offset: 0,
    engine: { version: '0.1.0', signature: '0123' },
    puzzles: 3,
    figures: figuresOf(tally.measures()),
  };

  it('takes the guarded ones, in percent', () => {
    const { figures } = run;
    expect(figures['fork']).toEqual({ recall_line: 66.67, recall_first: 33.33, precision_line: 100, solved: 33.33 });
    expect(figures['mean']).toEqual({ recall_line: 66.67, recall_first: 33.33, precision_line: 50, solved: 33.33 });
    expect(figures['all']).toEqual({ solved: 33.33 });
    expect(figures['skewer']?.['recall_line']).toBeNull();
    expect(Object.keys(figures)).toEqual(['mean', 'all', ...PATTERNS]);
  });

  it('holds one run for each part, and gives back what it holds', () => {
    const fourth = { ...run, every: 4 };
    const kept = keep(keep(keep({ runs: [] }, fourth), { ...run, sha256: 'old' }), run);
    expect(kept.runs).toEqual([run, fourth]);
    expect(parseKept(makeKept(kept))).toEqual(kept);
  });

  it('compares like with like alone', () => {
    const kept = { runs: [run, { ...run, every: 4 }] };
    expect(findLike(kept, { ...run, every: 4 }).every).toBe(4);
    expect(() => findLike(kept, { ...run, every: 8, offset: 3 })).toThrow(
      'no figures are kept of one in 8 of puzzles.csv, from number 3, but of: all of puzzles.csv; one in 4',
    );
    expect(() => findLike(kept, { ...run, file: 'other.csv' })).toThrow('all of other.csv');
    expect(() => findLike(kept, { ...run, sha256: 'def' })).toThrow('puzzles.csv is not the file');
    expect(() => findLike({ runs: [] }, run)).toThrow('but of: nothing');
  });

  it('names what has fallen by more than it may, and nothing else', () => {
    const was = {
      mean: { solved: 80 },
      fork: { solved: 70.5, recall_line: 90, precision_line: null },
      pin: { solved: 5 },
    };
    const is = {
      mean: { solved: 79.49 },
      fork: { solved: 70, recall_line: 95, precision_line: 1 },
      pin: { solved: null },
    };
    expect(findFalls(was, is, 0.5)).toEqual([
      { figure: 'mean solved', was: 80, is: 79.49 },
      { figure: 'pin solved', was: 5, is: null },
    ]);
    expect(findFalls(was, is, 0.49).map(({ figure }) => figure)).toContain('fork solved');
    expect(findFalls(was, was, 0)).toEqual([]);
  });

  it('refuses what it did not write', () => {
    for (const text of ['', '[]', 'null', '{"runs":1}', '{"runs":[{"file":"x"}]}']) {
      expect(() => parseKept(text)).toThrow(/no JSON|no kept figures/);
    }
  });
});

describe('writing into a document', () => {
  it('replaces what stands between the markers and nothing else', () => {
    const document = `# Title\n\n${BEGIN}\n\nold\n\n${END}\n\nrest\n`;
    expect(replacePart(document, 'new')).toBe(document.replace('old', 'new'));
    expect(replacePart(`${BEGIN}\n${END}`, 'new')).toBe(`${BEGIN}\n\nnew\n\n${END}`);
  });

  it('refuses a document without them', () => {
    for (const document of ['', BEGIN, END, `${END}\n${BEGIN}`, `${BEGIN}\n${BEGIN}\n${END}`]) {
      expect(() => replacePart(document, 'new')).toThrow('it needs one line');
    }
  });

  it("finds the project's own document and figures in order", () => {
    const text = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');
    expect(replacePart(text('accuracy.md'), 'new')).toContain('new');
    const { runs } = parseKept(text('accuracy.json'));
    expect(runs.map(({ every, offset }) => [every, offset])).toEqual([
      [1, 0],
      [4, 0],
    ]);
  });
});
