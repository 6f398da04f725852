import type { SearchOrder } from '@quack/contract/calls/search'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'

export type SearchTab = 'posts' | 'people' | 'tags'

/** What a search page shows. */
export interface Search {
  /** As the member typed it. */
  readonly q: string
  readonly tab: SearchTab
  /** Of the posts. */
  readonly order: SearchOrder
}

/** In the query of the security page: asks the member to look at the ways in. */
export const REVIEW = 'review'

/** The addresses of the pages, for links. The patterns are those of the contract. */
export const paths = {
  ...PAGE_PATHS,
  /** What still lets somebody in, for a member who has just set a new password by a link. */
  waysIn: `${PAGE_PATHS.security}?${REVIEW}`,
  profile: (username: string) => PAGE_PATHS.profile.replace(':username', encodeURIComponent(username)),
  post: (publicId: string) => PAGE_PATHS.post.replace(':postId', encodeURIComponent(publicId)),
  quotes: (publicId: string) => PAGE_PATHS.quotes.replace(':postId', encodeURIComponent(publicId)),
  branch: (publicId: string, commentId: string) =>
    PAGE_PATHS.branch.replace(':postId', encodeURIComponent(publicId)).replace(':commentId', commentId),
  /** @param key the tag's identity (`tagKey` of the contract), so that each tag has one address */
  tag: (key: string) => PAGE_PATHS.tag.replace(':tag', encodeURIComponent(key)),
  /** Posts, newest first, unless something else is asked for. */
  search({ q = '', tab = 'posts', order = 'newest' }: Partial<Search> = {}): string {
    const query = new URLSearchParams()
    if (q !== '') query.set('q', q)
    if (tab !== 'posts') query.set('tab', tab)
    if (order !== 'newest') query.set('order', order)
    return query.size > 0 ? `${PAGE_PATHS.search}?${query}` : PAGE_PATHS.search
  },
} as const

/** The same addresses as patterns for the router. */
export const patterns = PAGE_PATHS
