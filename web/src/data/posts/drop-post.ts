import { notifyManager } from '@tanstack/react-query'
import { dropFromLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { dropPin, stepCounts } from '../members/members.ts'
import { getPost, isPostGone, markPostGone } from './posts.ts'
import { refreshTagsOf } from './refresh-tags.ts'

/** Removes a deleted post from every list. */
export function dropPost(id: string): void {
  const post = getPost(id)
  if (post && !isPostGone(id)) {
    stepCounts(post.username, { postsCount: -1 })
    dropPin(post.username, id)
    refreshTagsOf(post.content)
  }
  // Lists first: a virtual list would otherwise measure an empty row.
  notifyManager.batch(() => {
    dropFromLists(postLists.all, id)
    markPostGone(id)
  })
  queryClient.removeQueries({ queryKey: queryKeys.comments(id) })
}
