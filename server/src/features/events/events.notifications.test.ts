import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { block, comment, follow, like, unblock } from '../../../test/blocks.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import * as n from '../../../test/notifications.ts'
import { EVENTS } from './events.routes.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('streams', ({ address: _ }, { onCleanup }) => {
    const streams: TestStream[] = []
    onCleanup(() => {
      for (const stream of streams) stream.close()
    })
    return streams
  })
  .extend('open', ({ address, streams }) => async (member: { token: string | null }) => {
    const stream = await openStream(address, member.token)
    streams.push(stream)
    return stream
  })

/** The numbers of unread notifications that a stream was told, without repetitions. */
const counts = ({ heard }: TestStream): number[] =>
  heard
    .flatMap((event) => (event.name === 'notifications' ? [event.data.unread] : []))
    .filter((count, index, all) => count !== all[index - 1])

const counted = (stream: TestStream, ...expected: number[]) =>
  stream.until(() => counts(stream).join() === expected.join())

describe('live news of notifications', () => {
  test('tell how many are unread, at the start and whenever that changes', async ({ ann, bob, carl, open }) => {
    const { _id } = await writePost(ann)
    await like(bob, _id)
    const stream = await open(ann)
    await counted(stream, 1)
    await follow(bob, ann)
    await counted(stream, 1, 2)
    await n.dislike(bob, _id)
    await counted(stream, 1, 2, 1)
    const commentId = await comment(carl, _id, 'A comment')
    await counted(stream, 1, 2, 1, 2)
    await n.deleteComment(carl, _id, commentId)
    await counted(stream, 1, 2, 1, 2, 1)
    await n.unfollow(bob, ann)
    await counted(stream, 1, 2, 1, 2, 1, 0)
  })

  test('reach all devices of a member when one reads', async ({ ann, bob, open }) => {
    const [first, second] = await Promise.all([open(ann), open(ann)])
    await follow(bob, ann)
    for (const stream of [first, second]) await counted(stream, 0, 1)
    expect(await n.readAll(ann)).toBe(0)
    for (const stream of [first, second]) await counted(stream, 0, 1, 0)
  })

  test('follow a block, its end, and the departure of who has caused them', async ({ ann, bob, carl, open }) => {
    const { _id } = await writePost(ann)
    await comment(bob, _id, 'A comment')
    await follow(carl, ann)
    const stream = await open(ann)
    await counted(stream, 2)
    await block(bob, ann)
    await counted(stream, 2, 1)
    await unblock(bob, ann)
    await counted(stream, 2, 1, 2)
    await carl.call('POST /api/account/delete', { body: { password: PASSWORD } })
    await counted(stream, 2, 1, 2, 1)
    await n.deletePost(ann, _id)
    await counted(stream, 2, 1, 2, 1, 0)
  })

  test('come again with the same number, so that an open list is loaded again', async ({ ann, bob, carl, open }) => {
    const { _id } = await writePost(ann)
    await like(bob, _id)
    const stream = await open(ann)
    const told = () => stream.heard.filter(({ name }) => name === 'notifications').length
    const before = told()
    await like(carl, _id)
    await stream.until(() => told() > before)
    expect(counts(stream)).toEqual([1])
  })
})
