import { text as textOf } from 'node:stream/consumers'
import pino from 'pino'
import { expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'
import { follow, reject, setPrivate } from '../../../test/follow-requests.ts'
import type { TestMember } from '../../../test/members.ts'
import type { Invalidation } from '../../database/invalidation-log.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { HiddenCache } from '../members/hidden.cache.ts'
import { EventFanout } from './event-fanout.ts'
import { EventStream } from './event-stream.ts'
import { sendNotices } from './notices.ts'
import { OpenStreams } from './open-streams.ts'
import { PendingWork } from './pending-work.ts'
import { sendProfiles } from './profiles.ts'
import { ResumeToken } from './resume-token.ts'
import { updateSights } from './sights.ts'

const streamOf = ({ _id, username }: TestMember) =>
  new EventStream({
    viewer: {
      id: Number(_id) as MemberId,
      username,
      sessionId: 1 as SessionId,
      isShared: false,
      role: null,
      scopes: null,
    },
    watched: [],
    resumeToken: ResumeToken.fresh(Date.now()),
    needsResync: false,
    endsAt: Number.POSITIVE_INFINITY,
  })

test('a stream that is opened while a round reads everything gets its first events in the next round', async ({
  app,
  ann,
}) => {
  const { read: db, invalidations } = app.db
  const cache = new HiddenCache(invalidations)
  const streams = new OpenStreams()
  const stream = streamOf(ann)
  streams.add(stream)
  const round = async (work: PendingWork) => {
    const refreshed = await updateSights(db, cache, streams, work)
    await sendNotices(db, streams, work)
    await sendProfiles(db, streams, work)
    return refreshed.size
  }

  const everything = new PendingWork()
  everything.everything = true
  expect(await round(everything)).toBe(0)
  expect(stream.body.readableLength).toBe(': welcome\n\n'.length)

  const first = new PendingWork()
  first.joined.add(stream)
  expect(await round(first)).toBe(1)
  stream.end('')
  expect(await textOf(stream.body)).toContain('event: follower')
})

test('a request to follow that is made and answered within one round is heard of', async ({ app, ann, bob }) => {
  const streams = new OpenStreams()
  const stream = streamOf(bob)
  streams.add(stream)
  const batches: Invalidation[] = []
  app.db.invalidations.listen((batch) => void batches.push(...batch))
  const round = async () => {
    await app.db.catchUp()
    const work = new PendingWork()
    work.joined.add(stream)
    work.add(batches.splice(0), streams)
    await updateSights(app.db.read, new HiddenCache(app.db.invalidations), streams, work)
    await sendProfiles(app.db.read, streams, work)
  }
  await setPrivate(ann, true)
  await round()
  await follow(bob, ann)
  await reject(ann, bob)
  await round()
  stream.end('')
  const requests = (await textOf(stream.body)).match(/(?<=event: requests\ndata: ).*/g) ?? []
  expect(requests.map((data) => JSON.parse(data).followRequests)).toEqual([0, 0])
  expect(new Set(requests).size).toBe(2)
})

test('a fanout that is closed waits for the round under way', async ({ app, ann }) => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const catchUp = () => {
    begun.resolve()
    return held.promise
  }
  const { invalidations } = app.db
  const log = pino({ level: 'silent' })
  const fanout = new EventFanout({ ...app.db, catchUp }, new HiddenCache(invalidations), new OpenStreams(), log)
  fanout.join(streamOf(ann))
  await begun.promise
  let isClosed = false
  const closed = fanout.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  held.resolve()
  await closed
})
