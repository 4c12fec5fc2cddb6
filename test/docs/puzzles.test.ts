/** docs/puzzles.md says what exports do: formats, flags and weights are those of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RATING_BOUNDS, RATING_DEVIATION, WEIGHTS, ratingOf, type Measures } from '../../src/export/difficulty.js';
import { FORMATS } from '../../src/export/formats.js';
import { COLUMNS } from '../../src/export/lichess-csv.js';
import { ROOT } from '../../src/paths.js';
import { run } from '../jobs/run.js';

const text = readFileSync(join(ROOT, 'docs', 'puzzles.md'), 'utf8');

/** A section, by its heading. */
function section(name: string): string {
  const found = text.split(/^## /m).find((part) => part.startsWith(`${name}\n`));
  if (found === undefined) throw new Error(`docs/puzzles.md has no section ${name}`);
  return found;
}

it('has a row for each format', () => {
  const rows = Array.from(section('Formats').matchAll(/^\| `([\w-]+)` \|/gm), ([, name]) => name);
  expect(rows).toEqual(FORMATS.map(({ name }) => name));
  expect(section('Formats')).toContain(COLUMNS.join(','));
});

it('names flags that there are', async () => {
  const { stdout } = await run('export', ['--help']);
  const flags = new Set(
    Array.from(`${section('Choosing')}${section('Formats')}`.matchAll(/`(--[a-z-]+)/g), ([, flag]) => flag!),
  );
  expect(flags.size).toBeGreaterThan(20);
  for (const flag of flags) if (flag !== '--help') expect(stdout).toContain(flag);
});

it('has the weights of the difficulty', () => {
  const rows = Array.from(section('Difficulty').matchAll(/^\| `(\w+)` \| (-?\d+) \|/gm), ([, name, points]) => [
    name,
    Number(points),
  ]);
  expect(Object.fromEntries(rows)).toEqual(WEIGHTS);
  const nothing = Object.fromEntries(Object.keys(WEIGHTS).map((name) => [name, 0])) as Measures;
  const base = ratingOf({ ...nothing, moves: 5 }) - 5 * WEIGHTS.moves;
  expect(section('Difficulty')).toContain(`and ${base} to begin with`);
  expect(section('Difficulty')).toContain(`cut to ${RATING_BOUNDS.least} to ${RATING_BOUNDS.most}`);
  expect(section('Difficulty')).toContain(`deviation of ${RATING_DEVIATION}`);
});
