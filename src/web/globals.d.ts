/** What the build puts in (`jobs/build-web.ts`). */

/** The address of the script that runs the kernel in a thread of its own. */
declare const WORKER_ADDRESS: string;

declare module '*.wasm' {
  /** The file's address. */
  const address: string;
  export default address;
}

declare module 'motif:patterns' {
  export const PATTERN_GUIDE: import('./guide.js').PatternGuide[];
}

declare module 'motif:examples' {
  /** One position for each pattern: the first of its section in `docs/patterns.md`. */
  export const PATTERN_EXAMPLES: { pattern: import('../tactics/types.js').Pattern; fen: string }[];
}

declare module 'motif:games' {
  export const FAMOUS_GAMES: import('./guide.js').FamousGame[];
}

declare module 'motif:kernel' {
  /** The address of the kernel's wasm. */
  const address: string;
  export default address;
}

declare module 'motif:refusals' {
  /** The registry of `src/api/errors.ts`. */
  export const REFUSALS: { code: string; status: number; message: string }[];
}
