import { describe, expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { comment, like } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { insertManyRows, tracesOf } from '../../../test/member-rows.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import { type Caches, createCaches } from '../../caches.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { BATCH } from './removal.queries.ts'
import { anonymise, removeRows } from './removal.service.ts'

/** Nothing removes a member but the test. */
const test = base.extend('options', { scope: 'file' }, () => WITHOUT_BACKGROUND_WORK)

const memberId = (member: TestMember) => Number(member._id) as MemberId

describe('the removal of an account', () => {
  test('can be interrupted and continued; every count is exact at each point', async ({ app, ann, bob }) => {
    await insertManyRows(app.db, memberId(ann), memberId(bob), 30)
    expect(await findWrongCounts(app.db.read)).toEqual([])
    await anonymise(app.db, memberId(ann))

    let transactions = 0
    for (let isDone = false; !isDone; transactions++) {
      let asked = 0
      await removeRows(app.db, memberId(ann), () => asked++ === 0, 25)
      isDone = (await tracesOf(app.db, memberId(ann))).length === 0
      expect(await findWrongCounts(app.db.read)).toEqual([])
    }
    // 30 rows of each of many kinds, in batches of 25.
    expect(transactions).toBeGreaterThan(20)
  })

  test('is completed by the next start, or by a server that looks for what others have left', async () => {
    const clock = createTestClock()
    const other = await startTestApp({ clock })
    try {
      const [ann, bob] = [await signUp(other), await signUp(other)]
      for (const each of [ann, bob]) await writePost(each)
      await anonymise(other.db, memberId(ann))
      // Simulates a restart: another app on the same data.
      const { buildApp } = await import('../../app.ts')
      const again = await buildApp({ ...other.dependencies })
      await again.ready()
      await expect.poll(() => tracesOf(other.db, memberId(ann))).toEqual([])
      await again.close()
      // As a command does, in another process.
      await anonymise(other.db, memberId(bob))
      clock.advance(1)
      await expect.poll(() => tracesOf(other.db, memberId(bob))).toEqual([])
    } finally {
      await other.close()
    }
  })
})
test('a post with very many rows is gone at once, and its rows go later, in batches', async ({ app, ann, bob }) => {
  await insertManyRows(app.db, memberId(ann), memberId(bob), BATCH + 20)
  const rowOf = () =>
    app.db.primary
      .selectFrom('posts')
      .select(['id', 'author_id'])
      .where('liked_by_count', '>', BATCH)
      .executeTakeFirst()
  const row = await rowOf()
  const params = { postId: String(row?.id) }
  const read = async () => {
    const { user } = await bob.call('GET /api/users/:username', { params: { username: ann.username } })
    const { unread } = await ann.call('GET /api/notifications', { query: {} })
    const { posts } = await ann.call('GET /api/feed', { query: { sort: 'trending', limit: 1 } })
    return { count: user.postsCount, unread, first: posts[0]?._id }
  }
  await like(bob, params.postId)
  await read()
  const before = await read()
  expect(before.first).toBe(params.postId)
  await ann.call('DELETE /api/posts/:postId', { params, headers: MINIMAL })
  for (const reader of [ann, bob])
    expect(await reader.refuse('GET /api/posts/:postId', { params })).toEqual(refusal('postUnknown'))
  expect(await ann.refuse('DELETE /api/posts/:postId', { params })).toEqual(refusal('postUnknown'))
  const { count, unread, first } = await read()
  expect(count).toBe((before.count ?? 0) - 1)
  expect(unread).toBeLessThan(before.unread)
  expect(first).not.toBe(params.postId)
  const owner = (await rowOf())?.author_id as MemberId
  let transactions = 0
  for (let isDone = false; !isDone; transactions++) {
    let asked = 0
    await removeRows(app.db, owner, () => asked++ === 0)
    isDone = (await tracesOf(app.db, owner)).length === 0
    expect(await findWrongCounts(app.db.read)).toEqual([])
  }
  expect(transactions).toBeGreaterThan(10)
  expect(await rowOf()).toBeUndefined()
})

test.for(['comment_versions', 'comment_places'] as const)(
  'a post with few comments, but very many %s, is such a post',
  async (table, { app, ann, bob }) => {
    const { _id: postId } = await writePost(ann)
    const params = { postId }
    const post = Number(postId) as PostId
    const first = Number(await comment(bob, postId, 'First')) as CommentId
    await app.db.write(async (transaction) => {
      for (let count = 0; count <= BATCH; count++) {
        const id = app.db.ids.next<CommentId>()
        if (table === 'comment_versions')
          await transaction.insertInto(table).values({ comment_id: first, since: id, text: 'Before' }).execute()
        else
          await transaction.insertInto(table).values({ id, post_id: post, answers_id: first, top_id: first }).execute()
      }
    })
    await ann.call('DELETE /api/posts/:postId', { params, headers: MINIMAL })
    expect(await ann.refuse('GET /api/posts/:postId', { params })).toEqual(refusal('postUnknown'))
    const of = app.db.primary.selectFrom('posts').select('author_id').where('id', '=', post)
    const row = await of.executeTakeFirst()
    expect(row).toBeDefined()
    await removeRows(app.db, row?.author_id ?? memberId(ann))
    expect(await of.executeTakeFirst()).toBeUndefined()
  },
)

test('deleting an account leaves cached posts of members whom it does not concern in the cache', async () => {
  let caches: Caches | undefined
  const app = await startTestApp({
    ...WITHOUT_BACKGROUND_WORK,
    createCaches(log) {
      caches = createCaches(log)
      return caches
    },
  })
  try {
    const [ann, bob, cleo, reader] = [await signUp(app), await signUp(app), await signUp(app), await signUp(app)]
    const { _id: postId } = await writePost(cleo)
    await insertManyRows(app.db, memberId(ann), memberId(bob), BATCH + 20)
    const read = () => reader.call('GET /api/posts/:postId', { params: { postId } })
    await read()
    const misses = caches?.pages.posts.misses
    expect(misses).toBeGreaterThan(0)
    await anonymise(app.db, memberId(ann))
    // Nodes read with each request what was invalidated. Of very much at once they do not read what it was.
    for (let isDone = false; !isDone; ) {
      let asked = 0
      await removeRows(app.db, memberId(ann), () => asked++ === 0)
      isDone = (await tracesOf(app.db, memberId(ann))).length === 0
      await read()
    }
    expect(caches?.pages.posts.misses).toBe(misses)
  } finally {
    await app.close()
  }
})
