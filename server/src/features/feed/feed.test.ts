import type { Post } from '@quack/contract'
import { LANGUAGES_MAX } from '@quack/contract/rules/languages'
import { SORTS, type Sort } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { malformed, refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'
import { countByAuthors } from './feed-count.queries.ts'

const FEED = 'GET /api/feed'

const test = base
  /** Posts of Ann and Bob alternately, oldest first. Ann follows Bob. */
  .extend('own', { auto: true }, async ({ ann, bob, carl }) => {
    const own: string[] = []
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    for (const [index, author] of [ann, bob, ann, bob, ann].entries()) {
      own.push((await writePost(author, `post ${index}`))._id)
      await writePost(carl, 'not for Ann')
    }
    // Likes: 0, 2, 1, 1, 0.
    for (const [member, index] of [
      [ann, 1],
      [bob, 1],
      [ann, 2],
      [bob, 3],
    ] as const) {
      await member.call('POST /api/posts/like/:postId', { params: { postId: own[index] ?? '' } })
    }
    return own
  })
  .extend('expectedIn', ({ own }): Record<Sort, (string | undefined)[]> => {
    const at = (...indexes: number[]) => indexes.map((index) => own[index])
    return { latest: at(4, 3, 2, 1, 0), oldest: at(0, 1, 2, 3, 4), trending: at(1, 3, 2, 4, 0) }
  })
  .extend(
    'walk',
    ({ ann }) =>
      (sort: Sort | undefined, limit: number, afterPage: (page: number) => Promise<void> = async () => {}) => {
        let pages = 0
        return readAll<Post>(async (query) => {
          const page = await ann.call(FEED, { query: { limit, ...(sort ? { sort } : {}), ...query } })
          await afterPage(pages++)
          return { entries: page.posts, nextCursor: page.nextCursor }
        })
      },
  )

describe('the feed', () => {
  const idsOf = (posts: readonly Post[]) => posts.map(({ _id }) => _id)

  test.for(SORTS)(
    "contains the viewer's posts and those of followed members, %s first",
    async (sort, { expectedIn, walk }) => {
      for (const limit of [1, 2, 100]) expect(idsOf(await walk(sort, limit))).toEqual(expectedIn[sort])
    },
  )

  test('is the same for a viewer who follows many, for whom PostgreSQL runs another query', async ({
    app,
    ann,
    expectedIn,
    walk,
  }) => {
    const setCount = (following_count: number) =>
      app.db.write((transaction) =>
        transaction
          .updateTable('members')
          .set({ following_count })
          .where('username_key', '=', ann.username.toLowerCase())
          .executeTakeFirstOrThrow(),
      )
    expect(await setCount(1_000)).toMatchObject({ numUpdatedRows: 1n })
    for (const sort of ['latest', 'oldest'] as const) {
      for (const limit of [1, 2, 100]) expect(idsOf(await walk(sort, limit))).toEqual(expectedIn[sort])
    }
  })

  test("is sorted latest first by default, and shows the viewer's reactions", async ({ expectedIn, walk }) => {
    const posts = await walk(undefined, 100)
    expect(idsOf(posts)).toEqual(expectedIn.latest)
    expect(posts.map(({ viewer }) => viewer?.liked)).toEqual([false, false, true, true, false])
  })

  test('contains only own posts for a viewer who follows nobody, and none for a new member', async ({
    member,
    carl,
    own,
  }) => {
    const { posts } = await carl.call(FEED)
    expect(posts.map(({ username }) => username)).toEqual(own.map(() => carl.username))
    const dora = await member('dora')
    expect(await dora.call(FEED)).toEqual({ posts: [], nextCursor: null })
  })

  test.for(SORTS)(
    'neither skips nor repeats posts, %s first, while members like and write',
    async (sort, { member, bob, expectedIn, own, walk }) => {
      const eve = await member('eve')
      const ids = idsOf(
        await walk(sort, 2, async (page) => {
          if (page > 0) return
          // The last post rises to the top, and the top post falls.
          await eve.call('POST /api/posts/like/:postId', { params: { postId: own[0] ?? '' } })
          await bob.call('POST /api/posts/dislike/:postId', { params: { postId: own[1] ?? '' } })
          await writePost(bob, 'meanwhile')
        }),
      )
      // The new post may be in the list, if its position comes after the first page.
      expect(ids.filter((id) => own.includes(id))).toEqual(expectedIn[sort])
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  test('refuses an unknown order, and the cursor of another order or of another list', async ({ ann }) => {
    const { nextCursor } = await ann.call(FEED, { query: { sort: 'latest', limit: 1 } })
    const cursor = String(nextCursor)
    expect(await ann.refuse(FEED, { query: { sort: 'oldest', cursor } })).toEqual(refusal('cursorInvalid'))
    expect(await ann.refuse('GET /api/explore', { query: { cursor } })).toEqual(refusal('cursorInvalid'))
    expect(await ann.refuse(FEED, { query: { sort: 'best' as Sort } })).toEqual(
      malformed('sort must be one of latest, oldest, trending.'),
    )
  })

  test('is for members; explore is for everybody and lists all posts newest first', async ({ app, ann, own }) => {
    expect(await app.visitor.refuse(FEED)).toEqual(refusal('tokenInvalid'))
    const read = (route: 'GET /api/explore' | 'GET /api/posts', limit: number) =>
      readAll(async (query) => {
        const page = await app.visitor.call(route, { query: { limit, ...query } })
        return { entries: page.posts, nextCursor: page.nextCursor }
      })
    const explored = await read('GET /api/explore', 3)
    expect(idsOf(explored)).toEqual(idsOf(await read('GET /api/posts', 100)))
    expect(idsOf(explored)).toEqual(expect.arrayContaining(own))
    expect(explored[0]).not.toHaveProperty('viewer')
    expect((await ann.call('GET /api/explore')).posts[0]).toHaveProperty('viewer')
  })
})

describe('Explore in chosen languages', () => {
  const LANGS = ['de', 'fr', '', 'pt-BR', 'DE-AT', 'fr', 'de']

  const exploring = test
    .extend('written', async ({ bob }) => {
      const made = new Map<string, string[]>()
      for (const lang of LANGS) {
        const body = { postData: { content: `in ${lang}`, lang } }
        const { post } = await bob.call('POST /api/posts', { body, headers: MINIMAL })
        made.set(lang, [post?._id ?? '', ...(made.get(lang) ?? [])])
      }
      return (...langs: string[]) => langs.flatMap((lang) => made.get(lang) ?? []).sort((a, b) => Number(b) - Number(a))
    })
    .extend('choose', ({ ann }) => async (...languages: string[]) => {
      const { user } = await ann.call('POST /api/account/languages', { body: { languages } })
      return user.readLanguages
    })
    /** The posts of Bob that Ann finds there. */
    .extend('explore', ({ ann, bob }) => async (limit: number) => {
      const all = await readAll(async (query) => {
        const { posts, nextCursor } = await ann.call('GET /api/explore', { query: { limit, ...query } })
        return { entries: posts, nextCursor }
      })
      return all
        .filter(({ username, content }) => username === bob.username && content.startsWith('in '))
        .map(({ _id }) => _id)
    })

  exploring(
    'has the posts in them and those without one, in pages of any size',
    async ({ choose, explore, written }) => {
      expect(await explore(2)).toEqual(written(...new Set(LANGS)))
      expect(await choose('de', 'fi')).toEqual(['de', 'fi'])
      for (const limit of [1, 2, 3, 100]) expect(await explore(limit)).toEqual(written('de', 'DE-AT', ''))
      expect(await choose('fi')).toEqual(['fi'])
      expect(await explore(2)).toEqual(written(''))
      expect(await choose()).toBeUndefined()
      expect(await explore(2)).toEqual(written(...new Set(LANGS)))
    },
  )

  exploring(
    'changes with an edit of the language, and leaves out muted members',
    async ({ ann, bob, choose, explore, written }) => {
      await choose('pt')
      expect(await explore(2)).toEqual(written('pt-BR', ''))
      const [postId = ''] = written('fr')
      await bob.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { lang: 'pt' } } })
      expect(await explore(2)).toEqual([postId, ...written('pt-BR', '')])
      await ann.call('POST /api/users/mute/:id', { params: { id: bob._id }, body: { duration: 'always' } })
      expect(await explore(2)).toEqual([])
    },
  )

  exploring(
    'does not change the home feed, profiles and the list of all posts',
    async ({ ann, bob, choose, written }) => {
      await choose('fi')
      const all = written(...new Set(LANGS))
      const params = { username: bob.username }
      const lists = [
        await ann.call(FEED, { query: { limit: 100 } }),
        await ann.call('GET /api/posts/user/:username', { params }),
        await ann.call('GET /api/posts'),
      ]
      for (const { posts } of lists) expect(posts.map(({ _id }) => _id)).toEqual(expect.arrayContaining(all))
    },
  )

  exploring('is refused for what is no code, and for too many', async ({ ann }) => {
    const refuse = (languages: string[]) => ann.refuse('POST /api/account/languages', { body: { languages } })
    expect((await refuse(['pt-BR'])).status).toBe(422)
    const codes = Array.from({ length: LANGUAGES_MAX + 1 }, (_, index) => `a${String.fromCharCode(97 + index)}`)
    expect((await refuse(codes)).status).toBe(422)
    expect(
      (await ann.call('POST /api/account/languages', { body: { languages: codes.slice(1) } })).user.readLanguages,
    ).toEqual(codes.slice(1))
  })
})

