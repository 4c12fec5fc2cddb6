/** Which engine made a result. Results of different signatures are never mixed: caches and stores hold both beside each answer. */
export const ENGINE = {
  version: '0.1.0',
  /** Hash over the results on a fixed corpus (`npm run signature`): changes when, and only when, a result on it changes. */
  signature: '1deec37322f95748',
} as const;
