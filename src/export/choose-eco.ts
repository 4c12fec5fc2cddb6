/** Openings by their ECO codes, one or a range: `B33`, `B20-B99`, or a whole volume or tenth: `B`, `B3`. */

export interface EcoRange {
  /** Codes as numbers, A00 = 0 ... E99 = 499, both included. */
  first: number;
  last: number;
  text: string;
}

const VOLUMES = 'ABCDE';

/** Null where the text is no code and no range of codes. */
export function readEcoRange(text: string): EcoRange | null {
  const clean = text.trim().toUpperCase();
  const [, from = '', to = from] = /^([A-E]\d{0,2})(?:\s*-\s*([A-E]\d{0,2}))?$/.exec(clean) ?? [];
  if (from === '') return null;
  const range = { first: numberOf(from.padEnd(3, '0')), last: numberOf(to.padEnd(3, '9')), text: clean };
  return range.first <= range.last ? range : null;
}

function numberOf(code: string): number {
  return 100 * VOLUMES.indexOf(code.charAt(0)) + Number(code.slice(1));
}
