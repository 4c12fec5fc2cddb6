/** `GET /health`: the published fields, then Motif's own. */
import { Type } from 'typebox';

const HealthAnswer = Type.Object({
  status: Type.Literal('ok'),
  engine_version: Type.String({ description: "The interface's engine version" }),
  api_version: Type.String(),
  patterns: Type.Array(Type.String()),
  patterns_count: Type.Integer(),
  motif_version: Type.String({ description: "Motif's own version" }),
  motif_signature: Type.String({
    description: 'Hash over the results on a fixed corpus: equal signatures, equal answers',
  }),
});

/** That of the earlier form, labelled 3.0. */
const EarlierHealthAnswer = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  patterns: Type.Integer(),
  engine: Type.String({ description: 'A name, and the engine version of the interface' }),
});

export const healthSchema = {
  operationId: 'health',
  summary: 'Status, versions and patterns',
  security: [],
  response: { 200: Type.Union([HealthAnswer, EarlierHealthAnswer], { description: 'The service is up' }) },
};
