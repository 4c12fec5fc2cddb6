/**
 * The daily cap on game analyses: a request takes one of its client's games of the day when its body is known to be valid, and what
 * becomes of it decides: an analysis counts, also one that the client has (304); anything else is given back.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DailyGames, TakenGame } from '../daily-games.js';
import { ApiError } from '../errors.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this request, whose body is valid, asks for the analysis of a game. Default: it does not. */
    asksForGame?: (request: FastifyRequest) => boolean;
  }
}

/** For one door, after its clients are known. */
export function capGames(door: FastifyInstance, games: DailyGames): void {
  const taken = new WeakMap<FastifyRequest, TakenGame>();

  door.addHook('preHandler', (request, _reply, done) => {
    const cap = request.client?.plan.gamesPerDay ?? null;
    if (cap !== null && request.client !== null && request.routeOptions.config.asksForGame?.(request) === true) {
      const game = games.take(request.client.name, cap);
      if (game === null) throw new ApiError('daily_cap', undefined, undefined, games.secondsToMidnight());
      taken.set(request, game);
    }
    done();
  });

  // Every answer passes here, that of an error too, and before it goes out: what the client has seen is counted.
  door.addHook('onSend', (request, reply, _payload, done) => {
    const game = taken.get(request);
    if (game !== undefined) {
      taken.delete(request);
      if (reply.statusCode === 200 || reply.statusCode === 304) games.count(game);
      else games.giveBack(game);
    }
    done();
  });
}
