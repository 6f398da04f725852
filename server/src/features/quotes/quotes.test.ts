import { describe, expect } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { LIMITED, PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { block, follow, unblock } from '../../../test/blocks.ts'
import { type Client, MINIMAL } from '../../../test/client.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { unfollow } from '../../../test/notifications.ts'
import { letQuote, quote, quotedBy, readPost, refuseQuote, withdrawQuote } from '../../../test/quotes.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { filterShown } from '../posts/muted-words.ts'
import { createPublicId } from '../posts/posts.service.ts'
import { readHidden } from '../visibility/visibility.queries.ts'

const test = base.extend('postId', async ({ ann }) => (await writePost(ann, 'Quoted'))._id)

/** Quotes of a post, by their rows alone. @returns their ids, oldest first */
async function insertQuotes({ db }: TestApp, author: TestMember, postId: string, count: number): Promise<PostId[]> {
  const row = { author_id: Number(author._id) as MemberId, content: 'A quote', media_url: '', media_type: '' as const }
  const rows = Array.from({ length: count }, () => ({
    ...{ id: db.ids.next<PostId>(), public_id: createPublicId(), quoted_id: Number(postId) as PostId, updated_at: 1 },
    ...row,
  }))
  await db.write((transaction) => transaction.insertInto('posts').values(rows).execute())
  return rows.map(({ id }) => id)
}

const edit = (author: TestMember, postId: string, content: string) =>
  author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { content } }, headers: MINIMAL })
const remove = (author: TestMember, postId: string) =>
  author.call('DELETE /api/posts/:postId', { params: { postId }, headers: MINIMAL })
const setHidden = (app: TestApp, postId: string, hidden_at: number | null) =>
  app.db.write((transaction) =>
    transaction
      .updateTable('posts')
      .set({ hidden_at })
      .where('id', '=', Number(postId) as PostId)
      .execute(),
  )
const quotesOf = async (reader: Client, postId: string) =>
  (await reader.call('GET /api/posts/:postId/quotes', { params: { postId } })).posts.map(({ content }) => content)

