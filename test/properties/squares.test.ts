/** The evidence of each pattern: its squares and pieces show, on the referee's board, the structure that the pattern's name means. */
import { Chess, type PieceSymbol, type Square } from 'chess.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PATTERNS, type Depth, type Pattern, type Tactic } from '../../src/tactics/types.js';
import { over, position, tacticsOf } from './positions.js';
import { between, isRay, momentOf, neighbours, VALUES, type Moment } from './referee.js';

const SLIDERS: readonly (PieceSymbol | undefined)[] = ['b', 'r', 'q'];
const NAMES: Readonly<Record<PieceSymbol, string>> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

interface Evidence extends Moment {
  keys: Square[];
  targets: Square[];
}

function kindOn({ board }: Moment, square: Square): PieceSymbol {
  const piece = board.get(square);
  if (piece === undefined) throw new Error(`${square} is empty`);
  return piece.type;
}

function isOwnSlider({ board, us }: Moment, square: Square): boolean {
  const piece = board.get(square);
  return piece?.color === us && SLIDERS.includes(piece.type);
}

/** Whether our piece on `from` attacks `to`. */
function attacks({ board, us }: Moment, from: Square, to: Square): boolean {
  return board.attackers(to, us).includes(from);
}

function valuesOf(evidence: Evidence): number[] {
  return evidence.targets.map((square) => VALUES[kindOn(evidence, square)]);
}

function expectKingFirstThenValue(evidence: Evidence): void {
  const values = valuesOf(evidence);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
}

/** The evidence behind our own move: what the reply moved stands where it came from. */
function beforeReply(evidence: Evidence): Evidence {
  const { move, own } = evidence;
  if (move === own) return evidence;
  const targets = evidence.targets.map((square) => (square === move.to ? move.from : square));
  return { ...evidence, move: own, board: new Chess(own.after), targets };
}

/** Two targets on one ray of the slider, the second behind the first. */
function expectRay(evidence: Evidence): [front: number, back: number] {
  const { board, keys, targets } = evidence;
  const [slider = 'a1', ...more] = keys;
  const [x = 'a1', y = 'a1', ...others] = targets;
  expect([...more, ...others]).toEqual([]);
  expect(isOwnSlider(evidence, slider)).toBe(true);
  expect(attacks(evidence, slider, x)).toBe(true);
  expect(isRay(board, slider, x, y)).toBe(true);
  const [front = 0, back = 0] = valuesOf(evidence);
  return [front, back];
}

const STRUCTURES: Readonly<Record<Pattern, (evidence: Evidence) => void>> = {
  fork(evidence) {
    const { keys, targets, move } = evidence;
    expect(keys).toEqual([move.to]);
    expect(targets.length).toBeGreaterThanOrEqual(2);
    for (const target of targets) expect(attacks(evidence, move.to, target)).toBe(true);
    expectKingFirstThenValue(evidence);
  },

  pin(evidence) {
    const [front, back] = expectRay(evidence);
    expect(back).toBeGreaterThan(front);
  },

  // One that the reply completes has its front piece where that went, off the ray.
  skewer(evidence) {
    const { targets, move, own } = evidence;
    if (move !== own) expect(targets[0]).toBe(move.to);
    const [front, back] = expectRay(beforeReply(evidence));
    expect(front).toBeGreaterThan(back);
  },

  // Where the line's own reply leaves the line as well, the slider attacks from that reply on.
  discovered_attack(evidence) {
    const { keys, targets, own: move } = evidence;
    const [slider = 'a1', ...left] = keys;
    expect(left).toEqual([move.from]);
    const emptied = [move.from];
    if (move.isEnPassant()) emptied.push(`${move.to.charAt(0)}${move.from.charAt(1)}` as Square);
    expect(isOwnSlider(evidence, slider)).toBe(true);
    expect(targets.length).toBeGreaterThanOrEqual(1);
    for (const target of targets) {
      expect(attacks(evidence, slider, target)).toBe(true);
      expect(emptied.some((square) => between(slider, target)?.includes(square))).toBe(true);
    }
    expect(move.isKingsideCastle() || move.isQueensideCastle()).toBe(false);
    expectKingFirstThenValue(evidence);
  },

  double_check(evidence) {
    const { board, keys, targets, us } = evidence;
    const [king = 'a1', ...more] = targets;
    expect(more).toEqual([]);
    expect(kindOn(evidence, king)).toBe('k');
    expect(keys).toHaveLength(2);
    expect(keys.toSorted()).toEqual(board.attackers(king, us).toSorted());
  },

  back_rank_mate(evidence) {
    const { board, keys, targets, them } = evidence;
    const [mating = 'a1', ...moreKeys] = keys;
    const [king = 'a1', ...moreTargets] = targets;
    expect([...moreKeys, ...moreTargets]).toEqual([]);
    expect(board.isCheckmate()).toBe(true);
    expect(kindOn(evidence, king)).toBe('k');
    expect(king.charAt(1)).toBe(them === 'w' ? '1' : '8');
    expect(mating.charAt(1)).toBe(king.charAt(1));
    expect(['r', 'q']).toContain(kindOn(evidence, mating));
    expect(attacks(evidence, mating, king)).toBe(true);
    for (const front of neighbours(king, them === 'w' ? 1 : -1)) expect(board.get(front)?.color).toBe(them);
  },

  smothered_mate(evidence) {
    const { board, keys, targets, them } = evidence;
    const [mating = 'a1', ...moreKeys] = keys;
    const [king = 'a1', ...moreTargets] = targets;
    expect([...moreKeys, ...moreTargets]).toEqual([]);
    expect(board.isCheckmate()).toBe(true);
    expect(kindOn(evidence, king)).toBe('k');
    expect(kindOn(evidence, mating)).toBe('n');
    expect(attacks(evidence, mating, king)).toBe(true);
    for (const near of neighbours(king)) expect(board.get(near)?.color).toBe(them);
  },

  deflection({ board, keys, targets, move, us }) {
    const [key = 'a1', ...more] = keys;
    expect(more).toEqual([]);
    // A guard that fled has left the moved piece where it is, and a square that this attacks.
    if (key !== move.to)
      expect([move.color === us, board.attackers(move.from, us).includes(key)]).toEqual([false, true]);
    // D, and Q where the duty is to a piece
    expect([1, 2]).toContain(targets.length);
  },

  // Whoever made it. From the reply on stands what the reply does by stepping in between, and what l1 did not expect of the trigger: then
  // the slider may have left.
  interference(evidence) {
    const { keys, targets, move, own } = evidence;
    const [, d = 'a1', ...others] = targets;
    const [key = 'a1', ...more] = keys;
    expect([...more, ...others]).toEqual([]);
    expect([move.to, own.to]).toContain(key);
    expect(SLIDERS).toContain(kindOn(evidence, d));
    const stood = key === move.to ? evidence : beforeReply(evidence);
    const [q = 'a1', slider = 'a1'] = stood.targets;
    expect(between(slider, q)).toContain(key);
  },

  trapped_piece(evidence) {
    const { keys, targets } = evidence;
    const [attacker = 'a1', ...moreKeys] = keys;
    const [trapped = 'a1', ...moreTargets] = targets;
    expect([...moreKeys, ...moreTargets]).toEqual([]);
    expect(['n', 'b', 'r', 'q']).toContain(kindOn(evidence, trapped));
    expect(attacks(evidence, attacker, trapped)).toBe(true);
  },
};

