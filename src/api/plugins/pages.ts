/**
 * The pages: files that `npm run build:web` leaves in `dist/web`, and the JSON below `/pages` that they fetch.
 *
 * They are open to all and count against nobody's plan, but an address may ask for so much in a minute. Their policy lets nothing in from
 * elsewhere, and nothing inline: what a player's name or a comment holds is text, and cannot become a script.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { WEB_ROOT } from '../../paths.js';
import { NOT_FOUND, PAGES } from '../../web/pages.js';
import { FREE_PREFIX, PAID_PREFIX } from './doors.js';
import { limiter, refusal } from './limit.js';

/** Where the JSON of pages lies. It is made for them, and no part of the published interface. */
const PAGES_PREFIX = '/pages';

/** Requests of an address in a minute, over all pages: somebody who turns them as fast as they can makes some hundred. */
const REQUESTS = 1_200;

export interface PagesOptions {
  /** JSON routes, mounted below `/pages`; `src/api/pages/` has them. */
  routes?: readonly FastifyPluginAsync[];
}

const DIRECTIVES = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

/** In the words of the header. */
const POLICY = Object.entries(DIRECTIVES)
  .map(([name, values]) => `${name} ${values.join(' ')}`)
  .join(';');

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with a page of the service, 404, where a person is asking; else does nothing, and says so. */
    showNotFound: (request: FastifyRequest, reply: FastifyReply) => boolean;
  }
}

/** After the limits, before the routes. */
export function installPages(app: FastifyInstance, { routes = [] }: PagesOptions): void {
  const notFound = readPage(NOT_FOUND.name);

  // The one page that is answered with outside of the pages' own routes, and so without their hooks.
  app.decorate('showNotFound', (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (notFound === null || !isForPeople(request)) return false;
    reply.code(404).headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' });
    reply.type('text/html; charset=utf-8').send(notFound);
    return true;
  });

  app.register(async (pages) => {
    await pages.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
      // The service itself speaks plain HTTP; whether its name is HTTPS for good is the proxy's to say.
      strictTransportSecurity: false,
      referrerPolicy: { policy: 'no-referrer' },
    });
    const look = limiter(pages, { max: REQUESTS });
    pages.addHook('onRequest', async (request) => {
      const minute = await look(request, true);
      if (minute.isExceeded) throw refusal(minute);
    });

    for (const route of routes) await pages.register(route, { prefix: PAGES_PREFIX });

    if (notFound === null) {
      app.log.warn(`there are no pages: ${WEB_ROOT} is not built (npm run build:web)`);
      return;
    }
    await pages.register(fastifyStatic, {
      root: join(WEB_ROOT, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      // their names change with their content
      immutable: true,
      maxAge: '365d',
      index: false,
      setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
    });
    /** A file whose address stays while its content changes. */
    const send = (reply: FastifyReply, file: string, cacheControl: string): FastifyReply =>
      reply.header('cache-control', cacheControl).sendFile(file, WEB_ROOT, { cacheControl: false });
    pages.get('/licences.txt', (_request, reply) => send(reply, 'licences.txt', 'no-cache'));
    for (const { name, path, personal } of PAGES) {
      pages.get(path, (_request, reply) => send(reply, `${name}.html`, personal === true ? 'no-store' : 'no-cache'));
      if (path !== '/') {
        pages.get(`${path}/`, ({ url }, reply) => reply.redirect(url.replace(/^[^?]*/, path), 308));
      }
    }
  });
}

function readPage(name: string): string | null {
  const file = join(WEB_ROOT, `${name}.html`);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Whether a browser shows the answer to somebody. Programs that ask the interface get its JSON, whatever they accept. */
function isForPeople({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if ([FREE_PREFIX, PAID_PREFIX, PAGES_PREFIX].some((prefix) => url === prefix || url.startsWith(`${prefix}/`)))
    return false;
  return headers.accept?.includes('text/html') === true;
}