describe('a quote', () => {
  test('shows the post as it is now, and one level of it, and is counted', async ({ app, ann, bob, carl, postId }) => {
    const before = await readPost(bob, postId)
    expect(Object.keys(before).filter((name) => /quote/i.test(name))).toEqual([])
    const first = await quote(bob, before.id, 'Bob says')
    expect(first.quote).toEqual({
      post: expect.objectContaining({ _id: postId, username: ann.username, content: 'Quoted' }),
    })
    const second = await quote(carl, first._id, 'Carl says')
    expect(second.quote?.post?.content).toBe('Bob says')
    expect(second.quote?.post).not.toHaveProperty('quote')
    expect(await readPost(carl, postId)).toMatchObject({ quoteCount: 1 })

    expect(await quotedBy(carl, first._id)).toBe('Quoted')
    await edit(ann, postId, 'Edited')
    expect(await quotedBy(carl, first._id)).toBe('Edited')
    await remove(carl, second._id)
    expect(await readPost(bob, first._id)).not.toHaveProperty('quoteCount')
    await remove(ann, postId)
    expect(await quotedBy(carl, first._id)).toEqual({})
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  })

  test('is of a post that everyone sees, by whom its author lets quote it', async ({ app, ann, bob, postId }) => {
    expect(await refuseQuote(bob, '1')).toEqual(refusal('postUnknown'))
    for (const audience of [PRIVATE, LIMITED]) {
      await setAudience(app, ann, audience)
      expect(await refuseQuote(bob, postId)).toEqual(refusal('postUnknown'))
      expect(await refuseQuote(ann, postId)).toEqual(refusal('quoteForbidden'))
      await setAudience(app, ann, PUBLIC)
      await follow(bob, ann)
      await setAudience(app, ann, audience)
      expect(await refuseQuote(bob, postId)).toEqual(refusal('quoteForbidden'))
      await setAudience(app, ann, PUBLIC)
      await unfollow(bob, ann)
    }
    await block(ann, bob)
    expect(await refuseQuote(bob, postId)).toEqual(refusal('postUnknown'))
    await unblock(ann, bob)

    await letQuote(ann, postId, 'followers')
    expect(await refuseQuote(bob, postId)).toEqual(refusal('quoteForbidden'))
    await follow(bob, ann)
    const earlier = await quote(bob, postId)
    await letQuote(ann, postId, 'nobody')
    expect(await refuseQuote(bob, postId)).toEqual(refusal('quoteForbidden'))
    expect((await quote(ann, postId)).quote?.post?.content).toBe('Quoted')
    expect(await quotedBy(bob, earlier._id)).toBe('Quoted')
  })

  test('does not show what the viewer, or not everyone, sees', async ({ app, ann, bob, carl, moderator, postId }) => {
    const { _id: quoteId } = await quote(bob, postId)
    const seen = async () => [await quotedBy(ann, quoteId), await quotedBy(bob, quoteId), await quotedBy(carl, quoteId)]
    const everybody = ['Quoted', 'Quoted', 'Quoted']
    expect(await seen()).toEqual(everybody)

    await follow(carl, ann)
    await setAudience(app, ann, PRIVATE)
    expect(await seen()).toEqual([{}, {}, {}])
    await setAudience(app, ann, PUBLIC)
    expect(await seen()).toEqual(everybody)

    await setHidden(app, postId, 1)
    expect(await seen()).toEqual([{}, {}, {}])
    await setHidden(app, postId, null)
    expect(await seen()).toEqual(everybody)

    await carl.call('POST /api/users/mute/:id', { params: { id: ann._id }, body: { duration: 'always' } })
    expect(await seen()).toEqual(['Quoted', 'Quoted', { muted: true }])
    await carl.call('POST /api/users/unmute/:id', { params: { id: ann._id } })
    await block(carl, ann)
    expect(await seen()).toEqual(['Quoted', 'Quoted', {}])
    expect(await quotesOf(bob, postId)).toEqual(['A quote'])
    await block(ann, bob)
    expect([await quotedBy(bob, quoteId), await quotedBy(moderator, quoteId)]).toEqual([{}, {}])
    expect(await quotesOf(moderator, postId)).toEqual([])
    await unblock(ann, bob)
    expect(await seen()).toEqual(['Quoted', 'Quoted', {}])
  })

  test('is without the post after its author has withdrawn it, for good', async ({ app, ann, bob, carl, postId }) => {
    const { _id: quoteId } = await quote(bob, postId)
    const { _id: otherId } = await quote(carl, postId, 'Another')
    const refused = { params: { postId, quoteId } }
    const call = 'DELETE /api/posts/:postId/quotes/:quoteId'
    expect(await carl.refuse(call, refused)).toEqual(refusal('quoteNotOwn'))
    expect(await ann.refuse(call, { params: { postId: '1', quoteId } })).toEqual(refusal('postUnknown'))
    for (const nothing of ['1', 'nothing']) {
      expect((await withdrawQuote(ann, postId, nothing)).post.quoteCount).toBe(2)
    }
    await setHidden(app, postId, 1)
    expect(await carl.refuse(call, refused)).toEqual(refusal('postUnknown'))
    await setHidden(app, postId, null)
    await block(ann, carl)
    expect(await carl.refuse(call, refused)).toEqual(refusal('postUnknown'))
    await unblock(ann, carl)
    await withdrawQuote(ann, (await writePost(ann))._id, quoteId)
    expect(await quotedBy(carl, quoteId)).toBe('Quoted')
    expect((await withdrawQuote(ann, postId, otherId)).post.quoteCount).toBe(1)
    expect((await withdrawQuote(ann, postId, otherId)).post.quoteCount).toBe(1)
    expect(await quotesOf(ann, postId)).toEqual(['A quote'])
    expect([await quotedBy(carl, otherId), await quotedBy(carl, quoteId)]).toEqual([{}, 'Quoted'])
    await edit(carl, otherId, 'Edited')
    expect(await quotedBy(carl, otherId)).toEqual({})
    // Also one whose author has blocked the viewer.
    await block(bob, ann)
    expect((await withdrawQuote(ann, postId, quoteId)).post).not.toHaveProperty('quoteCount')
    expect(await quotedBy(carl, quoteId)).toEqual({})
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  })

  test('has the muted words of the post', async ({ app, ann, bob, carl }) => {
    const { _id: postId } = await writePost(ann, 'Of spiders')
    await quote(bob, postId, 'Look')
    await follow(carl, bob)
    const listed = async () => {
      const lists = [
        await carl.call('GET /api/feed'),
        await carl.call('GET /api/search/posts', { query: { q: 'Look' } }),
      ]
      return lists.map(({ posts }) => posts.map(({ content, mutedWord }) => [content, mutedWord]))
    }
    const inBoth = (...posts: unknown[]) => [posts, posts]
    expect(await listed()).toEqual(inBoth(['Look', undefined]))
    const body = { phrase: 'spiders', action: 'collapse', duration: 'always' } as const
    await carl.call('POST /api/muted-words', { body })
    expect(await listed()).toEqual(inBoth(['Look', 'spiders']))
    await carl.call('POST /api/muted-words', { body: { ...body, action: 'hide' } })
    expect(await listed()).toEqual(inBoth())
    await setAudience(app, ann, PRIVATE)
    expect(await listed()).toEqual(inBoth(['Look', undefined]))
  })
})

