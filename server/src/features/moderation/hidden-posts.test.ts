import { describe, expect } from 'vitest'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { PostId } from '../../database/schema.ts'
import { showPost } from './post-actions.ts'

const MINIMAL = { prefer: 'return=minimal' }
const COMMENT = { commentData: { text: 'Quack' } }

const test = base
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))
  .extend('hide', ({ carl, staff }) => async (postId: string) => {
    const body = { kind: 'post', id: postId, rule: 'spam' } as const
    const { report } = await carl.call('POST /api/reports', { body })
    const decision = { reports: [report._id], actions: ['hide' as const], message: 'Not here' }
    await staff.call('POST /api/moderation/decisions', { body: decision })
  })
  // Ann's three posts; Bob follows her and has reacted to the second.
  .extend('posts', async ({ ann, bob }) => {
    const posts = [await writePost(ann, 'first'), await writePost(ann, 'second'), await writePost(ann, 'third')]
    const postId = posts[1]?._id ?? ''
    await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    await bob.call('POST /api/posts/like/:postId', { params: { postId }, headers: MINIMAL })
    await bob.call('POST /api/users/bookmark/:id', { params: { id: postId } })
    await bob.call('POST /api/comments/add/:postId', { params: { postId }, body: COMMENT, headers: MINIMAL })
    await ann.call('POST /api/posts/pin/:postId', { params: { postId }, headers: MINIMAL })
    return posts.map(({ _id, id }) => ({ _id, id }))
  })

/** Reads that could contain the post, for a reader. The author's own list has a test of its own. */
async function readEverything(reader: Pick<TestMember, 'call'>, ann: TestMember, isMember: boolean): Promise<string> {
  const params = { username: ann.username }
  const answers: unknown[] = []
  for (const embed of [0, 20]) {
    const query = { embed }
    answers.push(await reader.call('GET /api/posts', { query }))
    if (reader !== ann) answers.push(await reader.call('GET /api/posts/user/:username', { params, query }))
    answers.push(await reader.call('GET /api/explore', { query }))
    answers.push(await reader.call('GET /api/users/:username', { params, query }))
    if (!isMember) continue
    for (const sort of ['latest', 'oldest', 'trending'] as const)
      answers.push(await reader.call('GET /api/feed', { query: { ...query, sort } }))
    answers.push(await reader.call('GET /api/bookmarks', { query }))
    answers.push(await reader.call('GET /api/users/bookmark'))
    answers.push(await reader.call('GET /api/users', { query }))
  }
  return JSON.stringify(answers)
}

