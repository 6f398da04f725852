import type { Post } from '@quack/contract'
import { SORTS, type Sort } from '@quack/contract/rules/limits'
import { createRandom } from '@quack/testing/random'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../test/audience.ts'
import { block, follow, like, unblock } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import type { Connection } from '../../database/database.ts'

const FEED = 'GET /api/feed'

const followTag = (member: TestMember, tag: string) => member.call('POST /api/tags/:tag/follow', { params: { tag } })
const unfollowTag = (member: TestMember, tag: string) =>
  member.call('DELETE /api/tags/:tag/follow', { params: { tag } })
const said = ({ content, because }: Post) => [content, because?.tag]

/** The first page, from the handler and then from the caches. */
async function feedOf(member: TestMember, sort: Sort = 'latest') {
  const query = { sort, embed: 0 }
  const first = (await member.call(FEED, { query })).posts.map(said)
  expect((await member.call(FEED, { query })).posts.map(said)).toEqual(first)
  return first
}

/** A tag of this test alone, because tags are everybody's. */
let tags = 0
const test = base
  .extend('tag', () => `Tag${++tags}`)
  /** Ann follows the tag. */
  .extend('reader', async ({ ann, tag }) => {
    await followTag(ann, tag)
    return ann
  })

describe('the home feed of a member who follows a hashtag', () => {
  test.for(SORTS)(
    'has the posts with it, once each, and says why, %s first, at any depth',
    async (sort, { reader, bob, carl, tag }) => {
      await follow(reader, bob)
      const other = `${tag}b`
      await followTag(reader, other)
      const expected: (string | undefined)[][] = []
      for (let count = 0; count < 4; count++) {
        await writePost(carl, `no tag ${count}`)
        for (const [author, text, reason] of [
          [carl, `#${tag.toUpperCase()} ${count}`, tag.toUpperCase()],
          [carl, `#${other} and #${tag} ${count}`, tag],
          [carl, `#${other} ${count}`, other],
          [bob, `#${tag} ${count}`],
          [bob, `of Bob ${count}`],
          [reader, `#${tag} own ${count}`],
        ] as const) {
          await writePost(author, text)
          expected.push([text, reason])
        }
      }
      if (sort !== 'oldest') expected.reverse()
      for (const limit of [1, 5, 100]) {
        const read = await readAll<Post>(async ({ cursor }) => {
          const { posts, nextCursor } = await reader.call(FEED, { query: { sort, limit, ...(cursor && { cursor }) } })
          return { entries: posts, nextCursor }
        })
        expect(read.map(said)).toEqual(expected)
      }
    },
  )

  test('follows each change of its posts: written, edited, deleted, hidden and shown', async ({
    app,
    reader,
    bob,
    tag,
  }) => {
    const { _id: postId } = await writePost(bob, `#${tag}`)
    const edit = (content: string) =>
      bob.call('POST /api/posts/edit/:postId', {
        params: { postId },
        body: { postData: { content } },
        headers: MINIMAL,
      })
    const setHidden = (hidden_at: number | null) =>
      app.db.write(async (transaction) => {
        const id = Number(postId) as never
        await transaction.updateTable('posts').set({ hidden_at }).where('id', '=', id).execute()
      })
    for (const sort of SORTS) expect(await feedOf(reader, sort)).toEqual([[`#${tag}`, tag]])
    for (const [change, expected] of [
      [() => edit('none'), []],
      [() => edit(`other #${tag.toUpperCase()}`), [[`other #${tag.toUpperCase()}`, tag.toUpperCase()]]],
      [() => edit(`again #${tag}`), [[`again #${tag}`, tag]]],
      [() => setHidden(1), []],
      [() => setHidden(null), [[`again #${tag}`, tag]]],
      [() => bob.call('DELETE /api/posts/:postId', { params: { postId }, headers: MINIMAL }), []],
    ] as const) {
      await change()
      for (const sort of SORTS) expect(await feedOf(reader, sort)).toEqual(expected)
    }
  })

  test('follows the tags and members whom the viewer follows', async ({ reader, bob, tag }) => {
    await writePost(bob, `#${tag}`)
    for (const [change, expected] of [
      [() => undefined, [[`#${tag}`, tag]]],
      [() => follow(reader, bob), [[`#${tag}`, undefined]]],
      [() => unfollowTag(reader, tag), [[`#${tag}`, undefined]]],
      [() => reader.call('POST /api/users/unfollow/:id', { params: { id: bob._id } }), []],
      [() => followTag(reader, tag), [[`#${tag}`, tag]]],
    ] as const) {
      await change()
      for (const sort of SORTS) expect(await feedOf(reader, sort)).toEqual(expected)
    }
  })

  test('leaves out blocked and muted authors, and posts for followers', async ({ app, reader, bob, tag }) => {
    await writePost(bob, `#${tag}`)
    const shown = [[`#${tag}`, tag]]
    const ofBob = { params: { id: bob._id } }
    for (const [hide, show] of [
      [() => block(reader, bob), () => unblock(reader, bob)],
      [() => block(bob, reader), () => unblock(bob, reader)],
      [
        () => reader.call('POST /api/users/mute/:id', { ...ofBob, body: { duration: 'always' } }),
        () => reader.call('POST /api/users/unmute/:id', ofBob),
      ],
      [() => setAudience(app, bob, PRIVATE), () => setAudience(app, bob, PUBLIC)],
      [() => setAudience(app, bob, LIMITED), () => setAudience(app, bob, PUBLIC)],
    ] as const) {
      await hide()
      for (const sort of SORTS) expect(await feedOf(reader, sort)).toEqual([])
      await show()
      for (const sort of SORTS) expect(await feedOf(reader, sort)).toEqual(shown)
    }
  })

  test('says why of the same posts after a followed member has written another', async ({ reader, bob, carl, tag }) => {
    await follow(reader, bob)
    const expected: (string | undefined)[][] = []
    for (const [author, text, reason] of [
      [carl, `#${tag} 1`, tag],
      [bob, '2'],
      [carl, `#${tag.toUpperCase()} 3`, tag.toUpperCase()],
      [bob, '4'],
      [bob, '5'],
    ] as const) {
      await writePost(author, text)
      expected.unshift([text, reason])
      expect(await feedOf(reader)).toEqual(expected)
    }
  })

  test('has a post of a followed private member without a reason', async ({ app, reader, bob, tag }) => {
    await follow(reader, bob)
    await writePost(bob, `#${tag}`)
    await setAudience(app, bob, PRIVATE)
    for (const sort of SORTS) expect(await feedOf(reader, sort)).toEqual([[`#${tag}`, undefined]])
  })

  test('leaves out posts with muted words or hashtags, and says why the others are there', async ({
    reader,
    bob,
    tag,
  }) => {
    for (const text of [`#${tag} one`, `#${tag} mud`, `#${tag} #mud`, `#${tag} reeds`]) await writePost(bob, text)
    const mute = (phrase: string, action: 'hide' | 'collapse') =>
      reader.call('POST /api/muted-words', { body: { phrase, action, duration: 'always' } })
    await mute('#mud', 'hide')
    await mute('reeds', 'collapse')
    for (const sort of ['latest', 'trending'] as const) {
      expect(await feedOf(reader, sort)).toEqual([
        [`#${tag} reeds`, tag],
        [`#${tag} mud`, tag],
        [`#${tag} one`, tag],
      ])
    }
  })

  test('orders all by likes, as of its first page', async ({ reader, bob, carl, tag }) => {
    await follow(reader, bob)
    const posts = []
    for (const [author, text] of [
      [carl, `#${tag} a`],
      [bob, 'b'],
      [carl, `#${tag} c`],
      [bob, 'd'],
    ] as const) {
      posts.push((await writePost(author, text))._id)
    }
    const [a = '', b = '', c = ''] = posts
    for (const each of [reader, bob]) await like(each, a)
    await like(bob, b)
    const texts = async () => (await feedOf(reader, 'trending')).map(([text]) => text)
    expect(await texts()).toEqual([`#${tag} a`, 'b', 'd', `#${tag} c`])
    const page = (cursor?: string) =>
      reader.call(FEED, { query: { sort: 'trending', limit: 2, ...(cursor && { cursor }) } })
    const first = await page()
    for (const each of [reader, bob, carl]) await like(each, c)
    const second = await page(first.nextCursor ?? '')
    expect([...first.posts, ...second.posts].map(({ content }) => content)).toEqual([
      `#${tag} a`,
      'b',
      'd',
      `#${tag} c`,
    ])
    expect(await texts()).toEqual([`#${tag} c`, `#${tag} a`, 'b', 'd'])
  })

  test('a hashtag that a post gets later ranks it by the likes that it has', async ({
    app,
    reader,
    bob,
    carl,
    tag,
  }) => {
    const { _id: postId } = await writePost(carl, 'liked before')
    for (const each of [reader, bob]) await like(each, postId)
    const { _id: once } = await writePost(carl, `#${tag} liked once`)
    await like(bob, once)
    const edit = (content: string) => {
      const body = { postData: { content } }
      return carl.call('POST /api/posts/edit/:postId', { params: { postId }, body, headers: MINIMAL })
    }
    await edit(`#${tag} liked twice`)
    const texts = async () => (await feedOf(reader, 'trending')).map(([text]) => text)
    expect(await texts()).toEqual([`#${tag} liked twice`, `#${tag} liked once`])
    await bob.call('POST /api/account/delete', { body: { password: PASSWORD } })
    await expect.poll(texts).toEqual([`#${tag} liked twice`, `#${tag} liked once`])
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  })

  test('reads on by likes as a look at every post does, while likes and hashtags change', async ({
    app,
    member,
    reader,
    tag,
  }) => {
    const random = createRandom(31)
    const [followed, other] = [await member('followed'), await member('other')]
    const members = [reader, followed, other]
    await follow(reader, followed)
    const tagged = [`${tag}b`, `${tag}c`, tag]
    for (const each of tagged.slice(0, 2)) await followTag(reader, each)
    const textOf = (number: number) =>
      `${number} ${tagged.filter(() => random.int(3) === 0).map((each) => `#${each}`)} #${tag}d`
    const posts: string[] = []
    for (let number = 0; number < 30; number++) {
      posts.push((await writePost(random.pick(members), textOf(number)))._id)
    }
    const react = async () => {
      const kind = random.int(3) === 0 ? 'dislike' : 'like'
      // Half of these are refused: who has liked a post does not like it again.
      await random.pick(members).send({ method: 'POST', url: `/api/posts/${kind}/${random.pick(posts)}` })
    }
    for (let count = 0; count < 60; count++) await react()
    for (const limit of [1, 4, 13]) {
      const expected = await rankAll(app.db.primary, reader)
      expect(expected.length).toBeGreaterThan(15)
      const read = await readAll<Post>(async ({ cursor }) => {
        const { posts, nextCursor } = await reader.call(FEED, {
          query: { sort: 'trending', limit, ...(cursor && { cursor }) },
        })
        for (let count = 0; count < 4; count++) await react()
        return { entries: posts, nextCursor }
      })
      expect(read.map(({ _id }) => _id)).toEqual(expected)
      expect(await findWrongCounts(app.db.primary)).toEqual([])
    }
  })
})

/** The ids of a trending feed, by a look at every post. */
async function rankAll(db: Connection, reader: TestMember): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select id from posts
    where author_id = ${Number(reader._id)}
      or author_id in (select followed_id from follows where follower_id = ${Number(reader._id)})
      or id in (
        select post_id from post_tags join tag_follows on tag_follows.tag_id = post_tags.tag_id
        where member_id = ${Number(reader._id)})
    order by like_count desc, id desc`.execute(db)
  return rows.map(({ id }) => String(id))
}
