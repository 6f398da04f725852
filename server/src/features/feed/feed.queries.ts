import type { Sort } from '@quack/contract/limits'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { type CursorForm, cursorForm, type PageRequest } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/** The place of a post in a feed: its id, and its likes where the feed is ordered by them. */
export interface FeedPlace {
  readonly id: PostId
  readonly likes: number
}
type Place = Record<'id' | 'likes', number>

export const FEED_CURSORS: Record<Sort, CursorForm<Place>> = {
  latest: cursorForm('latest', ['likes', 'id']),
  oldest: cursorForm('oldest', ['likes', 'id']),
  trending: cursorForm('trending', ['likes', 'id']),
}

/**
 * The ids of a viewer's home feed: own posts and those of followed members, made when it is read, so that it is exact
 * at any depth and a post costs the same to write whoever follows its author.
 */
export async function listFeedIds(
  db: Connection,
  viewer: MemberId,
  sort: Sort,
  { limit, after }: PageRequest<Place>,
): Promise<FeedPlace[]> {
  const { past, order } = forms(after)[sort]
  const { rows } = await sql<FeedPlace>`
    select id, like_count as likes from posts
    where (author_id = ${viewer} or author_id in (select followed_id from follows where follower_id = ${viewer}))
      ${after ? sql`and ${past}` : sql``}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}

function forms(after: Place | null) {
  const id = after?.id ?? 0
  return {
    latest: { past: sql`id < ${id}`, order: sql`id desc` },
    oldest: { past: sql`id > ${id}`, order: sql`id` },
    trending: { past: sql`(like_count, id) < (${after?.likes ?? 0}, ${id})`, order: sql`like_count desc, id desc` },
  }
}
