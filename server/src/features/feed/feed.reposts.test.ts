import type { Post } from '@quack/contract'
import { SORTS, type Sort } from '@quack/contract/rules/limits'
import { createRandom } from '@quack/testing/random'
import { describe, expect } from 'vitest'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../test/audience.ts'
import { block, follow, like, unblock } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { repost, undoRepost } from '../../../test/reposts.ts'
import { tryCatchUp } from '../../database/database.ts'
import type { Kind } from '../../database/invalidation-log.ts'

const FEED = 'GET /api/feed'

const unfollow = (member: TestMember, { _id: id }: TestMember) =>
  member.call('POST /api/users/unfollow/:id', { params: { id } })

/** What a list says of a post: its text, who has brought it, and how many others. */
const said = ({ content, repost: brought }: Post) =>
  brought ? [content, brought.by.username, brought.others] : [content]

/** The first page, from the handler and then from the caches. */
async function feedOf(member: TestMember, sort: Sort = 'latest') {
  const query = { sort, embed: 0 }
  const first = (await member.call(FEED, { query })).posts.map(said)
  expect((await member.call(FEED, { query })).posts.map(said)).toEqual(first)
  return first
}

const test = base
  .extend('dora', ({ member }) => member('dora'))
  /** A post of Carl's, whom nobody follows. Ann follows Bob. */
  .extend('post', async ({ ann, bob, carl }) => {
    await follow(ann, bob)
    return writePost(carl, 'of Carl')
  })

