import { describe, expect } from 'vitest'
import { createApps } from '../../../test/apps.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { createLoadGate } from '../../http/limits/load-gate.ts'
import { RATE_LIMITS } from '../../http/limits/rate-limits.ts'

const TOKEN = 'a token for the metrics'

const test = base
  .extend('options', { scope: 'file' }, () => ({
    metricsToken: TOKEN,
    rateLimits: { ...RATE_LIMITS, write: { max: 3, timeWindow: 60_000 } },
    loadGate: createLoadGate((callback) => queueMicrotask(() => callback())),
  }))
  /** The value of a time series: `name` or `name{label="value"}`. */
  .extend('read', ({ app }) => async (series: string): Promise<number> => {
    const { status, body } = await app.visitor.send({ url: '/metrics' })
    expect(status).toBe(200)
    const line = String(body)
      .split('\n')
      .find((each) => each.startsWith(`${series} `))
    return line === undefined ? Number.NaN : Number(line.split(' ').at(-1))
  })

describe('metrics', () => {
  test('count requests by route and status, and refused ones', async ({ ann, read }) => {
    const labels = 'method="POST",route="/api/posts",status="201"'
    const posts = async () => (await read(`http_request_duration_seconds_count{${labels}}`)) || 0
    const before = await posts()
    await writePost(ann)
    await ann.refuse('POST /api/posts/like/:postId', { params: { postId: '404' } })
    await ann.send({ url: '/no/such/page', method: 'PROPFIND' as 'GET' })
    expect(await posts()).toBe(before + 1)
    const unknown = 'method="POST",route="/api/posts/like/:postId",status="404"'
    expect(await read(`http_request_duration_seconds_count{${unknown}}`)).toBe(1)
    for (let count = 0; count < 3; count++) await ann.send({ method: 'POST', url: '/api/users/bookmark/404' })
    expect(await read('quack_requests_limited_total{class="write"}')).toBeGreaterThan(0)
    expect(await read('quack_requests_shed_total')).toBe(0)
    // The request for the metrics itself.
    expect(await read('http_requests_under_way')).toBe(1)
  })

  test('describe the process and the database', async ({ app, read }) => {
    expect(await read('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    const name = app.db.engine === 'sqlite' ? 'commits_total' : 'connections'
    expect(await read(`quack_database_${name}`)).toBeGreaterThan(0)
    expect(await read('quack_database_queries_total')).toBeGreaterThan(0)
  })

  test('describe the index of search', async ({ read }) => {
    expect(await read('quack_search_changes_waiting')).toBeGreaterThanOrEqual(0)
    expect(await read('quack_search_delay_seconds')).toBeGreaterThanOrEqual(0)
    expect(await read('quack_search_first_index_done')).toBe(1)
  })

  test('count heavy reads', async ({ ann, read }) => {
    const before = await read('quack_heavy_reads_total')
    await ann.call('GET /api/search/posts', { query: { q: 'duck' } })
    expect(await read('quack_heavy_reads_total')).toBe(before + 1)
    expect(await read('quack_heavy_reads_seconds_total')).toBeGreaterThan(0)
    for (const name of ['waiting', 'under_way', 'refused_total'])
      expect(await read(`quack_heavy_reads_${name}`)).toBe(0)
  })

  test('count heavy reads among pages: later ones of trending, and those that go on where words are muted', async ({
    ann,
    bob,
    carl,
    read,
  }) => {
    for (const author of [ann, carl, ann, carl, ann]) await writePost(author, 'A goose #flock')
    await bob.call('POST /api/muted-words', { body: { phrase: 'goose', action: 'hide', duration: 'always' } })
    const before = await read('quack_heavy_reads_total')
    const trending = { sort: 'trending', limit: 1 } as const
    const { nextCursor } = await ann.call('GET /api/feed', { query: trending })
    expect(await read('quack_heavy_reads_total')).toBe(before)
    await ann.call('GET /api/feed', { query: { ...trending, cursor: nextCursor ?? '' } })
    expect(await read('quack_heavy_reads_total')).toBe(before + 1)
    const flock = (limit: number) =>
      bob.call('GET /api/tags/:tag/posts', { params: { tag: 'flock' }, query: { limit } })
    // The second read comes to the end.
    await flock(2)
    expect(await read('quack_heavy_reads_total')).toBe(before + 1)
    await flock(1)
    expect(await read('quack_heavy_reads_total')).toBe(before + 2)
  })

  test('count heavy reads of apps: those that look among events or posts, also for visitors', async ({
    app,
    ann,
    read,
  }) => {
    const apps = createApps(app.app)
    const [ask, visit] = [await apps.clientOf(ann), apps.callWith()]
    const count = async (of: typeof ask, url: string) => {
      const before = await read('quack_heavy_reads_total')
      expect((await of(`GET /api/v1/${url}`)).status).toBe(200)
      return (await read('quack_heavy_reads_total')) - before
    }
    for (const [path, ...looking] of [
      ['notifications', `account_id=${ann._id}`],
      ['timelines/public', 'only_media=true'],
      ['timelines/tag/goose', 'only_media=true'],
      [`accounts/${ann._id}/statuses`, 'only_media=true', 'tagged=goose'],
    ] as const) {
      expect([path, await count(ask, path)]).toEqual([path, 0])
      for (const query of looking) expect([query, await count(ask, `${path}?${query}`)]).toEqual([query, 1])
    }
    expect(await count(visit, 'timelines/public')).toBe(0)
    expect(await count(visit, 'timelines/public?only_media=true')).toBe(1)
  })

  test('tell of each background job what it has done, and of those with a queue its runs', async ({ app, read }) => {
    const { body } = await app.visitor.send({ url: '/metrics' })
    const jobs = (name: string) =>
      [...String(body).matchAll(new RegExp(`^quack_job_${name}\\{job="(\\w+)"\\}`, 'gm'))].map(([, job]) => job)
    expect(jobs('looks_total').toSorted()).toEqual([
      'digests',
      'edits',
      'expiry',
      'media',
      'polls',
      'push',
      'references',
      'removals',
      'search',
      'unusedcards',
      'videos',
    ])
    expect(jobs('runs_total').toSorted()).toEqual(['edits', 'polls', 'push', 'videos'])
    expect(jobs('run_failures_total')).toEqual(jobs('runs_total'))
    await expect.poll(() => read('quack_job_looks_total{job="search"}')).toBeGreaterThan(0)
    expect(await read('quack_job_look_seconds_total{job="search"}')).toBeGreaterThan(0)
    expect(await read('quack_job_look_failures_total{job="search"}')).toBe(0)
    expect(await read('quack_job_last_success_seconds{job="search"}')).toBeGreaterThan(Date.now() / 1_000 - 3_600)
  })

  test('end in _total if they are counters, and only then', async ({ app }) => {
    const { body } = await app.visitor.send({ url: '/metrics' })
    const types = [...String(body).matchAll(/^# TYPE ((?:quack|http)_\w+) (\w+)$/gm)]
    expect(types.length).toBeGreaterThan(10)
    for (const [, name = '', type] of types) expect(type === 'counter', name).toBe(name.endsWith('_total'))
  })

  test('count the hits and misses of each cache', async ({ bob, read }) => {
    await writePost(bob)
    // The second request finds what the first has cached.
    for (let count = 0; count < 2; count++) await bob.call('GET /api/feed', { query: { limit: 5 } })
    for (const cache of ['tokens', 'followed', 'newest', 'lists', 'posts', 'reactions']) {
      const [hits, entries] = await Promise.all([
        read(`quack_cache_hits_total{cache="${cache}"}`),
        read(`quack_cache_entries{cache="${cache}"}`),
      ])
      expect(Math.min(hits, entries), cache).toBeGreaterThan(0)
    }
  })

  test('are served to this machine, and elsewhere only with the token', async ({ app }) => {
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await app.visitor.send({ url: '/metrics', remoteAddress, headers })).status
    expect(await ask('127.0.0.1')).toBe(200)
    expect(await ask('::ffff:127.0.0.1')).toBe(200)
    expect(await ask('203.0.113.7')).toBe(404)
    expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
    expect(await ask('203.0.113.7', { authorization: `Bearer ${TOKEN}` })).toBe(200)
    expect(await ask('203.0.113.7', { authorization: `Bearer ${TOKEN}x` })).toBe(404)
  })
})
