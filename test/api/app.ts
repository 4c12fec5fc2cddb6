/** The app over a real engine in this thread, for contract tests: requests are injected, nothing listens. */
import type { FastifyInstance } from 'fastify';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { loadEngine } from '../../src/tactics/kernel.js';

export const PUZZLE_000PW = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

/** Anderssen - Kieseritzky, 1851: 45 plies, mate in the end. */
export const IMMORTAL_GAME = `[Event "London"]
[White "Adolf Anderssen"]
[Black "Lionel Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5
9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6
16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8
22. Qf6+ Nxf6 23. Be7# 1-0
`;

/** The puzzle's position, played on: the fork is played at the first ply. */
export const FORK_GAME = `[SetUp "1"]
[FEN "${PUZZLE_000PW}"]

37... Ne2+ 38. Kg2 Nxc3 39. bxc3 Qxc3 0-1
`;

/** Boards full of queens, with some hundred tactics of l1 each: `rounds` of four plies that come back to where they began. */
export function queensGame(rounds: number): string {
  const moves = Array<string>(rounds).fill('a7b8 f8e8 b8a7 e8f8').join(' ');
  return `[FEN "n4kq1/KQ2b2Q/2q3q1/n1QQ1qRq/1q1N2Qq/3N4/Qb3QRQ/Bqq1QBrr w - - 0 1"]\n\n${moves} *`;
}

export async function testApp(): Promise<FastifyInstance> {
  return buildApp({ analyst: new EngineAnalyst(await loadEngine()) });
}

export interface Reply {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

/** One request. `body` is sent as JSON; a string as it is, so that broken JSON can be sent too. */
export async function call(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Reply> {
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.inject({
    method,
    url,
    headers: body === undefined ? {} : headers,
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json<unknown>(), headers: response.headers };
}
