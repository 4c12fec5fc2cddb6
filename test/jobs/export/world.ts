/** What the tests of exports share: a few games, scanned. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tempFolder } from '../../store/fixture.js';
import { run } from '../run.js';

/** Games with mistakes that one move punishes, and no other comes near; and one without. */
export const GAMES = `[Event "Traps"]
[Site "?"]
[Date "2020.01.02"]
[White "=cmd|' /C calc'!A0"]
[Black "Smothered"]
[Result "0-1"]
[ECO "A52"]

1. d4 Nf6 2. c4 e5 3. dxe5 Ng4 4. Bf4 Nc6 5. Nf3 Bb4+ 6. Nbd2 Qe7 7. a3 Ngxe5 8. axb4 Nd3# 0-1

[Event "Traps"]
[Site "https://lichess.org/abcdEFGH"]
[Date "2021.03.04"]
[White "Caro"]
[Black "Kann"]
[Result "1-0"]
[WhiteElo "2300"]
[BlackElo "2250"]
[ECO "B17"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0

`;

export async function scanned(name = 'traps.pgn'): Promise<{ folder: string; db: string }> {
  const folder = tempFolder();
  const db = join(folder, 'games.db');
  const pgn = join(folder, name);
  writeFileSync(pgn, GAMES);
  const { code } = await run('scan', [pgn, '--db', db, '--quiet', '--workers', '1']);
  expect(code).toBe(0);
  return { folder, db };
}
