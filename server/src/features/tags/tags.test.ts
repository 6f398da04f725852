import { TAGS_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../test/audience.ts'
import { block, follow, like, type Reader } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { test } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { timeOfId } from '../../database/ids.ts'

const textsOf = async (reader: Reader, tag: string) =>
  (await reader.call('GET /api/tags/:tag/posts', { params: { tag } })).posts.map(({ content }) => content)
const getTag = async (reader: Reader, tag: string) => (await reader.call('GET /api/tags/:tag', { params: { tag } })).tag
const countOf = async (reader: Reader, tag: string) => (await getTag(reader, tag)).postsCount
const edit = (author: TestMember, postId: string, postData: { content?: string; whoMayComment?: 'nobody' }) =>
  author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData }, headers: MINIMAL })
const remove = (author: TestMember, postId: string) =>
  author.call('DELETE /api/posts/:postId', { params: { postId }, headers: MINIMAL })

describe('a hashtag', () => {
  test.for([
    ['Pond', 'pOND', 'ｐｏｎｄ'],
    ['Straße', 'STRASSE', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ['café', 'CAFE\u0301', 'Café'],
    ['می\u200cخواهم', 'میخواهم', 'می\u200cخواهم'],
    ['黒猫_1', '黒猫_１', '黒猫_1'],
  ] as const)(
    '%s is one tag in all its spellings, shown as in the first post',
    async ([first, second, third], { ann, bob, app }) => {
      await writePost(ann, `A #${first}.`)
      await writePost(bob, `Another ＃${second}!`)
      for (const tag of [first, second, third]) {
        expect(await textsOf(app.visitor, tag)).toEqual([`Another ＃${second}!`, `A #${first}.`])
        const answer = await getTag(app.visitor, tag)
        expect(answer).toEqual({ key: answer.key, name: first, postsCount: 2 })
        expect(await countOf(app.visitor, answer.key)).toBe(2)
      }
    },
  )

  test('may be as long as a text can have it, in any script', async ({ ann }) => {
    for (const tag of ['a'.repeat(100), '鸭'.repeat(100), 'ب'.repeat(100), '𐐷'.repeat(50)]) {
      await writePost(ann, `#${tag}`)
      expect(await textsOf(ann, tag)).toEqual([`#${tag}`])
    }
  })

  test('that would have a key beyond what databases index is plain text', async ({ ann }) => {
    const long = 'ﷺ'.repeat(100)
    expect((await writePost(ann, `#a${long}`)).content).toBe(`#a${long}`)
    expect(await textsOf(ann, `a${long}`.slice(0, 100))).toEqual([])
  })

  test('that nobody has used has no posts', async ({ app, ann }) => {
    expect(await getTag(ann, 'Unused')).toEqual({
      key: 'unused',
      name: 'Unused',
      postsCount: 0,
      viewer: { following: false },
    })
    expect(await textsOf(app.visitor, 'Unused')).toEqual([])
    expect(await textsOf(ann, 'not a tag, #at all')).toEqual([])
  })

  test('has no spelling that is in posts only which the viewer does not see', async ({ app, ann, bob, carl }) => {
    await setAudience(app, ann, PRIVATE)
    await writePost(ann, 'My #SecretPlan')
    for (const reader of [app.visitor, bob])
      expect(await getTag(reader, 'secretplan')).toMatchObject({ name: 'secretplan', postsCount: 0 })
    await bob.call('POST /api/tags/:tag/follow', { params: { tag: 'secretPLAN' } })
    const followed = async () => (await bob.call('GET /api/followed-tags')).tags[0]
    const before = await followed()
    expect(before).toMatchObject({ key: 'secretplan', name: 'secretplan' })
    // Its id is that of the follow: the tag's would tell when it was used first.
    const at = Date.parse(before?.followedAt ?? '')
    expect(Math.abs(timeOfId(Number(before?._id)) - at)).toBeLessThan(1_000)

    const spellings = async () => {
      const query = { q: 'SECRETPLAN' }
      const tags = [
        await getTag(app.visitor, 'SECRETPLAN'),
        await followed(),
        (await bob.call('GET /api/search/tags', { query })).tags[0],
        (await bob.call('GET /api/search/suggestions', { query })).tags[0],
      ]
      const { posts } = await bob.call('GET /api/feed')
      return [...tags.map((tag) => tag?.name), ...posts.map(({ because }) => because?.tag)]
    }
    const { _id } = await writePost(carl, 'Not the #Secretplan')
    expect(await spellings()).toEqual(Array(5).fill('Secretplan'))
    await edit(carl, _id, { content: 'Not the #SECRETplan' })
    expect(await spellings()).toEqual(Array(5).fill('SECRETplan'))
    await setAudience(app, ann, PUBLIC)
    // That of the first post; in a feed, each post has its own.
    expect(await spellings()).toEqual([...Array(4).fill('SecretPlan'), 'SECRETplan', 'SecretPlan'])
    await setAudience(app, ann, LIMITED)
    expect(await spellings()).toEqual(Array(5).fill('SECRETplan'))
  })

  test('is not that of another word which begins with it, or of a text without #', async ({ ann }) => {
    for (const text of ['#artist', 'art', 'http://x.test/#art', '`#art`', '#art']) await writePost(ann, text)
    expect(await textsOf(ann, 'art')).toEqual(['#art'])
  })

  test('counts once for a post that has it twice, and only the first tags of a post count', async ({ ann }) => {
    await writePost(ann, '#twice and #Twice')
    expect(await countOf(ann, 'twice')).toBe(1)
    const many = Array.from({ length: TAGS_MAX + 1 }, (_, index) => `#many${index}`).join(' ')
    const { _id } = await writePost(ann, many)
    expect(await countOf(ann, `many${TAGS_MAX - 1}`)).toBe(1)
    expect(await countOf(ann, `many${TAGS_MAX}`)).toBe(0)
    await edit(ann, _id, { content: many.replace('#many0 ', '') })
    expect(await countOf(ann, 'many0')).toBe(0)
    expect(await countOf(ann, `many${TAGS_MAX}`)).toBe(1)
  })
})

describe('the posts with a hashtag', () => {
  test('follow the edits of their texts', async ({ ann }) => {
    const { _id } = await writePost(ann, 'No tag yet')
    await edit(ann, _id, { content: 'Now with #edited and #kept' })
    expect(await textsOf(ann, 'edited')).toEqual(['Now with #edited and #kept'])
    await edit(ann, _id, { whoMayComment: 'nobody' })
    expect(await countOf(ann, 'edited')).toBe(1)
    await edit(ann, _id, { content: 'Only #kept' })
    expect([await countOf(ann, 'edited'), await countOf(ann, 'kept')]).toEqual([0, 1])
    await edit(ann, _id, { content: 'None' })
    expect(await textsOf(ann, 'kept')).toEqual([])
  })

  test('leave the list with the post, and with its author', async ({ ann, bob }) => {
    const { _id } = await writePost(ann, '#gone one')
    await writePost(ann, '#gone two')
    await remove(ann, _id)
    expect(await textsOf(bob, 'gone')).toEqual(['#gone two'])
    await ann.call('POST /api/account/delete', { body: { password: PASSWORD } })
    expect([await textsOf(bob, 'gone'), await countOf(bob, 'gone')]).toEqual([[], 0])
  })

  test('leave out what a moderator hides, until it is shown again', async ({ app, ann, bob }) => {
    const { _id } = await writePost(ann, '#hidden')
    const setHidden = (hidden_at: number | null) =>
      app.db.write(async (transaction) => {
        const id = Number(_id) as never
        await transaction.updateTable('posts').set({ hidden_at }).where('id', '=', id).execute()
      })
    await setHidden(1)
    for (const reader of [ann, bob]) {
      expect([await textsOf(reader, 'hidden'), await countOf(reader, 'hidden')]).toEqual([[], 0])
    }
    await setHidden(null)
    expect([await textsOf(bob, 'hidden'), await countOf(bob, 'hidden')]).toEqual([['#hidden'], 1])
  })

  test.for([
    ['closed', PRIVATE],
    ['limited', LIMITED],
  ] as const)('leave out those for followers, for everyone: %s', async ([tag, audience], { app, ann, bob }) => {
    await writePost(ann, `#${tag}`)
    await follow(bob, ann)
    await setAudience(app, ann, audience)
    for (const reader of [ann, bob, app.visitor]) {
      expect([await textsOf(reader, tag), await countOf(reader, tag)]).toEqual([[], 0])
    }
    await setAudience(app, ann, PUBLIC)
    expect([await textsOf(bob, tag), await countOf(bob, tag)]).toEqual([[`#${tag}`], 1])
  })

  test('leave out blocked and muted authors before the limit; the count is that of everyone', async ({
    ann,
    bob,
    member,
  }) => {
    const [blocker, muted] = [await member('b'), await member('m')]
    await writePost(ann, '#shared first')
    for (const author of [blocker, muted]) await writePost(author, '#shared unseen')
    await block(blocker, bob)
    await bob.call('POST /api/users/mute/:id', { params: { id: muted._id }, body: { duration: 'always' } })
    const { posts } = await bob.call('GET /api/tags/:tag/posts', { params: { tag: 'shared' }, query: { limit: 1 } })
    expect(posts.map(({ content }) => content)).toEqual(['#shared first'])
    expect([await countOf(bob, 'shared'), await countOf(ann, 'shared')]).toEqual([3, 3])
  })

  test('have what other lists of posts show to the viewer', async ({ ann, bob }) => {
    const { _id } = await writePost(ann, '#liked')
    await like(bob, _id)
    const list = await bob.call('GET /api/tags/:tag/posts', { params: { tag: 'liked' } })
    const explore = await bob.call('GET /api/explore', { query: { limit: 1 } })
    expect(list.posts).toEqual(explore.posts)
    expect(list.posts[0]?.viewer?.liked).toBe(true)
  })

  test('are neither skipped nor repeated by pages while others are written and deleted', async ({ ann, bob }) => {
    const written: string[] = []
    for (let count = 0; count < 5; count++) written.push((await writePost(ann, `#paged ${count}`))._id)
    const read = await readAll(async ({ cursor }) => {
      const query = { limit: 2, embed: 0, ...(cursor && { cursor }) }
      const { posts, nextCursor } = await bob.call('GET /api/tags/:tag/posts', { params: { tag: 'paged' }, query })
      await writePost(ann, '#paged meanwhile')
      if (!cursor) await remove(ann, posts[1]?._id ?? '')
      return { entries: posts.map(({ _id }) => _id), nextCursor }
    })
    expect(read).toEqual(written.reverse())
  })

  test('of members who write a new tag at the same time are all there', async ({ app, member, bob }) => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member('w')))
    await Promise.all(
      members.map((each, index) => writePost(each, index % 2 === 0 ? '#new_a #new_b #new_c' : '#new_c #new_b #new_a')),
    )
    for (const tag of ['new_a', 'new_b', 'new_c']) expect(await countOf(bob, tag)).toBe(members.length)
    const tags = await app.db.read.selectFrom('tags').select('key').where('key', 'like', 'new%').execute()
    expect(tags).toHaveLength(3)
  })
})
