import { Agent } from 'node:http'
import { describe, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, writePost } from '../../../test/members.ts'
import { askOver } from '../../../test/network.ts'
import { type Caches, createCaches } from '../../caches.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'

const NODES = 3

/** A server with its caches, which is asked over the network, so that the fast path answers too. */
interface Node {
  readonly app: TestApp
  readonly caches: Caches
  /** The status of an answer, and whether the fast path sent it. */
  read(reader: { readonly token: string | null }, url: string): Promise<readonly [number, 'fast' | 'slow', string]>
}

const test = base
  .extend('startNode', async ({ options }, { onCleanup }) => {
    const closing: (() => Promise<unknown>)[] = []
    onCleanup(async () => {
      for (const close of closing.reverse()) await close()
    })
    return async (first: Node | null): Promise<Node> => {
      const built: Caches[] = []
      const own = {
        ...options,
        createCaches(log: InvalidationLog) {
          const caches = createCaches(log)
          built.push(caches)
          return caches
        },
      }
      const db = first && (await first.app.database.reopen())
      if (db) closing.push(() => db.close())
      const app = await startTestApp(first && db ? { ...first.app.dependencies, ...own, db } : own)
      closing.push(() => app.close())
      const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
      const agent = new Agent({ keepAlive: true })
      closing.push(async () => agent.destroy())
      const [caches] = built
      if (!caches) throw new Error('The server was built without caches.')
      return {
        app,
        caches,
        async read({ token }, url) {
          const { hits } = caches.plans
          const { status, body } = await createClient(
            askOver(() => address, agent),
            token,
          ).send({ url })
          return [status, caches.plans.hits > hits ? 'fast' : 'slow', JSON.stringify(body)]
        },
      }
    }
  })
  .extend('node', ({ startNode }) => startNode(null))
  .extend('nodes', async ({ node, startNode }) => {
    const nodes = [node]
    while (nodes.length < NODES) nodes.push(await startNode(node))
    return nodes
  })
  /** Bob follows Ann, whose posts are for followers. Carl does not. */
  .extend('people', async ({ node }) => {
    const [ann, bob, carl] = [await signUp(node.app), await signUp(node.app), await signUp(node.app)]
    const post = await writePost(ann, 'For followers')
    await ann.call('POST /api/posts/pin/:postId', { params: { postId: post._id } })
    await setFollow(node.app, [bob, ann], true)
    await setAudience(node.app, ann, PRIVATE)
    return { ann, bob, carl, post }
  })

describe('what is cached for followers', () => {
  test('is answered by the fast path to them, and never to others', async ({ node, people }) => {
    const { ann, bob, carl, post } = people
    const one = `/api/posts/${post._id}?embed=0`
    const list = `/api/posts/user/${ann.username}?embed=0`
    for (let count = 0; count < 2; count++) await node.read(bob, '/api/feed?embed=0')
    for (const url of ['/api/feed?embed=0', one, list]) {
      await node.read(bob, url)
      const [status, path, body] = await node.read(bob, url)
      expect([status, path, body.includes('For followers')], url).toEqual([200, 'fast', true])
      for (let count = 0; count < 3; count++) {
        for (const reader of [carl, { token: null }]) {
          const [refused, , text] = await node.read(reader, url)
          if (refused === 200) expect(text).toContain('"posts":[]')
          else expect(refused).toBe(url === one ? 404 : reader.token || url === list ? 403 : 401)
          expect(text).not.toContain('For followers')
        }
      }
    }
    await setFollow(node.app, [bob, ann], false)
    for (let count = 0; count < 3; count++) {
      expect((await node.read(bob, one))[0]).toBe(404)
      expect((await node.read(bob, list))[0]).toBe(403)
    }
  })

  test('is not in a profile that others get', async ({ node, people }) => {
    const { ann, bob, carl, post } = people
    const url = `/api/users/${ann.username}?embed=0`
    for (let count = 0; count < 3; count++) {
      const [, path, body] = await node.read(bob, url)
      expect(body).toContain(`"pinnedPost":"${post._id}"`)
      if (count > 0) expect(path).toBe('fast')
      expect((await node.read(carl, url))[2]).toContain('"pinnedPost":null')
    }
    await setFollow(node.app, [carl, ann], true)
    expect((await node.read(carl, url))[2]).toContain(`"pinnedPost":"${post._id}"`)
    await setFollow(node.app, [bob, ann], false)
    expect((await node.read(bob, url))[2]).toContain('"pinnedPost":null')
  })

  test('does not keep pages for everyone from being cached', async ({ node, people }) => {
    const { ann, bob, carl } = people
    const url = '/api/explore?embed=0'
    await writePost(carl, 'For everyone')
    const readers = [ann, bob, carl]
    for (let count = 0; count < 2; count++) for (const reader of readers) await node.read(reader, url)
    expect((await node.read(bob, url))[1]).toBe('fast')
    await writePost(ann, 'Also for followers')
    // Its followers and its author have it in the cache before anybody reads Explore again.
    for (const reader of readers) await node.read(reader, '/api/feed?embed=0')
    for (const reader of readers) {
      const [, , body] = await node.read(reader, url)
      expect(body).toContain('For everyone')
      expect(body).not.toContain('lso for followers')
    }
    await node.read(bob, url)
    expect((await node.read(bob, url))[1]).toBe('fast')
  })

  test('is lost and regained at once on every node', async ({ node, nodes, people }) => {
    const { ann, bob, post } = people
    const [one, list, feed] = [
      `/api/posts/${post._id}?embed=0`,
      `/api/posts/user/${ann.username}?embed=0`,
      '/api/feed?embed=0',
    ]
    const seen = async () => {
      const answers: (number | boolean)[] = []
      for (const each of nodes) {
        for (const url of [one, list]) answers.push((await each.read(bob, url))[0])
        answers.push((await each.read(bob, feed))[2].includes('For followers'))
        answers.push((await each.read(bob, '/api/explore?embed=0'))[2].includes('For followers'))
      }
      return answers
    }
    const onEach = (...answers: (number | boolean)[]) => nodes.flatMap(() => answers)
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 2; count++) expect(await seen()).toEqual(onEach(200, 200, true, false))
      await setFollow(node.app, [bob, ann], false)
      for (let count = 0; count < 2; count++) expect(await seen()).toEqual(onEach(404, 403, false, false))
      await setAudience(node.app, ann, PUBLIC)
      for (let count = 0; count < 2; count++) expect(await seen()).toEqual(onEach(200, 200, false, true))
      await setAudience(node.app, ann, PRIVATE)
      expect(await seen()).toEqual(onEach(404, 403, false, false))
      await setFollow(node.app, [bob, ann], true)
    }
  })
})
