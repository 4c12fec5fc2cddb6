/** What the routes of `src/api/pages/` answer with: written once, for them and for the pages. */

/** `GET /pages/plans`. */
export interface PlansAnswer {
  plans: {
    name: string;
    title: string;
    /** US dollars; null on request. */
    pricePerMonth: number | null;
    /** null for no limit. */
    requestsPerMinute: number | null;
    gamesPerDay: number | null;
  }[];
}
