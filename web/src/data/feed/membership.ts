import type { QueryKey } from '@tanstack/react-query'
import { editLists, type KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import { getPost } from '../posts/posts.ts'

/** A visible feed with more pages than this is not refetched. */
const CHEAP_PAGES = 3

/** After a follow: marks the feeds as stale, and refetches a visible one if that is cheap. */
export function refreshFeeds(): void {
  void queryClient.invalidateQueries({ queryKey: postLists.feeds, refetchType: 'none' })
  void queryClient.refetchQueries({
    queryKey: postLists.feeds,
    type: 'active',
    predicate: (query) => ((query.state.data as KeyPages | undefined)?.pages.length ?? 0) <= CHEAP_PAGES,
  })
}

/** Removes an author's posts from the lists under this query key, say from the feeds after an unfollow. */
export function dropAuthor(queryKey: QueryKey, username: string): void {
  const author = username.toLowerCase()
  const isTheirs = (id: string) => getPost(id)?.username.toLowerCase() === author
  editLists(queryKey, (keys) => (keys.some(isTheirs) ? keys.filter((id) => !isTheirs(id)) : keys))
}
