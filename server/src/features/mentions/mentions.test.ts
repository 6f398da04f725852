import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, comment, commentsOf, follow, type Reader, unblock } from '../../../test/blocks.ts'
import { MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'

/** Whom a post mentions for a reader: from the handler, and from the caches once they have it. */
async function mentionsOf(reader: Reader, postId: string): Promise<string[] | undefined> {
  const read = async () => (await reader.call('GET /api/posts/:postId', { params: { postId } })).post.mentions
  const [first, second] = [await read(), await read()]
  expect(second).toEqual(first)
  return first
}

const edit = (author: TestMember, postId: string, postData: { content?: string; whoMayComment?: 'nobody' }) =>
  author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData }, headers: MINIMAL })

async function editComment(author: TestMember, postId: string, commentId: string, text: string): Promise<void> {
  const body = { commentData: { text } }
  await author.call('POST /api/comments/edit/:postId/:commentId', { params: { postId, commentId }, body })
}

const leave = (member: TestMember) => member.call('POST /api/account/delete', { body: { password: PASSWORD } })

/** Posts, and comments on a post: a text that `author` writes, whom it mentions for a reader, and an edit of it. */
const KINDS = {
  async post(author: TestMember, text: string) {
    const { _id } = await writePost(author, text)
    return {
      seenBy: (reader: Reader) => mentionsOf(reader, _id),
      edit: async (content: string) => void (await edit(author, _id, { content })),
    }
  },
  async comment(author: TestMember, text: string) {
    const { _id: postId } = await writePost(author, 'Commented @ home')
    const id = await comment(author, postId, text)
    return {
      async seenBy(reader: Reader) {
        const [listed] = (await commentsOf(reader, postId)).comments
        const { post } = await reader.call('GET /api/posts/:postId', { params: { postId } })
        expect(post.comments[0]?.mentions).toEqual(listed?.mentions)
        return listed?.mentions
      },
      edit: (changed: string) => editComment(author, postId, id, changed),
    }
  },
}

const test = base
  /** A member whose name begins with that of the other. */
  .extend('longer', ({ member, ann }) => member('', { username: `${ann.username}.b` }))

describe.for(Object.keys(KINDS) as (keyof typeof KINDS)[])('mentions of a %s', (kind) => {
  const write = KINDS[kind]

  test('are the members with the longest names that the text may mean, as they write them', async ({
    app,
    member,
    ann,
    bob,
    longer,
  }) => {
    const capital = await member('Carl')
    const text = `@${ann.username.toUpperCase()}.bx @${longer.username}. @${capital.username}- @nobody-here`
    const { seenBy } = await write(bob, text)
    const expected = [ann.username, longer.username, capital.username].sort()
    expect((await seenBy(app.visitor))?.sort()).toEqual(expected)
    expect((await seenBy(bob))?.sort()).toEqual(expected)
  })

  test('are each member once, also the author', async ({ ann }) => {
    const { seenBy } = await write(ann, `@${ann.username} @${ann.username.toUpperCase()}`)
    expect(await seenBy(ann)).toEqual([ann.username])
  })

  test('are absent if there are none', async ({ ann, bob }) => {
    const { seenBy } = await write(ann, `@nobody-here, mail a@${bob.username} \`@${bob.username}\``)
    expect(await seenBy(bob)).toBeUndefined()
  })

  test('are those of the new text after an edit', async ({ ann, bob, carl }) => {
    const text = await write(ann, `Hello @${bob.username}`)
    expect(await text.seenBy(carl)).toEqual([bob.username])
    await text.edit(`Hello @${carl.username}`)
    expect(await text.seenBy(carl)).toEqual([carl.username])
    await text.edit('Hello')
    expect(await text.seenBy(carl)).toBeUndefined()
    await text.edit(`Hello @${bob.username}`)
    expect(await text.seenBy(carl)).toEqual([bob.username])
  })

  test('do not contain whom a block hides from the viewer', async ({ app, ann, bob, carl }) => {
    const { seenBy } = await write(ann, `@${bob.username} and @${carl.username}`)
    expect(await seenBy(carl)).toEqual([bob.username, carl.username])
    await block(bob, carl)
    expect(await seenBy(carl)).toEqual([carl.username])
    expect(await seenBy(bob)).toEqual([bob.username])
    expect(await seenBy(app.visitor)).toEqual([bob.username, carl.username])
    await unblock(bob, carl)
    expect(await seenBy(carl)).toEqual([bob.username, carl.username])
  })

  test('a member whom the author did not see when writing does not exist for the text', async ({
    ann,
    bob,
    carl,
    longer,
  }) => {
    await block(longer, bob)
    await block(bob, carl)
    const { seenBy } = await write(bob, `@${longer.username} @${carl.username}`)
    expect(await seenBy(ann)).toEqual([ann.username])
    await unblock(bob, carl)
    expect(await seenBy(ann)).toEqual([ann.username])
  })

  test('do not contain deleted members', async ({ app, ann, bob, carl }) => {
    const { seenBy } = await write(ann, `@${bob.username} and @${carl.username}`)
    expect(await seenBy(app.visitor)).toEqual([bob.username, carl.username])
    await leave(bob)
    expect(await seenBy(app.visitor)).toEqual([carl.username])
    const later = await write(ann, `@${bob.username} and @${carl.username}`)
    expect(await later.seenBy(app.visitor)).toEqual([carl.username])
  })

  test('of a private author are read by followers', async ({ app, ann, bob, carl }) => {
    await follow(carl, ann)
    await setAudience(app, ann, PRIVATE)
    const { seenBy } = await write(ann, `@${bob.username}`)
    expect(await seenBy(carl)).toEqual([bob.username])
    expect(await seenBy(ann)).toEqual([bob.username])
  })
})

describe('mentions', () => {
  test('of a post stay if an edit does not send the text', async ({ ann, bob }) => {
    const { _id } = await writePost(ann, `@${bob.username}`)
    await edit(ann, _id, { whoMayComment: 'nobody' })
    expect(await mentionsOf(bob, _id)).toEqual([bob.username])
  })

  test('are in every list of posts', async ({ ann, bob }) => {
    await writePost(ann, `@${bob.username}`)
    await follow(bob, ann)
    const lists = [
      await bob.call('GET /api/feed'),
      await bob.call('GET /api/posts', { query: { limit: 1 } }),
      await bob.call('GET /api/posts/user/:username', { params: { username: ann.username } }),
    ]
    for (const { posts } of lists) expect(posts[0]?.mentions).toEqual([bob.username])
  })

  test('beyond the first hundred are plain text', async ({ ann, bob, carl }) => {
    const names = Array.from({ length: 99 }, (_, index) => `@nobody-${index}`).join(' ')
    const { _id } = await writePost(ann, `${names} @${bob.username} @${carl.username}`)
    expect(await mentionsOf(bob, _id)).toEqual([bob.username])
  })

  test('of a removed account are gone with it', async ({ app, ann, bob, carl }) => {
    const { _id } = await writePost(bob, `@${ann.username}`)
    await comment(bob, (await writePost(carl))._id, `@${ann.username}`)
    await comment(ann, _id, `@${ann.username}`)
    await leave(bob)
    await leave(ann)
    const count = async () => {
      const rows = await Promise.all(
        (['post_mentions', 'comment_mentions'] as const).map((table) =>
          app.db.read
            .selectFrom(table)
            .select('member_id')
            .where('member_id', '=', Number(ann._id) as never)
            .execute(),
        ),
      )
      return rows.flat().length
    }
    await expect.poll(count).toBe(0)
  })
})
