import type { Post } from '@quack/contract'
import type { PartRequest } from '../database/paging.ts'
import type { Hydrated } from './entity-page.ts'

/** Where a page of a list lies that is ordered by ids, for readers who keep ids in place of cursors. */
export interface IdRange {
  /** Below this id; null from the newest on. */
  readonly below: number | null
  /** Above this id; null without a bound. */
  readonly above: number | null
  /** Whether the page begins at its lower bound. */
  readonly isUpward: boolean
  readonly limit: number
}

/** A page, newest first. */
export interface RangePage<Entity> {
  readonly entities: readonly Entity[]
  /** By which the list is ordered; perhaps also of entries that are not shown. */
  readonly ids: readonly string[]
  /** Whether it is known that nothing is older. */
  readonly isLast: boolean
}

/** The list is read from past the first id until before the other. */
interface Ends {
  readonly from: number | null
  readonly until: number | undefined
  readonly isUpward: boolean
}

function endsOf({ below, above, isUpward }: IdRange): Ends {
  const [from, until] = isUpward ? [above, below] : [below, above]
  return { from, until: until ?? undefined, isUpward }
}

/** Reads a page of a list of posts that has cursors. */
export async function readPostsWithin(
  range: IdRange,
  read: (ends: Ends) => Promise<{ readonly posts: readonly Post[]; readonly nextCursor: string | null }>,
): Promise<RangePage<Post>> {
  const { posts, nextCursor } = await read(endsOf(range))
  const entities = range.isUpward ? posts.toReversed() : posts
  return {
    entities,
    ids: entities.map(({ _id, repost }) => repost?.id ?? _id),
    isLast: nextCursor === null && range.above === null,
  }
}

interface Row {
  readonly id: number
  /** By which the list is ordered, if not by ids. */
  readonly at?: number
}

/** Reads a page of any list of entities: first the ids, then the entities. */
export async function readWithin<Listed extends Row, Entity>(
  range: IdRange,
  load: (page: PartRequest<{ id: number; at: number }>) => Promise<readonly Listed[]>,
  hydrate: (ids: readonly Listed['id'][], rows: readonly Listed[]) => Promise<Hydrated<Entity>>,
): Promise<RangePage<Entity>> {
  const { limit, above, isUpward } = range
  const { from, ...ends } = endsOf(range)
  const rows = await load({ limit: limit + 1, after: from === null ? null : { id: from, at: from }, ...ends })
  const page = rows.slice(0, limit)
  const { entities, taken } = await hydrate(
    page.map(({ id }) => id),
    page,
  )
  const ids = page.slice(0, taken).map(({ id, at }) => String(at ?? id))
  return {
    entities: isUpward ? entities.toReversed() : entities,
    ids: isUpward ? ids.toReversed() : ids,
    isLast: taken === rows.length && above === null,
  }
}
