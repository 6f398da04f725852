import { MINIMAL } from './client.ts'
import { test as base } from './fixtures.ts'

export const CREATE = 'POST /api/posts'
export const EDIT = 'POST /api/posts/edit/:postId'
export const DELETE = 'DELETE /api/posts/:postId'
export const GET = 'GET /api/posts/:postId'
export const PICTURE = 'https://example.com/duck.png'

export const test = base
  .extend('getPost', ({ app }) => {
    return async (postId: string, client = app.visitor) => (await client.call(GET, { params: { postId } })).post
  })
  .extend('create', ({ ann }) => async (postData: Record<string, unknown>) => {
    const { post } = await ann.call(CREATE, { body: { postData }, headers: MINIMAL })
    if (!post) throw new Error('The post did not come back.')
    return post
  })
