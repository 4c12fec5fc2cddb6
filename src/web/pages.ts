/**
 * The pages there are: the one table that the build, the server and the navigation read.
 *
 * A page is a line here and its entry `src/web/pages/<name>.tsx`. JSON that it needs comes from a route of `src/api/pages/`.
 */

export interface PageInfo {
  /** Of its entry. */
  readonly name: string;
  /** Where it is served. */
  readonly path: string;
  /** Of the browser's tab. */
  readonly title: string;
  /** In a sentence, for search engines and link previews. */
  readonly description: string;
  /** What the navigation calls it; null where it does not name it. */
  readonly nav: string | null;
  /** Stands apart in the navigation, at its end: what belongs to the visitor. */
  readonly own?: boolean;
}

/** In the order of the navigation: Playground, Explore, Runs, Pricing, Docs, and the visitor's own. */
export const PAGES: readonly PageInfo[] = [
  {
    name: 'playground',
    path: '/',
    title: 'Motif: see the tactics in a position or a game',
    description:
      'Paste a FEN or a PGN, or drag pieces about, and see every proven fork, pin, skewer and mate on the board.',
    nav: 'Playground',
  },
  {
    name: 'docs',
    path: '/docs',
    title: 'Documentation · Motif',
    description: 'The interface with examples to run, the ten patterns on diagrams, plans, limits and errors.',
    nav: 'Docs',
  },
];

/** What a browser gets for an address that there is not. */
export const NOT_FOUND: PageInfo = {
  name: 'not-found',
  path: '/not-found',
  title: 'Not found · Motif',
  description: 'There is no such page.',
  nav: null,
};