test('a part of the feed is counted from the table as from the caches', async ({ app, own, ann, carl }) => {
  const none = new Float64Array()
  const reader = { id: Number(ann._id) as MemberId, muted: none, unlisted: none, hasTags: false, hasReposts: false }
  const [low, high] = [Number(own[1]), Number(own[4])]
  expect(await countByAuthors(app.db.read, reader, { low, high })).toBe(2)
  expect(await countByAuthors(app.db.read, reader, { low: 0, high: Number.MAX_SAFE_INTEGER })).toBe(5)
  const of = { ...reader, id: Number(carl._id) as MemberId }
  expect(await countByAuthors(app.db.read, of, { low, high })).toBe(3)
})

describe('the feed of a reader who follows more authors than a page has posts', () => {
  test("is in order, also where an author wrote several of a page's posts, or posts have several followed hashtags", async ({
    carl: stranger,
    member,
  }) => {
    const reader = await member('reader')
    const authors: TestMember[] = []
    for (let count = 0; count < 6; count++) authors.push(await member('author'))
    const written: string[] = []
    for (const index of [0, 1, 2, 3, 6, 6, 6, 6, 4, 5, 0, 0, 0, 3, 0, 3, 1]) {
      const [author, text] = index === 6 ? [stranger, '#EachOnce #EachAlsoOnce'] : [authors[index], 'one of many']
      if (author) written.push((await writePost(author, text))._id)
    }
    for (const tag of ['EachOnce', 'EachAlsoOnce']) await reader.call('POST /api/tags/:tag/follow', { params: { tag } })
    for (const { _id } of authors) await reader.call('POST /api/users/follow/:id', { params: { id: _id } })
    for (const limit of [1, 3, 5, 6, 7]) {
      const read = (sort: Sort) =>
        readAll<Post>(async (query) => {
          const { posts, nextCursor } = await reader.call(FEED, { query: { ...query, sort, limit } })
          return { entries: posts, nextCursor }
        })
      expect((await read('oldest')).map(({ _id }) => _id)).toEqual(written)
      expect((await read('latest')).map(({ _id }) => _id)).toEqual(written.toReversed())
    }
  })
})
