/**
 * Schemas of the objects that both answers carry. Answers are serialised from these schemas: a field that is missing here would be
 * missing on the wire, so the contract tests compare whole objects.
 */
import { Type } from 'typebox';
import { PATTERNS, type Color, type Depth, type GameMode, type Pattern } from '../../tactics/types.js';

/** One of a few strings, as a plain JSON Schema `enum`: shorter complaints and faster serialisation than a union of constants. */
function oneOf<T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

export const PatternName = oneOf<Pattern>(PATTERNS);
const ColorName = oneOf<Color>(['white', 'black']);
export const DepthName = (options?: Record<string, unknown>) => oneOf<Depth>(['l1', 'l2'], options);
export const ModeName = (options?: Record<string, unknown>) => oneOf<GameMode>(['played', 'available'], options);

/** Whose tactics are wanted. */
export const SideName = oneOf<Side>(['mover', 'opponent'], {
  default: 'mover',
  description:
    'opponent: what the other side threatens, as if the move were passed; refused where the side to move is in check',
});
export type Side = 'mover' | 'opponent';

const TargetObject = Type.Object({
  square: Type.String(),
  piece: Type.String({ description: 'FEN letter: upper case white, lower case black' }),
  piece_name: Type.String(),
  color: ColorName,
});

const tacticFields = {
  pattern: PatternName,
  color: ColorName,
  trigger_move: Type.String({ description: 'Initiating move, UCI' }),
  key_squares: Type.Array(Type.String()),
  target_squares: Type.Array(Type.String()),
  targets: Type.Array(TargetObject),
  gain: Type.Integer({ description: 'Net material at the end of best play, centipawns' }),
  gain_confirmed: Type.Boolean(),
  is_mate: Type.Boolean(),
  sequence: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Forcing moves, UCI; null unless with_sequence is true and depth is l2',
  }),
  fen: Type.String(),
  pattern_ply: Type.Optional(
    Type.Integer({
      description:
        'Index in the line of the move at which the pattern stands, odd where the reply completes it; absent where it is the trigger',
    }),
  ),
  trigger_san: Type.Optional(Type.String({ description: 'With with_extras: trigger_move in SAN' })),
  sequence_san: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'With with_extras: sequence in SAN',
    }),
  ),
  pin_kind: Type.Optional(
    oneOf(['absolute', 'relative'] as const, {
      description: 'With with_extras, for pins: absolute if the king is behind the pinned piece',
    }),
  ),
};

export const TacticObject = Type.Object(tacticFields);

export const GameTacticObject = Type.Object({
  ...tacticFields,
  ply: Type.Integer({ description: '1-based half-move; fen is the position before it' }),
  status: Type.Optional(
    oneOf(['played', 'existing'] as const, {
      description:
        'Mode played only. existing: the same side could play the same pattern against the same pieces, on the same squares, one turn earlier; played: it could not',
    }),
  ),
});

/** Without a body: the client has the answer. */
export const NotModified = Type.Null({ description: 'The answer named by If-None-Match has not changed' });

export const ErrorObject = Type.Object({ error: Type.String() });
