/** A game with its tactics written in: what is said where, and that nothing of the game is lost by it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { parse } from 'pgn-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine, type Engine } from '../../src/library/engine.js';
import { ROOT } from '../../src/paths.js';
import { decode } from '../../src/pgn/text.js';
import { annotateGame } from '../../src/tactics/analyze.js';
import { InvalidPatternError, InvalidPgnError } from '../../src/tactics/errors.js';
import type { AnnotateOptions, GameAnalysis, Pattern } from '../../src/tactics/types.js';
import { IMMORTAL_GAME } from '../api/app.js';
import { bytesOf, fixture, split } from '../pgn/helpers.js';

const FEN = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const HEAD = `[FEN "${FEN}"]\n\n`;
const FORK =
  '{ wins 7 points of material: fork, discovered attack ' + '[%csl Ge2,Ge5,Gd4,Rg1,Rc3] [%cal Re2g1,Re2c3,Re5c3] }';
const MISSED = `(37... Ne2+\n${FORK}\n38. Kg2 Nxc3 39. bxc3 Qxc3)`;
/** White's fifth move opens a line; Black's queen falls for a mate that has none of the ten names. */
const LEGAL = '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#';
const SAID = 'wins 1 point of material: discovered attack [%csl Gd1,Gf3,Rg4] [%cal Rd1g4]';
const OPENED = `{ ${SAID} }`;

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** Without the time that it took. */
function timeless({ performance_ms: _, ...rest }: GameAnalysis): object {
  return rest;
}

