import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { MINIMAL } from '../../../test/client.ts'
import { listen, openStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { tracesOf } from '../../../test/member-rows.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'
import { EVENTS } from '../events/events.routes.ts'

const PIN = 'POST /api/posts/pin/:postId'
const UNPIN = 'POST /api/posts/unpin/:postId'

type Reader = Pick<TestMember, 'call'>

const pin = (member: TestMember, postId: string) => member.call(PIN, { params: { postId }, headers: MINIMAL })
const unpin = (member: TestMember, postId: string) => member.call(UNPIN, { params: { postId }, headers: MINIMAL })
const pinnedPostOf = async ({ username }: TestMember, reader: Reader) =>
  (await reader.call('GET /api/users/:username', { params: { username }, query: { embed: 0 } })).user.pinnedPost

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('first', ({ ann }) => writePost(ann, 'first'))
  .extend('second', async ({ ann, first: _ }) => writePost(ann, 'second'))

describe('a pinned post', () => {
  test('is named on the profile for every reader, until it is unpinned', async ({ app, ann, bob, first }) => {
    const readers = [ann, bob, app.visitor]
    const seen = () => Promise.all(readers.map((reader) => pinnedPostOf(ann, reader)))
    expect(await seen()).toEqual([null, null, null])
    await pin(ann, first._id)
    expect(await seen()).toEqual([first._id, first._id, first._id])
    expect(await pinnedPostOf(bob, ann)).toBeNull()
    await unpin(ann, first._id)
    expect(await seen()).toEqual([null, null, null])
  })

  test('takes the place of the one before', async ({ ann, bob, first, second }) => {
    await pin(ann, first._id)
    await pin(ann, second._id)
    expect(await pinnedPostOf(ann, bob)).toBe(second._id)
    expect(await ann.refuse(UNPIN, { params: { postId: first._id } })).toEqual(refusal('postNotPinned'))
    expect(await pinnedPostOf(ann, bob)).toBe(second._id)
  })

  test('is answered like a like: the post, or the newest page of all posts', async ({ ann, first }) => {
    expect(await pin(ann, first._id)).toMatchObject({ post: { _id: first._id, content: 'first' } })
    const away = await ann.send({ method: 'POST', url: `/api/posts/unpin/${first.id}?embed=0` })
    expect(away).toMatchObject({ status: 201, body: { nextCursor: null } })
    expect((away.body as { posts: { _id: string }[] }).posts[0]?._id).toBe(first._id)
    const again = await ann.send({ method: 'POST', url: `/api/posts/pin/${first.id}?embed=0` })
    expect(again.status).toBe(201)
  })

  test('changes the order of no list of posts', async ({ ann, bob, first, second }) => {
    const ids = async () => {
      const params = { username: ann.username }
      return (await bob.call('GET /api/posts/user/:username', { params })).posts.map(({ _id }) => _id)
    }
    expect(await ids()).toEqual([second._id, first._id])
    await pin(ann, first._id)
    const third = await writePost(ann, 'third')
    expect(await ids()).toEqual([third._id, second._id, first._id])
  })

  test("has each reader's own reactions", async ({ ann, bob, carl, first }) => {
    await pin(ann, first._id)
    await bob.call('POST /api/posts/like/:postId', { params: { postId: first._id }, headers: MINIMAL })
    const liked = async (reader: TestMember) => {
      const postId = (await pinnedPostOf(ann, reader)) ?? ''
      const { post } = await reader.call('GET /api/posts/:postId', { params: { postId }, query: { embed: 0 } })
      return [post.viewer?.liked, post.likes.likeCount]
    }
    expect(await liked(bob)).toEqual([true, 1])
    expect(await liked(carl)).toEqual([false, 1])
  })

  test('is an own post that exists', async ({ ann, bob, first }) => {
    for (const route of [PIN, UNPIN] as const) {
      expect(await bob.refuse(route, { params: { postId: first._id } })).toEqual(refusal('postPinForbidden'))
      for (const postId of ['1', 'nothing', 'x'.repeat(40)]) {
        expect(await ann.refuse(route, { params: { postId } })).toEqual(refusal('postUnknown'))
      }
    }
    expect(await pinnedPostOf(ann, bob)).toBeNull()
    expect(await pinnedPostOf(bob, bob)).toBeNull()
  })

  test('cannot be pinned or unpinned twice', async ({ ann, first }) => {
    expect(await ann.refuse(UNPIN, { params: { postId: first._id } })).toEqual(refusal('postNotPinned'))
    await pin(ann, first._id)
    expect(await ann.refuse(PIN, { params: { postId: first._id } })).toEqual(refusal('postAlreadyPinned'))
    expect(await pinnedPostOf(ann, ann)).toBe(first._id)
  })

  test('is one, whatever is pinned at the same time', async ({ ann, bob, first, second }) => {
    const same = await Promise.allSettled([1, 2, 3].map(() => pin(ann, first._id)))
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all([unpin(ann, first._id), pin(ann, second._id)].map((each) => each.catch(() => null)))
    expect(await pinnedPostOf(ann, bob)).toBe(second._id)
  })

  test('is unpinned when it is deleted', async ({ ann, bob, first }) => {
    await pin(ann, first._id)
    expect(await pinnedPostOf(ann, bob)).toBe(first._id)
    await ann.call('DELETE /api/posts/:postId', { params: { postId: first._id }, headers: MINIMAL })
    expect(await pinnedPostOf(ann, bob)).toBeNull()
    expect(await ann.refuse(UNPIN, { params: { postId: first._id } })).toEqual(refusal('postUnknown'))
  })

  test('goes with the account', async ({ app, ann, bob, first }) => {
    await pin(ann, first._id)
    await ann.call('POST /api/account/delete', { body: { password: PASSWORD } })
    const params = { username: ann.username }
    expect(await bob.refuse('GET /api/users/:username', { params })).toEqual(refusal('memberUnknown'))
    await expect.poll(() => tracesOf(app.db, Number(ann._id) as MemberId)).toEqual([])
  })

  test('cannot be set by an extra field of the sign-up', async ({ app }) => {
    const eve = await signUp(app, { pinnedPost: '1' })
    expect(eve.record.pinnedPost).toBeNull()
  })

  test("is sent to the member's own streams, and to no others", async ({ address, ann, bob, first }) => {
    const [own, other] = [await openStream(address, ann.token), await openStream(address, bob.token)]
    const heardBy = ({ heard }: typeof own) =>
      heard.flatMap((event) => (event.name === 'pin' ? [event.data.pinnedPost] : []))
    const untilSent = (pinned: string | null) => own.until(() => heardBy(own).at(-1) === pinned)
    expect(heardBy(own)).toEqual([null])
    await pin(ann, first._id)
    await untilSent(first._id)
    // What a client missed while it was not connected.
    const late = await openStream(address, ann.token)
    expect(heardBy(late)).toEqual([first._id])
    await ann.call('DELETE /api/posts/:postId', { params: { postId: first._id }, headers: MINIMAL })
    await untilSent(null)
    expect(heardBy(own)).toEqual([null, first._id, null])
    expect(heardBy(other)).toEqual([null])
    for (const stream of [own, other, late]) stream.close()
  })
})
