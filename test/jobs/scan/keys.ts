/** What the line of `scan --json` holds, in its order. */
export const KEYS = [
  ...['games_seen', 'games_stored', 'games_duplicate', 'games_filtered', 'games_quarantined'],
  ...['positions', 'candidates', 'tactics', 'seconds', 'peak_rss_mb'],
];
