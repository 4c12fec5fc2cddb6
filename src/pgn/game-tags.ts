/** The tags of a game that are kept with it, and handed on with whatever comes out of it. Null where the game does not have them. */
export interface GameTags {
  white: string | null;
  black: string | null;
  event: string | null;
  site: string | null;
  date: string | null;
  round: string | null;
  result: string | null;
  eco: string | null;
  timeControl: string | null;
  whiteElo: number | null;
  blackElo: number | null;
}

/** The tags as PGN names and orders them, the seven of its roster first. @param result in the place of the game's own */
export function tagPairs(game: GameTags, result: string): [name: string, value: string | number | null][] {
  return [
    ['Event', game.event],
    ['Site', game.site],
    ['Date', game.date],
    ['Round', game.round],
    ['White', game.white],
    ['Black', game.black],
    ['Result', result],
    ['WhiteElo', game.whiteElo],
    ['BlackElo', game.blackElo],
    ['ECO', game.eco],
    ['TimeControl', game.timeControl],
  ];
}
