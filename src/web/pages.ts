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
  /** Knows who has signed in: nothing of it is kept when it is left. */
  readonly personal?: boolean;
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
    name: 'explore',
    path: '/explore',
    title: 'Explore found tactics · Motif',
    description:
      'Search the tactics of all scanned games by pattern, gain, player, date, and whether they were played.',
    nav: 'Explore',
  },
  {
    name: 'runs',
    path: '/runs',
    title: 'Runs · Motif',
    description: 'How the nightly scans went, how far the current one is, and their reports.',
    nav: 'Runs',
  },
  {
    name: 'pricing',
    path: '/pricing',
    title: 'Pricing · Motif',
    description: 'What each plan costs and allows: free to try, monthly for applications and services.',
    nav: 'Pricing',
    personal: true,
  },
  {
    name: 'docs',
    path: '/docs',
    title: 'Documentation · Motif',
    description: 'The interface with examples to run, the ten patterns in diagrams, plans, limits and errors.',
    nav: 'Docs',
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    title: 'Your account · Motif',
    description: 'Your API keys, their use by day, and your plan.',
    nav: 'Account',
    own: true,
    personal: true,
  },
  {
    name: 'sign-in',
    path: '/sign-in',
    title: 'Sign in · Motif',
    description: 'Sign in to Motif with a link that is sent to you by e-mail.',
    nav: null,
    personal: true,
  },
  {
    name: 'test-checkout',
    path: '/test-checkout',
    title: 'Test checkout · Motif',
    description: 'A checkout to try the service with: no money is taken.',
    nav: null,
    personal: true,
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
