/** `data/sample/famous.pgn` -> the games that the playground offers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../src/paths.js';
import { GameSplitter } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import type { FamousGame } from '../../src/web/guide.js';

/** Event names that are no game's own. */
const OWN_NAME = /^The .* Game$/;

export function famousGames(): FamousGame[] {
  const splitter = new GameSplitter();
  const bytes = readFileSync(join(ROOT, 'data', 'sample', 'famous.pgn'));
  return [...splitter.push(bytes), ...splitter.end()].map((game) => {
    const { tags } = readTags(game.bytes);
    const player = (tag: string): string => (tags.get(tag) ?? '?').split(',')[0] ?? '?';
    const event = tags.get('Event') ?? '';
    return {
      title: `${player('White')} - ${player('Black')}, ${(tags.get('Date') ?? '').slice(0, 4)}`,
      name: OWN_NAME.test(event) ? event : null,
      pgn: Buffer.from(game.bytes).toString('utf8'),
    };
  });
}
