import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

const ROUNDS = isLong ? 12 : 6
const MINIMAL = { prefer: 'return=minimal' }

/** Repeats a race between a block and another write; each goes first about as often. */
const test = base.extend('race', ({ app, ann, bob }) => {
  return async (write: () => Promise<{ status: number }>, check: (status: number) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round++) {
      const block = () => ann.call('POST /api/users/block/:id', { params: { id: bob._id } })
      const [written] = await (round % 2 === 0
        ? Promise.all([write(), block()])
        : Promise.all([block(), write()]).then(([, answer]) => [answer]))
      await check(written?.status ?? 0)
      await ann.call('POST /api/users/unblock/:id', { params: { id: bob._id } })
    }
    // A wrong count stays wrong.
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  }
})

const idOf = ({ _id }: TestMember) => Number(_id) as MemberId
const post = (by: TestMember, url: string, payload: object = {}) =>
  by.send({ method: 'POST', url, payload, headers: MINIMAL })

describe('a block at the same instant', () => {
  test('as a follow leaves no follow', async ({ app, ann, bob, race }) => {
    const ids = [idOf(ann), idOf(bob)]
    const follows = () => app.db.primary.selectFrom('follows').selectAll().where('follower_id', 'in', ids).execute()
    for (const [from, to] of [
      [bob, ann],
      [ann, bob],
    ] as const) {
      await race(
        () => post(from, `/api/users/follow/${to._id}`),
        async (status) => {
          expect([200, 404]).toContain(status)
          expect(await follows()).toEqual([])
        },
      )
    }
  })

  test('as a like leaves one only if the like was first', async ({ app, ann, bob, race }) => {
    const { _id: postId } = await writePost(ann)
    const likes = () =>
      app.db.primary.selectFrom('likes').select('at').where('member_id', '=', idOf(bob)).executeTakeFirst()
    const blocked = () => app.db.primary.selectFrom('blocks').select('at').executeTakeFirstOrThrow()
    await race(
      () => post(bob, `/api/posts/like/${postId}`),
      async (status) => {
        const like = await likes()
        expect(status).toBe(like ? 201 : 404)
        if (like) expect(like.at).toBeLessThan((await blocked()).at)
        // Whichever was first, nobody is shown to the other.
        const { likes: list } = await bob
          .call('GET /api/posts/:postId', { params: { postId } })
          .then(({ post: shown }) => shown)
          .catch(() => ({ likes: null }))
        expect(list).toBeNull()
        await app.db.write(async (transaction) => {
          await transaction.deleteFrom('likes').where('member_id', '=', idOf(bob)).execute()
          await transaction.deleteFrom('like_events').execute()
          const counts = { like_count: 0, liked_by_count: 0 }
          const id = Number(postId) as PostId
          await transaction.updateTable('posts').set(counts).where('id', '=', id).execute()
        })
      },
    )
  })

  test('as a comment or a vote leaves one only if it was first, and nobody sees it', async ({
    ann,
    bob,
    carl,
    race,
  }) => {
    const { _id: postId } = await writePost(ann)
    const params = { postId }
    let written = 0
    await race(
      () => post(bob, `/api/comments/add/${postId}`, { commentData: { text: 'A comment' } }),
      async (status) => {
        if (status === 201) written++
        else expect(status).toBe(404)
        const { comments, hiddenCount } = await carl.call('GET /api/comments/:postId', { params })
        expect([comments.length, hiddenCount]).toEqual([0, written])
      },
    )
    const body = { commentData: { text: 'Of Ann' } }
    await ann.call('POST /api/comments/add/:postId', { params, body, headers: MINIMAL })
    const { comments } = await ann.call('GET /api/comments/:postId', { params, query: { limit: 1 } })
    const vote = comments[0]?._id
    let votes = 0
    await race(
      () => post(bob, `/api/comments/${votes % 2 === 0 ? 'upvote' : 'downvote'}/${postId}/${vote}`),
      async (status) => {
        if (status === 201) votes++
        else expect(status).toBe(404)
      },
    )
  })

  test('as a block of the other leaves one of the two', async ({ app, ann, bob }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all([
        post(ann, `/api/users/block/${bob._id}`),
        post(bob, `/api/users/block/${ann._id}`),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      await app.db.write((transaction) => transaction.deleteFrom('blocks').execute())
    }
  })

  test('as an edit or a bookmark never fails otherwise than as unknown', async ({ ann, bob, race }) => {
    const { _id: postId } = await writePost(ann)
    await race(
      () => post(bob, `/api/users/bookmark/${postId}`),
      async (status) => {
        // The bookmark of an earlier round stays.
        expect([200, 400, 404]).toContain(status)
        const { bookmarks } = await bob.call('GET /api/users/bookmark', {})
        expect(bookmarks).toEqual([])
      },
    )
  })
})
