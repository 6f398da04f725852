/** The reads whose responses are kept: what a member opens to read. Staff pages and settings are not kept. */
const KEPT: ReadonlySet<string> = new Set([
  'GET /api/meta',
  'GET /api/feed',
  'GET /api/feed/resume',
  'GET /api/feed/between',
  'GET /api/explore',
  'GET /api/bookmarks',
  'GET /api/notifications',
  'GET /api/posts/:postId',
  'GET /api/posts/user/:username',
  'GET /api/comments/:postId',
  'GET /api/users/:username',
  'GET /api/suggestions',
  'GET /api/trending-tags',
  'GET /api/tags/:tag',
  'GET /api/tags/:tag/posts',
])

export function isKept(route: string): boolean {
  return KEPT.has(route)
}
