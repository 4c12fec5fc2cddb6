/** The picture of a board: every piece where it stands, from either side. */
import { describe, expect, it } from 'vitest';
import { boardSvg } from '../../src/export/diagram.js';

const FEN = 'r3k3/8/8/8/8/8/P7/4K2R b Kq - 3 37';

/** kind, x, y of all pieces, White's first. */
function pieces(svg: string): string[] {
  return Array.from(
    svg.matchAll(/<use href='#p(\d)' x='(\d+)' y='(\d+)'\/>/g),
    ([, kind, x, y]) => `${kind} ${x} ${y}`,
  );
}

describe('a diagram', () => {
  it('has White at the bottom, or Black', () => {
    expect(pieces(boardSvg(FEN))).toEqual(['6 180 315', '4 315 315', '1 0 270', '4 0 0', '6 180 0']);
    expect(pieces(boardSvg(FEN, { flipped: true }))).toEqual([
      '6 135 0',
      '4 0 0',
      '1 315 45',
      '4 315 315',
      '6 135 315',
    ]);
  });

  it('needs nothing from outside, and no double quote', () => {
    const svg = boardSvg(FEN, { size: 200 });
    expect(svg).toContain("width='200'");
    expect(svg).not.toContain('"');
    expect(svg.replace("xmlns='http://www.w3.org/2000/svg'", '')).not.toMatch(/https?:|url\(|<image|<script/);
  });

  it('has dark squares at a1 and h8', () => {
    const path = /<path fill='#b08d68' d='([^']+)'/.exec(boardSvg(FEN))?.[1] ?? '';
    expect(path.match(/z/g)?.length).toBe(32);
    expect(path).toContain('M0 315h');
    expect(path).toContain('M315 0h');
    expect(path).not.toContain('M0 0h');
  });
});
