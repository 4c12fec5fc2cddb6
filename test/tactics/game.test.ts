import { describe, expect, it } from 'vitest';
import { makeGameAnalysis } from '../../src/tactics/envelope.js';
import { gameTactics, STANDARD_START, type AnalyzedGame } from '../../src/tactics/game.js';
import { settle } from '../../src/tactics/options.js';
import { pack, packMove, type Sketch } from './pack.js';

/** A game of which only the moves' names and the positions' results matter. */
function gameOf(plies: { move: string; found?: Sketch[] }[]): AnalyzedGame {
  return {
    startFen: STANDARD_START,
    moves: Uint16Array.from(plies, ({ move }) => packMove(move)),
    fens: [...plies.map((_, i) => `fen before ply ${i + 1}`), 'fen at the end'],
    positions: plies.map(({ found = [] }) => pack(...found)),
  };
}

const FORK: Sketch = { pattern: 'fork', move: 'e5f7', keys: ['f7'], targets: ['kd8', 'rh8'], gain: 500 };
const PIN: Sketch = { pattern: 'pin', move: 'f1b5', keys: ['b5'], targets: ['nc6', 'ke8'], gain: 300 };
const QUIET = { move: 'a7a6' };

describe("mode 'played'", () => {
  const played = settle({ mode: 'played' });

  it('keeps the tactics whose trigger is the move played, with ply and the FEN before it', () => {
    const game = gameOf([{ move: 'e5f7', found: [FORK, PIN] }, QUIET]);
    expect(gameTactics(game, played)).toMatchObject([
      { pattern: 'fork', trigger_move: 'e5f7', fen: 'fen before ply 1', ply: 1, status: 'played' },
    ]);
  });

  it('keeps every pattern of the move played, in the order of the position', () => {
    const other: Sketch = { ...FORK, pattern: 'double_check' };
    const game = gameOf([{ move: 'e5f7', found: [FORK, PIN, other] }]);
    expect(gameTactics(game, played).map(({ pattern }) => pattern)).toEqual(['fork', 'double_check']);
  });

  it('tells promotions apart', () => {
    const game = gameOf([{ move: 'a7a8q', found: [{ pattern: 'fork', move: 'a7a8n' }] }]);
    expect(gameTactics(game, played)).toEqual([]);
  });

  const previousTurn: [string, Sketch[], string][] = [
    ['the same chance', [FORK], 'existing'],
    ['the same chance by another move', [{ ...FORK, move: 'g5f7' }], 'existing'],
    ['the same targets in another order', [{ ...FORK, targets: ['rh8', 'kd8'] }], 'existing'],
    ['the same chance with another gain', [{ ...FORK, gain: 900 }], 'existing'],
    ['nothing', [], 'played'],
    ['another pattern on the same targets', [{ ...FORK, pattern: 'skewer' }], 'played'],
    ['the other colour', [{ ...FORK, black: true }], 'played'],
    ['one target on another square', [{ ...FORK, targets: ['ke8', 'rh8'] }], 'played'],
    ['another piece on the square', [{ ...FORK, targets: ['kd8', 'qh8'] }], 'played'],
    ['one target fewer', [{ ...FORK, targets: ['kd8'] }], 'played'],
  ];
  it.each(previousTurn)('with %s two plies earlier', (_name, before, status) => {
    const game = gameOf([{ move: 'h2h3', found: before }, QUIET, { move: 'e5f7', found: [FORK] }]);
    expect(gameTactics(game, played)).toMatchObject([{ ply: 3, status }]);
  });

  it("looks at that side's previous turn only: neither the other side's, nor longer ago", () => {
    const game = gameOf([
      { move: 'h2h3', found: [FORK] },
      { move: 'a7a6' },
      { move: 'h3h4' },
      { move: 'a6a5', found: [FORK] },
      { move: 'e5f7', found: [FORK] },
    ]);
    expect(gameTactics(game, played)).toMatchObject([{ ply: 5, status: 'played' }]);
  });

  it('finds the earlier chance whatever the filter leaves out', () => {
    const game = gameOf([{ move: 'h2h3', found: [PIN, FORK] }, QUIET, { move: 'e5f7', found: [PIN, FORK] }]);
    const tactics = gameTactics(game, settle({ mode: 'played', patterns: ['fork'] }));
    expect(tactics).toMatchObject([{ pattern: 'fork', status: 'existing' }]);
  });

  it('takes a null move for no trigger', () => {
    const game = gameOf([{ move: 'a1a1', found: [FORK] }]);
    expect(gameTactics(game, played)).toEqual([]);
  });
});

describe("mode 'available'", () => {
  it('gives the full result before every ply, and no status key', () => {
    const game = gameOf([{ move: 'h2h3', found: [FORK, PIN] }, QUIET, { move: 'h3h4', found: [FORK] }]);
    const tactics = gameTactics(game, settle({ mode: 'available' }));
    expect(tactics.map(({ pattern, ply }) => [pattern, ply])).toEqual([
      ['fork', 1],
      ['pin', 1],
      ['fork', 3],
    ]);
    for (const tactic of tactics) expect(tactic).not.toHaveProperty('status');
  });

  it('applies the filter', () => {
    const game = gameOf([{ move: 'h2h3', found: [FORK, PIN] }]);
    expect(gameTactics(game, settle({ mode: 'available', patterns: ['pin'] }))).toMatchObject([{ pattern: 'pin' }]);
  });
});

describe('the game envelope', () => {
  const game = gameOf([{ move: 'e5f7', found: [{ ...FORK, patternPly: 2, line: ['e5f7', 'd8e8', 'f7h8'] }] }, QUIET]);

  it('has the published fields in the published order', () => {
    const answer = makeGameAnalysis(game, settle(), 1.5);
    expect(Object.keys(answer)).toEqual([
      'tactics',
      'count',
      'depth',
      'performance_ms',
      'fen',
      'mode',
      'positions_analyzed',
    ]);
    expect(answer).toMatchObject({ count: 1, depth: 'l2', performance_ms: 1.5, fen: STANDARD_START, mode: 'played' });
    expect(answer.positions_analyzed).toBe(2);
  });

  it('puts ply and status behind the fields of a position', () => {
    const [tactic] = makeGameAnalysis(game, settle(), 0).tactics;
    expect(Object.keys(tactic ?? {}).slice(-4)).toEqual(['fen', 'pattern_ply', 'ply', 'status']);
  });

  it('gives the line only where it is asked for, and there is one', () => {
    const sequence = (options: object) => makeGameAnalysis(game, settle(options), 0).tactics[0]?.sequence;
    expect(sequence({ with_sequence: true })).toEqual(['e5f7', 'd8e8', 'f7h8']);
    expect(sequence({})).toBeNull();
    expect(sequence({ with_sequence: true, depth: 'l1' })).toBeNull();
  });
});