describe('a hidden post', () => {
  test('is in no list but that of its author, cached or not, and back when it is shown', async ({
    app,
    ann,
    bob,
    posts,
    hide,
  }) => {
    const [first, second] = posts
    const readers = [
      [app.visitor, false],
      [bob, true],
      [ann, true],
    ] as const
    for (const [reader, isMember] of readers) {
      expect(await readEverything(reader, ann, isMember)).toContain(second?._id)
    }
    await hide(second?._id ?? '')
    for (const [reader, isMember] of readers) {
      const text = await readEverything(reader, ann, isMember)
      expect(text).not.toContain(second?._id)
      expect(text).not.toContain(second?.id)
      expect(text).toContain(first?._id)
    }
    const params = { username: ann.username }
    expect((await bob.call('GET /api/users/:username', { params })).user.postsCount).toBe(2)
    expect(await findWrongCounts(app.db.read)).toEqual([])
    await app.db.write((transaction) => showPost(transaction, Number(second?._id) as PostId))
    for (const [reader, isMember] of readers) {
      expect(await readEverything(reader, ann, isMember)).toContain(second?._id)
    }
  })

  test('is marked in the own list of its author, whose pages are full, and not in what others get', async ({
    app,
    ann,
    bob,
    posts,
    hide,
  }) => {
    const [, { _id } = { _id: '' }] = posts
    const list = async (
      reader: Pick<TestMember, 'call'>,
      query: { embed: number; limit?: number; cursor?: string },
    ) => {
      const input = { params: { username: ann.username }, query }
      const page = await reader.call('GET /api/posts/user/:username', input)
      return { shown: page.posts.map(({ content, hidden }) => [content, hidden]), nextCursor: page.nextCursor }
    }
    const [third, second, first] = ['third', 'second', 'first'].map((content) => [content, undefined])
    // Read more than once: at first by the handler, then from the caches.
    const expectAll = async (reader: Pick<TestMember, 'call'>, shown: unknown[]) => {
      for (const embed of [0, 0, 20, 20]) expect((await list(reader, { embed })).shown).toEqual(shown)
    }
    for (const reader of [ann, bob, app.visitor]) await expectAll(reader, [third, second, first])
    await hide(_id)
    for (const reader of [bob, app.visitor, ann, bob]) {
      await expectAll(reader, reader === ann ? [third, ['second', true], first] : [third, first])
    }
    for (const embed of [0, 20]) {
      const page = await list(ann, { embed, limit: 2 })
      expect(page.shown).toEqual([third, ['second', true]])
      const next = await list(ann, { embed, limit: 2, cursor: page.nextCursor ?? '' })
      expect(next).toEqual({ shown: [first], nextCursor: null })
    }
    await app.db.write((transaction) => showPost(transaction, Number(_id) as PostId))
    for (const reader of [ann, bob, app.visitor]) await expectAll(reader, [third, second, first])
  })

  test('is unknown at its address to all but its author, who sees that it is hidden', async ({
    app,
    ann,
    bob,
    posts,
    hide,
  }) => {
    const [, { _id, id } = { _id: '', id: '' }] = posts
    await hide(_id)
    for (const postId of [_id, id]) {
      const input = { params: { postId } }
      for (const reader of [app.visitor, bob]) {
        expect(await reader.refuse('GET /api/posts/:postId', input)).toEqual(refusal('postUnknown'))
        expect(await reader.refuse('GET /api/comments/:postId', input)).toEqual(refusal('postUnknown'))
        expect(await reader.refuse('GET /api/posts/:postId/likes', input)).toEqual(refusal('postUnknown'))
      }
      expect((await ann.call('GET /api/posts/:postId', input)).post).toMatchObject({ content: 'second', hidden: true })
    }
    const page = await app.app.inject({ url: `/post-detail/${id}` })
    expect(page.body).not.toContain('second')
  })

  test('cannot be liked, bookmarked, pinned, commented or changed as if it were there', async ({
    ann,
    bob,
    posts,
    hide,
  }) => {
    const postId = posts[1]?._id ?? ''
    const { comments } = await bob.call('GET /api/comments/:postId', { params: { postId } })
    const params = { postId, commentId: comments[0]?._id ?? '' }
    await hide(postId)
    const unknown = refusal('postUnknown')
    expect(await bob.refuse('POST /api/posts/like/:postId', { params })).toEqual(unknown)
    expect(await bob.refuse('POST /api/posts/dislike/:postId', { params })).toEqual(unknown)
    expect(await bob.refuse('POST /api/users/bookmark/:id', { params: { id: postId } })).toEqual(unknown)
    expect(await bob.refuse('POST /api/comments/add/:postId', { params, body: COMMENT })).toEqual(unknown)
    expect(await bob.refuse('DELETE /api/posts/:postId', { params })).toEqual(unknown)
    const edit = { params, body: { postData: { content: 'Mine' } } }
    expect(await bob.refuse('POST /api/posts/edit/:postId', edit)).toEqual(unknown)
    expect(await ann.refuse('POST /api/posts/pin/:postId', { params })).toEqual(unknown)
    expect(await bob.refuse('POST /api/comments/upvote/:postId/:commentId', { params })).toEqual(unknown)
    expect(await bob.refuse('POST /api/comments/edit/:postId/:commentId', { params, body: COMMENT })).toEqual(unknown)
    const report = { kind: 'post', id: postId, rule: 'spam' } as const
    expect(await bob.refuse('POST /api/reports', { body: report })).toEqual(unknown)
  })

  test('can be edited and deleted by its author, and every count stays exact', async ({ app, ann, posts, hide }) => {
    const postId = posts[1]?._id ?? ''
    await hide(postId)
    const body = { postData: { content: 'Better' } }
    const { post } = await ann.call('POST /api/posts/edit/:postId', { params: { postId }, body, headers: MINIMAL })
    expect(post).toMatchObject({ content: 'Better', hidden: true })
    await ann.call('DELETE /api/posts/:postId', { params: { postId }, headers: MINIMAL })
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })
})
