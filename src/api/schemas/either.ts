/**
 * The body of `POST /extract`: a position or a game, told apart by the field that is there. With both it is a position.
 *
 * `if` and `then` rather than `anyOf`: the validator then complains of the one that was meant, and in the words that name its field.
 */
import { Type } from 'typebox';
import { EarlierAnswer, ExtractAnswer, ExtractBody, POSITION_EXAMPLE, type PositionRequest } from './extract.js';
import { ExtractGameAnswer, ExtractGameBody, ExtractGameBodyTold, type GameRequest } from './extract-game.js';
import { ErrorObject, NotModified } from './tactic.js';

export type EitherRequest = PositionRequest | (GameRequest & { fen?: undefined });

const has = (field: string) => ({ type: 'object', required: [field] });

const EitherBody = Type.Unsafe<EitherRequest>({
  type: 'object',
  if: has('fen'),
  then: ExtractBody,
  else: { if: has('pgn'), then: ExtractGameBody, else: has('fen') },
});

/** The same for the document: generators of clients do not understand `if`. Those that do not know `not` either take a body with both for a game, too. */
export const EitherBodyTold = {
  anyOf: [ExtractBody, { ...ExtractGameBodyTold, not: { required: ['fen'] } }],
  examples: [POSITION_EXAMPLE],
};

export const extractSchema = {
  operationId: 'extract',
  summary: 'Analyses one position, or a game if a pgn is sent instead of a fen',
  body: EitherBody,
  response: {
    200: Type.Union([ExtractAnswer, ExtractGameAnswer, EarlierAnswer]),
    304: NotModified,
    '4xx': ErrorObject,
    '5xx': ErrorObject,
  },
};
