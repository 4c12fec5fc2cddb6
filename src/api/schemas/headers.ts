/** What answers carry beside their body: pages of other origins may read it, and the interface's description names it. */

/** Of answers that may be asked for again. */
export const IDENTITY = {
  ETag: {
    type: 'string',
    description: 'Names the answer: asked for again with it in If-None-Match, it comes as a 304',
  },
};
/** Of answers that are counted. */
export const MINUTE = {
  'RateLimit-Limit': {
    type: 'integer',
    description: 'Requests a minute; absent, as the next two, where there is no limit',
  },
  'RateLimit-Remaining': { type: 'integer', description: 'How many of them are left' },
  'RateLimit-Reset': { type: 'integer', description: 'Seconds until there are all of them again' },
};
/** Of refusals. */
export const REFUSAL = {
  'X-Request-Id': { type: 'string', description: 'What the log has the request under' },
  'X-Error-Detail': {
    type: 'string',
    description: 'What is wrong in detail, where there is more to say: a ply, a line',
  },
  'Retry-After': { type: 'integer', description: 'Seconds to wait, where it helps' },
};
