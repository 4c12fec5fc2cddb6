/**
 * `POST /extract`: one position in, its tactics out.
 *
 * A body with a `pgn` in place of the `fen` is a game, and answered as one: the earlier form of the interface had one address for both.
 */
import { Type, type Static } from 'typebox';
import { DepthName, GameTacticObject, PatternName, SideName, TacticObject } from './tactic.js';

/** The options that positions and games share. Nothing is coerced: `"true"` is no boolean. */
export const sharedOptions = {
  patterns: Type.Optional(Type.Array(PatternName, { description: 'Filter; absent or empty means all ten' })),
  depth: Type.Optional(DepthName({ default: 'l2' })),
  with_sequence: Type.Optional(Type.Boolean({ default: false, description: 'Ignored at l1' })),
  with_extras: Type.Optional(
    Type.Boolean({ default: false, description: 'Adds trigger_san, sequence_san, and pin_kind to pins' }),
  ),
};

/** A knight forks king and queen. The examples stand in the form of `/docs/try`, and work as they stand. */
export const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

export const POSITION_EXAMPLE = { fen: FORK, with_sequence: true };

export const ExtractBody = Type.Object(
  {
    fen: Type.String({ description: 'A valid FEN' }),
    ...sharedOptions,
    side: Type.Optional(SideName),
  },
  { examples: [POSITION_EXAMPLE] },
);

export type PositionRequest = Static<typeof ExtractBody>;

export const ExtractAnswer = Type.Object({
  tactics: Type.Array(TacticObject),
  count: Type.Integer(),
  depth: DepthName(),
  performance_ms: Type.Number(),
  fen: Type.String(),
  side: Type.Optional(SideName),
});

/** The answer of the earlier form of the interface, labelled 3.0: it knows no depth. */
export const EarlierAnswer = Type.Object({
  tactics: Type.Array(Type.Union([GameTacticObject, TacticObject])),
  count: Type.Integer(),
  performance_ms: Type.Number(),
  fen: Type.String(),
});
