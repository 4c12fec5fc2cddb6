/** Results as people write them at the end of a game: which bytes of movetext are one. */
import { byteAt, dashLength, endsToken, skipFew } from './glyphs';

/** Whether a result as the standard writes it stands at `at`: `1-0`, `0-1`, `1/2-1/2`; and `1/2`. */
export function isResult(at: usize): bool {
  const three = load<u32>(at) & 0xffffff;
  if (three == 0x302d31 || three == 0x312d30) return endsToken(byteAt(at + 3));
  if (three != 0x322f31) return false;
  return endsToken(byteAt(at + 3)) || (load<u32>(at + 3) == 0x322f312d && endsToken(byteAt(at + 7)));
}

/** Half points of the score that `scoreLength` found last. */
let scored: i32 = 0;

/** Length of one side's score at `at`: `1`, `0`, `1/2`, `½` (UTF-8 or Latin-1), `0.5`, `0,5`, `.5`; 0 for none. */
function scoreLength(at: usize): usize {
  const three = load<u32>(at) & 0xffffff;
  scored = 1;
  if (three == 0x322f31 || three == 0x352e30 || three == 0x352c30) return 3;
  if ((three & 0xffff) == 0xbdc2 || (three & 0xffff) == 0x352e) return 2;
  if ((three & 0xff) == 0xbd) return 1;
  scored = (three & 0xff) == 0x31 ? 2 : 0;
  return (three & 0xff) == 0x31 || (three & 0xff) == 0x30 ? 1 : 0;
}

/**
 * Whether a result stands at `at` in one of the ways that people have: `1:0`, `1 - 0`, `1–0`, `½-½`, `1/2 - 1/2`, `0.5-0.5`, and any of
 * them with a full stop or another sign behind it.
 */
export function isLooseResult(at: usize): bool {
  let here = at + scoreLength(at);
  if (here == at) return false;
  const first = scored;
  here = skipFew(here);
  const joint: usize = byteAt(here) == 0x3a ? 1 : dashLength(here);
  if (joint == 0) return first == 1 && byteAt(at) == 0x31 && endsLoosely(here);
  here = skipFew(here + joint);
  const second = scoreLength(here);
  return second != 0 && first + scored == 2 && endsLoosely(here + second);
}

/** Whether a result may end at `at`: where a token does, or in front of one sign that ends it. */
function endsLoosely(at: usize): bool {
  switch (byteAt(at)) {
    case 0x2e: // .
    case 0x2c: // ,
    case 0x21: // !
    case 0x2b: // +
    case 0x23: // #
      return endsToken(byteAt(at + 1));
    default:
      return endsToken(byteAt(at));
  }
}

/** Where a result begins that is glued to the end of a token (`Qd61-0`); `end` where none is. */
export function gluedResult(start: usize, end: usize): usize {
  if (end - start > 7 && isResult(end - 7)) return end - 7;
  return end - start > 3 && isResult(end - 3) ? end - 3 : end;
}
