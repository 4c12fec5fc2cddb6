/**
 * The table of opening lines, `data/sample/openings.txt`: one line an opening, `ECO | name | moves in SAN`. Text and not JSON,
 * because people write it by hand and a diff should show one opening a line.
 */

export interface Opening {
  eco: string;
  name: string;
  san: string[];
}

/** Reads the table; throws with the line's number at the first line that is not an opening. */
export function parseOpenings(text: string): Opening[] {
  const openings: Opening[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [eco, name, moves, ...rest] = line.split('|').map((field) => field.trim());
    if (!eco || !/^[A-E]\d\d$/.test(eco) || !name || !moves || rest.length > 0) {
      throw new Error(`openings: line ${index + 1} is not "ECO | name | moves"`);
    }
    openings.push({ eco, name, san: moves.split(/\s+/) });
  }
  return openings;
}
