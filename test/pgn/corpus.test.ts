/**
 * The splitter against real archives, which the project does not ship: set MOTIF_DATA to a folder with `pgn/` in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTags } from '../../src/pgn/tags.js';
import { split } from './helpers.js';

const folder = process.env['MOTIF_DATA'] === undefined ? null : join(process.env['MOTIF_DATA'], 'pgn');
if (folder === null) console.warn('MOTIF_DATA is not set: the tests on real archives are SKIPPED');

/** Where our rules and the counts in the data's README (python-chess 1.11) part, and why. */
const OURS: Record<string, number> = {
  'annotated/d00_chess_informant.pgn': 103, // 103 tag sections; it takes a comment behind a result for a game
  'annotated/human_computer.pgn': 29, // the same, with 29
  'testsuites/pgn-extract/test-Ta.pgn': 1, // the same: a comment with a blank line behind it, one game
  'testsuites/pgn-extract/test-noresults.pgn': 1,
  'testsuites/pgn-extract/test-nomovenumbers.pgn': 1,
  'testsuites/chessops/headers-and-moves-on-the-same-line.pgn': 3, // three tag sections, each with its moves
  'testsuites/chessops/leading-whitespace.pgn': 4, // behind a blank line `1. e4` begins a game, with or without tags
  'testsuites/scalachess/uzchesscup.pgn': 45, // 45 tag sections without movetext: 45 games of 0 plies
};

function expectedCounts(root: string): [string, number][] {
  const counts = new Map<string, number>();
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const [, file = '', games] of readme.matchAll(/^\| (\S+\.pgn) \| \d+ \| (\d+) /gm))
    counts.set(file, Number(games));
  for (const row of readFileSync(join(root, 'nasty', 'expected.csv'), 'utf8')
    .split('\n')
    .slice(1)) {
    const [name = '', game] = row.split(',');
    const file = `nasty/${name}`;
    if (name !== '') counts.set(file, Math.max(counts.get(file) ?? 0, Number(game)));
  }
  return [...counts]
    .filter(([file]) => existsSync(join(root, file)))
    .map(([file, games]) => [file, OURS[file] ?? games]);
}

describe.skipIf(folder === null)('real archives', () => {
  const files = folder === null ? [] : expectedCounts(folder);

  it.each(files)('%s: %i games', (file, count) => {
    const input = new Uint8Array(readFileSync(join(folder ?? '', file)));
    const games = split(input, [65_536]);
    expect(games).toHaveLength(count);
    expect(split(input, [7, 1, 4093]).map(({ offset, line }) => ({ offset, line }))).toEqual(
      games.map(({ offset, line }) => ({ offset, line })),
    );
    if (input[0] !== 0xff) {
      const gone = games.filter((game) =>
        Buffer.compare(input.subarray(game.offset, game.offset + game.bytes.length), game.bytes),
      );
      expect(gone).toEqual([]);
    }
    expect(
      games.filter((game) => readTags(game.bytes).tags.size === 0 && !file.includes('no-headers')).length,
    ).toBeLessThan(file.startsWith('testsuites') ? 2 : 1);
  });
});
