import { describe, expect } from 'vitest'
import { test } from './process-fixtures.ts'

describe('the server process', () => {
  test('goes on for DRAIN_SECONDS after a SIGTERM, then ends with exit code 0', async ({ start }) => {
    const server = start({ LOG_LEVEL: 'info', DRAIN_SECONDS: '1' })
    await server.ready
    server.child.kill('SIGTERM')
    const { code, output } = await server.ended
    expect(code).toBe(0)
    const lines = output.split('\n').filter((line) => line.startsWith('{'))
    const timeOf = (text: string) =>
      lines.map((line) => JSON.parse(line) as { msg: string; time: number }).find(({ msg }) => msg.startsWith(text))
        ?.time
    // A timer may be a millisecond early.
    expect((timeOf('stopped') ?? 0) - (timeOf('stopping') ?? 0)).toBeGreaterThanOrEqual(999)
  })

  test('can be killed at any instant of its first start without harm to the next one', async ({ start }) => {
    let isReady = false
    for (let wait = 200; !isReady; wait *= 3) {
      const server = start({ DEMO: 'on' })
      const timer = setTimeout(() => server.child.kill('SIGKILL'), wait)
      isReady = await server.ready.then(
        () => true,
        () => false,
      )
      clearTimeout(timer)
      if (!isReady) expect((await server.ended).code).toBeNull()
      server.child.kill('SIGKILL')
      await server.ended
    }
    const address = await start({ DEMO: 'on' }).ready
    const { users } = (await (await fetch(`${address}/api/users?embed=0`)).json()) as { users: unknown[] }
    const { posts } = (await (await fetch(`${address}/api/posts?embed=0`)).json()) as { posts: { mediaUrl: string }[] }
    expect([users.length, posts.length]).toEqual([10, 19])
    for (const { mediaUrl } of posts.filter((post) => post.mediaUrl !== '')) {
      const media = await fetch(`${address}${mediaUrl}`)
      expect(media.status).toBe(200)
      await media.arrayBuffer()
    }
  })

  test('of several nodes that start together on an empty database, one migrates and creates the demo', async ({
    start,
  }) => {
    const nodes = [start({ DEMO: 'on' }), start({ DEMO: 'on' })]
    const addresses = await Promise.all(nodes.map((node) => node.ready))
    const counts = addresses.map(async (address) => {
      const users = (await (await fetch(`${address}/api/users?embed=0`)).json()) as { users: unknown[] }
      const posts = (await (await fetch(`${address}/api/posts?embed=0`)).json()) as { posts: unknown[] }
      return [users.users.length, posts.posts.length]
    })
    expect(await Promise.all(counts)).toEqual([
      [10, 19],
      [10, 19],
    ])
  })
})
