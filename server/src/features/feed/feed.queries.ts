import type { ReadSort } from '@quack/contract'
import type { Sort } from '@quack/contract/rules/limits'
import type { Connection, ReadConnections } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { PostId } from '../../database/schema.ts'
import { isPostListed } from '../visibility/visibility.ts'
import type { Reader } from './feed-authors.ts'
import { byIds } from './feed-by-id.queries.ts'
import { type FeedKey, type FeedRequest, keyById } from './feed-keys.ts'
import { listTaggedIds } from './feed-tags.queries.ts'
import { listTrending } from './feed-trending.queries.ts'

/**
 * The ids of a reader's home feed: the reader's posts, those of followed members who are not muted, and those with
 * followed hashtags; in Trending also those that reposts bring (feed-reposts.ts adds them to the other orders). The
 * feed is computed when it is read. So it is exact at any depth, and writing a post costs the same however many members
 * follow its author.
 * @throws CursorError for a trending cursor that is too old
 */
export async function listFeedIds(
  db: ReadConnections,
  reader: Reader,
  sort: Sort,
  page: FeedRequest,
): Promise<readonly FeedKey[]> {
  if (sort === 'trending') return listTrending(db, reader, page)
  const { rows } = await byIds(db.read, reader, sort, page).execute(db.read)
  return reader.hasTags ? withTagged(db.read, reader, sort, page, rows) : rows
}

/**
 * Adds the posts with followed hashtags to a page of a feed that is ordered by id. Both are the first ones of their
 * list, so the first ones of both together are those of the feed.
 */
export async function withTagged(
  db: Connection,
  reader: Reader,
  sort: ReadSort,
  page: FeedRequest,
  byAuthors: readonly FeedKey[],
): Promise<readonly FeedKey[]> {
  const tagged = await listTaggedIds(db, reader, sort, page)
  const ids = new Set([...byAuthors.map(({ id }) => id), ...tagged])
  const sign = sort === 'latest' ? -1 : 1
  return [...ids]
    .sort((a, b) => sign * (a - b))
    .slice(0, page.limit)
    .map((id) => keyById(id))
}

type Before = { readonly before: number; readonly limit: number }

/** The newest posts before an id, with their authors. */
export const listPostsBefore = prepared((db, { before, limit }: Before) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id'])
    .where('id', '<', before as PostId)
    .where(isPostListed)
    .orderBy('id', 'desc')
    .limit(limit),
).all

/** The newest reposts before an id, with who has reposted. */
export const listRepostsBefore = prepared((db, { before, limit }: Before) =>
  db
    .selectFrom('reposts')
    .select(['id', 'member_id as author_id'])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit),
).all
