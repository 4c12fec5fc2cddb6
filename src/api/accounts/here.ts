/** Whether a request comes from this very machine: then its sender could do with the database what they like anyway. */
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './public-url.js';

/** What proxies add, trusted or not: whoever comes through one may be anybody. */
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/** By the socket, and by the name that was asked for, which a page of another site cannot make up. */
export function isFromHere(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? '').replace(/:\d*$/, '');
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(host);
}
