import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { comment, follow } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { lockAlone } from './members.queries.ts'

const ROUNDS = isLong ? 12 : 6

const idOf = ({ _id }: TestMember) => Number(_id) as MemberId

/**
 * Repeats a race between a like and a vote by Bob and a change that closes Ann's posts to him; each goes first about as
 * often. The comment is his own: whose posts are for followers decides, not who wrote the comment.
 */
const test = base.extend('race', ({ app, ann, bob }) => {
  return async (close: () => Promise<number>, reopen: () => Promise<unknown>) => {
    const { _id: postId } = await writePost(ann)
    const commentId = await comment(bob, postId, 'By Bob')
    const writes = [
      ['likes', `posts/like/${postId}`],
      ['comment_votes', `comments/upvote/${postId}/${commentId}`],
    ] as const
    for (let round = 0; round < ROUNDS; round++) {
      const writing = () =>
        Promise.all(writes.map(([, path]) => bob.send({ method: 'POST', url: `/api/${path}`, headers: MINIMAL })))
      const [written, closedAt] =
        round % 2 === 0
          ? await Promise.all([writing(), close()])
          : await Promise.all([close(), writing()]).then(([at, answers]) => [answers, at] as const)
      for (const [index, [table]] of writes.entries()) {
        const row = await app.db.primary
          .selectFrom(table)
          .select('at')
          .where('member_id', '=', idOf(bob))
          .executeTakeFirst()
        // A write that was first may be answered after the change, when Bob does not see the post any more.
        expect(row ? [201, 404] : [404], table).toContain(written[index]?.status)
        if (row) expect(row.at, table).toBeLessThan(closedAt)
      }
      expect((await bob.send({ url: `/api/posts/${postId}` })).status).toBe(404)
      expect(await findWrongCounts(app.db.primary)).toEqual([])
      await app.db.write(async (transaction) => {
        await transaction.deleteFrom('likes').where('member_id', '=', idOf(bob)).execute()
        await transaction.deleteFrom('like_events').execute()
        await transaction.deleteFrom('comment_votes').where('member_id', '=', idOf(bob)).execute()
        const counts = { like_count: 0, liked_by_count: 0 }
        const id = Number(postId) as PostId
        await transaction.updateTable('posts').set(counts).where('id', '=', id).execute()
        await transaction.updateTable('comments').set({ upvote_count: 0 }).where('post_id', '=', id).execute()
      })
      await reopen()
    }
  }
})

describe('a like or a vote at the same instant', () => {
  test('as its author becomes private is there only if it was first', async ({ app, ann, race }) => {
    const set = (columns: object) =>
      app.db.write(async (transaction) => {
        // As every change of an audience does.
        await lockAlone(transaction, [idOf(ann)])
        const at = app.db.ids.next()
        await transaction.updateTable('members').set(columns).where('id', '=', idOf(ann)).execute()
        return at
      })
    await race(
      () => set(PRIVATE),
      () => set(PUBLIC),
    )
  })

  test('as the follow of a private member ends is there only if it was first', async ({ app, ann, bob, race }) => {
    await follow(bob, ann)
    await setAudience(app, ann, PRIVATE)
    await race(
      async () => {
        await bob.call('POST /api/users/unfollow/:id', { params: { id: ann._id } })
        const event = await app.db.primary
          .selectFrom('follow_events')
          .select('at')
          .where('delta', '=', -1)
          .orderBy('at', 'desc')
          .executeTakeFirstOrThrow()
        return event.at
      },
      async () => {
        await setFollow(app, [bob, ann], true)
        await app.db.write(async (transaction) => {
          await transaction.updateTable('members').set({ followers_count: 1 }).where('id', '=', idOf(ann)).execute()
          await transaction.updateTable('members').set({ following_count: 1 }).where('id', '=', idOf(bob)).execute()
        })
      },
    )
  })
})
