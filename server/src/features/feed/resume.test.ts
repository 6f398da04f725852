import { describe, expect } from 'vitest'
import { follow } from '../../../test/blocks.ts'
import { BETWEEN, idsOf, RESUME, storePosition } from '../../../test/feed-positions.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { malformed, refusal } from '../../../test/refusals.ts'

const SORTS = ['latest', 'oldest'] as const

const test = base
  /** Posts of Ann and Bob alternately, oldest first. Ann follows Bob. */
  .extend('own', async ({ ann, bob, carl }) => {
    const own: string[] = []
    await follow(ann, bob)
    for (let count = 0; count < 9; count++) {
      own.push((await writePost(count % 2 === 0 ? ann : bob, `post ${count}`))._id)
      await writePost(carl, 'not for Ann')
    }
    return own
  })
  .extend(
    'at',
    ({ own }) =>
      (...indexes: number[]) =>
        indexes.map((index) => own[index] ?? ''),
  )

describe('the feed from a position on', () => {
  test('is the first page without a position, also for a member without posts', async ({ ann, at, member }) => {
    const { posts, nextCursor, ...rest } = await ann.call(RESUME, { query: { limit: 2, embed: 0 } })
    expect(idsOf(posts)).toEqual(at(8, 7))
    expect(rest).toEqual({ from: 'top', position: null, aboveCount: 0, newCount: 0 })
    const next = await ann.call('GET /api/feed', { query: { limit: 2, embed: 0, cursor: String(nextCursor) } })
    expect(idsOf(next.posts)).toEqual(at(6, 5))
    const empty = { posts: [], nextCursor: null, from: 'top', position: null, aboveCount: 0, newCount: 0 }
    expect(await (await member('dora')).call(RESUME, {})).toEqual(empty)
  })

  test.for(SORTS)(
    'begins at its post, says what is above, and is continued by the feed, %s first',
    async (sort, { ann, at }) => {
      const [postId = '', newestId = ''] = at(4, 6)
      const position = await storePosition(ann, postId, { sort, offset: 17, newestId })
      const page = await ann.call(RESUME, { query: { sort, limit: 2, embed: 0 } })
      expect([page.from, page.position]).toEqual(['position', position])
      const expected = { latest: [4, 3, 2, 1, 0], oldest: [4, 5, 6, 7, 8] }[sort]
      expect(idsOf(page.posts)).toEqual(at(...expected.slice(0, 2)))
      expect([page.aboveCount, page.newCount]).toEqual([4, sort === 'latest' ? 2 : 0])
      const query = { sort, embed: 0, cursor: String(page.nextCursor) }
      expect(idsOf((await ann.call('GET /api/feed', { query })).posts)).toEqual(at(...expected.slice(2)))
      // The positions of the two orders are apart.
      const other = sort === 'latest' ? 'oldest' : 'latest'
      expect((await ann.call(RESUME, { query: { sort: other, limit: 1 } })).position).toBeNull()
    },
  )

  test.for(SORTS)(
    'begins at the next older post if that of the position is gone, %s first',
    async (sort, { ann, at }) => {
      const [postId = ''] = at(4)
      await storePosition(ann, postId, { sort })
      await ann.call('DELETE /api/posts/:postId', { params: { postId } })
      const page = await ann.call(RESUME, { query: { sort, limit: 2, embed: 0 } })
      expect(idsOf(page.posts)).toEqual(sort === 'latest' ? at(3, 2) : at(3, 5))
      expect([page.aboveCount, page.newCount]).toEqual(sort === 'latest' ? [4, 4] : [3, 0])
      expect(page.position?.postId).toBe(postId)
    },
  )

  test.for(SORTS)('begins at the nearest newer post if there is no older one, %s first', async (sort, { ann, at }) => {
    await storePosition(ann, '1', { sort })
    const page = await ann.call(RESUME, { query: { sort, limit: 2, embed: 0 } })
    expect(idsOf(page.posts)).toEqual(sort === 'latest' ? at(0) : at(0, 1))
    expect([page.aboveCount, page.newCount]).toEqual(sort === 'latest' ? [8, 9] : [0, 0])
    expect(page.nextCursor === null).toBe(sort === 'latest')
    for (const newer of at(0, 1, 2, 3, 4, 5, 6, 7, 8)) await storePosition(ann, newer, { sort })
    const last = await ann.call(RESUME, { query: { sort, embed: 0 } })
    expect(idsOf(last.posts)).toEqual(sort === 'latest' ? at(8, 7, 6, 5, 4, 3, 2, 1, 0) : at(8))
    expect(last.aboveCount).toBe(sort === 'latest' ? 0 : 8)
  })

  test.for(SORTS)(
    'begins at the top where that is asked for, and counts what is above the position, %s first',
    async (sort, { ann, at }) => {
      const [postId = '', newestId = ''] = at(4, 6)
      const position = await storePosition(ann, postId, { sort, newestId })
      const { posts, nextCursor, ...rest } = await ann.call(RESUME, {
        query: { sort, from: 'top', limit: 2, embed: 0 },
      })
      expect(idsOf(posts)).toEqual(sort === 'latest' ? at(8, 7) : at(0, 1))
      expect(rest).toEqual({ from: 'top', position, aboveCount: 4, newCount: sort === 'latest' ? 2 : 0 })
      const next = await ann.call('GET /api/feed', { query: { sort, limit: 2, embed: 0, cursor: String(nextCursor) } })
      expect(idsOf(next.posts)).toEqual(sort === 'latest' ? at(6, 5) : at(2, 3))
      // The post of the position is gone.
      await ann.call('DELETE /api/posts/:postId', { params: { postId } })
      const again = await ann.call(RESUME, { query: { sort, from: 'top', limit: 2, embed: 0 } })
      expect([idsOf(again.posts), again.aboveCount]).toEqual([idsOf(posts), 4])
    },
  )

  test('begins where the member has set it; at the top at first, and without a position', async ({ ann, at }) => {
    const read = async () => {
      const { from, posts } = await ann.call(RESUME, { query: { from: 'setting', limit: 1, embed: 0 } })
      return [from, ...idsOf(posts)]
    }
    const set = async (resumes: boolean) =>
      (await ann.call('POST /api/account/home', { body: { resumes } })).user.resumesHome
    const [top = '', postId = ''] = at(8, 4)
    expect(await set(true)).toBe(true)
    expect(await read()).toEqual(['top', top])
    await storePosition(ann, postId)
    expect(await read()).toEqual(['position', postId])
    expect(await set(false)).toBeUndefined()
    expect(await read()).toEqual(['top', top])
  })

  test('is empty when the feed has become empty', async ({ member }) => {
    const dora = await member('dora')
    const { _id: postId } = await writePost(dora)
    for (const sort of SORTS) await storePosition(dora, postId, { sort })
    await dora.call('DELETE /api/posts/:postId', { params: { postId } })
    for (const sort of SORTS) {
      const { posts, nextCursor, aboveCount, newCount } = await dora.call(RESUME, { query: { sort } })
      expect({ posts, nextCursor, aboveCount, newCount }).toEqual({
        posts: [],
        nextCursor: null,
        aboveCount: 0,
        newCount: 0,
      })
    }
  })
})