describe('the quotes of a post', () => {
  test('are listed newest first, in pages, for those who see them', async ({ app, ann, bob, carl, postId }) => {
    for (const content of ['One', 'Two', 'Three']) await quote(bob, postId, content)
    const { _id: quoteId } = await quote(carl, postId, 'Four')
    expect(await quotesOf(ann, postId)).toEqual(['Four', 'Three', 'Two', 'One'])
    const params = { postId }
    const first = await ann.call('GET /api/posts/:postId/quotes', { params, query: { limit: 3 } })
    const query = { limit: 3, cursor: first.nextCursor ?? '' }
    const second = await ann.call('GET /api/posts/:postId/quotes', { params, query })
    expect([first.posts.length, second.posts.map(({ content }) => content), second.nextCursor]).toEqual([
      3,
      ['One'],
      null,
    ])
    expect(await ann.refuse('GET /api/posts/:postId/quotes', { params, query: { cursor: 'x' } })).toEqual(
      refusal('cursorInvalid'),
    )
    expect(await ann.refuse('GET /api/posts/:postId/quotes', { params: { postId: '1' } })).toEqual(
      refusal('postUnknown'),
    )
    // A page is filled in place of those who are left out.
    const newest = async () =>
      (await ann.call('GET /api/posts/:postId/quotes', { params, query: { limit: 1 } })).posts[0]?.content
    const leave = (deleted_at: number | null) =>
      app.db.write((transaction) =>
        transaction
          .updateTable('members')
          .set({ deleted_at })
          .where('id', '=', Number(carl._id) as MemberId)
          .execute(),
      )
    const mute = (): Promise<unknown> =>
      ann.call('POST /api/users/mute/:id', { params: { id: carl._id }, body: { duration: 'always' } })
    const unmute = (): Promise<unknown> => ann.call('POST /api/users/unmute/:id', { params: { id: carl._id } })
    for (const [hide, show] of [
      [() => setAudience(app, carl, PRIVATE), () => setAudience(app, carl, PUBLIC)],
      [() => setHidden(app, quoteId, 1), () => setHidden(app, quoteId, null)],
      [() => leave(1), () => leave(null)],
      [mute, unmute],
      [() => block(carl, ann), () => unblock(carl, ann)],
    ] as const) {
      await hide()
      expect(await newest()).toBe('Three')
      await show()
      expect(await newest()).toBe('Four')
    }
  })
})

test('the list of quotes goes past many that its reader does not see', async ({ app, ann, bob, carl, postId }) => {
  await quote(bob, postId, 'The first')
  await insertQuotes(app, carl, postId, 700)
  await setAudience(app, carl, PRIVATE)
  const { done } = app.app.heavyReads.state
  const { posts, nextCursor } = await ann.call('GET /api/posts/:postId/quotes', { params: { postId } })
  expect([posts.map(({ content }) => content), nextCursor]).toEqual([['The first'], null])
  expect(app.app.heavyReads.state.done).toBe(done + 1)
})

