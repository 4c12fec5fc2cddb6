/** What an explanation says before a referee: its lines on chess.js's board, its verdicts beside the results that they explain. */
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidFenError } from '../../src/tactics/errors.js';
import { loadExplainer, type ExplainedTrigger, type Play } from '../../src/tactics/explain.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeTactics } from '../../src/tactics/record.js';
import { maskOf } from '../../src/tactics/types.js';
import { over, position, tacticsOf } from '../properties/positions.js';
import { play, worth } from '../properties/referee.js';

const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
const QUIET = '8/8/4k3/8/8/3K4/8/8 w - - 0 1';
const MATE_IN_ONE = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';
/** The queen takes the last pawn beside the king: stalemate. */
const STALEMATE = '7k/4Qp2/5R2/P5p1/6P1/1P2P3/4K3/8 w - - 3 49';
const PERPETUAL = '4R3/prp2kpp/1p1p1p2/3P4/1P1Q1P2/P1B3P1/2q4P/6K1 w - - 4 28';

const explainer = await loadExplainer();

function triggerOf(fen: string, uci: string): ExplainedTrigger {
  const trigger = explainer.explain(fen).triggers.find((other) => other.uci === uci);
  if (trigger === undefined) throw new Error(`${uci} is no trigger of ${fen}`);
  return trigger;
}

describe('explain', () => {
  it('says of the published example what wins, and what refutes the rest', () => {
    const { side, material, bar, nodes, triggers, candidates, tactics } = explainer.explain(FORK);
    expect({ side, material, bar }).toEqual({ side: 'black', material: -200, bar: 100 });
    expect(nodes).toBeGreaterThan(0);
    expect(triggers[0]).toMatchObject({
      uci: 'd4e2',
      san: 'Ne2+',
      forcing: 'check',
      verdict: 'proven',
      line: { san: ['Ne2+', 'Kg2', 'Nxc3', 'bxc3', 'Qxc3'], gain: 700, mate: null, drawn: false },
      refutation: null,
      patterns: ['fork', 'discovered_attack'],
    });
    const confirmed = candidates.filter(({ outcome }) => outcome === 'confirmed');
    expect(confirmed.map(({ pattern, san }) => [pattern, san])).toEqual([
      ['fork', 'Ne2+'],
      ['discovered_attack', 'Ne2+'],
    ]);
    expect(tactics.map(({ pattern, san }) => [pattern, san[0]])).toEqual([
      ['fork', 'Ne2+'],
      ['discovered_attack', 'Ne2+'],
    ]);
  });

  it('refutes a candidate by the play that does', () => {
    const { candidates } = explainer.explain(FORK);
    const offer = candidates.find(({ pattern, trigger_move }) => pattern === 'deflection' && trigger_move === 'd4f3');
    expect(offer).toMatchObject({ gain: 100, outcome: 'trigger_fails' });
    const { verdict, line, refutation } = triggerOf(FORK, 'd4f3');
    expect([verdict, line]).toEqual(['no_win', null]);
    // The knight is taken where it stands.
    expect(refutation?.san.slice(0, 2)).toEqual(['Nf3+', 'Nxf3']);
    expect(refutation?.gain).toBeLessThanOrEqual(-300);
  });

  it('tells mates and draws from gains', () => {
    expect(triggerOf(MATE_IN_ONE, 'd1d8').line).toMatchObject({ san: ['Rd8#'], gain: null, mate: 1 });
    expect(triggerOf(STALEMATE, 'e7f7').refutation).toMatchObject({ san: ['Qxf7'], gain: -1600, drawn: true });
    expect(triggerOf(PERPETUAL, 'd4e4').refutation).toMatchObject({ gain: -200, drawn: true });
  });

  it('names the move that is better than one that hardly stands up', () => {
    const fen = '1Q6/8/2p1pk1p/5bp1/3qp3/1P5P/P5BK/8 w - - 0 38';
    expect(triggerOf(fen, 'b8f8')).toMatchObject({
      verdict: 'outdone',
      better: { uci: 'b8h8', san: 'Qh8+' },
      refutation: null,
      patterns: [],
    });
    for (const { verdict, better } of explainer.explain(fen).triggers)
      expect(better !== null).toBe(verdict === 'outdone');
  });

  it('has nothing to say where no move forces anything', () => {
    const nothing = { material: 0, triggers: [], candidates: [], tactics: [] };
    expect(explainer.explain(QUIET)).toMatchObject(nothing);
  });

  it('keeps to the patterns that are wanted, but has every trigger', () => {
    const all = explainer.explain(FORK);
    const forks = explainer.explain(FORK, maskOf(['fork']));
    expect(forks.triggers).toEqual(all.triggers);
    expect(forks.candidates).toEqual(all.candidates.filter(({ pattern }) => pattern === 'fork'));
    expect(forks.tactics).toEqual(all.tactics.filter(({ pattern }) => pattern === 'fork'));
  });

  it('refuses what is no FEN, with the reason', () => {
    expect(() => explainer.explain('nonsense')).toThrow(InvalidFenError);
    expect(() => explainer.explain('8/8/8/8/8/8/8/K7 w - -')).toThrow('Black has no king');
  });
});

