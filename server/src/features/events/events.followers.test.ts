import { describe, expect } from 'vitest'
import { LIMITED, PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { follow, like } from '../../../test/blocks.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { EVENTS } from './events.routes.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))

const last = (stream: TestStream, postId: string) => sent(stream, postId).at(-1)
const sent = ({ heard }: TestStream, postId: string) =>
  heard.flatMap(({ name, data }) => ('_id' in data && data._id === postId ? [name] : []))

describe('live news and posts for followers', () => {
  test('a watched post disappears for all but followers, and returns', async ({ app, address, ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    await follow(bob, ann)
    const streams = await Promise.all([ann, bob, carl].map(({ token }) => openStream(address, token, { watch: [_id] })))
    const [own, follower, other] = streams as [TestStream, TestStream, TestStream]
    for (const stream of streams) await stream.until(() => last(stream, _id) === 'post')
    for (const columns of [PRIVATE, LIMITED]) {
      await setAudience(app, ann, columns)
      await other.until(() => last(other, _id) === 'delete')
      await setAudience(app, ann, PUBLIC)
      await other.until(() => last(other, _id) === 'post')
    }
    await setAudience(app, ann, PRIVATE)
    await other.until(() => last(other, _id) === 'delete')
    // Whoever does not see it is not told of a change.
    const before = sent(other, _id)
    await like(bob, _id)
    const isLiked = (stream: TestStream) =>
      stream.heard.some(({ name, data }) => name === 'post' && data._id === _id && data.likes.likeCount === 1)
    for (const stream of [own, follower]) await stream.until(() => isLiked(stream))
    expect(sent(other, _id)).toEqual(before)
    for (const stream of [own, follower]) expect(sent(stream, _id)).not.toContain('delete')
    for (const stream of streams) stream.close()
  })

  test('a watched post disappears with the follow, and returns with it', async ({ app, address, ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    for (const reader of [bob, carl]) await follow(reader, ann)
    await setAudience(app, ann, PRIVATE)
    const streams = await Promise.all([bob, carl].map(({ token }) => openStream(address, token, { watch: [_id] })))
    const [first, second] = streams as [TestStream, TestStream]
    for (const stream of streams) await stream.until(() => last(stream, _id) === 'post')
    await setFollow(app, [bob, ann], false)
    await first.until(() => last(first, _id) === 'delete')
    await setFollow(app, [bob, ann], true)
    await first.until(() => last(first, _id) === 'post')
    expect(sent(first, _id)).toEqual(['post', 'delete', 'post'])
    expect(sent(second, _id)).toEqual(['post'])
    for (const stream of streams) stream.close()
  })

  test('a stream that is opened later gets no state of such a post', async ({ app, address, ann, carl }) => {
    const { _id } = await writePost(ann)
    await setAudience(app, ann, PRIVATE)
    const stream = await openStream(address, carl.token, { watch: [_id] })
    await stream.until(() => last(stream, _id) !== undefined)
    expect(sent(stream, _id)).toEqual(['delete'])
    stream.close()
  })

  test('new posts are announced to followers, and not after the follow has ended', async ({
    app,
    address,
    ann,
    bob,
    carl,
  }) => {
    for (const followed of [ann, carl]) await follow(bob, followed)
    await setAudience(app, ann, PRIVATE)
    const streams = await Promise.all([bob, carl].map(({ token }) => openStream(address, token)))
    const [follower, other] = streams as [TestStream, TestStream]
    const before = await writePost(ann)
    await follower.until(() => follower.news().includes(before._id))
    await setFollow(app, [bob, ann], false)
    await writePost(ann)
    const later = await writePost(carl)
    await follower.until(() => follower.news().includes(later._id))
    expect(follower.news()).toEqual([before._id, later._id])
    expect(other.news()).toEqual([])
    for (const stream of streams) stream.close()
  })
})
