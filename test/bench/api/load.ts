/** Requests at a server, counted and timed by autocannon. */
import autocannon from 'autocannon';

export interface Load {
  url: string;
  /** Bodies that are sent in turn. */
  bodies: readonly string[];
  connections: number;
  /** Either so many seconds, or so many requests. */
  seconds?: number;
  requests?: number;
  /** Requests a second over all connections; as fast as they go unless given. */
  rate?: number;
}

export interface Measured {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  sent: number;
  /** Answers that are not 200, and requests without one. */
  failed: number;
}

export async function load({ url, bodies, connections, seconds, requests, rate }: Load): Promise<Measured> {
  let next = 0;
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections,
    ...(seconds !== undefined && { duration: seconds }),
    ...(requests !== undefined && { amount: requests }),
    ...(rate !== undefined && { overallRate: rate }),
    requests: [{ setupRequest: (request) => ({ ...request, body: bodies[next++ % bodies.length] ?? '' }) }],
  });
  const { latency, non2xx, errors, timeouts } = result;
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50: latency.p50,
    p99: latency.p99,
    sent: result.requests.total,
    failed: non2xx + errors + timeouts,
  };
}