describe('the home feed of those who follow somebody who reposts', () => {
  test.for(SORTS)(
    'has each post once, in the place of the first repost by whom they follow, %s first, at any depth',
    async (sort, { ann, bob, carl, dora }) => {
      for (const member of [bob, dora]) await follow(ann, member)
      const expected: string[] = []
      const posts: Post[] = []
      for (let count = 0; count < 6; count++) posts.push(await writePost(carl, `of Carl ${count}`))
      for (const [index, post] of posts.entries()) {
        await writePost(bob, `of Bob ${index}`)
        expected.push(`of Bob ${index}`)
        await repost(index % 2 === 0 ? bob : dora, post._id)
        expected.push(post.content)
      }
      // Again, by the other one: the places stay.
      for (const [index, post] of posts.entries()) await repost(index % 2 === 0 ? dora : bob, post._id)
      // Already there: its author is followed.
      const { posts: own } = await ann.call(FEED, { query: { sort: 'oldest', limit: 1 } })
      await repost(dora, own[0]?._id ?? '')
      if (sort === 'trending') {
        // Nobody likes anything: by the posts' own ids.
        const ofCarl = (text: string) => text.startsWith('of Carl')
        expected.sort((a, b) => Number(ofCarl(b)) - Number(ofCarl(a)))
      }
      if (sort !== 'oldest') expected.reverse()
      for (const limit of [1, 3, 100]) {
        const read = await readAll<Post>(async ({ cursor }) => {
          const { posts, nextCursor } = await ann.call(FEED, { query: { sort, limit, ...(cursor && { cursor }) } })
          return { entries: posts, nextCursor }
        })
        expect(read.map(({ content }) => content)).toEqual(expected)
        const brought = read.filter((each) => each.repost)
        expect(brought.map(said).toSorted()).toEqual(
          posts.map(({ content }, index) => [content, (index % 2 === 0 ? bob : dora).username, 1]),
        )
      }
    },
  )

  test('has it in Trending by its likes', async ({ ann, bob, dora, post }) => {
    await repost(bob, post._id)
    await writePost(bob, 'of Bob')
    expect(await feedOf(ann, 'trending')).toEqual([['of Bob'], ['of Carl', bob.username, 0]])
    await like(dora, post._id)
    expect(await feedOf(ann, 'trending')).toEqual([['of Carl', bob.username, 0], ['of Bob']])
  })

  test('follows each change of who is followed, who has reposted, and what may be shown', async ({
    app,
    ann,
    bob,
    carl,
    dora,
    post,
  }) => {
    const ofCarl = { params: { id: carl._id } }
    const byBob = [['of Carl', bob.username, 0]]
    const setHidden = (hidden_at: number | null) =>
      app.db.write(async (transaction) => {
        const id = Number(post._id) as never
        await transaction.updateTable('posts').set({ hidden_at }).where('id', '=', id).execute()
      })
    const setReposts = (who: 'everyone' | 'nobody') =>
      app.db.write(async (transaction) => {
        const id = Number(post._id) as never
        await transaction.updateTable('posts').set({ who_may_repost: who }).where('id', '=', id).execute()
      })
    const hideReposts = (hides_reposts: 0 | 1) =>
      app.db.write(async (transaction) => {
        const [follower, followed] = [Number(ann._id) as never, Number(bob._id) as never]
        await transaction
          .updateTable('follows')
          .set({ hides_reposts })
          .where('follower_id', '=', follower)
          .where('followed_id', '=', followed)
          .execute()
      })
    for (const sort of SORTS) expect(await feedOf(ann, sort)).toEqual([])
    for (const [change, expected] of [
      [() => repost(bob, post._id), byBob],
      [() => repost(bob, post._id), byBob],
      [() => undoRepost(bob, post._id), []],
      [() => repost(dora, post._id), []],
      [() => follow(ann, dora), [['of Carl', dora.username, 0]]],
      [() => repost(bob, post._id), [['of Carl', dora.username, 1]]],
      [() => undoRepost(dora, post._id), byBob],
      [() => hideReposts(1), []],
      [() => hideReposts(0), byBob],
      [() => setHidden(1), []],
      [() => setHidden(null), byBob],
      [() => setReposts('nobody'), []],
      [() => setReposts('everyone'), byBob],
      [() => setAudience(app, carl, PRIVATE), []],
      [() => setAudience(app, carl, PUBLIC), byBob],
      [() => setAudience(app, carl, LIMITED), []],
      [() => setAudience(app, carl, PUBLIC), byBob],
      [() => block(ann, carl), []],
      [() => unblock(ann, carl), byBob],
      [() => block(carl, ann), []],
      [() => unblock(carl, ann), byBob],
      [() => ann.call('POST /api/users/mute/:id', { ...ofCarl, body: { duration: 'always' } }), []],
      [() => ann.call('POST /api/users/unmute/:id', ofCarl), byBob],
      [() => ann.call('POST /api/users/mute/:id', { params: { id: bob._id }, body: { duration: 'always' } }), []],
      [() => ann.call('POST /api/users/unmute/:id', { params: { id: bob._id } }), byBob],
      [() => follow(ann, carl), [['of Carl']]],
      [() => unfollow(ann, carl), byBob],
      [() => unfollow(ann, bob), []],
      [() => follow(ann, bob), byBob],
      [() => carl.call('DELETE /api/posts/:postId', { params: { postId: post._id }, headers: MINIMAL }), []],
    ] as const) {
      await change()
      for (const sort of SORTS) expect([sort, await feedOf(ann, sort)]).toEqual([sort, expected])
    }
  })

  test('is told once of a post that may no longer be reposted, however many have reposted it', async ({
    app: { db },
    ann,
    bob,
    carl,
    dora,
    post,
  }) => {
    for (const member of [ann, bob, dora]) await repost(member, post._id)
    await tryCatchUp(db)
    const kinds: Kind[] = []
    db.invalidations.listen((batch) => kinds.push(...batch.map(([kind]) => kind)))
    await carl.call('POST /api/posts/edit/:postId', {
      params: { postId: post._id },
      body: { postData: { whoMayRepost: 'nobody' } },
      headers: MINIMAL,
    })
    await tryCatchUp(db)
    expect(kinds.filter((kind) => kind.startsWith('repost'))).toEqual(['repostShown'])
  })

  test('gives a followed hashtag precedence', async ({ ann, bob, carl, post }) => {
    await repost(bob, post._id)
    await writePost(bob, 'of Bob')
    await ann.call('POST /api/tags/:tag/follow', { params: { tag: 'precedence' } })
    const edit = (content: string) =>
      carl.call('POST /api/posts/edit/:postId', {
        params: { postId: post._id },
        body: { postData: { content } },
        headers: MINIMAL,
      })
    await edit('of Carl #precedence')
    expect(await feedOf(ann)).toEqual([['of Bob'], ['of Carl #precedence']])
    await edit('of Carl')
    expect(await feedOf(ann)).toEqual([['of Bob'], ['of Carl', bob.username, 0]])
  })

  test('counts new reposts, begins at one, and reads between two', async ({ ann, bob, carl, post }) => {
    await writePost(bob, 'first of Bob')
    await repost(bob, post._id)
    const last = await writePost(bob, 'last of Bob')
    const { posts } = await ann.call(FEED, { query: {} })
    const place = posts[1]?.repost?.id ?? ''
    expect(Number(place)).toBeGreaterThan(Number(posts[2]?._id))
    const body = { sort: 'latest', postId: place, offset: 3, newestId: place, age: 0 } as const
    await ann.call('POST /api/feed/position', { body })
    const resumed = await ann.call('GET /api/feed/resume', { query: { from: 'position' } })
    expect(resumed.posts.map(said)).toEqual([['of Carl', bob.username, 0], ['first of Bob']])
    expect(resumed).toMatchObject({ from: 'position', aboveCount: 1, newCount: 1 })
    await repost(bob, (await writePost(carl, 'another of Carl'))._id)
    expect(await ann.call('GET /api/feed/resume', { query: { from: 'position' } })).toMatchObject({ aboveCount: 2 })
    const between = await ann.call('GET /api/feed/between', { query: { below: place } })
    expect(between.posts.map(said)).toEqual([['another of Carl', bob.username, 0], ['last of Bob']])
    const below = await ann.call('GET /api/feed/between', { query: { above: last._id, limit: 1 } })
    expect(below).toMatchObject({ posts: [{ content: 'of Carl' }], count: 1 })
  })

  test('is exact under random reposts, follows and pages', async ({ ann, bob, carl, dora }) => {
    const random = createRandom(7)
    const authors = [bob, carl, dora]
    const followed = new Set<string>()
    const posts: Post[] = []
    /** In their order; deleted ones stay. */
    const entries: { place: string; by: string; post: Post; isRepost: boolean }[] = []
    for (let step = 0; step < 120; step++) {
      const member = authors[random.int(3)] as TestMember
      const post = posts[random.int(Math.max(1, posts.length))]
      const kind = random.int(5)
      if (kind === 0 || !post) {
        const written = await writePost(member, `${step}`)
        posts.push(written)
        entries.push({ place: written._id, by: member.username, post: written, isRepost: false })
      } else if (kind === 1) {
        if (followed.delete(member._id)) await unfollow(ann, member)
        else {
          followed.add(member._id)
          await follow(ann, member)
        }
      } else if (post.username !== member.username) {
        const at = entries.findIndex((each) => each.isRepost && each.post === post && each.by === member.username)
        if (at >= 0) {
          entries.splice(at, 1)
          await undoRepost(member, post._id)
        } else {
          await repost(member, post._id)
          entries.push({ place: '', by: member.username, post, isRepost: true })
        }
      }
      const isFollowed = (username: string) =>
        authors.some((each) => each.username === username && followed.has(each._id))
      const shown = new Map<Post, string>()
      for (const each of entries) {
        const isOwn = isFollowed(each.post.username)
        if (each.isRepost ? !isOwn && isFollowed(each.by) && !shown.has(each.post) : isOwn) {
          shown.set(each.post, each.isRepost ? each.by : '')
        }
      }
      const expected = [...shown].map(([{ content }, by]) => [content, by]).toReversed()
      const read = await readAll<Post>(async ({ cursor }) => {
        const { posts: page, nextCursor } = await ann.call(FEED, {
          query: { limit: 1 + random.int(7), embed: 0, ...(cursor && { cursor }) },
        })
        return { entries: page, nextCursor }
      })
      expect(read.map((each) => [each.content, each.repost?.by.username ?? ''])).toEqual(expected)
    }
  })
})

