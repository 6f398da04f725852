import { tagsIn } from '@quack/contract/rules/references'
import { notifyManager } from '@tanstack/react-query'
import { editLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { dropPin, stepCounts } from '../members/members.ts'
import { postIdOf } from './places.ts'
import { getPost, isPostGone, markPostGone } from './posts.ts'

/** Removes a post that is deleted, or hidden from the viewer, from every list. */
export function dropPost(id: string): void {
  const post = getPost(id)
  if (post && !isPostGone(id)) {
    stepCounts(post.username, { postsCount: -1 })
    dropPin(post.username, id)
    refreshTagsOf(post.content)
  }
  const isOf = (key: string) => postIdOf(key) === id
  // Lists first: a virtual list would otherwise measure an empty row.
  notifyManager.batch(() => {
    editLists(postLists.all, (keys) => (keys.some(isOf) ? keys.filter((key) => !isOf(key)) : keys))
    markPostGone(id)
  })
  queryClient.removeQueries({ queryKey: queryKeys.comments(id) })
}

/** A post with these texts was written, edited or deleted: reads the counts and posts of their tags again. */
export function refreshTagsOf(...texts: string[]): void {
  for (const key of new Set(texts.flatMap((text) => [...tagsIn(text).keys()]))) {
    for (const queryKey of [queryKeys.tag(key), postLists.tag(key)]) void invalidate({ queryKey })
  }
}
