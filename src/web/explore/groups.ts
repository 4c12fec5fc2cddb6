/** Tactics of one position beside each other -> one card: the board is the same, and the best of them speaks for it. */
import type { Finding } from '../../explore/finding.js';

/** A finding with its game as PGN, so that it can be shown where it stands. */
export interface PageFinding extends Finding {
  pgn: string;
}

export interface Group {
  /** The one to show. */
  best: PageFinding;
  others: PageFinding[];
}

/** Neighbours in the list that stand at the same ply of the same game, best first. */
export function groupFindings(found: readonly PageFinding[]): Group[] {
  const groups: PageFinding[][] = [];
  for (const finding of found) {
    const last = groups.at(-1);
    const neighbour = last?.[0];
    if (last !== undefined && neighbour?.game.digest === finding.game.digest && neighbour.ply === finding.ply)
      last.push(finding);
    else groups.push([finding]);
  }
  return groups.map((group) => {
    const [best, ...others] = group.toSorted(byWorth);
    return { best: best!, others };
  });
}

/** Mates before gains, short ones first; of equal ones what was played, then the pattern of the move itself. */
function byWorth(a: PageFinding, b: PageFinding): number {
  return (
    Number(b.is_mate) - Number(a.is_mate) ||
    (a.is_mate ? lengthOf(a) - lengthOf(b) : b.gain - a.gain) ||
    Number(b.outcome === 'played') - Number(a.outcome === 'played') ||
    (a.pattern_ply ?? 0) - (b.pattern_ply ?? 0)
  );
}

function lengthOf({ sequence }: PageFinding): number {
  return sequence?.length ?? 0;
}
