import { TAGS_FOLLOWED_MAX } from '@quack/contract/rules/limits'
import { expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId, TagId } from '../../database/schema.ts'

const FOLLOW = 'POST /api/tags/:tag/follow'
const PUT = 'PUT /api/tags/:tag/follow'
const UNFOLLOW = 'DELETE /api/tags/:tag/follow'
const LIST = 'GET /api/followed-tags'

const namesOf = async (member: TestMember) => (await member.call(LIST)).tags.map(({ name }) => name)

test('a tag is followed and unfollowed in any spelling', async ({ ann, bob }) => {
  await writePost(ann, '#Reeds')
  const { tag } = await bob.call(FOLLOW, { params: { tag: 'reeds' } })
  expect(tag).toEqual({ key: 'reeds', name: 'Reeds', postsCount: 1, viewer: { following: true } })
  expect((await ann.call('GET /api/tags/:tag', { params: { tag: 'reeds' } })).tag.viewer).toEqual({ following: false })
  expect(await bob.refuse(FOLLOW, { params: { tag: 'REEDS' } })).toEqual(refusal('tagAlreadyFollowed'))
  const { tags } = await bob.call(LIST)
  expect(tags).toEqual([expect.objectContaining({ key: 'reeds', name: 'Reeds' })])
  const answer = await bob.call(UNFOLLOW, { params: { tag: 'REEDS' } })
  expect(answer.tag.viewer).toEqual({ following: false })
  expect(await namesOf(bob)).toEqual([])
})

test('the wanted state of a follow can be said again', async ({ bob }) => {
  const states: unknown[] = []
  for (const [call, tag] of [
    [UNFOLLOW, 'never-used'],
    [PUT, 'Reeds'],
    [PUT, 'reeds'],
    [UNFOLLOW, 'reeds'],
    [UNFOLLOW, 'REEDS'],
  ] as const) {
    const answer = await bob.call(call, { params: { tag } })
    states.push([answer.tag.viewer?.following, await namesOf(bob)])
  }
  expect(states).toEqual([
    [false, []],
    [true, ['reeds']],
    [true, ['reeds']],
    [false, []],
    [false, []],
  ])
})

test('a tag that nobody has used can be followed, and is then shown as in its first post', async ({ ann, bob }) => {
  await bob.call(FOLLOW, { params: { tag: 'FutureTag' } })
  expect(await namesOf(bob)).toEqual(['futuretag'])
  await writePost(ann, '#Futuretag')
  expect(await namesOf(bob)).toEqual(['Futuretag'])
  const { tag } = await bob.call('GET /api/tags/:tag', { params: { tag: 'futureTAG' } })
  expect(tag).toEqual({ key: 'futuretag', name: 'Futuretag', postsCount: 1, viewer: { following: true } })
})

test.for(['123', 'two words', 'a-b', '#hash', '🦆', 'ﷺ', '\u3164', 'a\u3164'])(
  '%s cannot be followed: it is no hashtag',
  async (tag, { bob }) => {
    for (const call of [FOLLOW, PUT] as const)
      expect(await bob.refuse(call, { params: { tag } })).toEqual(refusal('tagInvalid'))
  },
)

test('the list of followed tags has the latest first, page by page', async ({ bob }) => {
  for (const tag of ['one', 'two', 'three']) await bob.call(FOLLOW, { params: { tag } })
  const first = await bob.call(LIST, { query: { limit: 2 } })
  expect(first.tags.map(({ name }) => name)).toEqual(['three', 'two'])
  const rest = await bob.call(LIST, { query: { limit: 2, cursor: first.nextCursor ?? '' } })
  expect(rest.tags.map(({ name }) => name)).toEqual(['one'])
  expect(rest.nextCursor).toBe(null)
})

test('nobody follows more tags than the maximum, with requests at the same time', async ({ app, bob }) => {
  const member_id = Number(bob._id) as MemberId
  await app.db.write(async (transaction) => {
    const tags = Array.from({ length: TAGS_FOLLOWED_MAX - 1 }, (_, index) => {
      return { id: app.db.ids.next<TagId>(), key: `full${index}`, name: `full${index}` }
    })
    await transaction.insertInto('tags').values(tags).execute()
    const rows = tags.map(({ id: tag_id }) => ({ member_id, tag_id, at: app.db.ids.next() }))
    await transaction.insertInto('tag_follows').values(rows).execute()
  })
  const answers = await Promise.all(
    ['last', 'beyond', 'further'].map((tag) => bob.send({ method: 'POST', url: `/api/tags/${tag}/follow` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  for (const call of [FOLLOW, PUT] as const)
    expect(await bob.refuse(call, { params: { tag: 'more' } })).toEqual(refusal('tooManyTagsFollowed'))
  expect((await bob.call(PUT, { params: { tag: 'full0' } })).tag.viewer).toEqual({ following: true })
  expect(await bob.refuse(FOLLOW, { params: { tag: 'full0' } })).toEqual(refusal('tagAlreadyFollowed'))
  await bob.call(UNFOLLOW, { params: { tag: 'full0' } })
  await bob.call(FOLLOW, { params: { tag: 'more' } })
})
