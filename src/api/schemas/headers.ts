/** What answers carry beside their body, which pages of other origins may read, and what requests may: for the description of the interface. */

/** Of answers that may be asked for again. */
export const IDENTITY = {
  ETag: {
    type: 'string',
    description: 'Identifies the answer: sent as If-None-Match with the same request, it brings a 304',
  },
};
/** Of answers that are counted. */
export const MINUTE = {
  'RateLimit-Limit': {
    type: 'integer',
    description: 'Requests allowed a minute; like the next two, absent if there is no limit',
  },
  'RateLimit-Remaining': { type: 'integer', description: 'Requests left in this minute' },
  'RateLimit-Reset': { type: 'integer', description: 'Seconds until all of them are available again' },
};
/** Of refusals. */
export const REFUSAL = {
  'X-Request-Id': { type: 'string', description: 'The ID of the request in the log of the service' },
  'X-Error-Detail': {
    type: 'string',
    description: 'What exactly is wrong, such as the ply or line, if there is more to say',
  },
  'Retry-After': { type: 'integer', description: 'Seconds after which to try again, if that helps' },
};

/** Headers of a request that make another answer of it. */
export const VERSION_ASKED = {
  'Accept-Version': {
    type: 'string',
    // no example: the form at `/docs/try` would fill it in, and send it
    description: 'With 3.0 the service answers in the earlier form of the interface',
  },
};
export const TAG_ASKED = {
  'If-None-Match': {
    type: 'string',
    description: 'The ETag of an earlier answer: if that has not changed, the service answers 304',
  },
};
