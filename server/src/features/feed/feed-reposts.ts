import type { ReadSort } from '@quack/contract'
import type { Database } from '../../database/database.ts'
import { NeedsTurn } from '../../http/limits/heavy-reads.ts'
import type { Reader } from './feed-authors.ts'
import type { FeedKey, FeedRequest } from './feed-keys.ts'
import { listBrought, listReposts } from './feed-reposts.queries.ts'
import type { Part } from './merged-lists.queries.ts'

/** How many reposts are looked through at a time: at first, and at most. Many may bring nothing. */
const FIRST_PART = 64
const PART_MAX = 4_096
/** So many parts need no turn among heavy reads. */
const PARTS_WITHOUT_TURN = 3

export interface RepostsQuery {
  readonly sort: ReadSort
  readonly isInTurn: boolean | undefined
  /** The reposts of a part of the feed from a cache; null if it does not have them. */
  readonly cached?: ((part: Part) => Promise<readonly number[] | null>) | undefined
}

/**
 * Adds the posts that reposts bring to a page of a feed that is ordered by id.
 * @param keys the first ones without them
 */
export async function withReposted(
  db: Database,
  reader: Reader,
  query: RepostsQuery,
  page: FeedRequest,
  keys: readonly FeedKey[],
): Promise<readonly FeedKey[]> {
  const last = keys[page.limit - 1]
  const brought = await findBrought(db, reader, query, last ? { ...page, until: last.at } : page)
  if (brought.length === 0) return keys
  return [...keys, ...brought].sort(IN_ORDER[query.sort]).slice(0, page.limit)
}

type Placed = Pick<FeedKey, 'at'>
const IN_ORDER = {
  latest: (a: Placed, b: Placed) => b.at - a.at,
  oldest: (a: Placed, b: Placed) => a.at - b.at,
} as const

/** The first posts of a part of a feed that reposts bring, in its order. */
export async function findBrought(
  db: Database,
  reader: Reader,
  { sort, isInTurn, cached }: RepostsQuery,
  { limit, after, until }: Part,
): Promise<readonly FeedKey[]> {
  const found: FeedKey[] = []
  let from = after
  for (let parts = 1, size = Math.max(FIRST_PART, limit); ; parts++, size = Math.min(4 * size, PART_MAX)) {
    if (parts > PARTS_WITHOUT_TURN && isInTurn === false) throw new NeedsTurn()
    const part = { limit: size, after: from, until }
    const reposts = (await cached?.(part)) ?? (await listReposts(db.heavy.read, reader, sort, part))
    if (reposts.length > 0) found.push(...(await listBrought(db.heavy.read, reader, reposts)))
    const last = reposts.at(-1)
    if (reposts.length < size || last === undefined || found.length >= limit) break
    from = { at: last }
  }
  return found.sort(IN_ORDER[sort]).slice(0, limit)
}
