import { describeWith } from '@quack/testing/needs'
import { startRedis, type TestRedis } from '@quack/testing/redis'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { openSocket } from '../../../test/app-sockets.ts'
import { createApps } from '../../../test/apps.ts'
import { createClient } from '../../../test/client.ts'
import { listen, openStream } from '../../../test/events.ts'
import { signUp, writePost } from '../../../test/members.ts'
import { openRedis } from '../../redis/redis.ts'
import { EVENTS } from './events.routes.ts'

describeWith('redis', 'several nodes', () => {
  let redis: TestRedis
  let one: TestApp
  let other: TestApp
  let close: () => Promise<void>

  beforeEach(async () => {
    redis = await startRedis()
    const shared = [1, 2].map(() => openRedis(redis.url, pino({ level: 'silent' })))
    const [first, second] = shared.map((each) => each.redis)
    one = await startTestApp({ events: EVENTS, redis: first ?? null })
    const db = await one.database.reopen()
    other = await startTestApp({ ...one.dependencies, db, events: EVENTS, redis: second ?? null })
    await expect.poll(() => shared.every((each) => each.redis.isReady)).toBe(true)
    close = async () => {
      await other.close()
      await db.close()
      await one.close()
      for (const each of shared) each.close()
      await redis.kill()
    }
  })
  afterEach(() => close())

  test('nodes signal commits by Redis, work without it, and catch up when it is back', async () => {
    const [viewer, author, another] = [await signUp(one), await signUp(one), await signUp(one)]
    for (const { _id } of [author, another]) await viewer.call('POST /api/users/follow/:id', { params: { id: _id } })
    const watched = await writePost(author)
    const here = await openStream(await listen(one), viewer.token)
    const address = await listen(other)
    const there = await openStream(address, viewer.token, { watch: [watched._id] })

    const apps = createApps(other.app)
    const token = await apps.tokenOf(await apps.register(), viewer)
    const app = await openSocket(address, { query: '?stream=user', protocols: [token] })

    const first = await writePost(author)
    await app.until(() => app.statuses().includes(`user: update ${first._id}`))
    app.close()
    await there.until(() => there.news().includes(first._id))

    await redis.kill()
    const missed = await writePost(author)
    await author.call('POST /api/posts/like/:postId', { params: { postId: watched._id } })
    await here.until(() => here.news().includes(missed._id))
    // The other node still delivers its own posts.
    const own = await writePost(createClient(other.app, another.token))
    await there.until(() => there.news().includes(own._id))

    await redis.start()
    await there.until(() => there.news().includes(missed._id))
    // No commit concerns the watched post now: only the reconnection makes the node read it.
    await there.until((heard) => heard.some(({ name, data }) => name === 'post' && data.likes.likeCount === 1))
    const last = await writePost(author)
    await there.until(() => there.news().includes(last._id))
    await here.until(() => here.news().includes(last._id))
    // `here` receives it when its own node has reconnected to Redis, which may be after `last`.
    await here.until(() => here.news().includes(own._id))
    for (const stream of [here, there]) {
      expect([...stream.news()].sort()).toEqual([watched, first, missed, own, last].map(({ _id }) => _id).sort())
      stream.close()
    }
  })
})
