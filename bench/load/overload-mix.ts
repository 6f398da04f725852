import { createRandom } from '@quack/testing/random'
import { groupsOf } from '../follow-graph.ts'
import type { Names } from './scenarios.ts'
import type { Request } from './wrk.ts'

/** More than fit into the caches, so that the next round finds its entries evicted. */
const REQUESTS = 100_000

/**
 * A load that the caches alone cannot answer. In percent: 30 home feeds and 5 pages of Explore, which are mostly
 * cached; 45 pages of any post, any member, and any member's posts, which mostly are not; 20 writes, which invalidate.
 */
export function overloadRequests(names: Names): Request[] {
  const random = createRandom(17)
  const { first, count } = groupsOf(names.members)[200]
  return Array.from({ length: REQUESTS }, (): Request => {
    const token = names.token(first + random.int(count))
    const post = names.postId(random.int(names.posts))
    const member = names.username(random.int(names.members))
    const kind = random.int(100)
    const get = (path: string): Request => ({ method: 'GET', path, token })
    const send = (path: string, body?: object): Request => ({ method: 'POST', path, token, ...(body && { body }) })
    if (kind < 30) return get('/api/feed?limit=20&embed=0&sort=latest')
    if (kind < 35) return get('/api/explore?limit=20&embed=0')
    if (kind < 60) return get(`/api/posts/${post}?embed=20`)
    if (kind < 70) return get(`/api/users/${member}?embed=0`)
    if (kind < 80) return get(`/api/posts/user/${member}?limit=20&embed=0`)
    if (kind < 89) return send(`/api/posts/like/${post}?embed=0`)
    if (kind < 95) return send(`/api/comments/add/${post}?embed=0`, { commentData: { text: 'well said' } })
    return send('/api/posts?embed=0', { postData: { content: 'quack, quack, and quack again' } })
  })
}
