/**
 * Why an analysis says what it says: every trigger that the forcing tree searched with the play that decided about it, every l1 candidate
 * with what became of it, and the tactics that are reported.
 *
 * An explainer has a kernel of its own. It runs the very analysis that answers are made of, and then asks about each trigger; the kernel
 * searches those again with an open window, because proving keeps no line of what fails (`src/kernel/explain.ts`).
 */
import type { KernelExports } from './exports.js';
import { setPosition } from './kernel-engine.js';
import { loadKernel } from './kernel.js';
import { filterRecords, makeTactics, makeUci } from './record.js';
import { moveOfUci } from './uci.js';
import { ALL_PATTERNS, type Color, type Pattern, type PatternMask, type Tactic } from './types.js';

/** What became of a trigger, best first. */
export type Verdict =
  | 'proven' // wins, whatever the defence
  | 'outdone' // wins, but little more is left at a second look than has to be, and another move is clearly better
  | 'doubtful' // wins in material, but too little is left at a second look, deeper and with the whole position weighed
  | 'slower' // wins, but another trigger mates in one move or two, and it does not, or takes longer
  | 'needless' // wins by a promotion to a lesser piece, and to a queen it wins no less
  | 'no_more_than_plain' // wins no more than a plain capture beside it does
  | 'no_win' // does not win a pawn
  | 'not_searched'; // nodes ran out before

/** A line of best play, the trigger first. */
export interface Play {
  uci: string[];
  san: string[];
  /** What it comes to in centipawns, from the position before the trigger; null where it mates. */
  gain: number | null;
  /** Moves to mate; negative where it is the trigger's side that is mated. null where nobody is. */
  mate: number | null;
  /** Whether it ends in a draw by repetition or stalemate, which counts no more than equal material. */
  drawn: boolean;
}

export interface ExplainedTrigger {
  uci: string;
  san: string;
  forcing: 'check' | 'capture' | 'quiet';
  verdict: Verdict;
  /** Plies that the search which decided was deep: the second look where there was one, else the forcing tree. */
  depth: number;
  /** What a plain capture beside it wins, in centipawns: a trigger that wins no more is no tactic. 0 for those that do not win. */
  plain_gain: number;
  /** Whether it is a capture that wins as much all by itself: then only patterns that make it possible are reported. */
  plain: boolean;
  /** The line by which it wins in material, cut where the gain is in hand; null where it does not. */
  line: Play | null;
  /** The move that outdoes an outdone trigger; null for all others. */
  better: { uci: string; san: string } | null;
  /**
   * Best play behind a trigger that failed; null where it did not. Behind a doubtful one it is what the whole position is worth above the material at the start.
   *
   * In one trigger of a hundred, and one doubtful one of twenty, it comes to as much as was asked for: searched alone and with an open
   * window, a trigger may win what it does not in the search of them all. The verdict is that search's, with no line that tells why.
   */
  refutation: Play | null;
  /**
   * What the search that decided wanted, in centipawns: the bar, at which more than a plain capture wins is asked for as well; of a
   * doubtful one what the whole position has to be worth above the material at the start; less than nothing where that was worth far less.
   */
  needed: number;
  /** What is reported of it. A proven trigger may have none: it wins, and no pattern says why. */
  patterns: Pattern[];
}

/** A candidate of l1, as a tactic of depth `l1` has it: `gain` is static. */
export interface ExplainedCandidate extends Omit<Tactic, 'gain_confirmed' | 'sequence' | 'fen' | 'pattern_ply'> {
  san: string;
  /**
   * `confirmed`: reported, at the trigger. `later`: reported, but the pattern stands only further on in the line. `not_in_line`: the
   * trigger is proven, but its line does not cash in on this structure, or is a plain capture. `trigger_fails`: see the trigger.
   */
  outcome: 'confirmed' | 'later' | 'not_in_line' | 'trigger_fails';
}

export interface ExplainedTactic extends Tactic {
  /** The line, move by move as `sequence`. */
  san: string[];
}

export interface Explanation {
  fen: string;
  side: Color;
  /** Of the side to move less the other side's, in centipawns. */
  material: number;
  /** What a tactic wins at least, in centipawns. */
  bar: number;
  /** Nodes that the analysis took. */
  nodes: number;
  /** Best first. None where there is neither a candidate nor a check, a capture, a promotion or a great threat. */
  triggers: ExplainedTrigger[];
  /** In the order of depth `l1`. */
  candidates: ExplainedCandidate[];
  /** In published order. */
  tactics: ExplainedTactic[];
}

const FORCING = ['check', 'capture', 'quiet'] as const;
/** By the kernel's verdicts (kernel/tree/roots.ts), which go from the worst to the best. */
const VERDICTS = ['no_win', 'no_more_than_plain', 'needless', 'slower', 'doubtful', 'outdone', 'proven'] as const;
/** From the best to the worst. */
const RANKS: readonly Verdict[] = [...[...VERDICTS].reverse(), 'not_searched'];
/** Scores of mates (kernel/tree/scores.ts): so much less the plies to it. */
const MATE = 30000;
const MATE_BOUND = MATE - 200;
const HEADER = 18;
const FLAG_DRAWN = 1;
const FLAG_PLAIN = 2;

/** An explainer on its own kernel. */
export async function loadExplainer(): Promise<Explainer> {
  return new Explainer(await loadKernel());
}

class Explainer {
  readonly #kernel: KernelExports;
  readonly #input: Uint8Array;
  readonly #output: Buffer;

  constructor(kernel: KernelExports) {
    this.#kernel = kernel;
    this.#input = new Uint8Array(kernel.memory.buffer, kernel.inputAddress(), kernel.inputCapacity());
    this.#output = Buffer.from(kernel.memory.buffer, kernel.outputAddress(), kernel.outputCapacity());
  }

