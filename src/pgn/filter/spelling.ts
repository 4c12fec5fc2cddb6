/**
 * Text as people ask for it: whatever its case and accents, and with umlauts as they may be written where a keyboard or an archive has none,
 * `Müller` as `Muller` or as `Mueller`.
 *
 * A text has two spellings, for a third would find strangers: what is asked for is held against both, each in the same spelling. So `müller`
 * finds all three of these, `mueller` finds `Müller` and not `Muller`, and `muller` finds `Müller` and not `Mueller`.
 */

/** Letters that Unicode does not take apart, as people write them who have none of them on their keyboard. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
);
const SPECIAL = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g');

/** Letters that are written as one plain letter by some, and as two by others. */
const TWO: ReadonlyMap<string, string> = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }));
const UMLAUT = new RegExp(`[${[...TWO.keys()].join('')}]`, 'g');
const PAIR = /ae|oe|ue|aa/;

const ASCII = /^[\x00-\x7f]*$/;

/** Lower case without accents: `muller` of `Müller`. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const bare = lower.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(SPECIAL, (letter) => PLAIN.get(letter)!);
}

/** The same with umlauts as two letters: `mueller` of `Müller`. */
export function spell(text: string): string {
  const lower = composed(text);
  return ASCII.test(lower) ? lower : fold(lower.replace(UMLAUT, (letter) => TWO.get(letter)!));
}

/** What is asked for, in the form in which filters keep it: equal where the same is found. */
export function asAsked(text: string): string {
  return Array.from(composed(text), (letter) => (TWO.has(letter) ? letter : fold(letter))).join('');
}

function composed(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFC');
}

/** A part of a text in the spellings in which it is looked for; null where the second finds nothing that the first does not. */
export function spellingsOf(part: string): { plain: string; spelled: string | null } {
  const spelled = spell(part);
  // without a pair it could only fall between the two letters of one: "ell" is no part of Brüll
  return { plain: fold(part), spelled: PAIR.test(spelled) ? spelled : null };
}

/** Whether a text holds one of the parts that are asked for. */
export function partTest(parts: readonly string[]): (text: string) => boolean {
  const wanted = parts.map(spellingsOf);
  const both = wanted.some(({ spelled }) => spelled !== null);
  return (text) => {
    const plain = fold(text);
    const spelled = both ? spell(text) : plain;
    return wanted.some(
      (part) => plain.includes(part.plain) || (part.spelled !== null && spelled.includes(part.spelled)),
    );
  };
}