describe('a profile', () => {
  test('lists what its member has reposted among the own posts, and says so', async ({
    ann,
    bob,
    carl,
    dora,
    post,
  }) => {
    await writePost(bob, 'first')
    await repost(bob, post._id)
    await writePost(bob, 'last')
    const pageOf = (limit: number, cursor?: string) =>
      ann.call('GET /api/posts/user/:username', {
        params: { username: bob.username },
        query: { limit, ...(cursor && { cursor }) },
      })
    const brought = ['of Carl', bob.username, 0]
    for (const limit of [1, 2, 100]) {
      const read = await readAll<Post>(async ({ cursor }) => {
        const { posts, nextCursor } = await pageOf(limit, cursor)
        return { entries: posts, nextCursor }
      })
      expect(read.map(said)).toEqual([['last'], brought, ['first']])
    }
    const own = await bob.call('GET /api/posts/user/:username', {
      params: { username: bob.username },
      query: { embed: 3 },
    })
    expect(own.posts.map(said)).toEqual([['last'], brought, ['first']])
    // One who does not see the author leaves no gap for others, whoever is first.
    await block(ann, carl)
    expect((await pageOf(90)).posts.map(said)).toEqual([['last'], ['first']])
    const params = { username: bob.username }
    for (const reader of [dora, carl]) {
      const seen = await reader.call('GET /api/posts/user/:username', { params, query: { limit: 90 } })
      expect(seen.posts.map(said)).toEqual([['last'], brought, ['first']])
    }
    await unblock(ann, carl)
    expect((await pageOf(90)).posts.map(said)).toEqual([['last'], brought, ['first']])
    await undoRepost(bob, post._id)
    expect((await pageOf(100)).posts.map(said)).toEqual([['last'], ['first']])
  })
})
