import { ENDPOINTS } from '@quack/contract'
import { describe, expect } from 'vitest'
import { createApps } from '../../../test/apps.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { type Caches, createCaches } from '../../caches.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import type { PageKey } from '../../features/posts/list-page.ts'
import { NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { RATE_LIMITS } from '../limits/rate-limits.ts'
import type { AnswerKey } from './json-answer.ts'

const READS_MAX = 200

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** Whether it was answered before the framework. */
  readonly isFast: boolean
}

/** The answer without what differs between any two answers or belongs to the connection. */
function comparable(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const left = ['date', 'connection', 'keep-alive']
  const kept = Object.entries(headers).filter(
    ([name]) => !left.includes(name) && !/ratelimit-(remaining|reset)$/.test(name),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

const test = base
  /** The server's caches, once it is built. */
  .extend('built', { scope: 'file' }, (): { caches: Caches | null } => ({ caches: null }))
  .extend('options', { scope: 'file' }, ({ built }) => ({
    rateLimits: {
      ...RATE_LIMITS,
      signup: { max: 1_000, timeWindow: 600_000 },
      account: { max: 1_000, timeWindow: 600_000 },
      read: { max: READS_MAX, timeWindow: 600_000 },
    },
    createCaches(log: InvalidationLog) {
      built.caches = createCaches(log)
      return built.caches
    },
  }))
  .extend('ann', async ({ member, bob }) => {
    const ann = await member('ann')
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    return ann
  })
  .extend('postId', async ({ bob }) => {
    const { _id: postId } = await writePost(bob, 'Größe 🦆 "quoted" \\ </script>')
    await writePost(bob, 'another')
    return postId
  })
  /** Sends a request over the network, like a browser. */
  .extend(
    'ask',
    ({ ann, address, built }) =>
      async (path: string, headers: Record<string, string> = {}, reader = ann): Promise<Answered> => {
        const before = built.caches?.plans.hits ?? 0
        const answer = await fetch(address + path, { headers: { authorization: `Bearer ${reader.token}`, ...headers } })
        const isFast = (built.caches?.plans.hits ?? 0) > before
        const body = await answer.text()
        return { status: answer.status, headers: comparable(Object.fromEntries(answer.headers)), body, isFast }
      },
  )
  /** The framework's answer, without the fast path. */
  .extend(
    'inject',
    ({ app, ann, address }) =>
      async (path: string, headers: Record<string, string> = {}): Promise<Answered> => {
        const { host } = new URL(address)
        const options = { url: path, headers: { host, authorization: `Bearer ${ann.token}`, ...headers } }
        const { statusCode, headers: given, body } = await app.app.inject(options)
        return { status: statusCode, headers: comparable(given), body, isFast: false }
      },
  )

type Paths = readonly [string, (scene: { bob: TestMember; postId: string }) => string][]

describe('a repeated request', () => {
  const PATHS: Paths = [
    ['the feed', () => '/api/feed?limit=20&embed=0'],
    ['the feed by likes', () => '/api/feed?limit=20&embed=0&sort=trending'],
    ['Explore, with lists inside', () => '/api/explore?limit=20&embed=3'],
    ['a post', ({ postId }) => `/api/posts/${postId}?embed=0`],
    ['a profile', ({ bob }) => `/api/users/${bob.username}?embed=0`],
    ["a member's posts", ({ bob }) => `/api/posts/user/${bob.username}?limit=5&embed=0`],
  ]

  const OF_APPS: Paths = [
    ['the home of an app', () => '/api/v1/timelines/home?limit=1'],
    ['its last page', () => '/api/v1/timelines/home?limit=20&max_id=9007199254740993'],
    ['an empty page of it', () => '/api/v1/timelines/home?max_id=1'],
  ]

  test.for([...PATHS, ...OF_APPS])(
    '%s: is answered by the fast path, with the same body and headers',
    async ([_, pathOf], { bob, ask, inject, postId, built }) => {
      const path = pathOf({ bob, postId })
      await ask(path)
      const byFramework = await inject(path)
      const again = await ask(path)
      expect(again).toEqual({ ...byFramework, isFast: true })
      expect(again.status).toBe(200)
      expect(JSON.parse(again.body)).toBeTypeOf('object')
      // What is kept for the address is data: a function could not be cloned.
      const key = built.caches?.plans.find(path)?.key
      expect(structuredClone(key)).toEqual(key)
    },
  )

  test('is answered for whoever asks: what the first member is or sees does not compile in a key', ({
    app: _,
    built,
  }) => {
    const { plans } = built.caches as Caches
    const viewer = 1 as MemberId
    const add = <Key extends AnswerKey<Key>>(key: Key) => {
      plans.add('/api/nowhere', ENDPOINTS.getMember, { find: () => null }, key, plans.position)
      return plans.find('/api/nowhere')?.key
    }
    expect(add({ named: viewer, limit: 20 })).toEqual({ named: viewer, limit: 20 })
    // @ts-expect-error A member whose name is not in the address.
    add({ viewer, limit: 20 })
    // @ts-expect-error What that member does not see.
    add({ hidden: NOTHING_HIDDEN, limit: 20 })
    // @ts-expect-error A function, which may know that member.
    add({ read: () => viewer, limit: 20 })
    // @ts-expect-error So a page is not read by its key.
    expect((key: PageKey) => key.read).toBeTypeOf('function')
  })

  test.for(PATHS)(
    '%s: is not sent again to a client that has it',
    async ([_, pathOf], { bob, ask, inject, postId }) => {
      const path = pathOf({ bob, postId })
      const { headers } = await ask(path)
      const known = { 'if-none-match': String(headers.etag) }
      const byFramework = await inject(path, known)
      expect(await ask(path, known)).toEqual({ ...byFramework, isFast: true })
      expect(byFramework).toMatchObject({ status: 304, body: '' })
    },
  )

  /** An address that is too long to have a plan, so that the framework always answers it. */
  const LONG = `/api/explore?limit=2&embed=0&${'x'.repeat(400)}=1`

  test.for<[string, string, boolean]>([
    ['at once', '/api/explore?limit=2&embed=0', true],
    ['by the framework', LONG, false],
  ])(
    'answered %s: tags are compared weakly, also in a list, and * matches any version',
    async ([_, path, isFast], { ask }) => {
      await ask(path)
      const { headers } = await ask(path)
      const etag = String(headers.etag)
      const known = [etag, `W/${etag}`, `"old", ${etag}`, `W/"old" ,W/${etag}, "older"`, '*']
      for (const tags of known) {
        const answer = await ask(path, { 'if-none-match': tags })
        expect(answer, tags).toMatchObject({ status: 304, body: '', headers: { etag }, isFast })
      }
      const unknown = ['"old"', `W/"old"`, `"old", W/"older"`, etag.slice(1, -1), `w/${etag}`, `"*"`]
      for (const tags of unknown)
        expect(await ask(path, { 'if-none-match': tags }), tags).toMatchObject({ status: 200 })
    },
  )

  test('shows later changes', async ({ ann, bob, ask }) => {
    const path = '/api/feed?limit=20&embed=0'
    // A post of its own: with likes, the fast path would not answer the nested lists that other tests request.
    const { _id: changing } = await writePost(bob, 'liked')
    const etags = new Set([(await ask(path)).headers.etag])
    const steps: [() => Promise<unknown>, object][] = [
      [() => ann.call('POST /api/posts/like/:postId', { params: { postId: changing } }), { viewer: { liked: true } }],
      [() => ann.call('POST /api/users/bookmark/:id', { params: { id: changing } }), { viewer: { bookmarked: true } }],
      [() => bob.call('POST /api/posts/like/:postId', { params: { postId: changing } }), { likes: { likeCount: 2 } }],
      [
        () => ann.call('POST /api/posts/dislike/:postId', { params: { postId: changing } }),
        { viewer: { disliked: true } },
      ],
    ]
    for (const [write, seen] of steps) {
      await write()
      // By the framework and by the fast path.
      for (const answer of [await ask(path), await ask(path)]) {
        const { posts } = JSON.parse(answer.body) as { posts: { _id: string }[] }
        expect(posts.find(({ _id }) => _id === changing)).toMatchObject(seen)
        etags.add(answer.headers.etag)
      }
    }
    expect(etags.size).toBe(steps.length + 1)
    await bob.call('DELETE /api/posts/:postId', { params: { postId: changing } })
  })

  test('is not cached if its address or its token is very long', async ({ ann, ask }) => {
    const long = `/api/explore?limit=1&embed=0&${'x'.repeat(400)}=1`
    const blanks = { authorization: `Bearer${' '.repeat(1_000)}${ann.token}` }
    await ask('/api/explore?limit=1&embed=0')
    for (const again of [await ask(long), await ask(long), await ask('/api/explore?limit=1&embed=0', blanks)]) {
      expect(again).toMatchObject({ status: 200, isFast: false })
    }
  })

  test('shows the relation of two members', async ({ ann, bob, ask }) => {
    const path = `/api/users/${bob.username}?embed=0`
    const relation = async () => (JSON.parse((await ask(path)).body) as { user: { viewer: object } }).user.viewer
    expect(await relation()).toEqual({ following: true, followedBy: false })
    await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    expect([await relation(), await relation()]).toEqual(Array(2).fill({ following: true, followedBy: true }))
    await ann.call('POST /api/users/unfollow/:id', { params: { id: bob._id } })
    expect([await relation(), await relation()]).toEqual(Array(2).fill({ following: false, followedBy: true }))
  })

  test('counts against the same rate limit', async ({ carl, address, ask }) => {
    const left = async () => {
      const headersOfCarl = { authorization: carl.token ?? '' }
      const { headers } = await fetch(`${address}/api/explore?limit=1`, { headers: headersOfCarl })
      return Number(headers.get('ratelimit-remaining'))
    }
    const first = await left()
    expect([await left(), await left()]).toEqual([first - 1, first - 2])
    for (let count = first - 2; count > 0; count--) await left()
    const refused = await ask('/api/explore?limit=1', {}, carl)
    expect(refused).toMatchObject({ status: 429, isFast: false })
  })

  test('is answered with the origin that it was sent to, unless a proxy may know another', async ({
    ask,
    inject,
    built,
  }) => {
    const path = '/api/v1/timelines/home?limit=1'
    const linkOf = async (headers: Record<string, string>) => {
      await ask(path, headers)
      const { isFast, headers: given } = await ask(path, headers)
      return [isFast, String(given.link).includes('<http://quack.example/api/v1/timelines/home?limit=1&max_id=')]
    }
    // The server trusts no proxy here, so the header counts for nothing.
    const proxied = { 'x-forwarded-host': 'quack.example' }
    expect([await linkOf({}), await linkOf(proxied)]).toEqual([
      [true, false],
      [false, false],
    ])
    // Whoever invents names fills no cache.
    for (let number = 0; number < 6; number++) await inject(path, { host: `quack-${number}.example` })
    expect(built.caches?.apps.statuses.entriesOf('http://quack-5.example').size).toBe(0)
  })

  test('is refused for an app whose token allows less, however often its member has asked', async ({
    app,
    ann,
    ask,
  }) => {
    const apps = createApps(app.app)
    const scopes = 'read:statuses read:accounts'
    const client = await apps.register({ scopes })
    const [reads, others] = [
      await apps.tokenOf(client, ann, { scope: 'read:statuses' }),
      await apps.tokenOf(client, ann, { scope: 'read:accounts' }),
    ]
    const [home, own] = ['/api/v1/timelines/home', '/api/feed']
    for (const path of [home, own]) for (const _ of [1, 2]) await ask(path)
    const by = async (token: string, path: string) => {
      const { status, isFast } = await ask(path, {}, { ...ann, token })
      return [status, isFast]
    }
    await by(reads, home)
    await by(others, home)
    expect([await by(reads, home), await by(others, home), await by(reads, own)]).toEqual([
      [200, true],
      [403, false],
      [403, false],
    ])
  })

  test('is refused after its session has ended', async ({ member, ask }) => {
    const eve = await member('eve')
    const path = '/api/feed?limit=1'
    expect((await ask(path, {}, eve)).status).toBe(200)
    expect(await ask(path, {}, eve)).toMatchObject({ status: 200, isFast: true })
    await eve.call('POST /api/auth/logout')
    expect(await ask(path, {}, eve)).toMatchObject({ status: 401, isFast: false })
  })
})
