import type { Post } from '@quack/contract'
import { call, MINIMAL } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { appendToLists, prependToLists } from '../cache/key-pages.ts'
import { postLists } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import { stepCounts } from '../members/members.ts'
import type { PostBody, PostVersion } from '../offline/outbox-entry.ts'
import { newPost } from '../outbox/requests.ts'
import { refreshTagsOf } from '../posts/drop-post.ts'
import { addMissingAlt } from '../posts/missing-alt.ts'
import { putPost } from '../posts/posts.ts'

const query = { embed: 0 } as const

/** @returns null if the answer does not have the post */
export async function sendPost(postData: PostBody, idempotencyKey: string): Promise<Post | null> {
  const { route, input } = newPost(postData, idempotencyKey)
  return (await call(route, input)).post ?? null
}

export function showNewPost(post: Post | null): void {
  if (!post) return
  const id = putPost(post)
  if (post.mediaUrl !== '' && post.alt === '') addMissingAlt(id)
  for (const list of [postLists.feed('latest'), postLists.explore, postLists.member(post.username)]) {
    prependToLists(list, id)
  }
  for (const sort of ['oldest', 'trending'] as const) appendToLists(postLists.feed(sort), id)
  stepCounts(post.username, { postsCount: 1 })
  refreshTagsOf(post.content)
  // A list that is being fetched may arrive without the post.
  repeatReads(postLists.all)
}

/** @param basedOn the content that was edited: if the present one is another, the edit is refused (`editConflict`) */
export async function sendEdit(id: string, postData: PostBody, basedOn?: PostVersion): Promise<Post | null> {
  const body = { postData, ...(basedOn && { basedOn }) }
  const { post } = await call('POST /api/posts/edit/:postId', { params: { postId: id }, query, headers: MINIMAL, body })
  return post ?? null
}

/** @param before the text that was edited */
export function showEditedPost(post: Post | null, before: string): void {
  if (!post) return
  putPost(post)
  refreshTagsOf(before, post.content)
}

/** Succeeds if it was already deleted. */
export async function sendPostDeletion(id: string): Promise<void> {
  try {
    await call('DELETE /api/posts/:postId', { params: { postId: id }, query, headers: MINIMAL })
  } catch (error) {
    if (!isRefusal(error, 'postUnknown')) throw error
  }
}
