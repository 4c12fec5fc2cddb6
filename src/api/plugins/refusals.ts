/**
 * Every answer that is not 200 leaves through here, as `{"error": message}`: thrown errors, unknown paths and methods, and the
 * requests so broken that the HTTP parser gives up before there is a request object.
 *
 * Installed on the root app, not registered: handlers set inside a registered plugin would hold for that plugin alone.
 */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CORS_HEADERS } from './cors.js';
import { ApiError, REFUSALS, toApiError, type RefusalCode } from '../errors.js';

/** Methods that a path may know; anything else was refused by the HTTP parser already. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Header values allow printable ASCII only, and nobody reads more than a line. */
function headerText(detail: string): string {
  return detail.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
}

function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.header('x-request-id', reply.request.id); // what the log has it under
  if (error.detail !== undefined) reply.header('x-error-detail', headerText(error.detail));
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply.code(error.statusCode).type('application/json; charset=utf-8').send({ error: error.message });
}

/** For everything thrown on a request's way, by our code or the framework's. */
export function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The framework would hang up on clients that are still sending their body, and these tell of a broken pipe before they read a refusal.
  // Node reads over the rest, for as long as a request may take.
  // Not where it has said nothing: then node is to say what becomes of the connection, and would not any more. Nor where the client wants
  // no second answer: untold, it might ask again on a connection that is done (it is heard out all the same, draining.ts).
  if (reply.hasHeader('connection') && reply.raw.shouldKeepAlive) reply.removeHeader('connection');
  const refusal = toApiError(error, request.routeOptions.bodyLimit);
  // no fault of anybody's, and there may be thousands in a minute
  if (refusal.code === 'busy') {
    request.log.warn(
      { refusal: refusal.code, reason: error instanceof Error ? error.message : undefined },
      'request refused',
    );
  } else if (refusal.statusCode >= 500) request.log.error({ err: error }, 'request failed');
  else request.log.info({ refusal: refusal.code, detail: refusal.detail }, 'request refused');
  if (refusal.code === 'range_not_satisfiable') reply.headers(lengthOf(error));
  return refuse(reply, refusal);
}

/** How long the file is of which a range was asked for behind its end (RFC 9110, 15.5.17), as the one who refused it says. */
function lengthOf(refused: unknown): Record<string, string> {
  const length = (refused as { headers?: Record<string, string> }).headers?.['Content-Range'];
  return length === undefined ? {} : { 'content-range': length };
}

/** For addresses that cannot be decoded, which the framework refuses before any hook runs. */
export function onFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void onError(error, request, reply.headers(CORS_HEADERS));
}

/** 405 with the methods that would do, where the path exists; else 404, and so for paths with parameters in them, which pages alone have. */
function onNotFound(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // as the router reads it, which has refused what cannot be decoded
  const path = decodeURI(request.url.split(/[?#]/, 1)[0] ?? '');
  const allowed = METHODS.filter((method) => this.hasRoute({ method, url: path }));
  const code: RefusalCode = allowed.length > 0 ? 'method_not_allowed' : 'not_found';
  if (allowed.length === 0 && this.showNotFound(request, reply)) return reply;
  if (allowed.length > 0) reply.header('allow', allowed.join(', '));
  return refuse(reply, new ApiError(code));
}

/** Bytes that are no HTTP request, headers that are too large or too slow: answered on the bare socket, which is then closed. */
export function onClientError(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // the refusal would be read as the answer to an earlier request, or as a piece of it
  if (this.hangUpWhenAnswered(socket)) return;
  const code: RefusalCode =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'request_timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'headers_too_large'
        : 'bad_request';
  const { status, message } = REFUSALS[code];
  const body = JSON.stringify({ error: message });
  if (socket.writable) {
    const cors = Object.entries(CORS_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        cors.join('') +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

/** What is wrong with the name that a request goes to (RFC 9112, 3.2): two may be read as one here, and as the other by a proxy. */
function faultOfHost({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'there is more than one Host header';
  return hosts === 0 && httpVersion === '1.1' ? 'HTTP/1.1 asks for a Host header' : undefined;
}

export function installRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = faultOfHost(request.raw);
    done(fault === undefined ? undefined : new ApiError('bad_request', undefined, fault));
  });
  // What a client expects beside "100-continue" is not looked at: it gets the answer that it would get without.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Before the body is read: what there is not is no better told by what is wrong with a body.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) onNotFound.call(app, request, reply);
    else done(null, payload);
  });
  app.setErrorHandler(onError);
  app.setNotFoundHandler(onNotFound);
}
