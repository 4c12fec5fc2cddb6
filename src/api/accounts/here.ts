/** Whether a request comes from this very machine: then its sender could do with the database what they like anyway. */
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './public-url.js';

/** What proxies add, trusted or not: whoever comes through one may be anybody. */
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/** By the socket, and by the name that was asked for, which a page of another site cannot make up. */
export function isFromHere(request: FastifyRequest): boolean {
  const { headers, raw, socket } = request;
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  // Some proxies add nothing unless they are told to, and ask for the name that they know the service by. nginx mostly speaks HTTP/1.0 then, as
  // no browser does; of others, what tells is the page on which the button was.
  if (raw.httpVersion === '1.0' || isOfPageElsewhere(headers.origin)) return false;
  const host = (headers.host ?? '').replace(/:\d*$/, '');
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(host);
}

/** @param origin `https://motif.example`; `null` in so many letters where a browser does not tell */
function isOfPageElsewhere(origin: string | undefined): boolean {
  return origin !== undefined && URL.canParse(origin) && !isLoopback(new URL(origin).hostname);
}
