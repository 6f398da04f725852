import type { RouteInput } from '@quack/contract'
import type { CommentId, PostId } from '../src/database/schema.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'
import { MINIMAL } from './client.ts'
import type { TestMember } from './members.ts'

/** What tests of edits do and read. */

type PostData = RouteInput<'POST /api/posts/edit/:postId'>['body']['postData']

export const edit = async (author: TestMember, postId: string, data: PostData | string) => {
  const postData = typeof data === 'string' ? { content: data } : data
  return (
    await author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData }, headers: MINIMAL })
  ).post
}

export const editComment = async (author: TestMember, postId: string, commentId: string, text: string) => {
  const body = { commentData: { text } }
  await author.call('POST /api/comments/edit/:postId/:commentId', {
    params: { postId, commentId },
    body,
    headers: MINIMAL,
  })
}

export const versionsOf = (reader: Client, postId: string, query: { limit?: number; cursor?: string } = {}) =>
  reader.call('GET /api/posts/:postId/versions', { params: { postId }, query })

/** The texts of a post, the newest first. */
export const textsOf = async (reader: Client, postId: string): Promise<string[]> =>
  (await versionsOf(reader, postId)).versions.map(({ content }) => content)

export const refuseVersions = (reader: Client, postId: string) =>
  reader.refuse('GET /api/posts/:postId/versions', { params: { postId } })

export const commentTextsOf = async (reader: Client, commentId: string): Promise<string[]> =>
  (await reader.call('GET /api/comments/:commentId/versions', { params: { commentId } })).versions.map(
    ({ text }) => text,
  )

/** As if a post and a comment had been edited: their versions are `count + 1` in all, which began at 1, 2, … */
export async function insertVersions(
  { db }: Pick<TestApp, 'db'>,
  ids: { postId: string; commentId: string },
  count: number,
) {
  const [post_id, comment_id] = [Number(ids.postId) as PostId, Number(ids.commentId) as CommentId]
  const text = { content: 'Earlier', lang: null, media_url: '', media_type: '' as const, warning: '', alt: '' }
  const times = Array.from({ length: count }, (_, index) => index + 1)
  const plain = { ...text, is_sensitive: 0, poll_options: '', poll_multiple: 0 } as const
  const posts = times.map((since) => ({ post_id, since, ...plain }))
  const edited_at = count + 1
  await db.write(async (transaction) => {
    await transaction.insertInto('post_versions').values(posts).execute()
    const comments = times.map((since) => ({ comment_id, since, text: 'Earlier' }))
    await transaction.insertInto('comment_versions').values(comments).execute()
    await transaction.updateTable('posts').set({ edited_at }).where('id', '=', post_id).execute()
    await transaction.updateTable('comments').set({ edited_at }).where('id', '=', comment_id).execute()
  })
}
