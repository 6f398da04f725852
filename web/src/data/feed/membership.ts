import type { QueryKey } from '@tanstack/react-query'
import { editLists, type KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import { postIdOf } from '../posts/places.ts'
import { getPost } from '../posts/posts.ts'
import { reposterOf } from './reasons.ts'

/** A visible feed with more pages than this is not refetched. */
const CHEAP_PAGES = 3

/** After a change of what is followed: marks the feeds as stale, and refetches a visible one if that is cheap. */
export function refreshFeeds(): void {
  void queryClient.invalidateQueries({ queryKey: postLists.feeds, refetchType: 'none' })
  void queryClient.refetchQueries({
    queryKey: postLists.feeds,
    type: 'active',
    predicate: (query) => ((query.state.data as KeyPages | undefined)?.pages.length ?? 0) <= CHEAP_PAGES,
  })
}

/** Removes an author's posts, and those that their reposts alone have brought, say from the feeds after an unfollow. */
export function dropAuthor(queryKey: QueryKey, username: string): void {
  const author = username.toLowerCase()
  const isTheirs = (key: string) =>
    getPost(postIdOf(key))?.username.toLowerCase() === author || reposterOf(key)?.toLowerCase() === author
  editLists(queryKey, (keys) => (keys.some(isTheirs) ? keys.filter((key) => !isTheirs(key)) : keys))
}
