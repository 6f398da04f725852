import { describe, expect } from 'vitest'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { EVENTS } from '../events/events.routes.ts'

const block = (member: TestMember, other: TestMember) =>
  member.call('POST /api/users/block/:id', { params: { id: other._id } })
const unblock = (member: TestMember, other: TestMember) =>
  member.call('POST /api/users/unblock/:id', { params: { id: other._id } })
const versionsIn = ({ heard }: TestStream) =>
  heard.flatMap((event) => (event.name === 'relations' ? [event.data.version] : []))
const last = ({ heard }: TestStream, postId: string) =>
  heard.findLast(({ name, data }) => (name === 'post' || name === 'delete') && '_id' in data && data._id === postId)
    ?.name

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))

describe('live news and a block', () => {
  test('a watched post disappears from the streams of both, and returns after the unblock', async ({
    address,
    ann,
    bob,
    carl,
  }) => {
    const [mine, theirs] = [await writePost(ann), await writePost(bob)]
    const watch = [mine._id, theirs._id]
    const streams = await Promise.all([ann, bob, carl].map(({ token }) => openStream(address, token, { watch })))
    const [own, other, third] = streams as [TestStream, TestStream, TestStream]
    await block(ann, bob)
    await own.until(() => last(own, theirs._id) === 'delete')
    await other.until(() => last(other, mine._id) === 'delete')
    // A change of the hidden post does not bring it back.
    await carl.call('POST /api/posts/like/:postId', { params: { postId: mine._id } })
    await third.until(() => third.heard.filter(({ name }) => name === 'post').length >= 3)
    await unblock(ann, bob)
    await own.until(() => last(own, theirs._id) === 'post')
    await other.until(() => last(other, mine._id) === 'post')
    const sent = other.heard.flatMap(({ name, data }) => ('_id' in data && data._id === mine._id ? [name] : []))
    expect(sent).toEqual(['post', 'delete', 'post'])
    expect(last(third, mine._id)).toBe('post')
    for (const stream of streams) stream.close()
  })

  test('a stream that is opened later gets no state of a hidden post', async ({ address, ann, bob }) => {
    const { _id: postId } = await writePost(ann)
    await block(ann, bob)
    const stream = await openStream(address, bob.token, { watch: [postId] })
    await stream.until(() => last(stream, postId) !== undefined)
    expect(last(stream, postId)).toBe('delete')
    stream.close()
  })

  test('only the blocker is told that relations have changed', async ({ address, ann, bob }) => {
    const streams = await Promise.all([ann, ann, bob].map(({ token }) => openStream(address, token)))
    const [first, second, other] = streams as [TestStream, TestStream, TestStream]
    const [before] = versionsIn(first)
    await block(ann, bob)
    for (const own of [first, second]) await own.until(() => versionsIn(own).length === 2)
    const late = await openStream(address, ann.token)
    expect(versionsIn(late)).toEqual(versionsIn(first).slice(-1))
    await unblock(ann, bob)
    await first.until(() => versionsIn(first).length >= 3)
    expect(versionsIn(first).at(-1)).toBe(before)
    expect(versionsIn(other)).toEqual([before])
    for (const stream of [...streams, late]) stream.close()
  })

  test('no post of a member who was followed is announced any more', async ({ address, ann, bob, carl }) => {
    for (const { _id: id } of [ann, carl]) await bob.call('POST /api/users/follow/:id', { params: { id } })
    const stream = await openStream(address, bob.token)
    const before = await writePost(ann)
    await stream.until(() => stream.news().includes(before._id))
    await block(ann, bob)
    await writePost(ann)
    const other = await writePost(carl)
    await stream.until(() => stream.news().includes(other._id))
    expect(stream.news()).toEqual([before._id, other._id])
    stream.close()
  })
})
