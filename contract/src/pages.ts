/**
 * The pages of the web client. Its router and the server, which says what other sites show of a page and which address
 * has none, agree on them here.
 */
export const PAGES = {
  home: '/',
  explore: '/explore',
  bookmark: '/bookmark',
  login: '/login',
  signup: '/signup',
  profile: '/profile/:username',
  post: '/post-detail/:postId',
  settings: '/settings',
  /** The token is that of a one-time link. */
  resetPassword: '/reset-password/:token',
} as const