describe('annotateGame', () => {
  it('says of a tactic that was played what it wins, and shows its squares', () => {
    const played = engine.annotateGame(`${HEAD}37... Ne2+ 38. Kg2 Nxc3 39. bxc3 Qxc3 0-1`);
    expect(played).toBe(`${HEAD}37... Ne2+\n${FORK}\n38. Kg2 Nxc3 39. bxc3 Qxc3 0-1\n\n`);
  });

  it('shows the line of one that was missed, unless only what was played is asked for', () => {
    const game = `${HEAD}37... Qe1+ 38. Kg2 Nc6 *`;
    expect(engine.annotateGame(game)).toBe(`${HEAD}37... Qe1+\n${MISSED}\n38. Kg2 Nc6 *\n\n`);
    expect(engine.annotateGame(game, { mode: 'played' })).toBe(`${game}\n\n`);
    expect(engine.annotateGame(game, { patterns: ['pin'] })).toBe(`${game}\n\n`);
    expect(engine.annotateGame(game, { patterns: ['fork'] })).toContain(
      '(37... Ne2+\n{ wins 7 points of material: fork [%csl Ge2,Rg1,Rc3] [%cal Re2g1,Re2c3] } 38.\nKg2',
    );
  });

  it('takes up the number where a comment comes before a move of Black, and no other', () => {
    expect(engine.annotateGame(LEGAL)).toContain(`5. Nxe5\n${OPENED}\n5... Bxd1 6. Bxf7+`);
    expect(engine.annotateGame(LEGAL.replace('Bxd1', '5... Bxd1'))).toContain(`5. Nxe5\n${OPENED}\n5... Bxd1 6. Bxf7+`);
  });

  it.each([
    ['a comment', ' {[%clk 0:01]} ', ` {[%clk 0:01] ${SAID}} `],
    ['an empty comment', ' { } ', ` { ${SAID} } `],
    ['glyphs', ' $1 $14 ', ` $1 $14\n${OPENED}\n5... `],
    ['signs that stand apart', ' !? ', ` !?\n${OPENED}\n5... `],
    ['a novelty', ' N ', ` N\n${OPENED}\n5... `],
    ['a comment to the end of the line', ' ; greedy\n ', ` ; greedy\n${OPENED}\n5...\n `],
    ['the end of a line', '\n', `\n${OPENED}\n5... `],
    ['the line before an escaped one', '\n%off\n ', `\n${OPENED}\n%off\n `],
    ['the move of a variation', ' (5. O-O) ', `\n${OPENED}\n(5. O-O) `],
    ['a comment before a variation', ' {well} (5. O-O) ', ` {well ${SAID}} (5. O-O) `],
  ])('writes behind %s', (_, given, expected) => {
    const annotated = engine.annotateGame(LEGAL.replace('Nxe5 ', `Nxe5${given}`));
    const [before = '', behind = ''] = LEGAL.split('Nxe5 ');
    expect(annotated).toBe(`${before}Nxe5${expected}${behind}\n\n`);
    expect(timeless(engine.analyzeGame(annotated))).toEqual(timeless(engine.analyzeGame(LEGAL)));
  });

  it('keeps CR LF, tags and encodings', () => {
    const old = `[White "M\xfcller"]\r\n\r\n${LEGAL} {sch\xf6n} 1-0\r\n`;
    const [raw] = split(Uint8Array.from(old, (sign) => sign.charCodeAt(0)));
    const expected = old.replace('5. Nxe5 ', `5. Nxe5\r\n${OPENED}\r\n5... `);
    expect(engine.annotateGame(raw!)).toBe(`${expected}\r\n`);
  });

  it('writes moves in the letters of another language as the standard has them', () => {
    const german = '1. e4 e5 2. Sf3 d6 3. Lc4 Lg4 4. Sc3 g6 5. Sxe5 Lxd1 6. Lxf7+ Ke7 7. Sd5#';
    expect(engine.annotateGame(german)).toBe(engine.annotateGame(LEGAL));
  });

  it('names a pattern where it stands, once, and says how far a mate is', () => {
    // Greco's: the queen is offered for a smothered mate
    const annotated = engine.annotateGame(
      '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Re1 O-O 6. c3 Qe7 7. d4 exd4 8. e5 Ng4 9. cxd4 Nxd4 10. Nxd4 Qh4 ' +
        '11. Nf3 Qxf2+ 12. Kh1 Qg1+ 13. Nxg1 Nf2# 0-1',
      { mode: 'played' },
    );
    expect(annotated.match(/\{.*?\}/g)).toEqual([
      '{ mates in 3: smothered mate }',
      '{ mates in 2: smothered mate }',
      '{ mates: smothered mate [%csl Gf2,Rh1] [%cal Rf2h1] }',
    ]);
  });

  it('joins what a move ends with what it begins', () => {
    const annotated = engine.annotateGame(
      '[FEN "r6r/p1p1p3/1qb1k3/3p2P1/4n3/2N3Q1/PPP2RP1/3R2K1 w - - 1 25"]\n\n25. Qg4+ Ke5 26. Qf5+ Kd6 27. Nxe4# 1-0',
      { mode: 'played' },
    );
    expect(annotated).not.toMatch(/\}\s*\{/);
    expect(annotated).toContain(
      '26. Qf5+\n{ deflection [%csl Gf5,Re5,Re4] [%cal Rf5e5,Rf5e4]; mates in 2: pin, deflection }\n',
    );
  });

  it.each([
    ['what was played', `${HEAD}37... Ne2+ 38. Kg2 Nxc3 39. bxc3 Qxc3 0-1`],
    ['what was missed', `${HEAD}37... Qe1+ 38. Kg2 Nc6 *`],
    ['a comment that was there', `${HEAD}37... Ne2+ { [%clk 0:01] } 38. Kg2 Nc1 *`],
    ['a whole game', IMMORTAL_GAME],
  ])('says nothing twice, where it is annotated again: %s', (_, game) => {
    const annotated = engine.annotateGame(game);
    expect(annotated).not.toBe(`${game}\n\n`);
    expect(engine.annotateGame(annotated)).toBe(annotated);
  });

  const fixtures = readdirSync(join(ROOT, 'test', 'fixtures', 'pgn'));
  it.each(fixtures)('changes no game of %s for whoever reads it again', (name) => {
    for (const raw of split(fixture(name))) {
      let before: GameAnalysis;
      try {
        before = engine.analyzeGame(raw);
      } catch (error) {
        if (!(error instanceof InvalidPgnError)) throw error;
        expect(() => engine.annotateGame(raw)).toThrow(error.message);
        continue;
      }
      const annotated = engine.annotateGame(raw);
      const [again, ...others] = split(bytesOf(annotated));
      expect(others).toEqual([]);
      expect(timeless(engine.analyzeGame(again!))).toEqual(timeless(before));
    }
  });

  it('is read by chess.js and pgn-parser wherever the game was', () => {
    const games = split(fixture('plain.pgn'));
    expect(games.length).toBeGreaterThan(1);
    for (const raw of [...games, ...split(bytesOf(IMMORTAL_GAME)), ...split(bytesOf(`${LEGAL} 1-0`))]) {
      const annotated = engine.annotateGame(raw);
      const [plain, noted] = [new Chess(), new Chess()];
      plain.loadPgn(decode(raw.bytes));
      noted.loadPgn(annotated);
      expect(noted.history()).toEqual(plain.history());
      expect(parse(annotated)).toHaveLength(1);
    }
  });

  it('is the same by promise, and refuses what it does not know', async () => {
    expect(await annotateGame(LEGAL)).toBe(engine.annotateGame(LEGAL));
    await expect(annotateGame('1. e4 e5 2. Ke3')).rejects.toThrow(InvalidPgnError);
    await expect(annotateGame('1. e4', { patterns: ['windmill' as Pattern] })).rejects.toThrow(InvalidPatternError);
    expect(() => engine.annotateGame(7 as never)).toThrow('a game must be a string');
    expect(() => engine.annotateGame(LEGAL, { depth: 'l1' } as AnnotateOptions)).toThrow(
      new TypeError("'depth' is no option; the options are patterns, mode"),
    );
  });
});