describe('a gap of the feed', () => {
  test.for(SORTS)('is filled from either end, %s first', async (sort, { ann, at }) => {
    const [high = '', low = ''] = at(7, 1)
    const [above, below] = sort === 'latest' ? [high, low] : [low, high]
    const read = async (query: object) => {
      const { posts, count } = await ann.call(BETWEEN, { query: { sort, limit: 2, embed: 0, ...query } })
      return [idsOf(posts), count]
    }
    const inside = sort === 'latest' ? at(6, 5, 4, 3, 2) : at(2, 3, 4, 5, 6)
    expect(await read({ above, below })).toEqual([inside.slice(0, 2), 3])
    expect(await read({ above, below, from: 'below' })).toEqual([inside.slice(3), 3])
    expect(await read({ above: inside[1], below })).toEqual([inside.slice(2, 4), 1])
    expect(await read({ above: inside[1], below, from: 'below' })).toEqual([inside.slice(3), 1])
    expect(await read({ above: inside[3], below })).toEqual([inside.slice(4), 0])
    expect(await read({ above: inside[4], below })).toEqual([[], 0])
    expect(await read({ above: below, below: above })).toEqual([[], 0])
    const whole = sort === 'latest' ? at(8, 7, 6, 5, 4, 3, 2, 1, 0) : at(0, 1, 2, 3, 4, 5, 6, 7, 8)
    expect(await read({ below })).toEqual([whole.slice(0, 2), 5])
    expect(await read({ above, from: 'below' })).toEqual([whole.slice(7), 5])
    expect(await read({})).toEqual([whole.slice(0, 2), 7])
    expect(await read({ from: 'below' })).toEqual([whole.slice(7), 7])
  })

  test('has the post behind many that muted words hide', async ({ member }) => {
    const [reader, author] = [await member('reader'), await member('author')]
    await follow(reader, author)
    const [first, behind] = [await writePost(author), await writePost(author, 'behind')]
    for (let count = 0; count < 45; count++) await writePost(author, 'A goose')
    const last = await writePost(author)
    await reader.call('POST /api/muted-words', { body: { phrase: 'goose', action: 'hide', duration: 'always' } })
    const query = { above: last._id, below: first._id, limit: 1, embed: 0 }
    const { posts, count } = await reader.call(BETWEEN, { query })
    expect([idsOf(posts), count]).toEqual([[behind._id], 0])
    await storePosition(reader, behind._id)
    expect(await reader.call(RESUME, { query: { limit: 1, embed: 0 } })).toMatchObject({ aboveCount: 1, newCount: 1 })
  })

  test('is for members, and refuses what is no id and other orders', async ({ ann, app }) => {
    expect(await app.visitor.refuse(BETWEEN, {})).toEqual(refusal('tokenInvalid'))
    expect(await app.visitor.refuse(RESUME, {})).toEqual(refusal('tokenInvalid'))
    for (const above of ['', '-1', '1.5', 'x', '9007199254740992', '12345678901234567']) {
      expect((await ann.refuse(BETWEEN, { query: { above } })).status).toBe(400)
    }
    expect(await ann.refuse(RESUME, { query: { sort: 'trending' as 'latest' } })).toEqual(
      malformed('sort must be one of latest, oldest.'),
    )
  })
})
