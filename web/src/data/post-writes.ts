import type { RouteInput } from '@quack/contract'
import { notifyManager } from '@tanstack/react-query'
import { call, MINIMAL } from './api.ts'
import { isRefusal } from './api-errors.ts'
import { appendToLists, dropFromLists, prependToLists } from './key-pages.ts'
import { stepCounts } from './members.ts'
import { addMissingAlt } from './missing-alt.ts'
import { postLists } from './post-lists.ts'
import { getPost, isPostGone, markPostGone, putPost } from './posts.ts'
import { queryClient } from './query-client.ts'

export type PostInput = RouteInput<'POST /api/posts'>['body']['postData']

const query = { embed: 0 } as const

/** Publishes a post; it stands at once where a new post of the viewer belongs. Equal keys make one post. */
export async function createPost(postData: PostInput, idempotencyKey: string): Promise<void> {
  const headers = { ...MINIMAL, 'idempotency-key': idempotencyKey }
  const { post } = await call('POST /api/posts', { query, headers, body: { postData } })
  if (!post) return
  const id = putPost(post)
  if (post.mediaUrl !== '' && post.alt === '') addMissingAlt(id)
  for (const list of [postLists.feed('latest'), postLists.explore, postLists.member(post.username)]) {
    prependToLists(list, id)
  }
  for (const sort of ['oldest', 'trending'] as const) appendToLists(postLists.feed(sort), id)
  stepCounts(post.username, { postsCount: 1 })
  // A list that was being read meanwhile may come without it.
  void queryClient.invalidateQueries({
    queryKey: postLists.all,
    predicate: (list) => list.state.fetchStatus === 'fetching',
  })
}

export async function editPost(id: string, postData: PostInput): Promise<void> {
  const input = { params: { postId: id }, query, headers: MINIMAL, body: { postData } }
  const { post } = await call('POST /api/posts/edit/:postId', input)
  if (post) putPost(post)
}

/** Deletes a post. One that is already gone counts as deleted. */
export async function deletePost(id: string): Promise<void> {
  try {
    await call('DELETE /api/posts/:postId', { params: { postId: id }, query, headers: MINIMAL })
  } catch (error) {
    if (!isRefusal(error, 'postUnknown')) throw error
  }
  dropPost(id)
}

/** Takes a post that no longer exists out of every list. */
export function dropPost(id: string): void {
  const post = getPost(id)
  if (post && !isPostGone(id)) stepCounts(post.username, { postsCount: -1 })
  // Out of the lists first: they would measure a row of nothing.
  notifyManager.batch(() => {
    dropFromLists(postLists.all, id)
    markPostGone(id)
  })
  queryClient.removeQueries({ queryKey: ['comments', id] })
}