test('muted words compare what is quoted once, and so much of it', async ({ app, ann, bob, carl, postId }) => {
  const { _id: other } = await writePost(ann, 'Of spiders')
  for (const [of, count] of [
    [postId, 30],
    [other, 30],
  ] as const)
    await insertQuotes(app, bob, of, count)
  const body = { phrase: 'spiders', action: 'hide', duration: 'always' } as const
  await carl.call('POST /api/muted-words', { body })
  const viewer = Number(carl._id) as MemberId
  const hidden = await readHidden(app.db.primary, viewer)
  const written = app.db.primary.selectFrom('posts').select(['id', 'author_id', 'content', 'alt', 'quoted_id'])
  const texts = await written
    .where('author_id', '=', Number(bob._id) as MemberId)
    .orderBy('id')
    .execute()
  const all = await filterShown(app.db.primary, texts, {}, { viewer, hidden })
  expect([all.texts.length, all.compared, all.stoppedAt]).toEqual([30, 'Quoted\n'.length + 'Of spiders\n'.length, null])
  const some = await filterShown(app.db.primary, texts, {}, { viewer, hidden, comparedMax: 1 })
  expect([some.texts.length, some.stoppedAt]).toEqual([20, texts[19]?.id])
})

describe('who may quote', () => {
  test('is what a post says, and else what its author has chosen for new posts', async ({ ann, bob }) => {
    const choose = (whoMayQuote: 'everyone' | 'followers' | 'nobody') =>
      ann.call('POST /api/account/reposts', { body: { whoMayQuote } })
    expect((await choose('followers')).user.whoMayQuote).toBe('followers')
    const { _id: postId, whoMayQuote } = await writePost(ann)
    expect(whoMayQuote).toBe('followers')
    expect(
      (await bob.call('GET /api/users/:username', { params: { username: ann.username } })).user,
    ).not.toHaveProperty('whoMayQuote')
    expect((await ann.call('POST /api/account/reposts', { body: { whoMayRepost: 'nobody' } })).user).toMatchObject({
      whoMayRepost: 'nobody',
      whoMayQuote: 'followers',
    })
    expect((await choose('everyone')).user.whoMayQuote).toBeUndefined()
    expect((await readPost(bob, postId)).whoMayQuote).toBe('followers')
    expect((await letQuote(ann, postId, 'everyone')).post).not.toHaveProperty('whoMayQuote')
  })
})

test('a notification of quotes is there while one of them shows the post', async ({ app, ann, bob, carl, postId }) => {
  const told = async () => {
    const { notifications, unread } = await ann.call('GET /api/notifications', {})
    expect(unread).toBe(notifications.length)
    return notifications.map(({ kind, peopleCount, post }) => [kind, peopleCount, post?._id])
  }
  const countStored = async () => {
    const events = app.db.primary.selectFrom('notification_events').select('kind')
    return (await events.where('recipient_id', '=', Number(ann._id) as MemberId).execute()).length
  }
  const { _id: first } = await quote(bob, postId)
  const { _id: second } = await quote(carl, postId)
  expect(await told()).toEqual([['quote', 2, postId]])
  await withdrawQuote(ann, postId, first)
  expect(await told()).toEqual([['quote', 1, postId]])
  for (const audience of [PRIVATE, LIMITED]) {
    await setAudience(app, carl, audience)
    expect(await told()).toEqual([])
    await setFollow(app, [ann, carl], true)
    expect(await told()).toEqual([['quote', 1, postId]])
    await setFollow(app, [ann, carl], false)
    expect(await told()).toEqual([])
    await setAudience(app, carl, PUBLIC)
    expect(await told()).toEqual([['quote', 1, postId]])
  }
  expect(await countStored()).toBe(1)
  await remove(carl, second)
  expect(await told()).toEqual([])
  expect(await countStored()).toBe(0)
  await quote(ann, postId)
  expect(await told()).toEqual([])
})
