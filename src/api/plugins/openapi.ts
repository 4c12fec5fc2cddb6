/**
 * The interface as OpenAPI 3.1, made from the schemas that requests are checked by: `/openapi.json`, and a page to try it at `/docs/try`, which
 * asks nobody but this service for anything.
 *
 * Both doors have the same routes, so paths are written once, below two servers.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { EitherBodyTold } from '../schemas/either.js';
import { ExtractGameBodyTold } from '../schemas/extract-game.js';
import { IDENTITY, MINUTE, REFUSAL, TAG_ASKED, VERSION_ASKED } from '../schemas/headers.js';
import { FREE_PREFIX, PAID_PREFIX } from './doors.js';

const DESCRIPTION = `Finds tactical motifs in chess positions and games, and proves them with a forcing tree.

The free tier needs no key and is limited by IP address; paid plans send \`Authorization: Bearer <API_KEY>\` with every request. With
\`Accept-Version: 3.0\` the service answers in the earlier form of the interface.`;

/** On a phone: the headers of an answer one under the other, and no column of links, of which the interface has none. */
const NARROW = `@media (max-width: 640px) {
  .swagger-ui .response-col_links, .swagger-ui table.headers thead { display: none; }
  .swagger-ui table.headers :is(tbody, tr, td) { display: block; }
  .swagger-ui table.headers td { padding: 0; }
  .swagger-ui table.headers tr { padding: 4px 0; }
}
`;

/** In the browser: the library has colours for the dark, and leaves it to others when to use them. */
const SCHEME = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

/** What the earlier form of the interface has; whatever came later answers in one form alone. */
const EARLIER_PATHS = new Set(['/health', '/extract']);

/** Bodies that are described by another schema than they are checked by. */
const TOLD: Record<string, object> = { '/extract': EitherBodyTold, '/extract_game': ExtractGameBodyTold };

/** By status, where the schema has no words of its own. */
const MEANING: Record<string, string> = {
  '200': 'The tactics that were found',
  '4xx': 'The request is refused for another reason',
  '5xx': 'The service cannot answer',
};

/** Refusals that clients meet, one by one: the page at `/docs/try` takes a status that only a range covers for an undocumented one. */
const MET: Record<string, Record<string, string>> = {
  '4xx': {
    '400': 'The request is not valid',
    '401': 'The API key is missing or not valid (paid plans only)',
    '413': 'The request is too large',
    '429': 'The limit of the plan is exceeded',
  },
  '5xx': { '503': 'The service is busy' },
};

/** The answers of a counted route, by status, with their headers. */
function withHeaders(response: Record<string, { description?: string }>): Record<string, object> {
  const remembered = '304' in response;
  const described = Object.entries(response).flatMap(([status, body]) => {
    const own = /^[45]/.test(status) ? REFUSAL : remembered ? IDENTITY : {};
    const told = { ...MET[status], [status]: body.description ?? MEANING[status] };
    return Object.entries(told).map(([each, words]): [string, object] => [
      each,
      { ...body, 'x-response-description': words, headers: { ...own, ...MINUTE } },
    ]);
  });
  return Object.fromEntries(described);
}

/** What of the document has headers, and where they are shared. */
interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: Record<string, object> }> }>>;
  components: object;
}

/** The library writes a header out with every answer that has it. Each is described once here (a name means the same everywhere). */
function shareHeaders(document: Described): object {
  const shared: Record<string, object> = {};
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { headers = {} } of operations.flatMap(({ responses }) => Object.values(responses))) {
    for (const [name, header] of Object.entries(headers)) {
      shared[name] = header;
      headers[name] = { $ref: `#/components/headers/${name}` };
    }
  }
  return { ...document, components: { ...document.components, headers: shared } };
}

/** Everything on the page comes from here. No `upgrade-insecure-requests`: the service itself speaks plain HTTP, behind whatever proxy. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'";

/** The library's page leaves out what keeps a phone from laying it out as wide as a desk's screen. */
function fitToScreen(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload;
  return payload.replace(
    '<meta charset="UTF-8">',
    '$&<meta name="viewport" content="width=device-width, initial-scale=1">',
  );
}

/** For the library's page, in the browser: whatever names JSON it reads as one value, and lines of JSON it would call broken. */
const linesAsTheyAre = () => ({
  wrapComponents: {
    responseBody:
      (Body: unknown, { React }: { React: { createElement: (component: unknown, props: object) => unknown } }) =>
      (props: { contentType?: string }) => {
        const lines = props.contentType?.startsWith('application/x-ndjson') === true;
        // a type that it does not know is text to it, and saved as such; plain text would be saved as a page
        return React.createElement(Body, lines ? { ...props, contentType: 'application/x-lines' } : props);
      },
  },
});

/** Before the routes: what is registered earlier is not described. */
export function installOpenApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Motif', version: '1.0', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [
        { url: FREE_PREFIX, description: 'Free: no key' },
        { url: PAID_PREFIX, description: 'Paid: with a key' },
      ],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { key: [] }],
    },
    transformObject: (document) => shareHeaders((document as { openapiObject: Described }).openapiObject),
    transform({ schema, url, route }) {
      if (!url.startsWith(`${FREE_PREFIX}/`)) return { schema: { ...schema, hide: true }, url };
      const path = url.slice(FREE_PREFIX.length);
      // said here alone: no request is refused for a header that means nothing
      const remembered = '304' in (schema.response as object);
      const asked = { ...(EARLIER_PATHS.has(path) && VERSION_ASKED), ...(remembered && TAG_ASKED) };
      const headers = Object.keys(asked).length > 0 ? { type: 'object', properties: asked } : undefined;
      if (route.config?.open === true) return { schema: { ...schema, headers }, url: path };
      const response = withHeaders(schema.response as Record<string, { description?: string }>);
      const body = TOLD[path] ?? schema.body;
      return { schema: { ...schema, headers, body, response }, url: path };
    },
  });
  app.register(async (page) => {
    page.addHook('onSend', (_request, _reply, payload, done) => done(null, fitToScreen(payload)));
    await page.register(swaggerUi, {
      routePrefix: '/docs/try',
      staticCSP: PAGE_POLICY,
      // the other layout has a bar with somebody else's logo
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        tryItOutEnabled: true,
        validatorUrl: null,
        plugins: [linesAsTheyAre],
      },
      theme: {
        title: 'Motif',
        css: [{ filename: 'narrow.css', content: NARROW }],
        js: [{ filename: 'scheme.js', content: SCHEME }],
      },
    });
  });
  app.register((open, _options, done) => {
    let text: string | undefined;
    open.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
      text ??= openApiText(app);
      return reply.type('application/json; charset=utf-8').send(text);
    });
    done();
  });
}

/** The document as it is served and checked in. @param app once it is ready */
export function openApiText(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}
