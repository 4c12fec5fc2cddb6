/** `POST /extract_game`: one complete game in, its tactics by ply out. */
import { Type, type Static } from 'typebox';
import { count } from '../../tactics/figures.js';
import { sharedOptions } from './extract.js';
import { DepthName, ErrorObject, GameTacticObject, ModeName, NotModified } from './tactic.js';

/** Positions that one game may have: the longest game ever played in a tournament had 538. */
export const MOST_POSITIONS = 1_000;

/**
 * Tactics that one answer may hold: some 4 MB. Of 11,000 real games at l1 the richest has 336, and the densest four and a half a ply, so that a thousand plies
 * of nothing but such positions pass. Boards full of queens have sixty a ply, and their games would make answers of 44 MB in one turn of the event loop.
 */
export const MOST_TACTICS = 5_000;

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

/**
 * The same for the document, with the one field of positions that is looked at in games too (`routes/extract-game.ts`, which has better words
 * for it than the validator).
 */
export const ExtractGameBodyTold = {
  ...ExtractGameBody,
  properties: {
    ...ExtractGameBody.properties,
    side: {
      type: 'string',
      enum: ['mover'],
      description: 'For positions alone: a game is answered with the tactics of both sides',
    },
  },
};

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
  description: `A game of more than ${count(MOST_POSITIONS)} positions, or with more than ${count(MOST_TACTICS)} tactics of the patterns that are asked for, is refused with 413.`,
  body: ExtractGameBody,
  response: { 200: ExtractGameAnswer, 304: NotModified, '4xx': ErrorObject, '5xx': ErrorObject },
};
