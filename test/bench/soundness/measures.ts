/** Verdicts and chances -> shares: by pattern, by gain, by when the pattern arises, by trigger, by the kind of chance. */
import { PATTERNS, type Pattern, type Tactic } from '../../../src/tactics/types.js';
import { CAUSES, KINDS, type Cause, type Chance, type Kind } from './chances.js';
import { DEPARTURES, departureOf, type Departure, type Judged, type Verdict } from './judge.js';

export interface Soundness {
  count: number;
  strict: number;
  sound: number;
}

/** By what a tactic gains, in centipawns; a mate gains more than that. */
const GAINS = ['100', '200', '300 to 400', '500 and more', 'mate'] as const;
export type Gain = (typeof GAINS)[number];

export interface SoundnessMeasures {
  all: Soundness;
  /** Each trigger once, sound where all that it starts is. */
  triggers: Soundness;
  patterns: Record<Pattern, Soundness>;
  gains: Record<Gain, Soundness>;
  /** Whether the pattern stands after the trigger, or arises later in the line. */
  plies: Record<'at once' | 'later', Soundness>;
  /** Of the unsound triggers: where the referee's line leaves ours. */
  departures: Record<Departure, number>;
}

export interface Found {
  count: number;
  found: number;
  causes: Record<Cause, number>;
}

export interface ChanceMeasures {
  /** Positions looked at. */
  positions: number;
  all: Found;
  /** Mates and material: what tactics are for. */
  tactical: Found;
  /** All but those that a simple exchange wins. */
  beyond: Found;
  kinds: Record<Kind, Found>;
}

export function gainOf({ gain, is_mate: mate }: Pick<Tactic, 'gain' | 'is_mate'>): Gain {
  if (mate) return 'mate';
  if (gain < 200) return '100';
  if (gain < 300) return '200';
  return gain < 500 ? '300 to 400' : '500 and more';
}

export function measureSoundness(judged: readonly Judged[]): SoundnessMeasures {
  const measures: SoundnessMeasures = {
    all: none(),
    triggers: none(),
    patterns: each(PATTERNS, none),
    gains: each(GAINS, none),
    plies: each(['at once', 'later'], none),
    departures: each(DEPARTURES, () => 0),
  };
  for (const trigger of judged) {
    const { tactics } = trigger;
    const sound = tactics.every(({ verdict }) => verdict.sound);
    count(measures.triggers, { strict: tactics.every(({ verdict }) => verdict.strict), sound });
    if (!sound) measures.departures[departureOf(trigger)]++;
    for (const { tactic, verdict } of tactics) {
      count(measures.all, verdict);
      count(measures.patterns[tactic.pattern], verdict);
      count(measures.gains[gainOf(tactic)], verdict);
      count(measures.plies[tactic.pattern_ply === undefined ? 'at once' : 'later'], verdict);
    }
  }
  return measures;
}

export function measureChances(positions: number, chances: readonly Chance[]): ChanceMeasures {
  const of = (some: readonly Chance[]): Found => ({
    count: some.length,
    found: some.filter(({ cause }) => cause === undefined).length,
    causes: each(CAUSES, (cause) => some.filter((chance) => chance.cause === cause).length),
  });
  return {
    positions,
    all: of(chances),
    tactical: of(chances.filter(({ kind }) => kind === 'mate' || kind === 'material')),
    beyond: of(chances.filter(({ kind }) => kind !== 'simple')),
    kinds: each(KINDS, (kind) => of(chances.filter((chance) => chance.kind === kind))),
  };
}

function none(): Soundness {
  return { count: 0, strict: 0, sound: 0 };
}

function count(soundness: Soundness, { strict, sound }: Verdict): void {
  soundness.count++;
  if (strict) soundness.strict++;
  if (sound) soundness.sound++;
}

function each<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}
