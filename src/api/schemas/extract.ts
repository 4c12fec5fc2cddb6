/** `POST /extract`: one position in, its tactics out. */
import { Type } from 'typebox';
import { DepthName, ErrorObject, PatternName, TacticObject } from './tactic.js';

/** The options that positions and games share. Nothing is coerced: `"true"` is no boolean. */
export const sharedOptions = {
  patterns: Type.Optional(Type.Array(PatternName, { description: 'Filter; absent or empty means all ten' })),
  depth: Type.Optional(DepthName({ default: 'l2' })),
  with_sequence: Type.Optional(Type.Boolean({ default: false, description: 'Ignored at l1' })),
};

export const ExtractBody = Type.Object({ fen: Type.String({ description: 'A valid FEN' }), ...sharedOptions });

export const ExtractAnswer = Type.Object({
  tactics: Type.Array(TacticObject),
  count: Type.Integer(),
  depth: DepthName(),
  performance_ms: Type.Number(),
  fen: Type.String(),
});

export const extractSchema = {
  body: ExtractBody,
  response: { 200: ExtractAnswer, '4xx': ErrorObject, '5xx': ErrorObject },
};
