import { editLists, type KeyPages } from './key-pages.ts'
import { postLists } from './post-lists.ts'
import { getPost } from './posts.ts'
import { queryClient } from './query-client.ts'

/** A feed read further than this is not read again under the reader's eyes, in pages. */
const CHEAP_PAGES = 3

/** Someone new is followed: their posts belong in the feed. What is on screen is refreshed if that is cheap. */
export function refreshFeeds(): void {
  void queryClient.invalidateQueries({ queryKey: postLists.feeds, refetchType: 'none' })
  void queryClient.refetchQueries({
    queryKey: postLists.feeds,
    type: 'active',
    predicate: (query) => ((query.state.data as KeyPages | undefined)?.pages.length ?? 0) <= CHEAP_PAGES,
  })
}

/** Someone is no longer followed: their posts leave the feeds. */
export function dropAuthorFromFeeds(username: string): void {
  const author = username.toLowerCase()
  const isTheirs = (id: string) => getPost(id)?.username.toLowerCase() === author
  editLists(postLists.feeds, (keys) => (keys.some(isTheirs) ? keys.filter((id) => !isTheirs(id)) : keys))
}
