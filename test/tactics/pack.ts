/** Packed records by hand, for tests of what is built on top of them. The layout is `src/tactics/record.ts`'s. */
import { PATTERNS, type Pattern } from '../../src/tactics/types.js';

export interface Sketch {
  pattern: Pattern;
  /** UCI. */
  move: string;
  black?: boolean;
  gain?: number;
  mate?: boolean;
  confirmed?: boolean;
  patternPly?: number;
  keys?: string[];
  /** Letter and square: `qd8` is a black queen. */
  targets?: string[];
  line?: string[];
}

function square(name: string): number {
  return 'abcdefgh'.indexOf(name.charAt(0)) + 8 * (Number(name.charAt(1)) - 1);
}

/** A move as records and games pack it. */
export function packMove(uci: string): number {
  return square(uci.slice(0, 2)) | (square(uci.slice(2, 4)) << 6) | (Math.max(0, ' nbrq'.indexOf(uci.charAt(4))) << 12);
}

function packPiece(letter: string): number {
  return 'pnbrqk'.indexOf(letter.toLowerCase()) + (letter === letter.toLowerCase() ? 8 : 0);
}

/** A run of records. */
export function pack(...sketches: Sketch[]): Uint8Array {
  const bytes = sketches.flatMap((sketch) => {
    const { keys = [], targets = [], gain = 100, confirmed = true } = sketch;
    const line = (sketch.line ?? (confirmed ? [sketch.move] : [])).map(packMove);
    const trigger = packMove(sketch.move);
    return [
      PATTERNS.indexOf(sketch.pattern),
      (confirmed ? 1 : 0) | (sketch.mate === true ? 2 : 0) | (sketch.black === true ? 4 : 0),
      trigger & 255,
      trigger >> 8,
      gain & 255,
      (gain >> 8) & 255,
      sketch.patternPly ?? 0,
      keys.length,
      targets.length,
      line.length,
      ...keys.map(square),
      ...targets.map((target) => square(target.slice(1))),
      ...targets.map((target) => packPiece(target.charAt(0))),
      ...line.flatMap((move) => [move & 255, move >> 8]),
    ];
  });
  return Uint8Array.from(bytes);
}
