import { createRandom } from '@quack/testing/random'
import { groupsOf } from '../follow-graph.ts'
import { startGenerator } from './offer.ts'
import type { Measured } from './processes.ts'
import type { Names } from './scenarios.ts'
import type { Request } from './wrk.ts'

/** Many reads and some writes at a fixed rate. Latency counts from when a request was due. */
export interface MixedResult {
  readonly rate: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** Requests without a good answer. */
  readonly failed: number
  readonly offered: number
  readonly cpuPer1000: number
  readonly queries: number
  /** The share of reads by the fast path (fast-path.ts); null if there were none. */
  readonly hits: number | null
  /** The highest resident memory of the server, in MB. */
  readonly memory: number
  /** Seconds with a median over 50 ms, in which the server fell behind. */
  readonly slowSeconds: number
  /** Read from disk by the server, in MB. */
  readonly diskRead: number
}

const CONNECTIONS = 32
/** Requests per second. */
export const RATE = 2_000
const REQUESTS = 50_000
const SLOW_MS = 50
/** Not measured. A cold start has no warm-up. */
const WARM_UP_SECONDS = 10

/** In percent: 60 home feeds, 10 each of Explore, profiles and posts, 5 likes, 3 comments, 2 posts. */
function requestsOf(names: Names): Request[] {
  const random = createRandom(11)
  const { first, count } = groupsOf(names.members)[200]
  return Array.from({ length: REQUESTS }, (): Request => {
    const token = names.token(first + random.int(count))
    const post = names.postId(random.int(10) > 0 ? names.posts - 1 - random.int(1_000) : random.int(names.posts))
    const kind = random.int(100)
    const get = (path: string): Request => ({ method: 'GET', path, token })
    const send = (path: string, body?: object): Request => ({ method: 'POST', path, token, ...(body && { body }) })
    if (kind < 60) return get('/api/feed?limit=20&embed=0&sort=latest')
    if (kind < 70) return get('/api/explore?limit=20&embed=0')
    if (kind < 80) return get(`/api/users/${names.username(random.int(names.members))}?embed=0`)
    if (kind < 90) return get(`/api/posts/${post}?embed=20`)
    if (kind < 95) return send(`/api/posts/like/${names.postId(random.int(names.posts))}?embed=0`)
    if (kind < 98) return send(`/api/comments/add/${post}?embed=0`, { commentData: { text: 'well said' } })
    return send('/api/posts?embed=0', { postData: { content: 'quack, quack, and quack again' } })
  })
}

export interface MixedLoad {
  readonly rate: number
  readonly seconds: number
  /** Whether the first request is measured too. */
  readonly isCold: boolean
}

export async function measureMixed(
  server: Measured,
  names: Names,
  { rate, seconds, isCold }: MixedLoad,
): Promise<MixedResult> {
  // It sleeps, because PostgreSQL needs the generator's processor, too.
  const generator = await startGenerator(server, CONNECTIONS, true)
  const requests = requestsOf(names)
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, server.memory())
  }, 500)
  try {
    if (!isCold) await generator.offer(requests, rate, WARM_UP_SECONDS)
    const [before, cpu, read] = [await server.figures(), server.cpu(), server.diskRead()]
    const { offered, statuses, accepted, medians } = await generator.offer(requests, rate, seconds)
    const spent = server.cpu() - cpu
    const since = await server.figures().then((figures) => figures.since(before))
    // The refusal of a second like is a good answer too.
    const good = (statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[400] ?? 0) + (statuses[409] ?? 0)
    return {
      rate,
      seconds,
      p50: accepted.p50,
      p99: accepted.p99,
      offered,
      failed: offered - good,
      cpuPer1000: (spent / offered) * 1_000,
      queries: since.queries / offered,
      hits: since.hits,
      memory: Math.max(memory, server.memory()),
      slowSeconds: medians.filter((median) => median > SLOW_MS).length,
      diskRead: server.diskRead() - read,
    }
  } finally {
    clearInterval(watch)
    generator.end()
  }
}
