/** Games of any length made of the same positions over and over, so that only the length can make a difference. */

/** An Italian middlegame, where pieces meet but nothing is about to happen, and a round trip in it. */
const START = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8';
const TRIP = ['Bg5', 'Bg4', 'Bd2', 'Bd7', 'Qe2', 'Qe7', 'Bc1', 'Bc8', 'Qd1', 'Qd8'];

export interface LongGame {
  fen: string;
  movetext: Uint8Array;
}

/** @param moves of both sides; with their numbers, as people write them */
export function longGame(moves: number): LongGame {
  const words: string[] = [];
  for (let ply = 0; ply < 2 * moves; ply++) {
    if (ply % 2 === 0) words.push(`${ply / 2 + 1}.`);
    words.push(TRIP[ply % TRIP.length] ?? '');
  }
  return { fen: START, movetext: new TextEncoder().encode([...words, '*'].join(' ')) };
}
