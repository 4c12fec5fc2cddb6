/** Which engine made a result. Results of different signatures are never mixed: caches and stores hold both beside each answer. */
export const ENGINE = {
  version: '0.1.0',
  /** Hash over the results on a fixed corpus (`npm run signature`): changes when, and only when, a result on it changes. */
  signature: 'e0285dd2111f6736',
} as const;
