/**
 * The two forms of the interface at one address. `Accept-Version: 3.0` asks for the earlier one, which is labelled 3.0 all the same: one
 * `/extract` for positions and games, no depth, no lines, and a `/health` of its own. Whatever else the header says, the answer is today's.
 */
import type { FastifyRequest } from 'fastify';
import type { GameAnalysis, PositionAnalysis } from '../tactics/types.js';

const EARLIER = /^3(?:\.[0x])?(?:\.[0x])?$/;

/** What a request of the earlier form may hold: anything else is a field that it does not know, and ignores. */
const EARLIER_FIELDS = ['fen', 'pgn', 'mode', 'patterns'] as const;

export function isEarlierForm(request: FastifyRequest): boolean {
  const version = request.headers['accept-version'];
  return version !== undefined && EARLIER.test(String(version).trim());
}

/** A body without the fields that the earlier form does not know; anything but an object as it is. */
export function earlierBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    EARLIER_FIELDS.filter((field) => Object.hasOwn(body, field)).map((f) => [f, (body as never)[f]]),
  );
}

export type EarlierEnvelope = Pick<PositionAnalysis | GameAnalysis, 'tactics' | 'count' | 'performance_ms' | 'fen'>;

export function earlierEnvelope({
  tactics,
  count,
  performance_ms,
  fen,
}: PositionAnalysis | GameAnalysis): EarlierEnvelope {
  return { tactics, count, performance_ms, fen };
}