  /**
   * Explains the l2 analysis of one position.
   * @param mask the patterns whose candidates and tactics are wanted; triggers are all there, whatever it is
   * @throws {InvalidFenError}
   */
  explain(fen: string, mask: PatternMask = ALL_PATTERNS): Explanation {
    const kernel = this.#kernel;
    setPosition(kernel, this.#input, fen);
    const found = this.#copy(kernel.analyze(1, ALL_PATTERNS));
    const confirmed = this.#copy(kernel.analyze(2, ALL_PATTERNS));
    const [nodes, bar, material] = [kernel.nodeCount(), kernel.leastGain(), kernel.materialBalance()];
    const records = Array.from({ length: kernel.triggerCount() }, (_, i) => this.#copy(kernel.explainTrigger(i)));

    // From here on the position is moved about.
    const reported = makeTactics(confirmed, fen, true);
    const triggers = records.map((record) => this.#trigger(fen, record, bar, reported)).sort(byMerit);
    const verdicts = new Map(triggers.map(({ uci, verdict }) => [uci, verdict]));
    const sanOf = (uci: string): string => this.#san(fen, [uci])[0] ?? uci;
    return {
      fen,
      side: fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white',
      material,
      bar,
      nodes,
      triggers,
      candidates: makeTactics(filterRecords(found, mask), fen, false).map(
        ({ gain_confirmed: _confirmed, sequence: _sequence, fen: _fen, ...candidate }) => ({
          ...candidate,
          san: sanOf(candidate.trigger_move),
          outcome: outcomeOf(candidate, verdicts.get(candidate.trigger_move), reported),
        }),
      ),
      tactics: makeTactics(filterRecords(confirmed, mask), fen, true).map((tactic) => ({
        ...tactic,
        san: this.#san(fen, tactic.sequence ?? []),
      })),
    };
  }

  #copy(bytes: number): Buffer {
    return Buffer.from(this.#output.subarray(0, bytes));
  }

  /** SAN of a line of legal moves. */
  #san(fen: string, line: readonly string[]): string[] {
    const kernel = this.#kernel;
    setPosition(kernel, this.#input, fen);
    return line.map((uci) => {
      const move = moveOfUci(uci);
      const text = this.#output.toString('latin1', 0, kernel.san(move));
      if (kernel.play(move) === 0) throw new Error(`kernel: ${uci} stands in a line of ${fen}, but is not legal`);
      return text;
    });
  }

  /** @param record as `src/kernel/explain.ts` describes it */
  #trigger(fen: string, record: Buffer, bar: number, reported: readonly Tactic[]): ExplainedTrigger {
    const uci = makeUci(record.readUInt16LE(0));
    const depth = record.readUInt8(4);
    const flags = record.readUInt8(7);
    const verdict = depth === 0 ? 'not_searched' : (VERDICTS[record.readUInt8(3)] ?? 'no_win');
    const [wins, refutes] = [record.readUInt8(5), record.readUInt8(6)];
    const play = (from: number, length: number, score: number, drawn: boolean): Play | null => {
      if (length === 0) return null;
      const line = Array.from({ length }, (_, i) => makeUci(record.readUInt16LE(HEADER + 2 * (from + i))));
      return { uci: line, san: this.#san(fen, line), ...worthOf(score), drawn };
    };
    const sanOf = (move: string): string => this.#san(fen, [move])[0] ?? move;
    const rival = makeUci(record.readUInt16LE(16));
    return {
      uci,
      san: sanOf(uci),
      forcing: FORCING[record.readUInt8(2)] ?? 'quiet',
      verdict,
      depth,
      plain_gain: record.readInt16LE(12) - bar,
      plain: (flags & FLAG_PLAIN) !== 0,
      line: play(0, wins, record.readInt16LE(8), false),
      better: verdict === 'outdone' ? { uci: rival, san: sanOf(rival) } : null,
      refutation: play(wins, refutes, record.readInt16LE(10), (flags & FLAG_DRAWN) !== 0),
      needed: record.readInt16LE(verdict === 'doubtful' ? 14 : 12),
      patterns: reported.filter(({ trigger_move }) => trigger_move === uci).map(({ pattern }) => pattern),
    };
  }
}

function worthOf(score: number): Pick<Play, 'gain' | 'mate'> {
  if (Math.abs(score) < MATE_BOUND) return { gain: score, mate: null };
  const moves = Math.ceil((MATE - Math.abs(score)) / 2);
  return { gain: null, mate: score > 0 ? moves : -moves };
}

/** By verdict; among equals mates, the shortest first, and then by what they come to. */
function byMerit(a: ExplainedTrigger, b: ExplainedTrigger): number {
  return RANKS.indexOf(a.verdict) - RANKS.indexOf(b.verdict) || meritOf(b) - meritOf(a);
}

function meritOf({ line, refutation }: ExplainedTrigger): number {
  const { gain = null, mate = null } = line ?? refutation ?? {};
  if (mate !== null) return mate > 0 ? MATE - mate : -MATE - mate;
  return gain ?? -MATE;
}

function outcomeOf(
  { pattern, trigger_move }: { pattern: Pattern; trigger_move: string },
  verdict: Verdict | undefined,
  reported: readonly Tactic[],
): ExplainedCandidate['outcome'] {
  if (verdict !== 'proven') return 'trigger_fails';
  const tactic = reported.find((other) => other.pattern === pattern && other.trigger_move === trigger_move);
  if (tactic === undefined) return 'not_in_line';
  return tactic.pattern_ply === undefined ? 'confirmed' : 'later';
}
