import { FOUND_TAG_COUNT_MAX, TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { tagKey } from '@quack/contract/rules/references'
import { describe, expect } from 'vitest'
import { LIMITED, PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, follow } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { DELETE } from '../../../test/post-fixtures.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import type { Database } from '../../database/database.ts'
import type { MemberId, PostId, TagId } from '../../database/schema.ts'
import { createPublicId } from '../posts/posts.service.ts'
import { LOOKED_AT } from './search-tags.queries.ts'

const test = base.extend('find', () => {
  return async (viewer: TestMember, q: string): Promise<Record<string, number>> => {
    const { tags } = await viewer.call('GET /api/search/tags', { query: { q } })
    const suggested = await viewer.call('GET /api/search/suggestions', { query: { q } })
    expect(suggested.tags).toEqual(tags.slice(0, 5))
    return Object.fromEntries(tags.map(({ name, postsCount }) => [name, postsCount]))
  }
})

describe('searching tags', () => {
  test('finds the beginnings of tags in all spellings, in the order of their keys', async ({ ann, find }) => {
    for (const tags of ['#Quill #quill_a #Quille', '#quill #ａquill', '#ÉtéÄ #été', '#東京都 #東'])
      await writePost(ann, tags)
    const all = { Quill: 2, quill_a: 1, Quille: 1 }
    for (const q of [
      'quil',
      '#QUILL',
      'tag:quill',
      'quill* other',
      '"quill pond"',
      'from:me quill-x',
      '-x quill',
      'ＱＵＩＬＬ',
    ]) {
      const found = await find(ann, q)
      expect(found, q).toEqual(all)
      expect(Object.keys(found)).toEqual(['Quill', 'quill_a', 'Quille'])
    }
    expect(await find(ann, 'q quill')).toMatchObject(all)
    expect(await find(ann, 'été')).toEqual({ ÉtéÄ: 1, été: 1 })
    expect(await find(ann, '東')).toEqual({ 東: 1, 東京都: 1 })
    for (const q of ['uill', 'quillx', 'ete', '京', '%', '_uill', "'", 'tag:']) {
      const answer = await ann.send({ url: '/api/search/suggestions', query: { q } })
      expect(answer.body, q).toMatchObject({ tags: [] })
    }
  })

  test('neither finds nor counts posts that the viewer may not see', async ({ app, ann, bob, carl, member, find }) => {
    const dora = await member('dora')
    const [blocked, blocking] = [await member('blocked'), await member('blocking')]
    for (const author of [ann, bob, carl, dora, blocked, blocking]) await writePost(author, '#sight_all')
    await writePost(bob, '#sight_private')
    await writePost(carl, '#sight_limited')
    await writePost(blocked, '#sight_blocked')
    await writePost(blocking, '#sight_blocking')
    const { _id: hidden } = await writePost(dora, '#sight_all #sight_hidden')
    const { _id: postId } = await writePost(dora, '#sight_deleted')
    expect(Object.values(await find(ann, 'sight'))).toEqual([7, 1, 1, 1, 1, 1, 1])
    await follow(ann, bob)
    await setAudience(app, bob, PRIVATE)
    await setAudience(app, carl, LIMITED)
    await block(ann, blocked)
    await block(blocking, ann)
    await app.db.write((transaction) =>
      transaction
        .updateTable('posts')
        .set({ hidden_at: 1 })
        .where('id', '=', Number(hidden) as PostId)
        .execute(),
    )
    await dora.call(DELETE, { params: { postId } })
    expect(await find(ann, 'sight')).toEqual({ sight_all: 2 })
  })

  test('a search without a word is refused, one with too many parts too, and a forged cursor', async ({ ann }) => {
    const answer = async (query: Record<string, string>) =>
      asRefusal(await ann.send({ url: '/api/search/tags', query }))
    for (const q of ['"', '-a', 'from:bob', 'has:nothing', '🦆']) {
      expect(await answer({ q }), q).toEqual(refusal('searchEmpty'))
    }
    expect(await answer({ q: 'a '.repeat(11) })).toEqual(refusal('searchTooLong'))
    for (const key of ['41', '612', 'zz', '', '00', '2e', 'A'.repeat(60)]) {
      expect(await answer({ q: 'a', cursor: `searchTags.${key}` }), key).toEqual(refusal('cursorInvalid'))
    }
  })

  test('behind many tags that nobody sees, the next page goes on', async ({ app, ann, find }) => {
    await writePost(ann, '#manyz')
    const rows = Array.from({ length: LOOKED_AT + 5 }, (_, index) => {
      const key = tagKey(`manya${String(index).padStart(5, '0')}`)
      return { id: app.db.ids.next() as TagId, key, name: key }
    })
    await app.db.write((transaction) => transaction.insertInto('tags').values(rows).execute())
    const first = await ann.call('GET /api/search/tags', { query: { q: 'many' } })
    expect(first).toMatchObject({ tags: [], nextCursor: expect.any(String) })
    // A cursor names no tag: neither as it is, nor in digits, nor by its id, which would tell when it was used first.
    const forms = ['many', Buffer.from('many').toString('hex'), Buffer.from('many').toString('base64url')]
    const ids = rows.flatMap(({ id }) => [id.toString(), id.toString(36)])
    for (const form of [...forms, ...ids]) expect(first.nextCursor).not.toContain(form)
    const query = { q: 'many', cursor: first.nextCursor ?? '' }
    expect(await ann.call('GET /api/search/tags', { query })).toEqual({
      tags: [{ key: 'manyz', name: 'manyz', postsCount: 1 }],
      nextCursor: null,
    })
    expect(await find(ann, 'manyz')).toEqual({ manyz: 1 })
  })

  test('counts posts up to a hundred, and up to a thousand on the page of a tag', async ({ app, ann, find }) => {
    await writePost(ann, '#counted')
    const counts = async () => {
      const { tag } = await ann.call('GET /api/tags/:tag', { params: { tag: 'counted' } })
      return [(await find(ann, 'counted')).counted, tag.postsCount]
    }
    expect(await counts()).toEqual([1, 1])
    await insertTagged(app.db, ann, 'counted', FOUND_TAG_COUNT_MAX)
    expect(await counts()).toEqual([FOUND_TAG_COUNT_MAX, FOUND_TAG_COUNT_MAX + 1])
    await insertTagged(app.db, ann, 'counted', TAG_COUNT_MAX)
    expect(await counts()).toEqual([FOUND_TAG_COUNT_MAX, TAG_COUNT_MAX])
  })
})

/** Posts with a tag that exists. */
async function insertTagged(db: Database, author: TestMember, key: string, count: number): Promise<void> {
  const author_id = Number(author._id) as MemberId
  const posts = Array.from({ length: count }, () => ({
    id: db.ids.next<PostId>(),
    public_id: createPublicId(),
    author_id,
    content: `#${key}`,
    media_url: '',
    media_type: '' as const,
    updated_at: Date.now(),
  }))
  await db.write(async (transaction) => {
    const { id: tag_id } = await transaction
      .selectFrom('tags')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    await transaction.insertInto('posts').values(posts).execute()
    const rows = posts.map(({ id: post_id }) => ({ tag_id, post_id, author_id }))
    await transaction.insertInto('post_tags').values(rows).execute()
  })
}