describe('explanations of any position', () => {
  /** What a line takes and promotes, from the first mover's side. */
  function won(chess: Chess, line: Play): number {
    return line.uci.reduce((sum, uci, ply) => {
      const move = play(chess, uci);
      expect(move.san).toBe(line.san[ply]);
      return sum + (ply % 2 === 0 ? 1 : -1) * worth(move);
    }, 0);
  }

  it('have legal lines that begin with the trigger and come to what they say', () => {
    fc.assert(
      fc.property(position, (fen) => {
        for (const { uci, verdict, line, refutation } of explainer.explain(fen).triggers) {
          for (const shown of [line, refutation]) {
            if (shown === null) continue;
            expect(shown.uci[0]).toBe(uci);
            const chess = new Chess(fen);
            const sum = won(chess, shown);
            expect(chess.isCheckmate()).toBe(shown.mate !== null);
            if (shown.mate !== null) expect(shown.mate > 0).toBe(shown.uci.length % 2 === 1);
            // The second look weighs the whole position.
            const exact = shown.mate === null && !shown.drawn && (shown === line || verdict === 'no_win');
            if (exact) expect(sum).toBe(shown.gain);
          }
        }
      }),
      over(300),
    );
  });

  it('agree with the results, and with themselves', () => {
    fc.assert(
      fc.property(position, (fen) => {
        const { triggers, candidates, tactics, bar } = explainer.explain(fen);
        expect(tactics.map(({ san: _san, ...tactic }) => tactic)).toEqual(tacticsOf(fen, 'l2'));
        expect(candidates.map(({ pattern, trigger_move }) => [pattern, trigger_move])).toEqual(
          tacticsOf(fen, 'l1').map(({ pattern, trigger_move }) => [pattern, trigger_move]),
        );
        // best first: what is proven, and of each verdict mates by their length, then what wins most
        const proven = triggers.filter(({ verdict }) => verdict === 'proven');
        expect(triggers.slice(0, proven.length)).toEqual(proven);
        const worths = triggers.map(({ verdict, line, refutation }) => {
          const { gain = null, mate = null } = line ?? refutation ?? {};
          return { verdict, worth: mate === null ? (gain ?? -Infinity) : Math.sign(mate) * 1e6 - mate };
        });
        worths.slice(1).forEach(({ verdict, worth }, index) => {
          const before = worths[index];
          if (before?.verdict === verdict) expect(before.worth).toBeGreaterThanOrEqual(worth);
        });
        for (const { verdict, line, plain_gain, patterns } of triggers) {
          const gain = line?.gain ?? (line === null ? 0 : Infinity);
          if (verdict === 'no_win') expect(line).toBeNull();
          else if (verdict === 'no_more_than_plain') expect(gain).toBeLessThanOrEqual(plain_gain);
          else expect(gain).toBeGreaterThanOrEqual(plain_gain + bar);
          if (verdict !== 'proven') expect(patterns).toEqual([]);
        }
        for (const { pattern, trigger_move, outcome } of candidates) {
          const trigger = triggers.find(({ uci }) => uci === trigger_move);
          expect(trigger?.verdict === 'proven').toBe(outcome !== 'trigger_fails');
          expect(trigger?.patterns.includes(pattern)).toBe(outcome === 'confirmed' || outcome === 'later');
          const tactic = tactics.find((other) => other.pattern === pattern && other.trigger_move === trigger_move);
          expect(outcome === 'later').toBe(tactic?.pattern_ply !== undefined);
        }
      }),
      over(300),
    );
  });

  it('are the same whatever was explained before, and leave the next analysis as it is', async () => {
    const fresh = await loadExplainer();
    const engine = await loadEngine();
    fc.assert(
      fc.property(position, position, (first, second) => {
        const before = fresh.explain(second);
        explainer.explain(first);
        expect(explainer.explain(second)).toEqual(before);
        expect(makeTactics(engine.analyze(second, 'l2'), second, true)).toEqual(
          before.tactics.map(({ san: _san, ...tactic }) => tactic),
        );
      }),
      over(60),
    );
  });
});
