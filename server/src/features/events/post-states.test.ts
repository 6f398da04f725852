import { text as textOf } from 'node:stream/consumers'
import { expect } from 'vitest'
import { block } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import type { MemberId, PostId, SessionId } from '../../database/schema.ts'
import { HiddenCache } from '../members/hidden.cache.ts'
import { EventStream } from './event-stream.ts'
import { OpenStreams } from './open-streams.ts'
import { PendingWork } from './pending-work.ts'
import { sendPostStates } from './post-states.ts'
import { ResumeToken } from './resume-token.ts'
import { updateSights } from './sights.ts'

const streamOf = ({ _id, username }: TestMember, post: PostId) =>
  new EventStream({
    viewer: {
      id: Number(_id) as MemberId,
      username,
      sessionId: 1 as SessionId,
      isShared: false,
      role: null,
      scopes: null,
    },
    watched: [post],
    resumeToken: ResumeToken.fresh(Date.now()),
    needsResync: false,
    endsAt: Number.POSITIVE_INFINITY,
  })

test('a stream that is opened during a round gets no state before it is known what its viewer sees', async ({
  app,
  ann,
  bob,
}) => {
  await block(ann, bob)
  const post = Number((await writePost(ann))._id) as PostId
  const db = app.db.read
  const streams = new OpenStreams()
  const stream = streamOf(bob, post)
  streams.add(stream)
  await sendPostStates(db, streams, new Set([post]), new Set())
  expect(stream.body.readableLength).toBe(': welcome\n\n'.length)

  const work = new PendingWork()
  work.joined.add(stream)
  const refreshed = await updateSights(db, new HiddenCache(app.db.invalidations), streams, work)
  await sendPostStates(db, streams, work.posts, refreshed)
  stream.end('')
  expect(await textOf(stream.body)).toBe(`: welcome\n\nevent: delete\ndata: {"_id":"${post}"}\n\n`)
})
