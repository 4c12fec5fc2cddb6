/**
 * The daily cap on game analyses: a request takes one of its client's games of the day when its body is known to be valid, and what
 * becomes of it decides: an analysis counts, also one that the client has (304), or that is refused when it is made, for what it would
 * take to send; anything else is given back.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooCostlyError } from '../analyst.js';
import type { DailyGames, TakenGame } from '../daily-games.js';
import { ApiError } from '../errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Taken by this request, and neither counted nor given back yet. */
    takenGame: TakenGame | null;
  }
  interface FastifyContextConfig {
    /** Whether this request, whose body is valid, asks for the analysis of a game. Default: it does not. */
    asksForGame?: (request: FastifyRequest) => boolean;
  }
}

/** For one door, after its clients are known. */
export function capGames(door: FastifyInstance, games: DailyGames): void {
  door.decorateRequest('takenGame', null);

  door.addHook('preHandler', (request, _reply, done) => {
    const { client } = request;
    const cap = client?.plan.gamesPerDay ?? null;
    if (client !== null && cap !== null && request.routeOptions.config.asksForGame?.(request) === true) {
      request.takenGame = games.take(client.name, cap);
      if (request.takenGame === null) {
        return done(new ApiError('daily_cap', undefined, undefined, games.secondsToMidnight()));
      }
    }
    done();
  });

  const settle = (request: FastifyRequest, counts: boolean): void => {
    const { takenGame } = request;
    if (takenGame === null) return;
    request.takenGame = null;
    if (counts) games.count(takenGame);
    else games.giveBack(takenGame);
  };

  // or whole analyses could be had for nothing, any number of them
  door.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof TooCostlyError && error.what === 'tactics') settle(request, true);
    done();
  });
  // Every answer passes here, that of an error too, and before it goes out: what the client has seen is counted.
  door.addHook('onSend', (request, reply, _payload, done) => {
    settle(request, reply.statusCode === 200 || reply.statusCode === 304);
    done();
  });
}
