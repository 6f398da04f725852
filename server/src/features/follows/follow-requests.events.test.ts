import { describe, expect } from 'vitest'
import { block } from '../../../test/blocks.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { accept, follow, reject, setPrivate, unfollow } from '../../../test/follow-requests.ts'
import { writePost } from '../../../test/members.ts'
import { EVENTS } from '../events/events.routes.ts'

const requestsIn = ({ heard }: TestStream) => heard.flatMap((event) => (event.name === 'requests' ? [event.data] : []))
const countsIn = (stream: TestStream) => requestsIn(stream).map(({ followRequests }) => followRequests)
const ownIn = (stream: TestStream) => requestsIn(stream).map(({ own }) => own)

/** Ann is private. */
const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('ann', async ({ member }) => {
    const ann = await member('ann')
    await setPrivate(ann, true)
    return ann
  })

describe('live news and a request to follow', () => {
  test('each change of a request concerns both members at once', async ({ app, ann, bob, carl }) => {
    // Without this, streams would hear of it too, but only when everything is read again.
    const changed: (readonly [string, string])[] = []
    app.db.invalidations.listen((batch) => {
      for (const [kind, from, to] of batch) if (kind === 'request') changed.push([String(from), String(to)])
    })
    const pair = [bob._id, ann._id] as const
    for (const [change, requester] of [
      [() => follow(bob, ann), pair],
      [() => unfollow(bob, ann), pair],
      [() => follow(bob, ann), pair],
      [() => reject(ann, bob), pair],
      [() => follow(carl, ann), [carl._id, ann._id]],
      [() => accept(ann, carl), [carl._id, ann._id]],
    ] as const) {
      changed.length = 0
      await change()
      await app.db.catchUp()
      expect(changed).toEqual([requester])
    }
  })

  test('who is asked hears how many requests wait, also in a stream that is opened later', async ({
    address,
    ann,
    bob,
    carl,
  }) => {
    const stream = await openStream(address, ann.token)
    expect(countsIn(stream)).toEqual([0])
    await follow(bob, ann)
    await stream.until(() => countsIn(stream).at(-1) === 1)
    await follow(carl, ann)
    await stream.until(() => countsIn(stream).at(-1) === 2)
    const later = await openStream(address, ann.token)
    expect(countsIn(later)).toEqual([2])
    await unfollow(bob, ann)
    await stream.until(() => countsIn(stream).at(-1) === 1)
    await reject(ann, carl)
    await stream.until(() => countsIn(stream).at(-1) === 0)
    expect(new Set(ownIn(stream)).size).toBe(1)
    for (const each of [stream, later]) each.close()
  })

  test('who has asked hears of the acceptance, and of new posts from then on', async ({ address, ann, bob }) => {
    await follow(bob, ann)
    const stream = await openStream(address, bob.token)
    const [asked] = ownIn(stream)
    await accept(ann, bob)
    await stream.until(() => ownIn(stream).at(-1) !== asked)
    const { _id } = await writePost(ann)
    await stream.until(() => stream.news().includes(_id))
    expect(countsIn(stream)).toEqual([0, 0])
    stream.close()
  })

  test('who has asked hears that everybody may follow now', async ({ address, ann, bob }) => {
    await follow(bob, ann)
    const streams = [await openStream(address, bob.token), await openStream(address, ann.token)] as const
    const [asking, asked] = streams
    const [before] = ownIn(asking)
    await setPrivate(ann, false)
    await asking.until(() => ownIn(asking).at(-1) !== before)
    await asked.until(() => countsIn(asked).at(-1) === 0)
    await asked.until(({ length }) =>
      asked.heard.slice(0, length).some(({ name, data }) => name === 'follower' && data.followersCount === 1),
    )
    for (const stream of streams) stream.close()
  })

  test('a block takes the request from both', async ({ address, ann, bob }) => {
    await follow(bob, ann)
    const streams = [await openStream(address, bob.token), await openStream(address, ann.token)] as const
    const [asking, asked] = streams
    const [before] = ownIn(asking)
    await block(ann, bob)
    await asking.until(() => ownIn(asking).at(-1) !== before)
    await asked.until(() => countsIn(asked).at(-1) === 0)
    for (const stream of streams) stream.close()
  })
})
