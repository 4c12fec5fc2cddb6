/** The main line out of PGN bytes: what is skipped, what ends a game, what stops the reading and where. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, GameFault } from '../../src/tactics/engine.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeUci } from '../../src/tactics/record.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function moves(text: string | Uint8Array, fen: string | null = null): string {
  const game = engine.replay(typeof text === 'string' ? Buffer.from(text) : text, fen);
  return game.ok ? Array.from(game.moves, makeUci).join(' ') : `${game.reason} at ply ${game.ply}: ${game.token}`;
}

function fault(text: string | Uint8Array, fen: string | null = null): GameFault {
  const game = engine.replay(typeof text === 'string' ? Buffer.from(text) : text, fen);
  if (game.ok) throw new Error('expected a fault');
  return game;
}

const THREE = 'e2e4 e7e5 g1f3';

describe('a main line', () => {
  it.each([
    ['plain', '1. e4 e5 2. Nf3'],
    ['numbers glued to moves', '1.e4 e5 2.Nf3'],
    ['numbers for both sides', '1. e4 1... e5 2. Nf3'],
    ['numbers glued with dots', '1.e4 1...e5 2.Nf3'],
    ['an ellipsis character', '1.e4 1…e5 2.Nf3'],
    ['wrong numbers', '77.e4 3. e5 0. Nf3'],
    ['no numbers', 'e4 e5 Nf3'],
    ['numbers without dots', '1 e4 e5 2 Nf3'],
    ['numbers with other signs', '1) e4 1: e5 2- Nf3'],
    ['numbers with too many dots', '1.. e4 1..... e5 2.…Nf3'],
    ['numbers in pieces', '1 . e4 1 ... e5 2 .Nf3'],
    ['numbers that begin with zeros', '01. e4 001...e5 02. Nf3'],
    ['commas', '1. e4, e5, 2. Nf3,'],
    ['tabs, form feeds and other controls', '\u0000\u001a\f1.\te4\u0001e5\r\n2.\v Nf3\u0000'],
    ['a byte-order mark', '\ufeff1. e4 e5 2. Nf3'],
    ['no-break spaces', '1.\u00a0e4\u00a0e5\u00a02.\u00a0Nf3'],
    ['no-break spaces in Latin-1', Buffer.from('1.\xa0e4\xa0e5\xa0\xa02.\xa0Nf3', 'latin1')],
    ['a no-break space behind the result', '1. e4 e5 2. Nf3 1-0\u00a0'],
    ['thin spaces and wide ones', '1.\u2009e4\u202fe5\u30002.\u2003Nf3\u2009½\u2009–\u2009½'],
    ['UCI', 'e2e4 e7e5 g1f3'],
    ['long algebraic', '1. e2-e4 e7-e5 2. Ng1-f3'],
    ['small letters', '1. e4 e5 2. nf3'],
    ['figurines', '1. e4 e5 2. ♘f3'],
    ['black figurines', '1. e4 e5 2. ♞f3'],
    ['brace comments', '{a}1.{b}e4{c}e5{ 1. d4 ( ; }2. Nf3{'.slice(0, -1)],
    ['a comment over several lines', '1. e4 {one\n%two\n;three} e5 2. Nf3'],
    ['line comments', '1. e4 ; d4 { (\n e5 ; another\r2. Nf3;end'],
    ['escaped lines', '% 1. d4 {\n1. e4 e5\n%Nc6 (\r\n2. Nf3\n%'],
    ['NAGs', '1. e4 $1 $ e5$2$14 2. Nf3 $255'],
    ['suffixes', '1. e4! e5?! 2. Nf3!!?'],
    ['glyphs', '1. e4 = e5 += 2. Nf3 +- N D ± ∞ -+ +/- =/+ ~ ?'],
    ['glued glyphs', '1. e4= e5± 2. Nf3∞'],
    ['Informant glyphs', '1. e4 ⩲ e5 ⩱ 2. Nf3 □ ⌓ ○ ⟳ ↑ → ⇆ ⊕ =∞ ∓ ∆ Δ ⨀ ⬒ µ × ÷ † ‡ ♗♗'],
    ['glued Informant glyphs', '1. e4⩲ e5⩱ 2. Nf3=∞□'],
    ['glyphs of old programs', '1. e4 -> e5 <= >= << >> 2. Nf3 [] |^ _|_ <=> ^^ RR TN unclear (+) +/= =/+ -/+'],
    ['glued glyphs of old programs', '1. e4+/= e5[] 2. Nf3=/+'],
    ['typographic exclamation', '1. e4‼ e5⁉ 2. Nf3⁈'],
    ['Latin-1 glyphs', Buffer.from('1. e4\xb1 e5 \xb1 2. Nf3', 'latin1')],
    ['check signs where there is no check', '1. e4+ e5# 2. Nf3++'],
    ['check signs in words', '1. e4 ch e5 dbl ch 2. Nf3mate!'],
    ['more check signs in words', '1. e4 dis.ch. e5ch 2. Nf3 checkmate'],
    ['yet more check signs in words', '1. e4 dblch e5 disc.ch. 2. Nf3 disc ch mate.'],
    ['signs of captures where there is none', '1. e2xe4 e5: 2. N:f3'],
    ['typographic dashes and crosses', '1. e2–e4 e7−e5 2. Ng1×f3'],
    ['dashes and crosses in Latin-1', Buffer.from('1. e2\x96e4 e5 2. N\xd7f3', 'latin1')],
    ['the pawn by its letter', '1. Pe4 Pe7-e5 2. Nf3'],
    ['more origin than is needed', '1. e2e4 e7-e5 2. N1f3'],
    ['variations', '1. e4 (1. d4 d5 (1... Nf6)) e5 (1... c5) 2. Nf3'],
    ['variations full of brackets in comments', '1. e4 ({)} 1. d4 ; ) \n) e5 2. Nf3'],
    ['a variation with a result', '1. e4 e5 (1... c5 0-1) 2. Nf3'],
    ['an escaped line in a variation', '1. e4 (1. d4\n% )\n) e5 2. Nf3'],
    ['brackets that close nothing', '1. e4 ) e5 } 2. Nf3'],
    ['a brace that closes nothing behind a comment', '1. e4 {outer} e5 } 2. Nf3 }'],
    ['a comment that holds another and nothing behind it', '1. e4 {outer {inner} } e5 {opened { twice} 2. Nf3'],
    ['web page remains', '1. e4<br />e5<BR>2. Nf3</p>'],
    ['web page remains that have values', '1. e4 <a href="g1.html"> <font size=2>e5</font> </a> 2. Nf3'],
    ['headings of a web page', '<h3></h3> <H4>1. e4</H4> e5 <h1>2. Nf3</h1>'],
    ['words in angle brackets', '1. e4 <diagram> e5 <see the diagram> 2. Nf3'],
    ['angle brackets', '1. e4 <= e5 > 2. Nf3 <'],
    ['moves in angle brackets', '1. <e4> <e5 Nf3>'],
    ['moves and numbers in angle brackets', '<1. e4 e5> <2.Nf3>'],
    ['a result', '1. e4 e5 2. Nf3 1-0 2... Nc6'],
    ['a loss', '1. e4 e5 2. Nf3 0-1 Nc6'],
    ['a draw', '1. e4 e5 2. Nf3 1/2-1/2 Nc6'],
    ['half a draw', '1. e4 e5 2. Nf3 1/2 Nc6'],
    ['a typographic draw', '1. e4 e5 2. Nf3 ½-½ Nc6'],
    ['a typographic draw in Latin-1', Buffer.from('1. e4 e5 2. Nf3 \xbd-\xbd Nc6', 'latin1')],
    ['a result and a full stop', '1. e4 e5 2. Nf3 1-0. Nc6'],
    ['a loss and a comma', '1. e4 e5 2. Nf3 0-1, Nc6'],
    ['a result with a colon', '1. e4 e5 2. Nf3 1:0 Nc6'],
    ['a result in pieces', '1. e4 e5 2. Nf3 1 - 0 Nc6'],
    ['a draw in pieces', '1. e4 e5 2. Nf3 1/2 - 1/2 Nc6'],
    ['a result with an en dash', '1. e4 e5 2. Nf3 1–0 Nc6'],
    ['a loss with an en dash', '1. e4 e5 2. Nf3 0–1 Nc6'],
    ['a draw in decimals', '1. e4 e5 2. Nf3 0.5-0.5 Nc6'],
    ['a typographic draw with an en dash', '1. e4 e5 2. Nf3 ½–½ Nc6'],
    ['a typographic draw with a colon', '1. e4 e5 2. Nf3 ½:½ Nc6'],
    ['half a draw and a full stop', '1. e4 e5 2. Nf3 1/2. Nc6'],
    ['two losers', '1. e4 e5 2. Nf3 0-0'],
    ['a forfeit', '1. e4 e5 2. Nf3 +:-'],
    ['no result known', '1. e4 e5 2. Nf3 * Nc6'],
    ['a result without a blank', '1. e4 e5 2. Nf3* Nc6'],
    ['a result glued to the move', '1. e4 e5 2. Nf31-0 Nc6'],
    ['a draw glued to the move', '1. e4 e5 2. Nf3+1/2-1/2 Nc6'],
    ['a typographic draw glued to the move', '1. e4 e5 2. Nf3½-½ Nc6'],
    ['a result behind brackets', '1. e4 e5 2. Nf3 {resigns}1-0'],
  ])('with %s', (_, text) => {
    expect(moves(text)).toBe(THREE);
  });

  it('may be empty', () => {
    for (const text of ['', ' \n', '*', '1-0', '{nothing}', '(1. e4)', '1.', '...']) expect(moves(text), text).toBe('');
  });

  it('is read in any depth of variations', () => {
    const depth = 100_000;
    expect(moves(`1. e4 ${'(1. d4 '.repeat(depth)}${')'.repeat(depth)} e5 2. Nf3`)).toBe(THREE);
  });

  it('is read past a comment of megabytes', () => {
    expect(moves(`1. e4 {${'long '.repeat(500_000)}} e5 2. Nf3`)).toBe(THREE);
  });

  it.each(['--', 'Z0', 'null', 'NULL', 'Null', '0000', '@@@@', '<>', '--!', '<>?'])(
    'takes %s as a null move',
    (text) => {
      expect(moves(`1. e4 ${text} 2. d4`)).toBe('e2e4 0000 d2d4');
    },
  );

  it.each(['<O-O>', '<Qxd8+>', '<e8=Q>', '<h8=N>', '<0-0-0>'])('never passes over %s', (text) => {
    expect(moves(`1. e4 ${text} 2. d4`)).toMatch(/^illegal_move at ply 2/);
  });

  it('castles with O, 0 and o', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    for (const [short, long] of [
      ['O-O', 'O-O-O'],
      ['0-0', '0-0-0'],
      ['o-o', 'o-o-o'],
      ['O-O!', '0-0-0+'],
      ['O–O', 'O–O–O'],
      ['0−0', '0−0−0'],
      ['OO', 'OOO'],
      ['00', '000'],
      ['O-O ch', '0-0-0 mate'],
    ]) {
      expect(moves(`1. ${short} ${long}`, fen)).toBe('e1g1 e8c8');
      expect(moves(`1. ${long} ${short}`, fen)).toBe('e1c1 e8g8');
    }
    // The king's own move, where it says from where to where; on its own rook only Chess960 castles.
    expect(moves('1. e1g1 Ke8-c8', fen)).toBe('e1g1 e8c8');
    expect(moves('1. e1h1', fen)).toBe('illegal_move at ply 1: e1h1');
    expect(moves('1. Kg1', fen)).toBe('illegal_move at ply 1: Kg1');
    expect(moves('1. Rf1 0-0-00-1 2. Rf2', fen)).toBe('h1f1 e8c8');
  });

  const QUEENS = ['a8=Q', 'a8Q', 'a8(Q)', 'a8/Q', 'a8=q', 'a8q', 'a8(q)+!', 'a7a8q', 'a7-a8=Q', 'a8=♕', 'a8=Q+-'];
  const APART = ['a8=(Q)', 'a8 =Q', 'a8= Q', 'a8 = Q', 'a8 (Q)', 'a8 =Q+!', 'a8♕', 'Pa8=Q', 'Pa8=(Q)', 'Pa7-a8(Q)+'];
  it.each([...QUEENS, ...APART])('promotes with %s', (text) => {
    expect(moves(`1. ${text} Kg7`, '8/P6k/8/8/8/8/8/K7 w - - 0 1')).toBe('a7a8q h7g7');
  });

  it.each(['dxe6', 'de6', 'dxe6ep', 'dxe6 ep', 'dxe6 e.p.', 'dxe6e.p.', 'dxe6e.p.+', 'd5e6', 'd5xe6', 'd:e6', 'd5×e6'])(
    'takes in passing with %s',
    (text) => {
      expect(moves(`1. ${text} Kf8`, '4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1')).toBe('d5e6 e8f8');
    },
  );

  it.each(['1. e4 e5 2. ♘ f3', '1. e4 e5 2. ♘\u00a0f3', '1. e4 e5 2. ♗', '1. e4 e5 2. N f3'])(
    'does not pass over a piece that stands apart from its move: %s',
    (text) => {
      expect(moves(text)).toMatch(/^bad_token at ply 3/);
    },
  );

  it.each([
    ['a8', 'illegal_move'], // it must say what the pawn becomes
    ['a8 N', 'illegal_move'], // a novelty, perhaps
    ['a8=K', 'bad_token'],
    ['a8=RQ', 'bad_token'],
  ])('does not promote with %s', (text, reason) => {
    expect(moves(`1. ${text} Kg7`, '8/P6k/8/8/8/8/8/K7 w - - 0 1')).toMatch(new RegExp(`^${reason} at ply 1`));
  });

  it('starts from the position that is given', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 20';
    const game = engine.replay(Buffer.from('20... Rxh1+ 21. Kd2'), fen);
    expect(game).toEqual({
      ok: true,
      moves: Uint16Array.of(63 | (7 << 6), 4 | (11 << 6)),
      fens: [fen, 'r3k3/8/8/8/8/8/8/R3K2r w Qq - 0 21', 'r3k3/8/8/8/8/8/3K4/R6r b q - 1 21'],
    });
  });

  it('is as long as the kernel can keep, and no longer', () => {
    const shuffle = 'Nf3 Nf6 Ng1 Ng8 ';
    const full = engine.replay(Buffer.from(shuffle.repeat(32_768 / 4)), null);
    expect(full.ok && full.moves.length).toBe(32_768);
    expect(full.ok && full.fens.at(-1)).toBe(STANDARD_START.replace('0 1', '32768 16385'));
    const more = fault(shuffle.repeat(25_000));
    expect(more).toMatchObject({ reason: 'too_many_plies', ply: 32_769, token: 'Nf3', offset: 32_768 * 4 });
    expect(more.moves?.length).toBe(32_768);
  });
});

describe('a fault', () => {
  it.each([
    ['1. e4 e5 2. Nd4', 'illegal_move', 3, 'Nd4'],
    ['1. e4 e5 2. Ke2 Ke7 3. Ke4', 'illegal_move', 5, 'Ke4'],
    ['1. e4 f5 2. Qh5+ --', 'illegal_move', 4, '--'],
    ['1. d4 d5 2. Nf3 Nf6 3. Nd2', 'ambiguous_move', 5, 'Nd2'],
    ['1. e4 whatever e5', 'bad_token', 2, 'whatever'],
    ['1. 5254 5755 2. 7163 2836', 'bad_token', 1, '5254'],
    ['1. e4 e5 2. 7163 2836 3. Bb5', 'bad_token', 3, '7163'],
    ['1. e4 5755 2. Nf3', 'bad_token', 2, '5755'],
    ['1. e4 e5 [Event "x"]', 'bad_token', 3, '[Event'],
    ['1. e4 "quoted"', 'bad_token', 2, '"quoted"'],
    ['1. e4 Жf6', 'bad_token', 2, 'Жf6'],
    ['1. e4 e5 2. Nf3x', 'bad_token', 3, 'Nf3x'],
    ['1. e4 О-О', 'bad_token', 2, 'О-О'], // Cyrillic
    ['1. e4 Ñ e5', 'bad_token', 2, 'Ñ'],
    ['1. e4 e5 0-0 2. Nf3', 'illegal_move', 3, '0-0'], // no result: something follows
    ['1. e4 2-0', 'bad_token', 2, '-0'],
    ['1. e4e5', 'illegal_move', 1, 'e4e5'],
    ['1. P-K4', 'bad_token', 1, 'P-K4'],
    ['1. e4 exd', 'bad_token', 2, 'exd'],
    ['1. e4 <Ke6> 2. Nf3', 'illegal_move', 2, 'Ke6'],
    ['1. e4 <Nf6 was better> e5', 'bad_token', 3, 'was'],
    ['1. <h5> e5 </h4>', 'illegal_move', 1, 'h5'],
    ['1. e4 e5 2. N3', 'bad_token', 3, 'N3'],
    ['1. e4 {outer {inner} rest} e5', 'bad_token', 2, 'rest'],
    ['1. e4 {outer {inner} e5 } 2. Nf3', 'bad_token', 2, ' e5 }'],
    ['1. e4 {{inner} 1... e5 2. Nf3} Nc6', 'bad_token', 2, ' 1... e5 2. Nf3}'],
    ['1. e4 {never closed', 'unterminated_comment', 2, '{never closed'],
    ['1. e4 (1. d4 {never closed) e5', 'unterminated_comment', 2, '{never closed) e5'],
    ['1. e4 (1. d4 (1. c4) e5 1-0', 'unterminated_variation', 2, '(1. d4 (1. c4) e5 1-0'],
    [`1. e4 ${'x'.repeat(100)}`, 'bad_token', 2, 'x'.repeat(32)],
  ])('in %s', (text, reason, ply, token) => {
    const found = fault(text);
    expect(found).toMatchObject({ ok: false, reason, ply, token });
    expect(Buffer.from(text).subarray(found.offset).toString().startsWith(token)).toBe(true);
    // What was legal is still there.
    expect(found.moves?.length).toBe(ply - 1);
  });

  it('leaves the game where it stood before what may be the rest of a comment', () => {
    const found = fault('1. Nf3 d5 2. g3{{}c5}');
    expect(found.position).toBe('rnbqkbnr/ppp1pppp/8/3p4/8/5NP1/PPPPPP1P/RNBQKB1R b KQkq - 0 2');
    expect(found.moves?.length).toBe(3);
  });

  it('is told at its own place where blanks beyond ASCII stand before it', () => {
    const text = '1.\u00a0e4\u2009e5 2.\u00a0Nd4';
    expect(fault(text)).toMatchObject({ reason: 'illegal_move', ply: 3, token: 'Nd4', offset: 16 });
    // one without width is no blank: it may stand in the middle of a move
    expect(fault('1. e4 e5 2. Nf3 N\u200bf6')).toMatchObject({ reason: 'bad_token', ply: 4 });
  });

  it('quotes bytes of any encoding', () => {
    expect(fault(Buffer.from('1. S\xe9', 'latin1'))).toMatchObject({
      reason: 'bad_token',
      offset: 3,
      token: 'Sé',
    });
  });

  it('is told apart from the next game: nothing stays behind', () => {
    expect(fault('1. e4 {').reason).toBe('unterminated_comment');
    expect(moves('1. e4 e5 2. Nf3')).toBe(THREE);
  });

  it('is the size of the text where the kernel cannot hold it', () => {
    expect(engine.scanGame(new Uint8Array(16_777_217).fill(32), null, 'l1')).toMatchObject({
      ok: false,
      reason: 'too_large',
      ply: 0,
    });
    expect(engine.scanGame(new Uint8Array(16_777_216).fill(32), null, 'l1')).toMatchObject({ ok: true });
  });
});

describe('a scan', () => {
  const game = Buffer.from('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');

  it('has a mask for the position before every ply and after the last', () => {
    const scan = engine.scanGame(game, null, 'l1');
    if (!scan.ok) throw new Error(scan.reason);
    expect(Array.from(scan.moves, makeUci).join(' ')).toBe('e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7');
    expect(scan.masks.length).toBe(8);
    expect(scan.found).toEqual([]);
  });

  it('finds what the analysis of each position finds', () => {
    const scan = engine.scanGame(game, null, 'l2');
    const replay = engine.replay(game, null);
    if (!scan.ok || !replay.ok) throw new Error('not read');
    const expected = replay.fens.flatMap((fen, index) => {
      const records = engine.analyze(fen, 'l2');
      return records.length === 0 ? [] : [{ ply: index + 1, fen: engine.canonicalFen(fen), records }];
    });
    expect(scan.found).toEqual(expected);
  });

  it('reads the same moves at both depths, and as a replay does', () => {
    const replay = engine.replay(game, null);
    for (const depth of ['l1', 'l2'] as const) {
      const scan = engine.scanGame(game, null, depth);
      expect(scan.ok && replay.ok && scan.moves).toEqual(replay.ok && replay.moves);
    }
  });
});
