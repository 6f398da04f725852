import { patient } from '@quack/testing/patience'
import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { repost, undoRepost } from '../../../test/reposts.ts'
import { isWriteWaiting } from '../../../test/waiting-writes.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { insertBlock } from '../blocks/blocks.queries.ts'
import { lockAlone, updateMember } from '../members/members.queries.ts'
import { deletePost, findForEdit, updatePost } from '../posts/posts.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import { countRepost, insertRepost } from './reposts.queries.ts'

const ROUNDS = isLong ? 24 : 8
const memberOf = ({ _id }: TestMember) => Number(_id) as MemberId

interface Of {
  readonly db: Database
  readonly post: PostId
  readonly author: MemberId
  readonly reader: MemberId
}

/** What ends that a member may repost, as its service writes it, and the call. */
const ENDS = {
  'an edit that forbids it': {
    status: 403,
    async write(transaction: Connection, { post }: Of) {
      await findForEdit(transaction, post)
      await updatePost(transaction, post, { who_may_repost: 'nobody' })
    },
    call: (ann: TestMember, _bob: TestMember, postId: string) =>
      ann.send({
        method: 'POST',
        url: `/api/posts/edit/${postId}`,
        payload: { postData: { whoMayRepost: 'nobody' } },
      }),
  },
  'the deletion of the post': {
    status: 404,
    async write(transaction: Connection, { post, author }: Of) {
      await deletePost(transaction, post, author)
    },
    call: (ann: TestMember, _bob: TestMember, postId: string) =>
      ann.send({ method: 'DELETE', url: `/api/posts/${postId}` }),
  },
  'a block': {
    status: 404,
    async write(transaction: Connection, { db, author, reader }: Of) {
      await lockAlone(transaction, [author, reader])
      await insertBlock(transaction, author, reader, db.ids.next())
    },
    call: (ann: TestMember, bob: TestMember) => ann.send({ method: 'POST', url: `/api/users/block/${bob._id}` }),
  },
  'a private author': {
    status: 404,
    async write(transaction: Connection, { author }: Of) {
      await lockAlone(transaction, [author])
      await updateMember(transaction, author, { is_private: 1 })
    },
    call: (ann: TestMember) => ann.send({ method: 'POST', url: '/api/account/private', payload: { private: true } }),
  },
} as const
const NAMES = Object.keys(ENDS) as (keyof typeof ENDS)[]

const test = base
  .extend('postId', async ({ ann }) => (await writePost(ann))._id)
  .extend('of', ({ app, ann, bob, postId }): Of => {
    return { db: app.db, post: Number(postId) as PostId, author: memberOf(ann), reader: memberOf(bob) }
  })
  .extend('repostsOf', ({ app }) => async (member: TestMember) => {
    expect(await findWrongCounts(app.db.primary)).toEqual([])
    const rows = app.db.primary.selectFrom('reposts').select('post_id').where('member_id', '=', memberOf(member))
    return (await rows.execute()).length
  })

describe('a repost', () => {
  test.for(NAMES)('waits for %s, and is refused', async (name, { app, bob, postId, of, repostsOf }) => {
    const { status, write } = ENDS[name]
    const { answer } = await app.db.write(async (transaction) => {
      await write(transaction, of)
      const answer = bob.send({ method: 'PUT', url: `/api/posts/${postId}/repost` })
      await expect.poll(() => isWriteWaiting(app.db), { timeout: patient(10_000) }).toBe(true)
      return { answer }
    })
    expect((await answer).status).toBe(status)
    expect(await repostsOf(bob)).toBe(0)
  })

  test.for(NAMES)('that was first lets %s wait', async (name, { app, ann, bob, postId, of, repostsOf }) => {
    const { ended } = await app.db.write(async (transaction) => {
      await countRepost(transaction, { id: of.post })
      await requireVisible(transaction, of.reader, of.author, 'postUnknown')
      await insertRepost(transaction, { id: app.db.ids.next(), post: of.post, member: of.reader })
      const ended = ENDS[name].call(ann, bob, postId)
      await expect.poll(() => isWriteWaiting(app.db), { timeout: patient(10_000) }).toBe(true)
      return { ended }
    })
    expect((await ended).status).toBeLessThan(300)
    expect(await repostsOf(bob)).toBe(name === 'the deletion of the post' ? 0 : 1)
  })

  test('by the same member at the same instant is counted once, also while it is taken back', async ({
    bob,
    carl,
    postId,
    repostsOf,
  }) => {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([repost(bob, postId), repost(carl, postId), repost(bob, postId)])
      expect([await repostsOf(bob), await repostsOf(carl)]).toEqual([1, 1])
      await Promise.all([undoRepost(bob, postId), repost(bob, postId), undoRepost(bob, postId)])
      await Promise.all([undoRepost(bob, postId), undoRepost(carl, postId), undoRepost(carl, postId)])
      expect([await repostsOf(bob), await repostsOf(carl)]).toEqual([0, 0])
    }
  })
})
