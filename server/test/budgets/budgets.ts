import type { Engine } from '../../src/database/database.ts'

/**
 * Budgets of the main calls: statements per engine, and bytes of the answer. These do not depend on the machine, as
 * seconds do. Statements that begin and end transactions count too, but not those that delete old events. A change that
 * needs more has to raise a budget here. `SHOW_COSTS=1` prints the present costs.
 */
export interface Budget {
  readonly queries: Readonly<Record<Engine, number>>
  readonly bytes: number
}

export const BUDGETS = {
  homeLatest: { queries: { sqlite: 1, postgres: 3 }, bytes: 8_948 },
  homeOldest: { queries: { sqlite: 2, postgres: 3 }, bytes: 8_948 },
  homeTrending: { queries: { sqlite: 2, postgres: 3 }, bytes: 8_948 },
  storePosition: { queries: { sqlite: 5, postgres: 5 }, bytes: 163 },
  homeResume: { queries: { sqlite: 2, postgres: 4 }, bytes: 9_153 },
  homeBetween: { queries: { sqlite: 3, postgres: 5 }, bytes: 8_049 },
  explore: { queries: { sqlite: 2, postgres: 3 }, bytes: 8_948 },
  profile: { queries: { sqlite: 3, postgres: 4 }, bytes: 392 },
  postPage: { queries: { sqlite: 8, postgres: 9 }, bytes: 1_022 },
  allPosts: { queries: { sqlite: 9, postgres: 10 }, bytes: 9_517 },
  searchPosts: { queries: { sqlite: 3, postgres: 6 }, bytes: 9_003 },
  searchPeople: { queries: { sqlite: 5, postgres: 6 }, bytes: 195 },
  suggestions: { queries: { sqlite: 6, postgres: 7 }, bytes: 187 },
  createPost: { queries: { sqlite: 7, postgres: 6 }, bytes: 453 },
  comment: { queries: { sqlite: 11, postgres: 8 }, bytes: 454 },
  like: { queries: { sqlite: 12, postgres: 9 }, bytes: 453 },
  unlike: { queries: { sqlite: 11, postgres: 10 }, bytes: 453 },
  follow: { queries: { sqlite: 12, postgres: 11 }, bytes: 818 },
  unfollow: { queries: { sqlite: 11, postgres: 10 }, bytes: 819 },
  putLike: { queries: { sqlite: 12, postgres: 11 }, bytes: 453 },
  deleteLike: { queries: { sqlite: 11, postgres: 10 }, bytes: 453 },
  putRepost: { queries: { sqlite: 12, postgres: 11 }, bytes: 485 },
  deleteRepost: { queries: { sqlite: 11, postgres: 10 }, bytes: 453 },
  putFollow: { queries: { sqlite: 12, postgres: 11 }, bytes: 818 },
  deleteFollow: { queries: { sqlite: 11, postgres: 10 }, bytes: 819 },
  putBookmark: { queries: { sqlite: 7, postgres: 6 }, bytes: 19 },
  deleteBookmark: { queries: { sqlite: 7, postgres: 6 }, bytes: 20 },
  putVote: { queries: { sqlite: 12, postgres: 11 }, bytes: 347 },
  deleteVote: { queries: { sqlite: 12, postgres: 11 }, bytes: 348 },
  waysToSignIn: { queries: { sqlite: 2, postgres: 2 }, bytes: 116 },
  passkeys: { queries: { sqlite: 1, postgres: 1 }, bytes: 170 },
  ownEmail: { queries: { sqlite: 2, postgres: 2 }, bytes: 64 },
  logIn: { queries: { sqlite: 20, postgres: 18 }, bytes: 780 },
  startPasskeySignIn: { queries: { sqlite: 0, postgres: 0 }, bytes: 188 },
  signInWithPasskey: { queries: { sqlite: 22, postgres: 20 }, bytes: 780 },
  createQuote: { queries: { sqlite: 14, postgres: 14 }, bytes: 900 },
  /** A page as `allPosts`, of quotes. */
  allQuotes: { queries: { sqlite: 12, postgres: 13 }, bytes: 25_559 },
  quotes: { queries: { sqlite: 12, postgres: 13 }, bytes: 1_400 },
  /** A whole page. */
  versions: { queries: { sqlite: 4, postgres: 4 }, bytes: 2_350 },
  editPost: { queries: { sqlite: 9, postgres: 7 }, bytes: 500 },
} as const satisfies Record<string, Budget>
