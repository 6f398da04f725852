/**
 * The addresses of the web client's pages. The client's router uses them, and so does the server, for previews and to
 * answer 404 at other addresses.
 */
export const PAGE_PATHS = {
  home: '/',
  explore: '/explore',
  bookmark: '/bookmark',
  login: '/login',
  signup: '/signup',
  profile: '/profile/:username',
  post: '/post-detail/:postId',
  /** A comment on it, with the answers to it. */
  branch: '/post-detail/:postId/comments/:commentId',
  /** The posts that quote it. */
  quotes: '/post-detail/:postId/quotes',
  tag: '/tag/:tag',
  /** The query has what is searched: `q`, `tab` and `order`. */
  search: '/search',
  whoToFollow: '/who-to-follow',
  notifications: '/notifications',
  /** What waits on this device to be sent. */
  outbox: '/outbox',
  settings: '/settings',
  security: '/settings/security',
  notificationSettings: '/settings/notifications',
  followRequests: '/settings/follow-requests',
  blockedMembers: '/settings/blocked',
  mutedMembers: '/settings/muted',
  mutedWords: '/settings/words',
  followedTags: '/settings/tags',
  /** These three are there as soon as somebody has a role. */
  moderation: '/moderation',
  rules: '/rules',
  about: '/about',
  /** The token of a one-time link. */
  resetPassword: '/reset-password/:token',
  forgot: '/forgot',
  /** The token of a link that was sent to the address. */
  confirmEmail: '/confirm-email/:token',
  /** The query has the token of a mail. */
  unsubscribe: '/unsubscribe',
} as const
export type PageName = keyof typeof PAGE_PATHS

export type PageAudience = 'members' | 'visitors' | 'everyone'

/** Who may open a page besides members, or instead of them. All others are for members. */
export const OPEN_PAGES: Readonly<Partial<Record<PageName, PageAudience>>> = {
  login: 'visitors',
  signup: 'visitors',
  resetPassword: 'everyone',
  forgot: 'everyone',
  confirmEmail: 'everyone',
  unsubscribe: 'everyone',
  rules: 'everyone',
  about: 'everyone',
}

const SEGMENTS = Object.values(PAGE_PATHS).map((pattern) => pattern.split('/').slice(1))

/**
 * The address of a page that was typed with slashes at its end, or with capitals outside of its parameters. It begins
 * with the name of a page, so it never leads to another host.
 * @param path without the query
 * @returns null if no page is meant, or if the path is right
 */
export function findRightPath(path: string): string | null {
  const segmentsGiven = path.split('/').slice(1)
  const given = segmentsGiven.slice(0, segmentsGiven.findLastIndex((segment) => segment !== '') + 1)
  const isMeant = (segments: readonly string[]) =>
    segments.length === given.length &&
    segments.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index]?.toLowerCase(),
    )
  const meant = SEGMENTS.find(isMeant)
  if (!meant || given.length === 0) return null
  const right = meant.map((segment, index) => `/${segment.startsWith(':') ? given[index] : segment}`).join('')
  return right === path ? null : right
}

/** Where mail programs end the digest (RFC 8058): for the page, mails have an address of their own. */
export const UNSUBSCRIBE_PATH = '/api/mail/unsubscribe'

/**
 * Where browsers send what was shared with the installed app (web/public/manifest.webmanifest). The client's service
 * worker takes it; the server only redirects.
 */
export const SHARE_PATH = '/share'
/** The page that takes what was shared: Home, with this as its query. */
export const SHARED_QUERY = '?compose=shared'

/** The fragment of a comment on the page of its post. */
export const commentAnchor = (commentId: string): string => `comment-${commentId}`

/** The comment of such a fragment, with its #. Undefined for any other. */
export const commentOfHash = (hash: string): string | undefined => /^#comment-(\d{1,16})$/.exec(hash)?.[1]