function expectStructure(tactic: Tactic): void {
  const moment = momentOf(tactic);
  const { board, them } = moment;
  expect(tactic.targets.map(({ square }) => square)).toEqual(tactic.target_squares);
  expect(new Set(tactic.target_squares).size).toBe(tactic.targets.length);
  for (const { square, piece, piece_name, color } of tactic.targets) {
    const there = board.get(square as Square);
    expect(there?.color).toBe(them);
    expect(piece).toBe(them === 'w' ? there?.type.toUpperCase() : there?.type);
    expect(piece_name).toBe(there && NAMES[there.type]);
    expect(color).toBe(them === 'w' ? 'white' : 'black');
  }
  STRUCTURES[tactic.pattern]({
    ...moment,
    keys: tactic.key_squares as Square[],
    targets: tactic.target_squares as Square[],
  });
}

/** Smothered mate is rare even where games end. */
const RARE = '6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1';
/** The reply leaves the line, but the piece that left it first, or the reply itself, still stands there. */
const STILL_BLOCKED = [
  '4r1k1/ppp2pPp/4r2q/4B3/6P1/1P6/1K1RQ2P/4R3 b - - 0 24',
  'q4r1k/5p1p/p4Np1/1p2r3/2pN4/2Pn1RQ1/P6P/5R1K w - - 8 31',
  '2rr2k1/pp2pp2/4n1pb/4P2p/7P/1Rqp1PB1/P1B2P2/1QR3K1 b - - 3 26',
];
/** A skewer and two interferences of the trigger's that stand from the reply on; the last slider has left. */
const FROM_THE_REPLY_ON = [
  '8/1p2k1p1/p7/P1P1qpK1/1PQ4P/8/6P1/8 b - - 1 70',
  '7r/2Q1n1pp/p4k2/1p1r2N1/2b2P2/2N1q3/2P3PP/5R1K w - - 7 27',
  '2r3k1/P4ppp/8/8/3R1P2/5K2/2p1P2P/8 w - - 0 35',
];
const RUNS: Readonly<Record<Depth, number>> = { l1: 1200, l2: 1500 };

it.each(['l1', 'l2'] as const)('%s tactics show their structure', (depth) => {
  const met = new Set<Pattern>();
  fc.assert(
    fc.property(position, (fen) => {
      for (const tactic of tacticsOf(fen, depth)) {
        met.add(tactic.pattern);
        expectStructure(tactic);
      }
    }),
    { ...over(RUNS[depth]), examples: [RARE, ...STILL_BLOCKED, ...FROM_THE_REPLY_ON].map((fen): [string] => [fen]) },
  );
  // A structure that no position shows would not have been tested.
  expect(PATTERNS.filter((pattern) => !met.has(pattern))).toEqual([]);
});
