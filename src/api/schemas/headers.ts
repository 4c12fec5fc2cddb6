/** What answers carry beside their body, which pages of other origins may read, and what requests may: for the description of the interface. */

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

/** Headers of a request that make another answer of it. */
export const VERSION_ASKED = {
  'Accept-Version': {
    type: 'string',
    description: 'With 3.0 the answer has the earlier form of the interface',
    examples: ['3.0'],
  },
};
export const TAG_ASKED = {
  'If-None-Match': {
    type: 'string',
    description: 'The ETag of an answer that is at hand: where it still is the answer, 304 says so',
  },
};
