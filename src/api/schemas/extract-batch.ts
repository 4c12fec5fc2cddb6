/** `POST /extract_batch`: many positions in, one line of JSON for each out. */
import { Type, type Static } from 'typebox';
import { FORK, sharedOptions } from './extract.js';
import { ErrorObject, SideName } from './tactic.js';

/** Positions of one batch at most. */
const MAX_BATCH = 1_000;

const EXAMPLE = { fens: [FORK, '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1'], depth: 'l1' };

const ExtractBatchBody = Type.Object(
  {
    fens: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_BATCH,
      description: 'Each counts as one request against the rate limit',
    }),
    ...sharedOptions,
    side: Type.Optional(SideName),
  },
  { examples: [EXAMPLE] },
);

export type BatchRequest = Static<typeof ExtractBatchBody>;

export const extractBatchSchema = {
  operationId: 'extractBatch',
  summary: 'Analyses many positions, with one line of JSON for each',
  body: ExtractBatchBody,
  response: {
    200: {
      description:
        'One line for each FEN, in their order: the answer of /extract, or {"error": message, "detail": what is wrong in particular, "line": N} with the FEN\'s 1-based number',
      content: { 'application/x-ndjson': { schema: Type.String() } },
    },
    '4xx': ErrorObject,
    '5xx': ErrorObject,
  },
};
