import { patient } from '@quack/testing/patience'
import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { follow } from '../../../test/blocks.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { letQuote, quote } from '../../../test/quotes.ts'
import { repost, undoRepost } from '../../../test/reposts.ts'
import { isWriteWaiting } from '../../../test/waiting-writes.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId, SessionId } from '../../database/schema.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { insertBlock } from '../blocks/blocks.queries.ts'
import { endFollow } from '../follows/follows.service.ts'
import { lockAlone, updateMember } from '../members/members.queries.ts'
import { removePosts } from '../moderation/post-actions.ts'
import { deletePost, findForEdit, lockQuoted, updatePost } from '../posts/posts.queries.ts'
import { createPost } from '../posts/posts.service.ts'
import { repostPost } from '../reposts/reposts.service.ts'
import { lockSeen } from '../visibility/visibility.queries.ts'
import { withdraw } from './quotes.queries.ts'

const ROUNDS = isLong ? 24 : 8
const memberOf = ({ _id }: TestMember) => Number(_id) as MemberId
const viewerOf = (member: TestMember): Viewer => ({
  ...{ id: memberOf(member), username: member.username, sessionId: 1 as SessionId },
  ...{ isShared: false, role: null, scopes: null },
})
/** A database whose writes are parts of a transaction. */
const within = (db: Database, transaction: Connection): Database => ({ ...db, write: (work) => work(transaction) })
const waiting = (db: Database, count = 1) =>
  expect.poll(() => isWriteWaiting(db, count), { timeout: patient(10_000) }).toBe(true)

interface Of {
  readonly db: Database
  readonly post: PostId
  readonly author: MemberId
  readonly reader: MemberId
}

/** What Bob does with a post of Ann, whom he follows. */
const WRITES = {
  repost: {
    send: (bob: TestMember, post: PostId) => bob.send({ method: 'PUT', url: `/api/posts/${post}/repost` }),
    make: (db: Database, bob: TestMember, post: PostId) => repostPost(db, viewerOf(bob), post),
    /** Those that are left when the post has been deleted. */
    leftAfterDeletion: 0,
    count: (db: Database, member: MemberId, post: PostId) =>
      db.primary.selectFrom('reposts').select('id').where('member_id', '=', member).where('post_id', '=', post),
  },
  quote: {
    send: (bob: TestMember, post: PostId) =>
      bob.send({
        method: 'POST',
        url: '/api/posts',
        payload: { postData: { content: 'A quote', quote: String(post) } },
      }),
    make: (db: Database, bob: TestMember, post: PostId) =>
      createPost(db, viewerOf(bob), { content: 'A quote', quote: String(post) }, null),
    leftAfterDeletion: 1,
    count: (db: Database, member: MemberId, post: PostId) =>
      db.primary.selectFrom('posts').select('id').where('author_id', '=', member).where('quoted_id', '=', post),
  },
} as const

const forbidding = { whoMayRepost: 'nobody', whoMayQuote: 'nobody' } as const

/** What ends that a member may do that, as its service writes it, and the call. */
const ENDS = {
  'an edit that forbids it': {
    status: 403,
    async write(transaction: Connection, { post }: Of) {
      await findForEdit(transaction, post)
      await updatePost(transaction, post, { who_may_repost: 'nobody', who_may_quote: 'nobody' })
    },
    call: (ann: TestMember, _bob: TestMember, post: PostId) =>
      ann.send({ method: 'POST', url: `/api/posts/edit/${post}`, payload: { postData: forbidding } }),
  },
  'the deletion of the post': {
    status: 404,
    async write(transaction: Connection, { post, author }: Of) {
      await deletePost(transaction, post, author)
    },
    call: (ann: TestMember, _bob: TestMember, post: PostId) => remove(ann, post),
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
    // A follower sees the post.
    status: 403,
    async write(transaction: Connection, { author }: Of) {
      await lockAlone(transaction, [author])
      await updateMember(transaction, author, { is_private: 1 })
    },
    call: (ann: TestMember) => ann.send({ method: 'POST', url: '/api/account/private', payload: { private: true } }),
  },
  'the end of the follow': {
    status: 403,
    async write(transaction: Connection, { db, author, reader }: Of) {
      await lockSeen(transaction, author, reader)
      await endFollow(db, transaction, reader, author)
    },
    call: (ann: TestMember, bob: TestMember) =>
      ann.send({ method: 'POST', url: `/api/users/remove-follower/${bob._id}` }),
  },
} as const

