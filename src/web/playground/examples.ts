/** What the playground offers to those who come with nothing: a position for each pattern, and famous games. */
import { PATTERN_EXAMPLES } from 'motif:examples';
import { FAMOUS_GAMES } from 'motif:games';
import { capitalised, inWords } from '../../tactics/words.js';
import type { View } from '../address.js';

export interface Example {
  id: string;
  title: string;
  view: View;
}

export const POSITIONS: readonly Example[] = PATTERN_EXAMPLES.map(({ pattern, fen }) => ({
  id: pattern,
  title: capitalised(inWords(pattern)),
  view: { fen },
}));

export const GAMES: readonly Example[] = FAMOUS_GAMES.map(({ title, name, pgn }, index) => ({
  id: `game-${index}`,
  title: name === null ? title : `${name.replace(/^The /, '')}: ${title}`,
  view: { pgn },
}));

/** What is shown to whoever comes without an address of their own: Réti gives his queen for a double check that mates. */
const RETI = GAMES.find(({ title }) => title.includes('Reti - Tartakower'));
export const FIRST: View = { ...(RETI ?? GAMES[0])?.view, ply: 17 };

export function exampleOf(id: string): Example | undefined {
  return [...POSITIONS, ...GAMES].find((example) => example.id === id);
}
