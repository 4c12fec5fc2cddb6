/** The picture of a board: every piece where it stands, from either side, and the move that it points at. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { boardSvg } from '../../src/export/diagram.js';

const FEN = 'r3k3/8/8/8/8/8/P7/4K2R w Kq - 3 37';
const KINDS = 'pnbrqk';

/** kind, x, y of all pieces, White's first. */
function pieces(svg: string): string[] {
  return Array.from(
    svg.matchAll(/<use href='#[\w-]*p(\d)' x='(\d+)' y='(\d+)'\/>/g),
    ([, kind, x, y]) => `${kind} ${x} ${y}`,
  );
}

describe('a diagram', () => {
  it('has below whose move it is, or who is to be there', () => {
    const white = ['6 198 315', '4 333 315', '1 18 270', '4 18 0', '6 198 0'];
    const black = ['6 153 0', '4 18 0', '1 333 45', '4 333 315', '6 153 315'];
    expect(pieces(boardSvg(FEN))).toEqual(white);
    expect(pieces(boardSvg(FEN.replace(' w ', ' b ')))).toEqual(black);
    expect(pieces(boardSvg(FEN, { flipped: true }))).toEqual(black);
    expect(boardSvg(FEN)).toContain(`<text x='40.5' y='373'>a</text><text x='9' y='26.5'>8</text>`);
    expect(boardSvg(FEN, { flipped: true })).toContain(`<text x='40.5' y='373'>h</text><text x='9' y='26.5'>1</text>`);
  });

  it.each(['r1b3k1/pp3Npp/8/8/2Q5/8/5PPP/6K1 w - - 0 1', '4r1k1/8/8/8/8/8/4R1PP/7K b - - 0 1'])(
    'of %s has every piece on its square, and defines what it uses',
    (fen) => {
      const flipped = fen.split(' ')[1] === 'b';
      const expected = new Chess(fen).board().flatMap((row) =>
        row.flatMap((piece) => {
          if (piece === null) return [];
          const [file, rank] = [piece.square.charCodeAt(0) - 97, Number(piece.square.charAt(1)) - 1];
          const [x, y] = [18 + 45 * (flipped ? 7 - file : file), 45 * (flipped ? rank : 7 - rank)];
          return [`${KINDS.indexOf(piece.type) + 1} ${x} ${y}`];
        }),
      );
      const svg = boardSvg(fen, { id: 'first-' });
      expect(pieces(svg).sort()).toEqual(expected.sort());
      const ids = Array.from(svg.matchAll(/<g id='([^']+)'>/g), ([, id]) => id);
      const used = Array.from(svg.matchAll(/href='#([^']+)'/g), ([, id]) => id);
      expect(ids).toEqual([...new Set(used)].sort());
      expect(ids[0]).toMatch(/^first-/);
    },
  );

  it('tells those who hear a page what stands where', () => {
    expect(boardSvg(FEN)).toContain(
      '<title>White to move. White: king e1, rook h1, pawn a2. Black: king e8, rook a8.</title>',
    );
  });

  it('needs nothing from outside, and no double quote', () => {
    const svg = boardSvg(FEN, { size: 200, move: 'h1h8' });
    expect(svg).toContain("width='200'");
    expect(svg).not.toContain('"');
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg.replace("xmlns='http://www.w3.org/2000/svg'", '')).not.toMatch(/https?:|url\(|<image|<script/);
  });

  it('has dark squares at a1 and h8', () => {
    const path = /<path fill='#a98462' d='([^']+)'/.exec(boardSvg(FEN))?.[1] ?? '';
    expect(path.match(/z/g)?.length).toBe(32);
    expect(path).toContain('M18 315h');
    expect(path).toContain('M333 0h');
    expect(path).not.toContain('M18 0h');
  });

  it('marks the squares of a move, each in its colour, and points from one to the other', () => {
    const svg = boardSvg(FEN, { move: 'a2a3' });
    // a2 is a light square, a3 a dark one
    expect(svg).toContain(`<path fill='#e3d37a' d='M18 270h45v45h-45z'/><path fill='#b9a13c' d='M18 225h45v45h-45z'/>`);
    expect(svg).toMatch(/<path d='M44\.0 280\.5L[^']+z' fill='#1f7a4d'/);
    expect(boardSvg(FEN)).not.toMatch(/#e3d37a|#b9a13c|#1f7a4d/);
  });
});
