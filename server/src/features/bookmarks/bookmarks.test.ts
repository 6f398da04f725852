import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { refusal } from '../../../test/refusals.ts'

const ADD = 'POST /api/users/bookmark/:id'
const REMOVE = 'POST /api/users/remove-bookmark/:id'
const IDS = 'GET /api/users/bookmark'

const test = base
  .extend('first', async ({ ann }) => (await writePost(ann, 'first'))._id)
  .extend('second', async ({ ann }) => (await writePost(ann, 'second'))._id)
  .extend('add', ({ bob }) => {
    return (id: string) => bob.call(ADD, { params: { id } })
  })

describe('bookmarks', () => {
  test('are added and removed, are listed newest first, and answer 200', async ({ bob, add, first, second }) => {
    expect(await add(second)).toEqual({ bookmarks: [second], nextCursor: null })
    expect(await add(first)).toEqual({ bookmarks: [first, second], nextCursor: null })
    expect(await bob.call(IDS)).toEqual({ bookmarks: [first, second], nextCursor: null })
    expect(await bob.call(REMOVE, { params: { id: first } })).toEqual({ bookmarks: [second], nextCursor: null })
    const again = await bob.send({ method: 'POST', url: `/api/users/bookmark/${first}` })
    expect(again).toMatchObject({ status: 200, body: { bookmarks: [first, second] } })
    const away = await bob.send({ method: 'POST', url: `/api/users/remove-bookmark/${first}` })
    expect(away).toMatchObject({ status: 200, body: { bookmarks: [second] } })
  })

  test('cannot be added twice or removed twice, nor for unknown posts', async ({ bob, add, first, second }) => {
    await add(first)
    expect(await bob.refuse(ADD, { params: { id: first } })).toEqual(refusal('postAlreadyBookmarked'))
    expect(await bob.refuse(REMOVE, { params: { id: second } })).toEqual(refusal('postNotBookmarked'))
    expect((await bob.call(IDS)).bookmarks).toEqual([first])
    for (const id of ['1', 'nothing', 'x'.repeat(40)]) {
      expect(await bob.refuse(ADD, { params: { id } })).toEqual(refusal('postUnknown'))
      expect(await bob.refuse(REMOVE, { params: { id } })).toEqual(refusal('postUnknown'))
    }
  })

  test('are put and deleted any number of times, without an answer of all of them', async ({ ann, bob, first }) => {
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId: first } })
    for (const [route, bookmarked, bookmarks] of [
      ['DELETE /api/posts/:postId/bookmark', false, []],
      ['PUT /api/posts/:postId/bookmark', true, [first]],
      ['PUT /api/posts/:postId/bookmark', true, [first]],
      ['DELETE /api/posts/:postId/bookmark', false, []],
    ] as const) {
      expect(await bob.call(route, { params: { postId: post.id } })).toEqual({ bookmarked })
      expect((await bob.call(IDS)).bookmarks).toEqual(bookmarks)
      expect(await ann.refuse(route, { params: { postId: '1' } })).toEqual(refusal('postUnknown'))
    }
  })

  test('accept the public id of a post and store its _id', async ({ bob, add, first }) => {
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId: first } })
    expect((await add(post.id)).bookmarks).toEqual([first])
    expect((await bob.call(REMOVE, { params: { id: post.id } })).bookmarks).toEqual([])
  })

  test('are visible to their owner only', async ({ app, ann, bob, add, first }) => {
    await add(first)
    const params = { username: bob.username }
    const read = async (client: Pick<TestMember, 'call'>) =>
      (await client.call('GET /api/users/:username', { params })).user.bookmarks
    expect(await read(bob)).toEqual([first])
    expect(await read(ann)).toEqual([])
    expect(await read(app.visitor)).toEqual([])
    const { users } = await ann.call('GET /api/users')
    expect(users.flatMap(({ bookmarks }) => bookmarks)).toEqual([])
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId: first } })
    expect(post.viewer?.bookmarked).toBe(true)
    expect((await ann.call('GET /api/posts/:postId', { params: { postId: first } })).post.viewer?.bookmarked).toBe(
      false,
    )
    for (const route of [IDS, 'GET /api/bookmarks'] as const) {
      expect(await app.visitor.refuse(route)).toEqual(refusal('tokenInvalid'))
    }
  })

  test('never contain a deleted post', async ({ ann, bob, add, first, second }) => {
    await add(first)
    await add(second)
    await ann.call('DELETE /api/posts/:postId', { params: { postId: second } })
    expect((await bob.call(IDS)).bookmarks).toEqual([first])
    expect((await bob.call('GET /api/bookmarks')).posts.map(({ _id }) => _id)).toEqual([first])
    expect((await bob.call('GET /api/users/:username', { params: { username: bob.username } })).user.bookmarks).toEqual(
      [first],
    )
  })

  test('are listed as ids and as posts, page by page, while others are added', async ({
    ann,
    bob,
    add,
    first,
    second,
  }) => {
    const third = (await writePost(ann, 'third'))._id
    for (const id of [second, first, third]) await add(id)
    const expected = [third, first, second]
    const ids = await readAll(async (query) => {
      const page = await bob.call(IDS, { query: { limit: 2, ...query } })
      return { entries: page.bookmarks, nextCursor: page.nextCursor }
    })
    expect(ids).toEqual(expected)
    let pages = 0
    const posts = await readAll(async (query) => {
      const page = await bob.call('GET /api/bookmarks', { query: { limit: 1, ...query } })
      if (pages++ === 0) await add((await writePost(ann, 'meanwhile'))._id)
      return { entries: page.posts, nextCursor: page.nextCursor }
    })
    expect(posts.map(({ _id }) => _id)).toEqual(expected)
    expect(posts.every(({ viewer }) => viewer?.bookmarked)).toBe(true)
  })
})
