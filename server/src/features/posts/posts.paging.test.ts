import { describe, expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { refusal } from '../../../test/refusals.ts'

const DELETE = 'DELETE /api/posts/:postId'
describe('lists of posts', () => {
  test("all posts and a member's posts are listed newest first page by page, even within one second", async ({
    app,
    member,
  }) => {
    const dora = await member('dora')
    const written = []
    for (let index = 0; index < 5; index++) written.unshift((await writePost(dora, `post ${index}`))._id)
    const params = { username: dora.username.toUpperCase() }
    for (const limit of [1, 2, 5, 100]) {
      const all = await readAll(async (query) => {
        const page = await app.visitor.call('GET /api/posts/user/:username', { params, query: { limit, ...query } })
        expect(page.posts.length).toBeLessThanOrEqual(limit)
        return { entries: page.posts, nextCursor: page.nextCursor }
      })
      expect(all.map(({ _id }) => _id)).toEqual(written)
    }
    const { posts } = await app.visitor.call('GET /api/posts')
    expect(posts.slice(0, 5).map(({ _id }) => _id)).toEqual(written)
    expect(await app.visitor.refuse('GET /api/posts/user/:username', { params: { username: 'nobody' } })).toEqual(
      refusal('memberUnknown'),
    )
  })

  test('paging neither skips nor repeats posts while posts are written and deleted', async ({ app, ann, bob }) => {
    for (let count = 0; count < 5; count++) await writePost(bob)
    const before = (await app.visitor.call('GET /api/posts')).posts.map(({ _id }) => _id)
    const first = await app.visitor.call('GET /api/posts', { query: { limit: 3 } })
    await writePost(ann, 'written meanwhile')
    // Deletes the post that the cursor refers to.
    const last = first.posts.at(-1)
    const author = [ann, bob].find(({ username }) => username === last?.username)
    await author?.call(DELETE, { params: { postId: last?._id ?? '' } })
    const rest = await readAll(async (query) => {
      const page = await app.visitor.call('GET /api/posts', {
        query: { limit: 3, cursor: first.nextCursor ?? '', ...query },
      })
      return { entries: page.posts, nextCursor: page.nextCursor }
    })
    expect([...first.posts, ...rest].map(({ _id }) => _id)).toEqual(before)
  })
})