const remove = (author: TestMember, post: PostId) => author.send({ method: 'DELETE', url: `/api/posts/${post}` })

type Name = keyof typeof ENDS
const NAMES = Object.keys(ENDS) as Name[]
const CASES = [
  // Whoever does not follow the author may repost as well.
  ...NAMES.filter((end) => end !== 'the end of the follow').map((end) => ['repost', end] as const),
  ...NAMES.map((end) => ['quote', end] as const),
]

const test = base
  .extend('postId', async ({ ann, bob }) => {
    await follow(bob, ann)
    const { _id } = await writePost(ann)
    await letQuote(ann, _id, 'followers')
    return _id
  })
  .extend('of', ({ app, ann, bob, postId }): Of => {
    return { db: app.db, post: Number(postId) as PostId, author: memberOf(ann), reader: memberOf(bob) }
  })
  .extend('madeBy', ({ app, of }) => async (member: TestMember, name: keyof typeof WRITES) => {
    expect(await findWrongCounts(app.db.primary)).toEqual([])
    return (await WRITES[name].count(app.db, memberOf(member), of.post).execute()).length
  })

describe('a repost, and a quote of a post for followers', () => {
  test.for(CASES)('%s: waits for %s, and is refused', async ([name, end], { app, bob, of, madeBy }) => {
    const { status, write } = ENDS[end]
    const { answer } = await app.db.write(async (transaction) => {
      await write(transaction, of)
      const answer = WRITES[name].send(bob, of.post)
      await waiting(app.db)
      return { answer }
    })
    expect((await answer).status).toBe(status)
    expect(await madeBy(bob, name)).toBe(0)
  })

  test.for(CASES)('%s: that was first lets %s wait', async ([name, end], { app, ann, bob, of, madeBy }) => {
    const { ended } = await app.db.write(async (transaction) => {
      await WRITES[name].make(within(app.db, transaction), bob, of.post)
      const ended = ENDS[end].call(ann, bob, of.post)
      await waiting(app.db)
      return { ended }
    })
    expect((await ended).status).toBeLessThan(300)
    expect(await madeBy(bob, name)).toBe(end === 'the deletion of the post' ? WRITES[name].leftAfterDeletion : 1)
  })

  test('a repost by the same member at the same instant is counted once, also while it is taken back', async ({
    bob,
    carl,
    postId,
    madeBy,
  }) => {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([repost(bob, postId), repost(carl, postId), repost(bob, postId)])
      expect([await madeBy(bob, 'repost'), await madeBy(carl, 'repost')]).toEqual([1, 1])
      await Promise.all([undoRepost(bob, postId), repost(bob, postId), undoRepost(bob, postId)])
      await Promise.all([undoRepost(bob, postId), undoRepost(carl, postId), undoRepost(carl, postId)])
      expect([await madeBy(bob, 'repost'), await madeBy(carl, 'repost')]).toEqual([0, 0])
    }
  })
})

interface OfQuote extends Of {
  readonly quote: PostId
}
const withdrawal = (ann: TestMember, { post, quote }: OfQuote) =>
  ann.send({ method: 'DELETE', url: `/api/posts/${post}/quotes/${quote}` })

/** What ends a quote. */
const QUOTE_ENDS = {
  'another withdrawal': {
    write: (transaction: Connection, of: OfQuote) => withdraw(transaction, of),
    call: (ann: TestMember, _bob: TestMember, of: OfQuote) => withdrawal(ann, of),
  },
  'the deletion of the quote': {
    write: (transaction: Connection, { quote, reader }: OfQuote) => deletePost(transaction, quote, reader),
    call: (_ann: TestMember, bob: TestMember, { quote }: OfQuote) => remove(bob, quote),
  },
  'the deletion of the post': {
    write: (transaction: Connection, { post, author }: OfQuote) => deletePost(transaction, post, author),
    call: (ann: TestMember, _bob: TestMember, { post }: OfQuote) => remove(ann, post),
  },
} as const
const QUOTE_END_NAMES = Object.keys(QUOTE_ENDS) as (keyof typeof QUOTE_ENDS)[]

