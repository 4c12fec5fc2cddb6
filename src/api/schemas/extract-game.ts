/** `POST /extract_game`: one complete game in, its tactics by ply out. */
import { Type, type Static } from 'typebox';
import { sharedOptions } from './extract.js';
import { DepthName, ErrorObject, GameTacticObject, ModeName, NotModified } from './tactic.js';

const EXAMPLE = {
  pgn: '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0',
  mode: 'available',
};

export const ExtractGameBody = Type.Object(
  {
    pgn: Type.String({ description: 'PGN text of one complete game' }),
    mode: Type.Optional(ModeName({ default: 'played' })),
    ...sharedOptions,
  },
  { examples: [EXAMPLE] },
);

export type GameRequest = Static<typeof ExtractGameBody>;

export const ExtractGameAnswer = Type.Object({
  tactics: Type.Array(GameTacticObject),
  count: Type.Integer(),
  depth: DepthName(),
  performance_ms: Type.Number(),
  fen: Type.String({ description: 'The starting position' }),
  mode: ModeName(),
  positions_analyzed: Type.Integer({ description: 'Positions before each ply' }),
});

export const extractGameSchema = {
  operationId: 'extractGame',
  summary: 'Analyses every position of a complete game',
  description:
    'Refused with 413: a game of more than 1,000 positions, and one with more than 5,000 tactics of those that are asked for.',
  body: ExtractGameBody,
  response: { 200: ExtractGameAnswer, 304: NotModified, '4xx': ErrorObject, '5xx': ErrorObject },
};
