import { type Client, MINIMAL } from './client.ts'
import { test as base } from './fixtures.ts'
import { writePost } from './members.ts'

export const ADD = 'POST /api/comments/add/:postId'
export const EDIT = 'POST /api/comments/edit/:postId/:commentId'
export const DELETE = 'POST /api/comments/delete/:postId/:commentId'
export const UP = 'POST /api/comments/upvote/:postId/:commentId'
export const DOWN = 'POST /api/comments/downvote/:postId/:commentId'

export const bodyOf = (text: string) => ({ commentData: { text } })

/** Each test has a post of Ann's. */
export const test = base
  .extend('postId', async ({ ann }) => (await writePost(ann))._id)
  .extend('comment', ({ postId }) => async (author: Client, text = 'A comment') => {
    const { post } = await author.call(ADD, { params: { postId }, body: bodyOf(text), headers: MINIMAL })
    const [newest] = post?.comments ?? []
    if (!newest) throw new Error('The comment did not come back.')
    return newest
  })
  .extend('list', ({ app, postId }) => {
    return async (client: Client = app.visitor) =>
      (await client.call('GET /api/comments/:postId', { params: { postId } })).comments
  })