const testOfQuote = test.extend('ofQuote', async ({ bob, postId, of }): Promise<OfQuote> => {
  return { ...of, quote: Number((await quote(bob, postId))._id) as PostId }
})

describe('a withdrawal of a quote', () => {
  testOfQuote.for(QUOTE_END_NAMES)('waits for %s', async (name, { app, ann, bob, ofQuote, madeBy }) => {
    const { answer } = await app.db.write(async (transaction) => {
      await QUOTE_ENDS[name].write(transaction, ofQuote)
      const answer = withdrawal(ann, ofQuote)
      await waiting(app.db)
      return { answer }
    })
    const isGone = name === 'the deletion of the post'
    expect((await answer).status).toBe(isGone ? 404 : 200)
    const left = await madeBy(bob, 'quote')
    if (!isGone) expect(left).toBe(0)
  })

  testOfQuote.for(QUOTE_END_NAMES)('that was first lets %s wait', async (name, { app, ann, bob, ofQuote, madeBy }) => {
    const { ended } = await app.db.write(async (transaction) => {
      await withdraw(transaction, ofQuote)
      const ended = QUOTE_ENDS[name].call(ann, bob, ofQuote)
      await waiting(app.db)
      return { ended }
    })
    expect((await ended).status).toBeLessThan(300)
    expect(await madeBy(bob, 'quote')).toBe(0)
  })

  test('at the same instant as deletions and other quotes, also of quotes, leaves the right counts', async ({
    ann,
    bob,
    carl,
    postId,
    of,
    madeBy,
  }) => {
    await letQuote(ann, postId, 'everyone')
    for (let round = 0; round < ROUNDS; round++) {
      const first = Number((await quote(bob, postId))._id) as PostId
      const second = Number((await quote(carl, postId))._id) as PostId
      const answers = await Promise.all([
        withdrawal(ann, { ...of, quote: first }),
        WRITES.quote.send(carl, first),
        remove(bob, first),
        withdrawal(ann, { ...of, quote: second }),
        WRITES.quote.send(bob, second),
        WRITES.quote.send(bob, of.post),
        withdrawal(ann, { ...of, quote: second }),
      ])
      const [withdrawn, ofGone, removed, ...others] = answers.map(({ status }) => status)
      expect([withdrawn, removed, ...others]).toEqual([200, 201, 200, 201, 201, 200])
      expect([201, 404]).toContain(ofGone)
      expect([await madeBy(bob, 'quote'), await madeBy(carl, 'quote')]).toEqual([round + 1, 0])
    }
  })
})

const idOf = ({ _id }: { readonly _id: string }) => Number(_id) as PostId

describe('a deletion of many posts', () => {
  test.for(['of posts that quote these and are quoted by them', 'of one that quotes'] as const)(
    'and another %s wait for each other in no circle',
    async (other, { app, ann, bob, carl, postId }) => {
      const { db } = app
      await letQuote(ann, postId, 'everyone')
      const [first, second] = [await writePost(bob), await writePost(carl)]
      const quoting = idOf(await quote(bob, postId))
      const many = [idOf(first), quoting, idOf(await quote(bob, second._id))]
      const others = [idOf(second), idOf(await quote(carl, first._id))]
      let attempts = 0
      const write = (work: (transaction: Connection) => Promise<unknown>) =>
        db.write((transaction) => {
          attempts++
          return work(transaction)
        })
      const { ended } = await db.write(async (transaction) => {
        await lockQuoted.first(transaction, { id: Number(postId) as PostId })
        const ended = [write((of) => removePosts(db, of, many))]
        await waiting(db)
        ended.push(
          write((of) =>
            other === 'of one that quotes' ? deletePost(of, quoting, memberOf(bob)) : removePosts(db, of, others),
          ),
        )
        await waiting(db, 2)
        return { ended }
      })
      await Promise.all(ended)
      expect(attempts).toBe(2)
      expect(await findWrongCounts(db.primary)).toEqual([])
    },
  )
})
